package dev.sexton.facts;

import dev.sexton.procfs.Pidfds;

/** This host's process descriptors, as a kernel before 6.9 has them: no inode of their own. */
record LyingPidfds(Pidfds host) implements Pidfds {

  @Override
  public int open(int pid) {
    return host.open(pid);
  }

  @Override
  public void close(int pidfd) {
    host.close(pidfd);
  }

  @Override
  public long inode(int pidfd) {
    return INODE_NOT_UNIQUE;
  }

  @Override
  public int signal(int pidfd, int signal) {
    return host.signal(pidfd, signal);
  }

  @Override
  public int awaitExit(int[] pidfds, int count, long timeoutNs, boolean[] exited) {
    return host.awaitExit(pidfds, count, timeoutNs, exited);
  }
}
