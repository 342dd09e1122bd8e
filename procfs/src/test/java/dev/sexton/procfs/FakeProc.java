package dev.sexton.procfs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A scripted process file system: what is asked is answered from maps, or from a script first. */
final class FakeProc implements ProcFileSystem {
  static final int OWN_PID = 50;

  final TreeMap<Integer, FakeProcess> processes = new TreeMap<>();

  /** Answers to readStat that come before the process's own line: bytes, or a negated errno. */
  final Map<Integer, Deque<Object>> scriptedStats = new HashMap<>();

  final Map<String, Object> files = new HashMap<>();
  final Map<HostFile, Object> hostFiles = new HashMap<>();
  final Map<Integer, Object> kept = new HashMap<>();
  final Map<Integer, int[]> tasks = new HashMap<>();

  /** Replaces the listing's order when set. */
  int @Nullable [] listing;

  int listError;
  int openError;
  int lastPid = 400;
  int threads = 100;
  int chunkMax = Integer.MAX_VALUE;
  boolean seekWorks = true;
  int statReads;
  LongConsumer beforeKept = offset -> {};
  IntConsumer beforeStat = pid -> {};

  private List<Integer> listed = new ArrayList<>();
  private int listedAt;
  private int nextDescriptor = 100;

  FakeProc() {
    add(OWN_PID);
    hostFiles.put(HostFile.UPTIME, "5000.25 9000.10\n");
    hostFiles.put(HostFile.PID_MAX, "32768\n");
    hostFiles.put(HostFile.BOOT_ID, "1e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c11\n");
    hostFiles.put(HostFile.KERNEL_RELEASE, "6.18.1\n");
    hostFiles.put(HostFile.PROCESSORS, "0-1\n");
    hostFiles.put(
        HostFile.MOUNTINFO, "22 1 0:5 / /proc rw,nosuid shared:5 - proc proc rw,hidepid=0\n");
    files.put("0/STATUS", status(OWN_PID, "Uid:\t0\t0\t0\t0"));
    files.put(OWN_PID + "/children/" + OWN_PID, "");
  }

  static String status(int pid, String uidLine) {
    return "Name:\tfake\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t"
        + pid
        + "\nNgid:\t0\nPid:\t"
        + pid
        + "\nPPid:\t1\nTracerPid:\t0\n"
        + uidLine
        + "\nGid:\t0\t0\t0\t0\nNSpid:\t"
        + pid
        + "\nThreads:\t1\nCapEff:\t000001ffffffffff\n";
  }

  FakeProcess add(int pid) {
    FakeProcess process = new FakeProcess(pid);
    processes.put(pid, process);
    return process;
  }

  FakeProcess process(int pid) {
    return Objects.requireNonNull(processes.get(pid));
  }

  void collect(int pid) {
    FakeProcess process = processes.remove(pid);
    if (process != null) {
      process.collected = true;
    }
  }

  void script(int pid, Object... answers) {
    scriptedStats.put(pid, new ArrayDeque<>(List.of(answers)));
  }

  @Override
  public void startListing(int firstPid) {
    listed = new ArrayList<>();
    if (listing != null) {
      for (int pid : listing) {
        listed.add(pid);
      }
    } else {
      listed.addAll(processes.tailMap(seekWorks ? firstPid : 1).keySet());
    }
    listedAt = 0;
  }

  @Override
  public int list(int[] pids) {
    if (listError != 0 && listedAt > 0) {
      return listError;
    }
    int count = 0;
    while (count < Math.min(pids.length, chunkMax) && listedAt < listed.size()) {
      pids[count++] = listed.get(listedAt++);
    }
    return count;
  }

  @Override
  public int readStat(int pid, ByteBuffer into) {
    statReads++;
    beforeStat.accept(pid);
    Deque<Object> script = scriptedStats.get(pid);
    if (script != null && !script.isEmpty()) {
      return answer(script.removeFirst(), into, 0);
    }
    FakeProcess process = processes.get(pid);
    return process == null ? -Errno.ENOENT : answer(process.line(), into, 0);
  }

  @Override
  public int read(int pid, ProcFile file, ByteBuffer into) {
    return answer(files.getOrDefault(pid + "/" + file, -Errno.ENOENT), into, 0);
  }

  @Override
  public int readTaskChildren(int pid, int tid, ByteBuffer into) {
    return answer(files.getOrDefault(pid + "/children/" + tid, -Errno.ENOENT), into, 0);
  }

  @Override
  public int listTasks(int pid, int[] tids) {
    int[] all = tasks.get(pid);
    if (all == null) {
      return -Errno.ENOENT;
    }
    System.arraycopy(all, 0, tids, 0, Math.min(all.length, tids.length));
    return all.length;
  }

  @Override
  public int open(int pid, ProcFile file) {
    if (openError != 0) {
      return openError;
    }
    Object opened = file == ProcFile.STAT ? processes.get(pid) : files.get(pid + "/" + file);
    if (opened == null) {
      return -Errno.ENOENT;
    }
    if (opened instanceof Integer errno) {
      return errno;
    }
    kept.put(nextDescriptor, opened);
    return nextDescriptor++;
  }

  @Override
  public int readKept(int descriptor, ByteBuffer into, long offset) {
    beforeKept.accept(offset);
    Object opened = kept.get(descriptor);
    if (opened == null) {
      return -Errno.EBADF;
    }
    if (opened instanceof FakeProcess process) {
      return process.collected ? -Errno.ESRCH : answer(process.line(), into, offset);
    }
    return answer(opened, into, offset);
  }

  @Override
  public void closeKept(int descriptor) {
    kept.remove(descriptor);
  }

  @Override
  public int readHostFile(HostFile file, ByteBuffer into) {
    if (file == HostFile.LOADAVG && !hostFiles.containsKey(file)) {
      return answer("0.10 0.20 0.30 1/" + threads + " " + lastPid + "\n", into, 0);
    }
    return answer(hostFiles.getOrDefault(file, -Errno.ENOENT), into, 0);
  }

  @Override
  public long namespaceInode(int pid, Namespace namespace) {
    return namespace == Namespace.PID ? 4026531836L : -Errno.ENOENT;
  }

  @Override
  public long ownerUid(int pid) {
    return processes.containsKey(pid) ? 0 : -Errno.ENOENT;
  }

  @Override
  public void close() {}

  private static int answer(Object answer, ByteBuffer into, long offset) {
    into.clear();
    if (answer instanceof Integer errno) {
      into.limit(0);
      return errno;
    }
    byte[] bytes =
        answer instanceof byte[] raw
            ? raw
            : ((String) answer).getBytes(StandardCharsets.ISO_8859_1);
    int length = (int) Math.max(0, Math.min(into.capacity(), bytes.length - offset));
    into.put(0, bytes, (int) Math.min(offset, bytes.length), length);
    into.limit(length);
    return length;
  }
}
