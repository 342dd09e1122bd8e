package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatusParserTest {
  private static final String TEXT =
      """
      Name:\tUid:\\n1
      Umask:\t0022
      State:\tS (sleeping)
      Tgid:\t4321
      Ngid:\t0
      Pid:\t4321
      PPid:\t17
      TracerPid:\t0
      Uid:\t1000\t4294967294\t0\t1000
      Gid:\t5\t5\t5\t5
      FDSize:\t64
      Groups:\t4 24 27\s
      NStgid:\t4321\t12\t1
      NSpid:\t4321\t12\t1
      Threads:\t3
      CapInh:\t0000000000000000
      CapEff:\t8000000000200000
      """;

  private final StatusParser parser = new StatusParser();
  private final ProcessStatus status = new ProcessStatus();

  private ReadResult parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return parser.parse(bytes, bytes.length, status);
  }

  @Test
  void readsEachLine() {
    assertThat(parse(TEXT)).isEqualTo(ReadResult.OK);
    assertThat(status.pid()).isEqualTo(4321);
    assertThat(status.parent()).isEqualTo(17);
    assertThat(status.threads()).isEqualTo(3);
    assertThat(status.realUid()).isEqualTo(1000);
    assertThat(status.effectiveUid()).isEqualTo(4294967294L);
    assertThat(status.savedUid()).isZero();
    assertThat(status.namespacePidLast()).isEqualTo(1);
    assertThat(status.namespacePidCount()).isEqualTo(3);
    assertThat(status.hasCapabilities()).isTrue();
    assertThat(status.effectiveCapabilities()).isEqualTo(0x8000000000200000L);
  }

  @Test
  void anOldKernelGivesNoNamespacePids() {
    assertThat(parse(TEXT.replaceAll("NS\\w+:.*\n", ""))).isEqualTo(ReadResult.OK);
    assertThat(status.namespacePidCount()).isZero();
    assertThat(status.namespacePidLast()).isEqualTo(ProcessStatus.ABSENT);
  }

  @Test
  void withoutUserIdsItIsShort() {
    assertThat(parse(TEXT.replaceAll("\nUid:.*", ""))).isEqualTo(ReadResult.SHORT);
    assertThat(parse("")).isEqualTo(ReadResult.SHORT);
  }

  @Test
  void aTextCutAnywhereGivesNoOtherNumbers() {
    byte[] whole = TEXT.getBytes(StandardCharsets.ISO_8859_1);
    for (int length = 0; length < whole.length; length++) {
      ReadResult result = parser.parse(Arrays.copyOf(whole, length), length, status);
      if (result == ReadResult.OK) {
        assertThat(status.pid()).isEqualTo(4321);
        assertThat(status.parent()).isEqualTo(17);
        assertThat(status.realUid()).isEqualTo(1000);
        assertThat(status.savedUid()).isZero();
        assertThat(status.hasCapabilities()).isFalse();
        assertThat(status.threads()).isIn(3, ProcessStatus.ABSENT);
      }
    }
  }

  @Test
  void anythingIsParsedWithoutAnException() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = TEXT.getBytes(StandardCharsets.ISO_8859_1);
    for (int round = 0; round < 50_000; round++) {
      byte[] text = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      for (int i = random.nextInt(8); i > 0 && text.length > 0; i--) {
        text[random.nextInt(text.length)] = (byte) random.nextInt(256);
      }
      assertThat(parser.parse(text, text.length, status))
          .as("seed %d, round %d", seed, round)
          .isIn(ReadResult.OK, ReadResult.SHORT);
    }
  }

  @Test
  void theReaderGrowsForManyGroupsAndRefusesAnotherProcess() {
    FakeProc files = new FakeProc();
    String groups = "\nGroups:\t" + "4294967290 ".repeat(20_000);
    files.files.put("60/STATUS", TEXT.replace("4321", "60").replace("\nGroups:", groups));
    StatusReader reader = new StatusReader(files);
    assertThat(reader.read(60, status)).isEqualTo(ReadResult.OK);
    assertThat(status.effectiveCapabilities()).isEqualTo(0x8000000000200000L);

    files.files.put("61/STATUS", TEXT);
    assertThat(reader.read(61, status)).isEqualTo(ReadResult.GARBLED);
    files.files.put("62/STATUS", -Errno.EACCES);
    assertThat(reader.read(62, status)).isEqualTo(ReadResult.DENIED);
    assertThat(status.errno()).isEqualTo(Errno.EACCES);
    assertThat(reader.read(63, status)).isEqualTo(ReadResult.VANISHED);
  }
}
