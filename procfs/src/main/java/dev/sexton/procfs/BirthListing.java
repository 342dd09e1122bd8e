package dev.sexton.procfs;

/**
 * Checks that a listing can begin at a number.
 *
 * <p>The directory offset of a process in {@code /proc} is its number + 258 (TGID_OFFSET in
 * fs/proc/base.c, for decades), which is no promise. It is taken to hold if, asked to begin at the
 * reader's own number, the listing does and ascends, and asked to begin after it, does not show it.
 */
final class BirthListing {
  private static final int CHUNK = 32;

  private BirthListing() {}

  static boolean works(ProcFileSystem files, int ownPid) {
    int[] pids = new int[CHUNK];
    files.startListing(ownPid);
    int count = files.list(pids);
    if (count < 1 || pids[0] != ownPid || !ascends(pids, count, ownPid - 1)) {
      return false;
    }
    files.startListing(ownPid + 1);
    count = files.list(pids);
    return count >= 0 && ascends(pids, count, ownPid);
  }

  private static boolean ascends(int[] pids, int count, int above) {
    int previous = above;
    for (int i = 0; i < count; i++) {
      if (pids[i] <= previous) {
        return false;
      }
      previous = pids[i];
    }
    return true;
  }
}
