package dev.sexton.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What somebody else chose as a name is printed, and never obeyed. */
class PrintableTest {
  @Test
  void whatATerminalObeysIsEscaped() {
    assertThat(Printable.line("a" + (char) 0x1b + "[2J")).isEqualTo("a\\u001b[2J");
    assertThat(Printable.line("a" + (char) 0x9b + "2J")).isEqualTo("a\\u009b2J");
    assertThat(Printable.line("a" + (char) 0x7f + "\r\b")).isEqualTo("a\\u007f\\u000d\\u0008");
  }

  @Test
  void whatTurnsTheDirectionOfWritingIsEscaped() {
    assertThat(Printable.line("a" + (char) 0x202e + "b" + (char) 0x2066))
        .isEqualTo("a\\u202eb\\u2066");
    assertThat(Printable.line("" + (char) 0x2028 + (char) 0x2029 + (char) 0xd800))
        .isEqualTo("\\u2028\\u2029\\ud800");
  }

  @Test
  void aLineStaysOneLine() {
    assertThat(Printable.line("a\nProved: b")).isEqualTo("a\\u000aProved: b");
    assertThat(Printable.lines("a\nb\n")).isEqualTo("a\nb\n");
  }

  @Test
  void lettersOfAnyLanguageStay() {
    String text = "J" + (char) 0xfc + "rgen " + new String(Character.toChars(0x1f600));
    assertThat(Printable.line(text)).isEqualTo(text);
  }

  @Test
  void aNameOfAnyBytesIsAscii() {
    byte[] raw = {0x1b, '[', (byte) 0x9b, (byte) 0xff, (byte) 0xe2, (byte) 0x80, (byte) 0xae, '\n'};
    String shown = Comm.printable(raw);
    assertThat(shown).isEqualTo("\\x1b[\\x9b\\xff\\xe2\\x80\\xae\\x0a");
    assertThat(shown.getBytes(StandardCharsets.UTF_8)).hasSize(shown.length());
  }
}
