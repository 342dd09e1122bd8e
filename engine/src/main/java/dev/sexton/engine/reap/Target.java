package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.SignalReport;
import dev.sexton.procfs.VerifiedProcess;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One member that a reap is about to end: its pidfd, what it was sent, what came of it. */
final class Target implements AutoCloseable {
  private final KnownProcess process;
  private final List<SignalReport> signals = new ArrayList<>();
  private @Nullable VerifiedProcess verified;
  private @Nullable Fate fate;
  private IdentityStrength strength = IdentityStrength.PIDFD_INODE;
  private String note = "";
  private boolean termSent;
  private boolean killSent;
  private boolean stopSent;

  Target(KnownProcess process) {
    this.process = process;
  }

  KnownProcess process() {
    return process;
  }

  @Nullable VerifiedProcess verified() {
    return verified;
  }

  void verified(VerifiedProcess opened, IdentityStrength checkedBy) {
    verified = opened;
    strength = checkedBy;
    if (fate == Fate.NOT_IDENTIFIED) {
      fate = null;
      note = "";
    }
  }

  boolean isOpen() {
    return verified != null;
  }

  int pidfd() {
    VerifiedProcess opened = verified;
    return opened == null ? VerifiedProcess.NO_PIDFD : opened.pidfd();
  }

  IdentityStrength strength() {
    return strength;
  }

  void sent(SignalReport signal) {
    signals.add(signal);
  }

  List<SignalReport> signals() {
    return signals;
  }

  boolean wasSignalled() {
    return signals.stream().anyMatch(SignalReport::isDelivered);
  }

  /** What is known to have become of it, or null while it is open. */
  @Nullable Fate fate() {
    return fate;
  }

  void fate(Fate known) {
    fate = known;
  }

  /** Takes back what no longer holds, such as a claim by another run. */
  void untouch() {
    if (fate == Fate.NOT_TOUCHED || fate == Fate.SPARED) {
      fate = null;
      note = "";
    }
  }

  boolean isOver() {
    return fate != null && !fate.isAlive();
  }

  String note() {
    return note;
  }

  void note(String text) {
    note = text;
  }

  boolean termSent() {
    return termSent;
  }

  boolean killSent() {
    return killSent;
  }

  boolean stopSent() {
    return stopSent;
  }

  /** Whether the signal was given to the kernel, which may have refused it: once is enough. */
  void remember(Signal signal) {
    switch (signal) {
      case TERM -> termSent = true;
      case KILL -> killSent = true;
      case STOP -> stopSent = true;
      case CONT -> {}
    }
  }

  /** Its exit was observed, or it was found gone. */
  void over() {
    if (!isOver()) {
      fate = wasSignalled() ? Fate.ENDED : Fate.EXITED;
    }
    close();
  }

  @Override
  public void close() {
    VerifiedProcess opened = verified;
    if (opened != null) {
      opened.close();
      verified = null;
    }
  }
}
