package dev.sexton.engine.model;

import java.util.List;

/**
 * What a reap says of one process.
 *
 * @param identity which process
 * @param comm its name, control characters and non-ASCII bytes escaped
 * @param uid its real uid, -1 if not known
 * @param parentPid its parent's number when last looked at, 0 if none
 * @param session its session when last looked at
 * @param verdict whose it is, by which rule and evidence
 * @param fate what became of it
 * @param signals what it was sent, in order
 * @param note what else is worth knowing, or empty
 */
public record ProcessReport(
    ProcessIdentity identity,
    String comm,
    int uid,
    int parentPid,
    int session,
    Verdict verdict,
    Fate fate,
    List<SignalReport> signals,
    String note) {
  public ProcessReport {
    signals = List.copyOf(signals);
  }
}
