package dev.sexton.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A {@link JournalHeader} as the payload of a {@link EventType#HEADER} record. The format version
 * comes first, so that a later version is recognised for what it is and not taken for damage.
 *
 * <pre>
 *   0 type u8   1 formatVersion u16   3 flags u16   5 subreaperKind u8
 *   6 runnerPid i32                     10 realUid i32
 *  14 savedUid i32                      18 subreaperPid i32
 *  22 samplerPid i32                    26 pidMax i32
 *  30 runnerStartTicks i64              38 runnerInode i64
 *  46 pidNamespace i64                  54 timeNamespace i64
 *  62 subreaperStartTicks i64           70 intervalNs i64
 *  78 ticksPerSecond i64                86 createdWallMillis i64
 *  94 createdBootNs i64                102 bootId 16 bytes
 * 118 machineId 16 bytes              134 numbersPerSecondMax i32
 * 138 store u8                        139 runId, samplerVersion, ownCgroup, storeReason:
 *                                         each length u16, then UTF-8
 * </pre>
 *
 * <p>In version 1 the texts began at 138, without storeReason, and the store was Chronicle's.
 *
 * <p>Flags, from bit 0: runnerPrivileged, subreaperBeforeFirstFork, embedded, ancestryComplete,
 * scope.
 */
final class HeaderCodec extends RecordEncoder {
  static final int VERSION_AT = 1;
  private static final int FLAGS_AT = 3;
  private static final int SUBREAPER_KIND_AT = 5;
  private static final int RUNNER_PID_AT = 6;
  private static final int REAL_UID_AT = 10;
  private static final int SAVED_UID_AT = 14;
  private static final int SUBREAPER_PID_AT = 18;
  private static final int SAMPLER_PID_AT = 22;
  private static final int PID_MAX_AT = 26;
  private static final int RUNNER_START_TICKS_AT = 30;
  private static final int RUNNER_INODE_AT = 38;
  private static final int PID_NAMESPACE_AT = 46;
  private static final int TIME_NAMESPACE_AT = 54;
  private static final int SUBREAPER_START_TICKS_AT = 62;
  private static final int INTERVAL_NS_AT = 70;
  private static final int TICKS_PER_SECOND_AT = 78;
  private static final int CREATED_WALL_MILLIS_AT = 86;
  private static final int CREATED_BOOT_NS_AT = 94;
  private static final int BOOT_ID_AT = 102;
  private static final int MACHINE_ID_AT = 118;
  private static final int NUMBERS_PER_SECOND_MAX_AT = 134;
  private static final int STORE_AT = 138;
  private static final int STRINGS_AT = 139;
  private static final int STRINGS_AT_VERSION_1 = 138;

  private static final int RUNNER_PRIVILEGED = 1 << 0;
  private static final int SUBREAPER_BEFORE_FIRST_FORK = 1 << 1;
  private static final int EMBEDDED = 1 << 2;
  private static final int ANCESTRY_COMPLETE = 1 << 3;
  private static final int SCOPE = 1 << 4;

  private final JournalHeader header;

  HeaderCodec(JournalHeader header) {
    this.header = header;
  }

  @Override
  int encode(byte[] into, int at) {
    Bits.putByte(into, at, EventType.HEADER.code());
    Bits.putShort(into, at + VERSION_AT, JournalFormat.VERSION);
    Bits.putShort(into, at + FLAGS_AT, flags());
    Bits.putByte(into, at + SUBREAPER_KIND_AT, header.subreaperKind().code());
    Bits.putInt(into, at + RUNNER_PID_AT, header.runnerPid());
    Bits.putInt(into, at + REAL_UID_AT, header.realUid());
    Bits.putInt(into, at + SAVED_UID_AT, header.savedUid());
    Bits.putInt(into, at + SUBREAPER_PID_AT, header.subreaperPid());
    Bits.putInt(into, at + SAMPLER_PID_AT, header.samplerPid());
    Bits.putInt(into, at + PID_MAX_AT, header.pidMax());
    Bits.putInt(into, at + NUMBERS_PER_SECOND_MAX_AT, header.numbersPerSecondMax());
    Bits.putLong(into, at + RUNNER_START_TICKS_AT, header.runnerStartTicks());
    Bits.putLong(into, at + RUNNER_INODE_AT, header.runnerInode());
    Bits.putLong(into, at + PID_NAMESPACE_AT, header.pidNamespace());
    Bits.putLong(into, at + TIME_NAMESPACE_AT, header.timeNamespace());
    Bits.putLong(into, at + SUBREAPER_START_TICKS_AT, header.subreaperStartTicks());
    Bits.putLong(into, at + INTERVAL_NS_AT, header.intervalNs());
    Bits.putLong(into, at + TICKS_PER_SECOND_AT, header.ticksPerSecond());
    Bits.putLong(into, at + CREATED_WALL_MILLIS_AT, header.createdWallMillis());
    Bits.putLong(into, at + CREATED_BOOT_NS_AT, header.createdBootNs());
    putUuid(into, at + BOOT_ID_AT, header.bootId());
    putUuid(into, at + MACHINE_ID_AT, header.machineId());
    Bits.putByte(into, at + STORE_AT, header.store().code());
    int next = putText(into, at + STRINGS_AT, header.runId());
    next = putText(into, next, header.samplerVersion());
    next = putText(into, next, header.ownCgroup());
    next = putText(into, next, header.storeReason());
    return next - at;
  }

  private int flags() {
    return (header.runnerPrivileged() ? RUNNER_PRIVILEGED : 0)
        | (header.subreaperBeforeFirstFork() ? SUBREAPER_BEFORE_FIRST_FORK : 0)
        | (header.embedded() ? EMBEDDED : 0)
        | (header.ancestryComplete() ? ANCESTRY_COMPLETE : 0)
        | (header.scope() ? SCOPE : 0);
  }

  /** The format version of a header payload, or -1 if the payload is too short to hold one. */
  static int version(byte[] from, int at, int length) {
    return length < VERSION_AT + Short.BYTES ? -1 : Bits.getShort(from, at + VERSION_AT);
  }

  /** The header in this payload, or null if the payload is not a whole one of a known version. */
  static @Nullable JournalHeader decode(byte[] from, int at, int length) {
    int version = version(from, at, length);
    if (length < STRINGS_AT
        || version < JournalFormat.VERSION_FIRST
        || version > JournalFormat.VERSION) {
      return null;
    }
    boolean first = version == JournalFormat.VERSION_FIRST;
    SubreaperKind subreaperKind = SubreaperKind.ofCode(Bits.getByte(from, at + SUBREAPER_KIND_AT));
    JournalStore store =
        first
            ? JournalStore.CHRONICLE
            : JournalStore.ofWrittenCode(Bits.getByte(from, at + STORE_AT));
    int end = at + length;
    int runIdAt = at + (first ? STRINGS_AT_VERSION_1 : STRINGS_AT);
    int versionAt = textEnd(from, runIdAt, end);
    int cgroupAt = textEnd(from, versionAt, end);
    int reasonAt = textEnd(from, cgroupAt, end);
    int textsEnd = first ? reasonAt : textEnd(from, reasonAt, end);
    if (subreaperKind == null || store == null || textsEnd != end) {
      return null;
    }
    String runId = text(from, runIdAt);
    String samplerVersion = text(from, versionAt);
    String ownCgroup = text(from, cgroupAt);
    String storeReason = first ? "" : text(from, reasonAt);
    if (runId == null
        || samplerVersion == null
        || ownCgroup == null
        || storeReason == null
        || !RunId.isValid(runId)) {
      return null;
    }
    JournalHeader.Builder builder =
        JournalHeader.builder(runId, uuid(from, at + BOOT_ID_AT))
            .machineId(uuid(from, at + MACHINE_ID_AT))
            .subreaperKind(subreaperKind)
            .samplerVersion(samplerVersion)
            .ownCgroup(ownCgroup)
            .store(store)
            .storeReason(storeReason);
    fillNumbers(builder, from, at);
    fillFlags(builder, Bits.getShort(from, at + FLAGS_AT));
    try {
      return builder.build();
    } catch (IllegalArgumentException textTooLong) {
      return null;
    }
  }

  private static void fillNumbers(JournalHeader.Builder builder, byte[] from, int at) {
    builder
        .runnerPid(Bits.getInt(from, at + RUNNER_PID_AT))
        .realUid(Bits.getInt(from, at + REAL_UID_AT))
        .savedUid(Bits.getInt(from, at + SAVED_UID_AT))
        .subreaperPid(Bits.getInt(from, at + SUBREAPER_PID_AT))
        .samplerPid(Bits.getInt(from, at + SAMPLER_PID_AT))
        .pidMax(Bits.getInt(from, at + PID_MAX_AT))
        .numbersPerSecondMax(Bits.getInt(from, at + NUMBERS_PER_SECOND_MAX_AT))
        .runnerStartTicks(Bits.getLong(from, at + RUNNER_START_TICKS_AT))
        .runnerInode(Bits.getLong(from, at + RUNNER_INODE_AT))
        .pidNamespace(Bits.getLong(from, at + PID_NAMESPACE_AT))
        .timeNamespace(Bits.getLong(from, at + TIME_NAMESPACE_AT))
        .subreaperStartTicks(Bits.getLong(from, at + SUBREAPER_START_TICKS_AT))
        .intervalNs(Bits.getLong(from, at + INTERVAL_NS_AT))
        .ticksPerSecond(Bits.getLong(from, at + TICKS_PER_SECOND_AT))
        .createdWallMillis(Bits.getLong(from, at + CREATED_WALL_MILLIS_AT))
        .createdBootNs(Bits.getLong(from, at + CREATED_BOOT_NS_AT));
  }

  private static void fillFlags(JournalHeader.Builder builder, int flags) {
    builder
        .runnerPrivileged((flags & RUNNER_PRIVILEGED) != 0)
        .subreaperBeforeFirstFork((flags & SUBREAPER_BEFORE_FIRST_FORK) != 0)
        .embedded((flags & EMBEDDED) != 0)
        .ancestryComplete((flags & ANCESTRY_COMPLETE) != 0)
        .scope((flags & SCOPE) != 0);
  }

  private static void putUuid(byte[] into, int at, UUID uuid) {
    // Network order, as the kernel prints these ids.
    Bits.putLong(into, at, Long.reverseBytes(uuid.getMostSignificantBits()));
    Bits.putLong(into, at + Long.BYTES, Long.reverseBytes(uuid.getLeastSignificantBits()));
  }

  private static UUID uuid(byte[] from, int at) {
    long high = Long.reverseBytes(Bits.getLong(from, at));
    long low = Long.reverseBytes(Bits.getLong(from, at + Long.BYTES));
    return new UUID(high, low);
  }

  private static int putText(byte[] into, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Bits.putShort(into, at, bytes.length);
    System.arraycopy(bytes, 0, into, at + Short.BYTES, bytes.length);
    return at + Short.BYTES + bytes.length;
  }

  /** Where the text at {@code at} ends, or {@code end + 1} if it does not end by {@code end}. */
  private static int textEnd(byte[] from, int at, int end) {
    if (at + Short.BYTES > end) {
      return end + 1;
    }
    int next = at + Short.BYTES + Bits.getShort(from, at);
    return next > end ? end + 1 : next;
  }

  private static @Nullable String text(byte[] from, int at) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(from, at + Short.BYTES, Bits.getShort(from, at)))
          .toString();
    } catch (CharacterCodingException notText) {
      return null;
    }
  }
}
