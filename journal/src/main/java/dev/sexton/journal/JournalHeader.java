package dev.sexton.journal;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What a run is: who the runner is, on which boot of which machine and in which namespaces, and how
 * it is sampled. The first record of every journal. Times and ids are stored as given; the journal
 * interprets only the run id.
 *
 * @param runId the run's id, which is also the name of its directory
 * @param runnerPid the runner's process id in the sampler's pid namespace
 * @param runnerStartTicks the runner's start time in clock ticks since boot
 * @param runnerInode the inode of a pidfd of the runner, 0 if unknown
 * @param bootId the kernel's id of the boot
 * @param machineId the machine's id, or {@link #MACHINE_UNKNOWN}
 * @param pidNamespace the inode of the sampler's pid namespace
 * @param timeNamespace the inode of the sampler's time namespace, 0 if the kernel has none
 * @param realUid the runner's real user id
 * @param savedUid the runner's saved user id
 * @param runnerPrivileged whether the runner ever had, or may have had, privilege
 * @param subreaperKind who adopts the orphans of the run
 * @param subreaperPid the adopter's process id, 0 if there is none
 * @param subreaperStartTicks the adopter's start time in clock ticks since boot
 * @param subreaperBeforeFirstFork whether the adopter was set before the runner's first fork
 * @param embedded whether the sampler runs inside the runner
 * @param samplerPid the sampler's process id
 * @param samplerVersion the sampler's version; at most 64 bytes of UTF-8
 * @param intervalNs the intended time between samples in nanoseconds
 * @param ticksPerSecond clock ticks in a second
 * @param pidMax the bound of process ids on this host
 * @param numbersPerSecondMax the most process ids that the host is taken to hand out in a second; 0
 *     if not known
 * @param createdWallMillis the wall clock at creation, in milliseconds since 1970; for people
 * @param createdBootNs CLOCK_BOOTTIME at creation, in nanoseconds
 * @param ownCgroup the cgroup that is the run's own, empty if it has none; at most 4,096 bytes of
 *     UTF-8
 * @param ancestryComplete whether the runner's ancestry could be read up to the init
 * @param scope whether the run is a scope: its root is a child of a service that lives on
 * @param store what the journal's records are kept in; {@link JournalStore#AUTO} before it is
 *     created
 * @param storeReason why, for people; empty before the journal is created; at most 1,024 bytes of
 *     UTF-8
 */
public record JournalHeader(
    String runId,
    int runnerPid,
    long runnerStartTicks,
    long runnerInode,
    UUID bootId,
    UUID machineId,
    long pidNamespace,
    long timeNamespace,
    int realUid,
    int savedUid,
    boolean runnerPrivileged,
    SubreaperKind subreaperKind,
    int subreaperPid,
    long subreaperStartTicks,
    boolean subreaperBeforeFirstFork,
    boolean embedded,
    int samplerPid,
    String samplerVersion,
    long intervalNs,
    long ticksPerSecond,
    int pidMax,
    int numbersPerSecondMax,
    long createdWallMillis,
    long createdBootNs,
    String ownCgroup,
    boolean ancestryComplete,
    boolean scope,
    JournalStore store,
    String storeReason) {

  /** The value of {@link #machineId()} where the host has none. */
  public static final UUID MACHINE_UNKNOWN = new UUID(0, 0);

  /** The longest {@link #samplerVersion()}, in bytes of UTF-8. */
  public static final int SAMPLER_VERSION_LENGTH_MAX = 64;

  /** The longest {@link #ownCgroup()}, in bytes of UTF-8: the kernel's PATH_MAX. */
  public static final int OWN_CGROUP_LENGTH_MAX = 4096;

  /** The longest {@link #storeReason()}, in bytes of UTF-8. */
  public static final int STORE_REASON_LENGTH_MAX = 1024;

  /**
   * Checks what the format bounds.
   *
   * @throws IllegalArgumentException if the run id is not one, or a text is too long
   */
  public JournalHeader {
    RunId.requireValid(runId);
    requireShort("samplerVersion", samplerVersion, SAMPLER_VERSION_LENGTH_MAX);
    requireShort("ownCgroup", ownCgroup, OWN_CGROUP_LENGTH_MAX);
    requireShort("storeReason", storeReason, STORE_REASON_LENGTH_MAX);
  }

  /** A builder with the two parts that nothing can stand in for. Everything else has a default. */
  public static Builder builder(String runId, UUID bootId) {
    return new Builder(runId, bootId);
  }

  /** This header with the store that was chosen for it. */
  JournalHeader with(StoreChoice choice) {
    Builder copy = new Builder(runId, bootId);
    copy.runnerPid = runnerPid;
    copy.runnerStartTicks = runnerStartTicks;
    copy.runnerInode = runnerInode;
    copy.machineId = machineId;
    copy.pidNamespace = pidNamespace;
    copy.timeNamespace = timeNamespace;
    copy.realUid = realUid;
    copy.savedUid = savedUid;
    copy.runnerPrivileged = runnerPrivileged;
    copy.subreaperKind = subreaperKind;
    copy.subreaperPid = subreaperPid;
    copy.subreaperStartTicks = subreaperStartTicks;
    copy.subreaperBeforeFirstFork = subreaperBeforeFirstFork;
    copy.embedded = embedded;
    copy.samplerPid = samplerPid;
    copy.samplerVersion = samplerVersion;
    copy.intervalNs = intervalNs;
    copy.ticksPerSecond = ticksPerSecond;
    copy.pidMax = pidMax;
    copy.numbersPerSecondMax = numbersPerSecondMax;
    copy.createdWallMillis = createdWallMillis;
    copy.createdBootNs = createdBootNs;
    copy.ownCgroup = ownCgroup;
    copy.ancestryComplete = ancestryComplete;
    copy.scope = scope;
    return copy.store(choice.store()).storeReason(choice.reason()).build();
  }

  private static void requireShort(String name, String text, int lengthMax) {
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    if (length > lengthMax) {
      throw new IllegalArgumentException(
          name + " has " + length + " bytes of at most " + lengthMax);
    }
  }

  /**
   * Names each part of a header. Defaults are the value that claims least: unknown, none, empty;
   * and {@code runnerPrivileged} is true.
   */
  public static final class Builder {
    private final String runId;
    private final UUID bootId;
    private int runnerPid;
    private long runnerStartTicks;
    private long runnerInode;
    private UUID machineId = MACHINE_UNKNOWN;
    private long pidNamespace;
    private long timeNamespace;
    private int realUid = LineageEventEncoder.UID_UNKNOWN;
    private int savedUid = LineageEventEncoder.UID_UNKNOWN;
    private boolean runnerPrivileged = true;
    private SubreaperKind subreaperKind = SubreaperKind.NONE;
    private int subreaperPid;
    private long subreaperStartTicks;
    private boolean subreaperBeforeFirstFork;
    private boolean embedded;
    private int samplerPid;
    private String samplerVersion = "";
    private long intervalNs;
    private long ticksPerSecond;
    private int pidMax;
    private int numbersPerSecondMax;
    private long createdWallMillis;
    private long createdBootNs;
    private String ownCgroup = "";
    private boolean ancestryComplete;
    private boolean scope;
    private JournalStore store = JournalStore.AUTO;
    private String storeReason = "";

    private Builder(String runId, UUID bootId) {
      this.runId = runId;
      this.bootId = bootId;
    }

    /** The runner's process id in the sampler's pid namespace. */
    public Builder runnerPid(int value) {
      runnerPid = value;
      return this;
    }

    /** The runner's start time in clock ticks since boot. */
    public Builder runnerStartTicks(long value) {
      runnerStartTicks = value;
      return this;
    }

    /** The inode of a pidfd of the runner, 0 if unknown. */
    public Builder runnerInode(long value) {
      runnerInode = value;
      return this;
    }

    /** The machine's id, or {@link #MACHINE_UNKNOWN}. */
    public Builder machineId(UUID value) {
      machineId = value;
      return this;
    }

    /** The inode of the sampler's pid namespace. */
    public Builder pidNamespace(long value) {
      pidNamespace = value;
      return this;
    }

    /** The inode of the sampler's time namespace, 0 if the kernel has none. */
    public Builder timeNamespace(long value) {
      timeNamespace = value;
      return this;
    }

    /** The runner's real user id. */
    public Builder realUid(int value) {
      realUid = value;
      return this;
    }

    /** The runner's saved user id. */
    public Builder savedUid(int value) {
      savedUid = value;
      return this;
    }

    /** Whether the runner ever had, or may have had, privilege. */
    public Builder runnerPrivileged(boolean value) {
      runnerPrivileged = value;
      return this;
    }

    /** Who adopts the orphans of the run. */
    public Builder subreaperKind(SubreaperKind value) {
      subreaperKind = value;
      return this;
    }

    /** The adopter's process id, 0 if there is none. */
    public Builder subreaperPid(int value) {
      subreaperPid = value;
      return this;
    }

    /** The adopter's start time in clock ticks since boot. */
    public Builder subreaperStartTicks(long value) {
      subreaperStartTicks = value;
      return this;
    }

    /** Whether the adopter was set before the runner's first fork. */
    public Builder subreaperBeforeFirstFork(boolean value) {
      subreaperBeforeFirstFork = value;
      return this;
    }

    /** Whether the sampler runs inside the runner. */
    public Builder embedded(boolean value) {
      embedded = value;
      return this;
    }

    /** The sampler's process id. */
    public Builder samplerPid(int value) {
      samplerPid = value;
      return this;
    }

    /** The sampler's version; at most 64 bytes of UTF-8. */
    public Builder samplerVersion(String value) {
      samplerVersion = value;
      return this;
    }

    /** The intended time between samples in nanoseconds. */
    public Builder intervalNs(long value) {
      intervalNs = value;
      return this;
    }

    /** Clock ticks in a second. */
    public Builder ticksPerSecond(long value) {
      ticksPerSecond = value;
      return this;
    }

    /** The bound of process ids on this host. */
    public Builder pidMax(int value) {
      pidMax = value;
      return this;
    }

    /** See {@link JournalHeader#numbersPerSecondMax()}. */
    public Builder numbersPerSecondMax(int value) {
      numbersPerSecondMax = value;
      return this;
    }

    /** The wall clock at creation, in milliseconds since 1970; for people. */
    public Builder createdWallMillis(long value) {
      createdWallMillis = value;
      return this;
    }

    /** CLOCK_BOOTTIME at creation, in nanoseconds. */
    public Builder createdBootNs(long value) {
      createdBootNs = value;
      return this;
    }

    /** The cgroup that is the run's own, empty if it has none; at most 4,096 bytes of UTF-8. */
    public Builder ownCgroup(String value) {
      ownCgroup = value;
      return this;
    }

    /** Whether the runner's ancestry could be read up to the init. */
    public Builder ancestryComplete(boolean value) {
      ancestryComplete = value;
      return this;
    }

    /** Whether the run is a scope: its root is a child of a service that lives on. */
    public Builder scope(boolean value) {
      scope = value;
      return this;
    }

    Builder store(JournalStore value) {
      store = value;
      return this;
    }

    Builder storeReason(String value) {
      storeReason = value;
      return this;
    }

    /**
     * The header.
     *
     * @throws IllegalArgumentException as the record's constructor
     */
    public JournalHeader build() {
      return new JournalHeader(
          runId,
          runnerPid,
          runnerStartTicks,
          runnerInode,
          bootId,
          machineId,
          pidNamespace,
          timeNamespace,
          realUid,
          savedUid,
          runnerPrivileged,
          subreaperKind,
          subreaperPid,
          subreaperStartTicks,
          subreaperBeforeFirstFork,
          embedded,
          samplerPid,
          samplerVersion,
          intervalNs,
          ticksPerSecond,
          pidMax,
          numbersPerSecondMax,
          createdWallMillis,
          createdBootNs,
          ownCgroup,
          ancestryComplete,
          scope,
          store,
          storeReason);
    }
  }
}
