#include "actor.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

const char *program_path;
const char *socket_path;

static int control = -1;
static int keep;
static char buffer[LINE_BYTES_MAX];
static size_t buffered;

static int connect_socket(void) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  strncpy(address.sun_path, socket_path, sizeof address.sun_path - 1);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

static void send_all(int fd, const char *text, size_t length) {
  while (length > 0) {
    ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) {
      if (!keep) _exit(3);
      return;
    }
    text += sent;
    length -= (size_t)sent;
  }
}

int connect_control(void) {
  control = connect_socket();
  return control;
}

int open_stream(const char *name) {
  int fd = connect_socket();
  if (fd < 0) return -1;
  char line[256];
  int length = snprintf(line, sizeof line, "STREAM %s %d\n", name, (int)getpid());
  send_all(fd, line, (size_t)length);
  return fd;
}

/* A child must not hold its parent's connection: the parent's death is seen by its end. */
void forget_control(void) {
  if (control >= 0) close(control);
  control = -1;
  buffered = 0;
  keep = 0;
}

void keep_after_eof(void) { keep = 1; }

/* Signals wait, so that a recorder's line never lands inside another. */
void reply(const char *format, ...) {
  static char line[LINE_BYTES_MAX];
  sigset_t saved;
  block_all_signals(&saved);
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= sizeof line - 1) _exit(4);
  line[length++] = '\n';
  if (control >= 0) send_all(control, line, (size_t)length);
  restore_signals(&saved);
}

void reply_errno(int error) {
  const char *name = strerrorname_np(error);
  reply("ERR %d %s", error, name ? name : "unknown");
}

static int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return 0;
}

size_t decode_hex(const char *hex, char *out, size_t capacity) {
  size_t length = 0;
  while (hex[0] && hex[1] && length + 1 < capacity) {
    out[length++] = (char)(nibble(hex[0]) << 4 | nibble(hex[1]));
    hex += 2;
  }
  out[length] = 0;
  return length;
}

char *decode_hex_string(const char *hex) {
  size_t capacity = strlen(hex) / 2 + 1;
  char *out = malloc(capacity);
  if (!out) _exit(4);
  decode_hex(hex, out, capacity);
  return out;
}

static int split(char *line, char **words) {
  int count = 0;
  char *rest = NULL;
  for (char *word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    if (count == WORDS_MAX) return -1;
    words[count++] = word;
  }
  return count;
}

static void obey(char *line) {
  static char *words[WORDS_MAX];
  /* SIGALRM bounds every actor's life, also when the test's JVM is stopped for ever. */
  alarm(ACTOR_LIFE_S);
  int count = split(line, words);
  if (count <= 0) {
    reply_errno(EINVAL);
  } else if (!self_command(words, count) && !signal_command(words, count) && !spawn_command(words, count)) {
    reply_errno(ENOSYS);
  }
}

/* Returns a line without its end, or NULL at the end of the connection. */
static char *next_line(char *line) {
  for (;;) {
    char *end = memchr(buffer, '\n', buffered);
    if (end) {
      size_t length = (size_t)(end - buffer);
      memcpy(line, buffer, length);
      line[length] = 0;
      buffered -= length + 1;
      memmove(buffer, end + 1, buffered);
      return line;
    }
    if (buffered == sizeof buffer) _exit(4);
    ssize_t got = recv(control, buffer + buffered, sizeof buffer - buffered, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return NULL;
    buffered += (size_t)got;
  }
}

void serve(void) {
  static char line[LINE_BYTES_MAX];
  while (next_line(line)) obey(line);
  sweep_if_asked();
  if (!keep) _exit(0);
  close(control);
  control = -1;
  for (;;) pause();
}

/*
 * The pid in HELLO is the one that this process has in the namespace of the /proc it sees, which for a child in a
 * nested pid namespace that mounted nothing is its parent's: proc(5), "/proc/self" is resolved for the mount.
 */
static void hello(const char *tag) {
  char self[32] = {0};
  if (readlink("/proc/self", self, sizeof self - 1) <= 0) snprintf(self, sizeof self, "%d", (int)getpid());
  reply("HELLO %s %s %d %d", tag, self, (int)getpid(), (int)getppid());
}

void become_actor(const char *tag, char **options, int count) {
  alarm(ACTOR_LIFE_S);
  if (connect_control() < 0) _exit(5);
  for (int i = 0; i < count; i++) {
    int error = apply_option(options[i]);
    if (error) {
      const char *name = strerrorname_np(error);
      reply("FAILED %s %s %d %s", tag, options[i], error, name ? name : "unknown");
      _exit(6);
    }
  }
  hello(tag);
  serve();
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: actor SOCKET TAG [OPTION]...\n");
    return 2;
  }
  program_path = argv[0];
  socket_path = argv[1];
  become_actor(argv[2], argv + 3, argc - 3);
}
