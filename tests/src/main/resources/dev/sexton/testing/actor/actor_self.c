#include "actor.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int recording;

static int error_of(long result) { return result < 0 ? errno : 0; }

/* Own children and the own alarm are not signals that anybody sent. */
static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  int sent = info->si_code <= 0; /* SI_USER, SI_QUEUE, SI_TKILL: by a process */
  if (number == SIGALRM && !sent) _exit(7);
  if (number != SIGCHLD || sent) reply("SIGNAL %d %d", number, sent ? (int)info->si_pid : 0);
  errno = saved;
}

static int set_disposition(int number, int ignore) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = ignore ? SIG_IGN : SIG_DFL;
  return sigaction(number, &action, NULL);
}

static void record_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  for (int number = 1; number <= SIGRTMAX; number++) {
    if (number == SIGKILL || number == SIGSTOP) continue;
    sigaction(number, &action, NULL); /* those kept by the C library fail, rightly */
  }
  recording = 1;
}

/* What a forked child does not want to inherit: a recorder without a connection, uncollected children. */
void reset_for_child(void) {
  forget_control();
  set_disposition(SIGCHLD, 0);
  if (!recording) return;
  for (int number = 1; number <= SIGRTMAX; number++) set_disposition(number, 0);
  recording = 0;
}

void block_all_signals(void *saved) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, saved);
}

void restore_signals(const void *saved) { pthread_sigmask(SIG_SETMASK, saved, NULL); }

static int change_uid(uid_t uid) {
  if (geteuid() == 0 && setgroups(0, NULL) != 0) return errno;
  if (geteuid() == 0 && setresgid(uid, uid, uid) != 0) return errno;
  return error_of(setresuid(uid, uid, uid));
}

static int detach_stdio(void) {
  int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (fd < 0) return errno;
  for (int target = 0; target <= 2; target++)
    if (dup2(fd, target) < 0) return errno;
  if (fd > 2) close(fd);
  return 0;
}

static int change_comm(const char *hex) {
  char name[64];
  decode_hex(hex, name, sizeof name);
  return error_of(prctl(PR_SET_NAME, name, 0, 0, 0));
}

static int change_directory(const char *hex) {
  char *path = decode_hex_string(hex);
  int error = error_of(chdir(path));
  free(path);
  return error;
}

int apply_option(const char *option) {
  const char *equals = strchr(option, '=');
  const char *value = equals ? equals + 1 : "";
  if (!strcmp(option, "setsid")) return error_of(setsid());
  if (!strcmp(option, "setpgid")) return error_of(setpgid(0, 0));
  if (!strncmp(option, "pgid=", 5)) return error_of(setpgid(0, (pid_t)atoi(value)));
  if (!strcmp(option, "clearenv")) return error_of(clearenv());
  if (!strcmp(option, "subreaper")) return error_of(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0));
  if (!strcmp(option, "nondumpable")) return error_of(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
  if (!strcmp(option, "detach")) return detach_stdio();
  if (!strcmp(option, "reapauto")) return error_of(set_disposition(SIGCHLD, 1));
  if (!strncmp(option, "ignore=", 7)) return error_of(set_disposition(atoi(value), 1));
  if (!strncmp(option, "chdir=", 6)) return change_directory(value);
  if (!strncmp(option, "comm=", 5)) return change_comm(value);
  if (!strncmp(option, "uid=", 4)) return change_uid((uid_t)atoi(value));
  if (!strcmp(option, "keep")) return keep_after_eof(), 0;
  if (!strcmp(option, "sweep")) return sweep_at_end(), 0;
  if (!strcmp(option, "record")) return record_signals(), 0;
  return EINVAL;
}

static void describe(int status, char *out, size_t capacity) {
  if (WIFEXITED(status))
    snprintf(out, capacity, "exit:%d", WEXITSTATUS(status));
  else
    snprintf(out, capacity, "signal:%d", WTERMSIG(status));
}

static void wait_one(pid_t pid) {
  int status = 0;
  pid_t got;
  do got = waitpid(pid, &status, 0);
  while (got < 0 && errno == EINTR);
  if (got < 0) return reply_errno(errno);
  char text[32];
  describe(status, text, sizeof text);
  reply("OK %d %s", (int)got, text);
}

static void wait_all(void) {
  static char list[LINE_BYTES_MAX - 64];
  size_t length = 0;
  list[0] = 0;
  int status = 0;
  pid_t got;
  while (length + 64 < sizeof list && (got = waitpid(-1, &status, WNOHANG)) > 0) {
    char text[32];
    describe(status, text, sizeof text);
    length += (size_t)snprintf(list + length, sizeof list - length, " %d %s", (int)got, text);
  }
  reply("OK%s", list);
}

static void *serve_thread(void *saved) {
  restore_signals(saved);
  reply("OK");
  serve();
  return saved;
}

/* The main thread ends by the bare system call: the C library would end the process with its last handler run. */
static void exit_leader(void) {
  static sigset_t saved;
  block_all_signals(&saved);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, serve_thread, &saved);
  if (error) {
    restore_signals(&saved);
    return reply_errno(error);
  }
  syscall(SYS_exit, 0);
}

static void *pause_thread(void *unused) {
  for (;;) pause();
  return unused;
}

static void start_threads(int count) {
  sigset_t saved;
  block_all_signals(&saved);
  int error = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 16);
  for (int i = 0; i < count && !error; i++) {
    pthread_t thread;
    error = pthread_create(&thread, &attributes, pause_thread, NULL);
  }
  restore_signals(&saved);
  if (error)
    reply_errno(error);
  else
    reply("OK");
}

/* The fifth field counts in the pid namespace of whoever reads, not in that of the mount (fs/proc/loadavg.c). */
static void reply_last_pid(void) {
  char text[128] = {0};
  int fd = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return reply_errno(errno);
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  char *space = length > 0 ? strrchr(text, ' ') : NULL;
  if (!space) return reply_errno(EIO);
  reply("OK %d", atoi(space + 1));
}

static void write_pid_max(const char *value) {
  int fd = open("/proc/sys/kernel/pid_max", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return reply_errno(errno);
  long result = write(fd, value, strlen(value));
  int error = errno;
  close(fd);
  errno = error;
  reply_result(result);
}

static int argument(char **words, int count, int index) { return index < count ? atoi(words[index]) : -1; }

static void reply_error(int error) {
  if (error)
    reply_errno(error);
  else
    reply("OK");
}

static int identity_command(char **words, int count) {
  const char *verb = words[0];
  int first = argument(words, count, 1), second = argument(words, count, 2);
  if (!strcmp(verb, "setpgid")) {
    reply_result(setpgid(first, second));
  } else if (!strcmp(verb, "set") && count == 2) {
    reply_error(apply_option(words[1]));
  } else if (!strcmp(verb, "subreaper")) {
    reply_result(prctl(PR_SET_CHILD_SUBREAPER, first, 0, 0, 0));
  } else if (!strcmp(verb, "default")) {
    reply_result(set_disposition(first, 0));
  } else if (!strcmp(verb, "reapauto")) {
    reply_result(set_disposition(SIGCHLD, first));
  } else if (!strcmp(verb, "setenv") && count == 3) {
    reply_result(setenv(decode_hex_string(words[1]), decode_hex_string(words[2]), 1));
  } else if (!strcmp(verb, "getpids")) {
    reply("OK %d %d %d %d %ld", (int)getpid(), (int)getppid(), (int)getpgid(0), (int)getsid(0), syscall(SYS_gettid));
  } else {
    return 0;
  }
  return 1;
}

int self_command(char **words, int count) {
  const char *verb = words[0];
  int first = argument(words, count, 1);
  if (identity_command(words, count)) return 1;
  if (!strcmp(verb, "ping")) {
    reply("OK");
  } else if (!strcmp(verb, "stop")) {
    reply("OK");
    kill(getpid(), SIGSTOP);
  } else if (!strcmp(verb, "exit")) {
    reply("OK");
    _exit(first);
  } else if (!strcmp(verb, "killself")) {
    reply("OK");
    kill(getpid(), first);
  } else if (!strcmp(verb, "wait") && count == 2) {
    wait_one(first);
  } else if (!strcmp(verb, "reap")) {
    wait_all();
  } else if (!strcmp(verb, "threads") && count == 2) {
    start_threads(first);
  } else if (!strcmp(verb, "leaderexit")) {
    exit_leader();
  } else if (!strcmp(verb, "lastpid")) {
    reply_last_pid();
  } else if (!strcmp(verb, "pidmax") && count == 2) {
    write_pid_max(words[1]);
  } else {
    return 0;
  }
  return 1;
}
