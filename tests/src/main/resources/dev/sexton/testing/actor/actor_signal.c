#include "actor.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SWEEPS_MAX = 100, MARK_BYTES_MAX = 8 << 20 };

static int sweeping;

void sweep_at_end(void) { sweeping = 1; }

void reply_result(long result) {
  if (result < 0)
    reply_errno(errno);
  else
    reply("OK %ld", result);
}

static unsigned long long start_ticks(pid_t pid) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  if (length <= 0) return 0;
  text[length] = 0;
  char *field = memrchr(text, ')', (size_t)length);
  for (int number = 2; field && number < 22; number++) field = strchr(field + 1, ' ');
  return field ? strtoull(field + 1, NULL, 10) : 0;
}

/* Opened first and compared after opening: the number may name another process by now. */
static void kill_identity(pid_t pid, unsigned long long ticks, int number) {
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  if (fd < 0) return reply_errno(errno);
  long result = -1;
  errno = ESRCH;
  if (start_ticks(pid) == ticks) result = syscall(SYS_pidfd_send_signal, fd, number, NULL, 0);
  int error = errno;
  close(fd);
  errno = error;
  reply_result(result);
}

static int has_mark(pid_t pid, const char *file) {
  static char text[MARK_BYTES_MAX];
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, file);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  size_t length = 0;
  ssize_t got = 0;
  while (length < sizeof text && (got = read(fd, text + length, sizeof text - length)) > 0) length += (size_t)got;
  close(fd);
  return memmem(text, length, socket_path, strlen(socket_path)) != NULL;
}

static int bears_mark(pid_t pid) { return has_mark(pid, "cmdline") || has_mark(pid, "environ"); }

/* Kills what bears the world's mark; returns how many. Opened first and looked at after opening, as above. */
static int sweep_once(void) {
  DIR *directory = opendir("/proc");
  int found = 0;
  struct dirent *entry;
  while (directory && (entry = readdir(directory))) {
    pid_t pid = (pid_t)atoi(entry->d_name);
    if (!isdigit((unsigned char)entry->d_name[0]) || pid == getpid()) continue;
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0) continue;
    if (bears_mark(pid)) {
      syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
      found++;
    }
    close(fd);
  }
  if (directory) closedir(directory);
  return found;
}

/* The JVM is gone: what is stopped, or keeps on without a connection, would outlive it. */
void sweep_if_asked(void) {
  for (int sweep = 0; sweeping && sweep < SWEEPS_MAX && sweep_once() > 0; sweep++) {
  }
}

int signal_command(char **words, int count) {
  if (!strcmp(words[0], "kill") && count == 3) {
    reply_result(kill(atoi(words[1]), atoi(words[2])));
  } else if (!strcmp(words[0], "killid") && count == 4) {
    kill_identity(atoi(words[1]), strtoull(words[2], NULL, 10), atoi(words[3]));
  } else {
    return 0;
  }
  return 1;
}
