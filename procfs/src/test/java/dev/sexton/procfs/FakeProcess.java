package dev.sexton.procfs;

import java.nio.charset.StandardCharsets;

/** A process of {@link FakeProc}, with a stat line as the kernel would print it. */
final class FakeProcess {
  final int pid;
  String comm = "fake";
  char state = 'S';
  int parent = 1;
  int processGroup = 1;
  int session = 1;
  long flags = 0x400000;
  int threads = 1;
  long startTicks = 1000;
  boolean collected;

  FakeProcess(int pid) {
    this.pid = pid;
  }

  FakeProcess startTicks(long ticks) {
    startTicks = ticks;
    return this;
  }

  FakeProcess state(char letter) {
    state = letter;
    return this;
  }

  FakeProcess releasing() {
    parent = 0;
    processGroup = -1;
    session = -1;
    threads = 0;
    return this;
  }

  byte[] line() {
    String text =
        "%d (%s) %c %d %d %d 34816 -1 %d 1 2 3 4 5 6 7 8 20 0 %d 0 %d 2703360 210 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
            .formatted(pid, comm, state, parent, processGroup, session, flags, threads, startTicks);
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
