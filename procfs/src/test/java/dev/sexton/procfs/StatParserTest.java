package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatParserTest {
  private final StatParser parser = new StatParser();
  private final ProcessTable table = new ProcessTable(4);
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(8192);

  private ReadResult parse(byte[] line, int pid) {
    table.clear();
    int row = table.append(pid);
    buffer.clear();
    buffer.put(0, line);
    return parser.parse(buffer, line.length, table, row);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void readsEachField() {
    FakeProcess process = new FakeProcess(4321);
    process.comm = "bash";
    process.parent = 4000;
    process.processGroup = 4001;
    process.session = 4002;
    process.flags = 0x00200040L;
    process.threads = 7;
    process.startTicks = 9_876_543_210L;

    assertThat(parse(process.line(), 4321)).isEqualTo(ReadResult.OK);

    assertThat(table.pid(0)).isEqualTo(4321);
    assertThat(table.parent(0)).isEqualTo(4000);
    assertThat(table.processGroup(0)).isEqualTo(4001);
    assertThat(table.session(0)).isEqualTo(4002);
    assertThat(table.state(0)).isEqualTo((byte) 'S');
    assertThat(table.threads(0)).isEqualTo(7);
    assertThat(table.startTicks(0)).isEqualTo(9_876_543_210L);
    assertThat(table.isKernelThread(0)).isTrue();
    assertThat(table.comm(0)).isEqualTo("bash");
    assertThat(table.errno(0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ")",
        "(((",
        ")))",
        "a) S 1 1 1 (b",
        " ",
        "\n1 (x) S",
        ") Z 9 9 9 0 -1",
        "\u00ff\u00fe",
        "a\nb 12 (c) R"
      })
  void noNameShiftsTheFields(String name) {
    FakeProcess process = new FakeProcess(12);
    process.comm = name;
    process.parent = 3;
    process.startTicks = 77;

    assertThat(parse(process.line(), 12)).isEqualTo(ReadResult.OK);

    assertThat(table.comm(0)).isEqualTo(name);
    assertThat(table.parent(0)).isEqualTo(3);
    assertThat(table.state(0)).isEqualTo((byte) 'S');
    assertThat(table.startTicks(0)).isEqualTo(77);
  }

  @Test
  void aLongNameOfTheKernelIsCut() {
    FakeProcess process = new FakeProcess(12);
    process.comm = "kworker/u8:3-events_unbound_and_more";
    assertThat(parse(process.line(), 12)).isEqualTo(ReadResult.OK);
    assertThat(table.comm(0)).isEqualTo("kworker/u8:3-eve");
  }

  @Test
  void aLineCutAnywhereNeverPassesWithOtherValues() {
    FakeProcess process = new FakeProcess(31999);
    process.comm = "a) S 1 1 1 (b";
    process.parent = 12345;
    process.processGroup = 23456;
    process.session = 23455;
    process.startTicks = 123456;
    byte[] whole = process.line();
    int startEnds =
        new String(whole, StandardCharsets.ISO_8859_1).indexOf(" 123456 ") + " 123456 ".length();
    for (int length = 0; length < whole.length; length++) {
      ReadResult result = parse(Arrays.copyOf(whole, length), 31999);
      if (length < startEnds) {
        assertThat(result).as("cut to %d bytes", length).isIn(ReadResult.SHORT, ReadResult.GARBLED);
        assertThat(table.startTicks(0)).isEqualTo(ProcessTable.ABSENT_TICKS);
        assertThat(table.parent(0)).isEqualTo(ProcessTable.ABSENT);
        assertThat(table.commLength(0)).isZero();
      } else {
        assertThat(result).as("cut to %d bytes", length).isEqualTo(ReadResult.OK);
        assertThat(table.startTicks(0)).isEqualTo(123456);
        assertThat(table.parent(0)).isEqualTo(12345);
      }
    }
  }

  @Test
  void anotherNumberIsGarbled() {
    assertThat(parse(new FakeProcess(13).line(), 12)).isEqualTo(ReadResult.GARBLED);
    assertThat(parse(new FakeProcess(120).line(), 12)).isEqualTo(ReadResult.GARBLED);
  }

  @Test
  void emptyIsShort() {
    assertThat(parse(new byte[0], 12)).isEqualTo(ReadResult.SHORT);
  }

  @Test
  void aProcessBeingReleasedIsNotAMemberOfSessionMinusOne() {
    assertThat(parse(new FakeProcess(12).releasing().startTicks(5).line(), 12))
        .isEqualTo(ReadResult.RELEASING);
    assertThat(table.result(0).identifies()).isTrue();
    assertThat(table.startTicks(0)).isEqualTo(5);
  }

  @Test
  void onlyOneOfGroupAndSessionMissingIsGarbled() {
    FakeProcess process = new FakeProcess(12);
    process.session = -1;
    assertThat(parse(process.line(), 12)).isEqualTo(ReadResult.GARBLED);
  }

  @Test
  void numbersTooLargeAreGarbled() {
    String good = new String(new FakeProcess(12).line(), StandardCharsets.ISO_8859_1);
    assertThat(parse(bytes(good.replace(" 1000 ", " 99999999999999999999 ")), 12))
        .isEqualTo(ReadResult.GARBLED);
    assertThat(parse(bytes(good.replace("S 1 1 1 ", "S 2147483648 1 1 ")), 12))
        .isEqualTo(ReadResult.GARBLED);
    assertThat(parse(bytes(good.replace("S 1 1 1 ", "S 1 1 -4294967295 ")), 12))
        .isEqualTo(ReadResult.GARBLED);
    assertThat(parse(bytes(good.replace(" 1000 ", " -1000 ")), 12)).isEqualTo(ReadResult.GARBLED);
  }

  @Test
  void deathIsStateAndThreads() {
    parse(new FakeProcess(12).state('Z').line(), 12);
    assertThat(table.isDead(0)).isTrue();
    parse(new FakeProcess(12).state('X').line(), 12);
    assertThat(table.isDead(0)).isTrue();
    FakeProcess leaderExited = new FakeProcess(12).state('Z');
    leaderExited.threads = 2;
    parse(leaderExited.line(), 12);
    assertThat(table.isDead(0)).isFalse();
    parse(new FakeProcess(12).state('D').line(), 12);
    assertThat(table.isDead(0)).isFalse();
    parse(bytes("rubbish"), 12);
    assertThat(table.isDead(0)).isFalse();
  }

  @Test
  void anythingIsParsedWithoutAnException() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = new FakeProcess(31999).line();
    for (int round = 0; round < 200_000; round++) {
      byte[] line = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      int changes = random.nextInt(6);
      for (int i = 0; i < changes && line.length > 0; i++) {
        line[random.nextInt(line.length)] = (byte) random.nextInt(256);
      }
      ReadResult result = parse(line, 31999);
      assertThat(result).as("seed %d, round %d", seed, round).isNotEqualTo(ReadResult.FAILED);
      assertThat(table.pid(0)).isEqualTo(31999);
      assertThat(table.startTicks(0) >= 0).as("seed %d", seed).isEqualTo(result.identifies());
    }
  }

  @Test
  void aLineLongerThanAnyIsGarbled() {
    assertThat(parse(new byte[5000], 12)).isEqualTo(ReadResult.GARBLED);
  }
}
