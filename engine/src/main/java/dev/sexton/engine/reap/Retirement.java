package dev.sexton.engine.reap;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.SamplerVersion;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Settlement;
import dev.sexton.engine.report.Certificate;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.DirectoryLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What follows a proof: a certificate is kept, then the journal is removed, each if it is asked
 * for.
 *
 * <p>In that order: until the certificate is on the disk the journal is the only witness. Killed in
 * between, the next reap finds the whole run and proves it again, and then there are two
 * certificates of it; or it finds the journal buried and deletes what is left of it.
 */
final class Retirement {
  private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);

  private final ReapOptions options;
  private final Host host;
  private final long callerUid;
  private final RetirementSteps steps;

  Retirement(ReapOptions options, Host host, long callerUid, RetirementSteps steps) {
    this.options = options;
    this.host = host;
    this.callerUid = callerUid;
    this.steps = steps;
  }

  /**
   * Does what the options ask for; the caller holds the run's lock.
   *
   * @param proof a verified report
   * @param key the directory that was proved, as {@link Graves#key} gave it
   */
  RunReport settle(RunReport proof, Path directory, @Nullable Object key) {
    if (Graves.isGone(directory)) {
      return proof.settled(Graves.goneMeanwhile());
    }
    if (!Graves.isStill(directory, key)) {
      return proof.settled(Graves.kept("another directory has taken its place"));
    }
    String certificate = "";
    if (options.certificatesMax() > 0) {
      try {
        certificate = keepCertificate(proof, directory).toString();
      } catch (IOException e) {
        return proof.settled(
            Graves.isGone(directory)
                ? Graves.goneMeanwhile()
                : new Settlement(
                    false, "", "the certificate could not be kept, so the journal was: " + e));
      }
    }
    Settlement after = options.retire() ? Graves.bury(directory, key, steps) : Settlement.NONE;
    return proof.settled(new Settlement(after.retired(), certificate, after.failure()));
  }

  private Path keepCertificate(RunReport proof, Path directory) throws IOException {
    Path root = directory.getParent();
    if (root == null) {
      throw new IOException(directory + " is under no root");
    }
    HostFacts.Identity identity = host.facts().identity();
    long wallMillis = host.clock().wallMillis();
    Certificate certificate =
        new Certificate(
            Instant.ofEpochMilli(wallMillis).toString(),
            SamplerVersion.get(),
            new Certificate.HostStamp(
                identity.bootId(),
                identity.machineId(),
                identity.kernelRelease(),
                identity.pidNamespace(),
                identity.timeNamespace(),
                host.facts().numbers().pidMax()),
            JournalDigest.of(directory),
            proof);
    return new Certificates(root, callerUid, steps)
        .keep(proof.run(), certificate.json(), wallMillis, options.certificatesMax());
  }

  /** As {@link Reaper#settle}. */
  static RunReport settle(RunReport proof, ReapOptions options, Reaper.HostOpener hosts) {
    if (!proof.verified()) {
      throw new IllegalArgumentException("run " + proof.run() + " is not proved");
    }
    if (options.dryRun() || (!options.retire() && options.certificatesMax() == 0)) {
      return proof;
    }
    Path directory = Path.of(proof.journal());
    try (DirectoryLock lock = DirectoryLock.tryLock(directory)) {
      if (lock == null) {
        return proof.settled(Graves.kept("another process holds the run's lock"));
      }
      Object key = Graves.key(directory);
      if (options.certificatesMax() == 0) {
        return proof.settled(Graves.bury(directory, key, RetirementSteps.NONE));
      }
      try (Host host = hosts.open()) {
        return new Retirement(options, host, effectiveUid(host), RetirementSteps.NONE)
            .settle(proof, directory, key);
      }
    } catch (ProcfsException | UnsupportedHostException e) {
      return proof.settled(
          Graves.isGone(directory)
              ? Graves.goneMeanwhile()
              : Graves.kept(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Deletes the graves under a root that retirements left when they were killed. Judged as journals
   * are: what somebody else could have put there is not touched.
   */
  static void finishInterrupted(Path root, Reaper.HostOpener hosts) {
    List<Path> graves = Graves.under(root);
    if (graves.isEmpty()) {
      return;
    }
    try (Host host = hosts.open()) {
      JournalTrust trust = new JournalTrust(effectiveUid(host));
      for (Path grave : graves) {
        finish(grave, trust);
      }
    } catch (UnsupportedHostException | ProcfsException e) {
      LOG.warn("What is left of proved runs under {} stays: {}", root, e.getMessage());
    }
  }

  private static void finish(Path grave, JournalTrust trust) throws UnsupportedHostException {
    String why;
    try (DirectoryLock lock = DirectoryLock.tryLock(grave)) {
      if (lock == null) {
        // Whoever buried it is alive and deletes it.
        return;
      }
      why = trust.complaint(grave);
      if (why == null) {
        why = Graves.empty(grave, RetirementSteps.NONE);
      }
    } catch (ProcfsException e) {
      why = e.getMessage();
    }
    if (why != null && !Graves.isGone(grave)) {
      LOG.warn("What is left of a proved run stays at {}: {}", grave, why);
    }
  }

  private static long effectiveUid(Host host) throws ProcfsException {
    ProcessStatus status = new ProcessStatus();
    if (new StatusReader(host.files()).read(ProcFileSystem.SELF, status) != ReadResult.OK) {
      throw new ProcfsException("own status", status.errno());
    }
    return status.effectiveUid();
  }
}
