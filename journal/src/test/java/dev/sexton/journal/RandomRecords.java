package dev.sexton.journal;

import static dev.sexton.journal.Fixtures.process;

import java.util.Arrays;
import java.util.Random;
import java.util.UUID;

/** Appends random records and says what a reader must find for each. */
final class RandomRecords {
  private final Random random;

  RandomRecords(long seed) {
    random = new Random(seed);
  }

  JournalHeader header(String runId) {
    return JournalHeader.builder(runId, new UUID(random.nextLong(), random.nextLong()))
        .runnerPid(random.nextInt())
        .runnerStartTicks(random.nextLong())
        .runnerInode(random.nextLong())
        .machineId(new UUID(random.nextLong(), random.nextLong()))
        .pidNamespace(random.nextLong())
        .timeNamespace(random.nextLong())
        .realUid(random.nextInt())
        .savedUid(random.nextInt())
        .runnerPrivileged(random.nextBoolean())
        .subreaperKind(oneOf(SubreaperKind.values()))
        .subreaperPid(random.nextInt())
        .subreaperStartTicks(random.nextLong())
        .subreaperBeforeFirstFork(random.nextBoolean())
        .embedded(random.nextBoolean())
        .samplerPid(random.nextInt())
        .samplerVersion("1.0-" + random.nextInt())
        .intervalNs(random.nextLong())
        .ticksPerSecond(random.nextLong())
        .pidMax(random.nextInt())
        .numbersPerSecondMax(random.nextInt())
        .createdWallMillis(random.nextLong())
        .createdBootNs(random.nextLong())
        .ownCgroup("/x\u00e9".repeat(random.nextInt(1000)))
        .ancestryComplete(random.nextBoolean())
        .scope(random.nextBoolean())
        .build();
  }

  /** Appends one record of a random type; the result is what {@link Fixtures#describe} gives. */
  String append(LineageAppender appender) throws JournalException {
    return switch (random.nextInt(6)) {
      case 0 -> processRecord(appender, EventType.BIRTH);
      case 1 -> processRecord(appender, EventType.CHANGE);
      case 2 -> deaths(appender);
      case 3 -> ancestor(appender);
      case 4 -> commit(appender);
      default -> event(appender);
    };
  }

  private String processRecord(LineageAppender appender, EventType type) throws JournalException {
    int pid = random.nextInt();
    int parentPid = random.nextInt();
    int processGroup = random.nextInt();
    int session = random.nextInt();
    long startTicks = random.nextLong();
    long parentStartTicks = sometimes(random.nextLong());
    long pidfdInode = sometimes(random.nextLong());
    boolean uids = random.nextBoolean();
    int realUid = uids ? random.nextInt() : LineageEventEncoder.UID_UNKNOWN;
    int savedUid = uids ? random.nextInt() : LineageEventEncoder.UID_UNKNOWN;
    byte state = (byte) random.nextInt();
    int flags = random.nextInt(1 << 16);
    int listedUnderThread = (int) sometimes(random.nextInt());
    byte cgroupNote = (byte) random.nextInt();
    byte[] comm = comm();
    LineageEventEncoder to = type == EventType.BIRTH ? appender.birth() : appender.change();
    to.pid(pid).parentPid(parentPid).processGroup(processGroup).session(session);
    to.startTicks(startTicks).parentStartTicks(parentStartTicks).pidfdInode(pidfdInode);
    to.realUid(realUid).savedUid(savedUid).state(state).flags(flags);
    to.listedUnderThread(listedUnderThread).cgroupNote(cgroupNote).comm(comm, 0, comm.length);
    return appender.append()
        + " "
        + type
        + " "
        + process(
            pid,
            parentPid,
            processGroup,
            session,
            startTicks,
            parentStartTicks,
            pidfdInode,
            realUid,
            savedUid,
            state,
            flags,
            listedUnderThread,
            cgroupNote,
            Arrays.toString(comm));
  }

  private String deaths(LineageAppender appender) throws JournalException {
    StringBuilder pairs = new StringBuilder();
    DeathsEncoder to = appender.deaths();
    int count = random.nextInt(DeathsEncoder.DEATHS_MAX + 1);
    for (int i = 0; i < count; i++) {
      int pid = random.nextInt();
      long startTicks = random.nextLong();
      to.add(pid, startTicks);
      pairs.append(pid).append('@').append(startTicks).append(' ');
    }
    return appender.append() + " DEATHS " + pairs;
  }

  private String ancestor(LineageAppender appender) throws JournalException {
    int index = random.nextInt();
    int pid = random.nextInt();
    long startTicks = random.nextLong();
    int runnerThread = random.nextInt();
    byte[] comm = comm();
    appender
        .ancestor()
        .index(index)
        .pid(pid)
        .startTicks(startTicks)
        .runnerThread(runnerThread)
        .comm(comm, 0, comm.length);
    return appender.append()
        + " ANCESTOR "
        + process(index, pid, startTicks, runnerThread, Arrays.toString(comm));
  }

  private String commit(LineageAppender appender) throws JournalException {
    int flags = random.nextInt(1 << 16);
    long before = random.nextLong() >> 2;
    long after = before + random.nextInt(Integer.MAX_VALUE);
    long start = random.nextLong() >> 2;
    long previousBefore = before - random.nextInt(Integer.MAX_VALUE);
    long previousStart = start - random.nextInt(Integer.MAX_VALUE);
    int births = random.nextInt();
    int changes = random.nextInt();
    int deaths = random.nextInt();
    appender
        .commit()
        .flags(flags)
        .virtualBefore(before)
        .virtualAfter(after)
        .startTicks(start)
        .previousVirtualBefore(previousBefore)
        .previousStartTicks(previousStart)
        .births(births)
        .changes(changes)
        .deaths(deaths);
    return appender.append()
        + " COMMIT "
        + process(
            flags, before, after, start, previousBefore, previousStart, births, changes, deaths);
  }

  private String event(LineageAppender appender) throws JournalException {
    EventKind kind = oneOf(EventKind.values());
    long bootNs = random.nextLong();
    long wallMillis = random.nextLong();
    long value = random.nextLong();
    String text = "\u00e4b\n".repeat(random.nextInt(50));
    appender.event(kind).bootNs(bootNs).wallMillis(wallMillis).value(value).text(text);
    return appender.append() + " EVENT " + process(kind, bootNs, wallMillis, value, text);
  }

  private <T> T oneOf(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private long sometimes(long value) {
    return random.nextBoolean() ? value : 0;
  }

  private byte[] comm() {
    byte[] comm = new byte[random.nextInt(LineageEventEncoder.COMM_LENGTH_MAX + 1)];
    random.nextBytes(comm);
    return comm;
  }
}
