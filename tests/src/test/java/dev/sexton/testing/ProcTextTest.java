package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcTextTest {

  @Test
  void fieldsStartAfterTheLastParenthesis() {
    String tail = " R 4 5 6 0 -1 0 0 0 0 0 0 0 0 0 20 0 7 0 123456 0 0";
    assertThat(ProcText.parse("12 (a) S 1 1 1 (b)" + tail + "\n"))
        .isEqualTo(new ProcStat(12, "a) S 1 1 1 (b", 'R', 4, 5, 6, 7, 123456));
    assertThat(ProcText.parse("12 ()" + tail).comm()).isEmpty();
  }

  @Test
  void aMissingProcessIsNull() {
    // Numbers stay below 2^22 on every machine.
    assertThat(ProcText.host().stat(1 << 23)).isNull();
    assertThat(ProcText.host().commandLine(1 << 23)).isNull();
    assertThat(ProcText.host().threads(1 << 23)).isEmpty();
  }

  @Test
  void thisProcessIsListedAndRead() {
    int pid = (int) ProcessHandle.current().pid();
    assertThat(ProcText.host().pids()).contains(pid).isSorted();
    assertThat(ProcText.host().requireStat(pid).ppid())
        .isEqualTo((int) ProcessHandle.current().parent().orElseThrow().pid());
    assertThat(ProcText.host().commandLine(pid)).isNotEmpty();
  }
}
