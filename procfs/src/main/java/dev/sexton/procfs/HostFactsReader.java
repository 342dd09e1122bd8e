package dev.sexton.procfs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads {@link HostFacts}. */
final class HostFactsReader {
  private static final int SMALL_BYTES = 8192;
  private static final int MOUNTS_BYTES_MAX = 16 << 20;
  private static final int MACHINE_ID_LENGTH = 32;
  private static final int AT_CLKTCK = 17; // include/uapi/linux/auxvec.h
  private static final int TICKS_PER_SECOND_USUAL = 100; // USER_HZ on x86-64 and aarch64
  private static final int SIGNAL_NONE = 0;

  private final ProcFileSystem files;
  private final Pidfds pidfds;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(SMALL_BYTES);

  HostFactsReader(ProcFileSystem files, Pidfds pidfds) {
    this.files = files;
    this.pidfds = pidfds;
  }

  HostFacts read() throws ProcfsException {
    ProcessStatus own = new ProcessStatus();
    ReadResult result = new StatusReader(files).read(ProcFileSystem.SELF, own);
    if (result != ReadResult.OK) {
      throw new ProcfsException("own status: " + result, own.errno());
    }
    HostReader host = new HostReader(files);
    host.readLoadAverage();
    return new HostFacts(
        identity(),
        new HostFacts.Numbers(host.pidMax(), host.lastPid(), ticksPerSecond(), processors()),
        mount(),
        abilities(own.pid()),
        new HostFacts.Self(own.pid(), own.namespacePidCount() > 1));
  }

  private HostFacts.Identity identity() throws ProcfsException {
    String release = text(HostFile.KERNEL_RELEASE);
    return new HostFacts.Identity(
        bootId(),
        machineId(),
        namespace(Namespace.PID),
        namespace(Namespace.TIME),
        release == null ? "unknown" : release);
  }

  private @Nullable UUID bootId() {
    String text = text(HostFile.BOOT_ID);
    if (text == null) {
      return null;
    }
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private @Nullable String machineId() {
    String text = text(HostFile.MACHINE_ID);
    return text != null && text.length() == MACHINE_ID_LENGTH ? text : null;
  }

  private long namespace(Namespace which) {
    long inode = files.namespaceInode(ProcFileSystem.SELF, which);
    if (inode >= 0) {
      return inode;
    }
    return inode == -Errno.ENOENT ? HostFacts.NAMESPACE_NONE : HostFacts.NAMESPACE_UNREADABLE;
  }

  private ProcMount mount() throws ProcfsException {
    int length = files.readHostFile(HostFile.MOUNTINFO, buffer);
    while (length == buffer.capacity()) {
      if (length >= MOUNTS_BYTES_MAX) {
        throw new ProcfsException("more mounts than can be read", ProcfsException.NO_ERRNO);
      }
      buffer = ByteBuffer.allocateDirect(length * 4);
      length = files.readHostFile(HostFile.MOUNTINFO, buffer);
    }
    if (length < 0) {
      throw new ProcfsException(HostFile.MOUNTINFO.path(), -length);
    }
    return ProcMount.parse(bufferText(length), ProcMount.USUAL_PLACE);
  }

  private HostFacts.Abilities abilities(int ownPid) {
    int pidfd = pidfds.open(ownPid);
    boolean usable = false;
    boolean unique = false;
    if (pidfd >= 0) {
      usable = pidfds.signal(pidfd, SIGNAL_NONE) >= 0;
      unique = pidfds.inode(pidfd) > Pidfds.INODE_NOT_UNIQUE;
      pidfds.close(pidfd);
    }
    boolean children = files.readTaskChildren(ownPid, ownPid, buffer) >= 0;
    return new HostFacts.Abilities(usable, unique, BirthListing.works(files, ownPid), children);
  }

  private int ticksPerSecond() {
    int length = files.readHostFile(HostFile.AUXV, buffer);
    ByteBuffer words = buffer.duplicate().order(ByteOrder.nativeOrder());
    for (int at = 0; at + 2 * Long.BYTES <= length; at += 2 * Long.BYTES) {
      long value = words.getLong(at + Long.BYTES);
      if (words.getLong(at) == AT_CLKTCK && value > 0 && value <= 1_000_000) {
        return (int) value;
      }
    }
    return TICKS_PER_SECOND_USUAL;
  }

  /** Counts ranges such as {@code 0-3,8}. */
  private int processors() {
    String ranges = text(HostFile.PROCESSORS);
    if (ranges == null) {
      return PidNumbers.PROCESSORS_UNKNOWN;
    }
    int count = 0;
    try {
      for (String range : ranges.split(",", -1)) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
        if (last < first) {
          return PidNumbers.PROCESSORS_UNKNOWN;
        }
        count += last - first + 1;
      }
    } catch (NumberFormatException malformed) {
      return PidNumbers.PROCESSORS_UNKNOWN;
    }
    return count;
  }

  private @Nullable String text(HostFile file) {
    int length = files.readHostFile(file, buffer);
    return length <= 0 ? null : bufferText(length).strip();
  }

  private String bufferText(int length) {
    byte[] bytes = new byte[length];
    buffer.get(0, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
