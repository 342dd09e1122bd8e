package dev.sexton.engine.command;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Comm;
import dev.sexton.journal.JournalHeader;
import java.time.Instant;
import java.util.Locale;

/** A lineage as a tree for people. */
final class ShowText {
  private static final int DEPTH_SHOWN_MAX = 30;

  /** Members are shown one and all. */
  private static final int STRANGERS_SHOWN_MAX = 40;

  private final UserNames users = new UserNames();
  private final StringBuilder text = new StringBuilder();

  private ShowText() {}

  /** The text, each line ended. */
  static String of(LineageView view) {
    ShowText made = new ShowText();
    made.head(view);
    int strangers = 0;
    for (LineageView.Entry entry : view.entries()) {
      boolean isMember = entry.verdict().attribution() == Attribution.OWNED;
      strangers += isMember ? 0 : 1;
      if (isMember || strangers <= STRANGERS_SHOWN_MAX) {
        made.entry(view, entry);
      }
    }
    if (strangers > STRANGERS_SHOWN_MAX) {
      int more = strangers - STRANGERS_SHOWN_MAX;
      made.text.append("  ").append(TextTable.moreText(more)).append('\n');
    }
    return made.text.toString();
  }

  private void head(LineageView view) {
    JournalHeader header = view.journal().header();
    text.append("Run ").append(header.runId()).append(", begun ");
    text.append(Instant.ofEpochMilli(header.createdWallMillis())).append(", ");
    text.append(view.journal().samples()).append(" samples");
    if (!view.journal().censusTaken()) {
      text.append(", census never committed");
    }
    if (view.journal().report().damaged()) {
      text.append(", records are missing ('sexton verify' has more)");
    }
    if (view.journal().runnerGone()) {
      text.append(", runner seen dead");
    } else if (view.journal().closedCleanly()) {
      text.append(", closed cleanly");
    }
    text.append('\n');
  }

  private void entry(LineageView view, LineageView.Entry entry) {
    KnownProcess p = entry.process();
    text.append("  ").append("   ".repeat(Math.min(DEPTH_SHOWN_MAX, entry.depth())));
    text.append(entry.depth() > 0 ? "`- " : "");
    text.append(p.identity()).append("  ").append(Comm.printable(p.comm()));
    text.append("  ").append(users.of(p.realUid())).append("  ");
    text.append(entry.verdict().attribution().name().toLowerCase(Locale.ROOT));
    text.append(" (").append(entry.verdict().rule().jsonName()).append(")  ");
    text.append(state(entry));
    if (entry.isRunner(view)) {
      text.append("  <- the runner");
    }
    text.append('\n');
  }

  private static String state(LineageView.Entry entry) {
    return switch (entry.life()) {
      case ALIVE -> "alive";
      case DEAD -> "dead";
      case UNKNOWN -> entry.recordedDead() ? "dead" : "alive when last seen";
    };
  }
}
