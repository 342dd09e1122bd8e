package dev.sexton.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadResultTest {
  @Test
  void onlyAMissingProcessVanishes() {
    assertThat(ReadResult.ofErrno(Errno.ENOENT)).isEqualTo(ReadResult.VANISHED);
    assertThat(ReadResult.ofErrno(Errno.ESRCH)).isEqualTo(ReadResult.VANISHED);
    assertThat(ReadResult.ofErrno(Errno.EACCES)).isEqualTo(ReadResult.DENIED);
    assertThat(ReadResult.ofErrno(Errno.EPERM)).isEqualTo(ReadResult.DENIED);
    for (int errno = 1; errno < 140; errno++) {
      if (errno != Errno.ENOENT && errno != Errno.ESRCH) {
        assertThat(ReadResult.ofErrno(errno)).isNotEqualTo(ReadResult.VANISHED);
      }
    }
  }

  @Test
  void anErrnoHasAName() {
    assertThat(Errno.name(Errno.EMFILE)).isEqualTo("EMFILE");
    assertThat(Errno.name(131)).isEqualTo("errno 131");
    assertThat(new ProcfsException("x", Errno.EACCES)).hasMessage("x: EACCES");
    assertThat(new ProcfsException("x", ProcfsException.NO_ERRNO)).hasMessage("x");
  }
}
