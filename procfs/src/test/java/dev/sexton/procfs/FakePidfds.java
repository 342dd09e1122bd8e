package dev.sexton.procfs;

import java.util.function.IntConsumer;

/** Process descriptors of a {@link FakeProc}: the number of a descriptor is pid + 1000. */
final class FakePidfds implements Pidfds {
  int openError;
  long inode = 77;
  int open;
  IntConsumer afterOpen = pid -> {};

  @Override
  public int open(int pid) {
    if (openError != 0) {
      return openError;
    }
    open++;
    afterOpen.accept(pid);
    return pid + 1000;
  }

  @Override
  public void close(int pidfd) {
    open--;
  }

  @Override
  public long inode(int pidfd) {
    return inode;
  }

  @Override
  public int signal(int pidfd, int signal) {
    return 0;
  }

  @Override
  public int awaitExit(int[] pidfds, int count, long timeoutNs, boolean[] exited) {
    return 0;
  }
}
