#include "actor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { BURN_MAX = 1 << 22, FORK_AT_TRIES_MAX = 64, ENVIRONMENT_WORDS_MAX = 1 << 16 };

/* One request to fork, which a helper thread may have to carry out. */
struct birth {
  const char *tag;
  char **options; /* those that the child applies to itself */
  int option_count;
  int thread, double_fork, daemon;
  unsigned long clone_flags;
  pid_t at; /* the number that the child must get, or 0 */
  pid_t pid;
  int error;
  sigset_t mask;
  sem_t done;
};

static pid_t clone_process(unsigned long flags) {
  if (!flags) return fork();
  return (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, NULL, NULL, NULL);
}

static void be_child(struct birth *birth) {
  reset_for_child();
  restore_signals(&birth->mask);
  become_actor(birth->tag, birth->options, birth->option_count);
}

/* The intermediate process of a double fork; it ends as soon as it has its child. */
static void be_intermediate(struct birth *birth) {
  reset_for_child();
  if (birth->daemon && setsid() < 0) _exit(1);
  pid_t pid = clone_process(birth->clone_flags);
  if (pid == 0) be_child(birth);
  _exit(pid < 0 ? 1 : 0);
}

static void fork_twice(struct birth *birth) {
  pid_t pid = fork();
  if (pid == 0) be_intermediate(birth);
  birth->pid = pid;
  if (pid < 0) {
    birth->error = errno;
    return;
  }
  int status = 0;
  pid_t got;
  do got = waitpid(pid, &status, 0);
  while (got < 0 && errno == EINTR);
  if (got == pid && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) birth->error = ECHILD;
}

static int in_use(pid_t pid) {
  return kill(pid, 0) == 0 || errno == EPERM || kill(-pid, 0) == 0 || errno == EPERM;
}

/* A child that shares memory and ends at once is the cheapest way to use up a number. */
static pid_t burn_one(void) {
  pid_t pid = vfork();
  if (pid == 0) _exit(0);
  if (pid > 0)
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
  return pid;
}

static int next_is(pid_t last, pid_t target) {
  if (last >= target) return 0;
  for (pid_t pid = last + 1; pid < target; pid++)
    if (target - last > 4096 || !in_use(pid)) return 0;
  return 1;
}

/* Uses up numbers until the next one handed out should be the target; returns the last one burnt, or -1. */
static pid_t burn_to(pid_t target) {
  if (in_use(target)) {
    errno = EBUSY;
    return -1;
  }
  for (int tries = 0; tries < BURN_MAX; tries++) {
    pid_t pid = burn_one();
    if (pid < 0 || next_is(pid, target)) return pid;
  }
  errno = ETIMEDOUT;
  return -1;
}

/* Others may take the number between the last burnt one and ours: then burn the whole round again. */
static void fork_at(struct birth *birth) {
  for (int tries = 0; tries < FORK_AT_TRIES_MAX; tries++) {
    if (burn_to(birth->at) < 0) {
      birth->error = errno;
      return;
    }
    pid_t pid = clone_process(birth->clone_flags);
    if (pid == 0) {
      if (!(birth->clone_flags & CLONE_NEWPID) && getpid() != birth->at) _exit(0);
      be_child(birth);
    }
    birth->pid = pid;
    birth->error = pid < 0 ? errno : 0;
    if (pid < 0 || pid == birth->at) return;
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  birth->error = ETIMEDOUT;
}

static void give_birth(struct birth *birth) {
  if (birth->at > 0) return fork_at(birth);
  if (birth->double_fork) return fork_twice(birth);
  pid_t pid = clone_process(birth->clone_flags);
  if (pid == 0) be_child(birth);
  birth->pid = pid;
  birth->error = pid < 0 ? errno : 0;
}

static void *birth_thread(void *argument) {
  struct birth *birth = argument;
  give_birth(birth);
  sem_post(&birth->done);
  for (;;) pause(); /* /proc lists the child under this thread only while the thread lives */
  return NULL;
}

static void run_in_thread(struct birth *birth) {
  sem_init(&birth->done, 0, 0);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, birth_thread, birth);
  pthread_sigmask(SIG_SETMASK, &birth->mask, NULL);
  if (error) {
    birth->error = error;
    return;
  }
  while (sem_wait(&birth->done) != 0 && errno == EINTR) {
  }
}

/* Takes what the parent must do out of the options, and leaves what the child does to itself. */
static void read_options(struct birth *birth, char **options, int count) {
  for (int i = 0; i < count; i++) {
    char *option = options[i];
    if (!strcmp(option, "thread")) birth->thread = 1;
    else if (!strcmp(option, "doublefork")) birth->double_fork = 1;
    else if (!strcmp(option, "daemon")) birth->double_fork = birth->daemon = 1;
    else if (!strcmp(option, "cloneparent")) birth->clone_flags |= CLONE_PARENT;
    else if (!strcmp(option, "newpid")) birth->clone_flags |= CLONE_NEWPID;
    else if (!strncmp(option, "at=", 3)) birth->at = (pid_t)atoi(option + 3);
    else birth->options[birth->option_count++] = option;
  }
}

static void fork_actor(char **words, int count) {
  struct birth birth;
  memset(&birth, 0, sizeof birth);
  char *rest[64];
  if (count < 2 || count - 2 > 64) return reply_errno(EINVAL);
  birth.tag = words[1];
  birth.options = rest;
  pthread_sigmask(SIG_SETMASK, NULL, &birth.mask);
  read_options(&birth, words + 2, count - 2);
  if (birth.thread)
    run_in_thread(&birth);
  else
    give_birth(&birth);
  if (birth.error)
    reply_errno(birth.error);
  else
    reply("OK %d", (int)birth.pid);
}

static void add_filling(char **environment, int *length, const char *specification) {
  char *text = strdup(specification);
  char *rest = NULL;
  char *prefix = decode_hex_string(strtok_r(text, ",", &rest));
  size_t bytes = (size_t)atol(strtok_r(NULL, ",", &rest));
  int copies = atoi(strtok_r(NULL, ",", &rest));
  size_t start = strlen(prefix);
  char *entry = malloc(start + bytes + 1);
  memcpy(entry, prefix, start);
  memset(entry + start, 'x', bytes);
  entry[start + bytes] = 0;
  for (int i = 0; i < copies && *length < ENVIRONMENT_WORDS_MAX; i++) environment[(*length)++] = entry;
  free(prefix);
  free(text);
}

/* A quarter of the stack limit bounds arguments and environment, 6 MiB at most (execve(2)). */
static void exec_actor(char **words, int count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? (rlim_t)64 << 20 : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
  }
  static char *environment[ENVIRONMENT_WORDS_MAX + 1];
  int length = 0;
  char *arguments[8] = {(char *)program_path, (char *)socket_path, words[1]};
  for (int i = 2; i < count; i++) {
    if (!strncmp(words[i], "env=", 4))
      environment[length++] = decode_hex_string(words[i] + 4);
    else if (!strncmp(words[i], "fill=", 5))
      add_filling(environment, &length, words[i] + 5);
    else
      return reply_errno(EINVAL);
  }
  environment[length] = NULL;
  execve(program_path, arguments, environment);
  reply_errno(errno);
}

/* Runs a program with the world's socket as its standard input and output, and a file for its errors. */
static void launch(char **words, int count) {
  static char *arguments[WORDS_MAX];
  if (count < 4) return reply_errno(EINVAL);
  char *errors = decode_hex_string(words[2]);
  for (int i = 3; i < count; i++) arguments[i - 3] = decode_hex_string(words[i]);
  arguments[count - 3] = NULL;
  pid_t pid = fork();
  if (pid == 0) {
    reset_for_child();
    alarm(0);
    int log = open(errors, O_WRONLY | O_CREAT | O_APPEND, 0600);
    int stream = open_stream(words[1]);
    if (log < 0 || stream < 0) _exit(126);
    dup2(stream, 0);
    dup2(stream, 1);
    dup2(log, 2);
    execv(arguments[0], arguments);
    _exit(127);
  }
  int error = errno;
  for (int i = 3; i < count; i++) free(arguments[i - 3]);
  free(errors);
  if (pid < 0)
    reply_errno(error);
  else
    reply("OK %d", (int)pid);
}

static long long now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static int has(char **words, int count, int from, const char *word) {
  for (int i = from; i < count; i++)
    if (!strcmp(words[i], word)) return 1;
  return 0;
}

/* The world removes its socket when it closes: a chain ends then too, instead of outrunning the kills. */
static void be_storm(int forks_left, long life_us, long long end_us, char **words, int count) {
  reset_for_child();
  for (;;) {
    alarm(STORM_LIFE_S);
    if (has(words, count, 3, "setsid")) setsid();
    if (has(words, count, 3, "setpgid")) setpgid(0, 0);
    if (life_us > 0) usleep((useconds_t)life_us);
    if (now_us() > end_us || access(socket_path, F_OK) != 0) _exit(0);
    if (forks_left == 0) {
      while (has(words, count, 3, "linger")) pause();
      _exit(0);
    }
    if (fork() != 0) _exit(0);
    forks_left--;
  }
}

static void start_storm(char **words, int count) {
  if (count < 3) return reply_errno(EINVAL);
  pid_t pid = fork();
  if (pid == 0) {
    be_storm(atoi(words[1]) - 1, atol(words[2]), now_us() + STORM_LIFE_S * 1000000LL, words, count);
  }
  if (pid < 0)
    reply_errno(errno);
  else
    reply("OK %d", (int)pid);
}

static void be_silent(const int *ready, char **words, int count) {
  reset_for_child();
  alarm(SILENT_LIFE_S);
  close(ready[0]);
  int error = 0;
  for (int option = 2; option < count && !error; option++) error = apply_option(words[option]);
  if (error) {
    ssize_t written = write(ready[1], &error, sizeof error);
    _exit(written == sizeof error ? 6 : 7);
  }
  close(ready[1]);
  for (;;) pause();
}

/* Waits for the end of the pipe: every child has applied its options, none is half born. Returns an error of one. */
static int await_silent(int *ready) {
  close(ready[1]);
  int error = 0, last = 0;
  ssize_t got;
  while ((got = read(ready[0], &last, sizeof last)) != 0)
    if (got == sizeof last) error = last;
  close(ready[0]);
  return error;
}

static void spawn_silent(char **words, int count) {
  static char list[LINE_BYTES_MAX - 64];
  size_t length = 0;
  list[0] = 0;
  int ready[2], error = 0;
  if (count < 2 || pipe2(ready, O_CLOEXEC) != 0) return reply_errno(count < 2 ? EINVAL : errno);
  for (int i = 0; i < atoi(words[1]) && length + 16 < sizeof list && !error; i++) {
    pid_t pid = fork();
    if (pid == 0) be_silent(ready, words, count);
    if (pid < 0)
      error = errno;
    else
      length += (size_t)snprintf(list + length, sizeof list - length, " %d", (int)pid);
  }
  int child_error = await_silent(ready);
  if (error || child_error)
    reply_errno(error ? error : child_error);
  else
    reply("OK%s", list);
}

/* The answer comes first: until its child ends the caller is in uninterruptible (but killable) sleep. */
static void block_in_vfork(int milliseconds) {
  reply("OK");
  pid_t pid = vfork();
  if (pid == 0) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
    _exit(0);
  }
  if (pid > 0) waitpid(pid, NULL, 0);
}

static void burn(int count) {
  pid_t pid = 0;
  for (int i = 0; i < count && i < BURN_MAX && pid >= 0; i++) pid = burn_one();
  if (pid < 0)
    reply_errno(errno);
  else
    reply("OK %d", (int)pid);
}

int spawn_command(char **words, int count) {
  const char *verb = words[0];
  if (!strcmp(verb, "fork")) {
    fork_actor(words, count);
  } else if (!strcmp(verb, "exec") && count >= 2) {
    exec_actor(words, count);
  } else if (!strcmp(verb, "launch")) {
    launch(words, count);
  } else if (!strcmp(verb, "storm")) {
    start_storm(words, count);
  } else if (!strcmp(verb, "potato") && count == 2) {
    start_potato(decode_hex_string(words[1]));
  } else if (!strcmp(verb, "spawnmany")) {
    spawn_silent(words, count);
  } else if (!strcmp(verb, "vforkblock") && count == 2) {
    block_in_vfork(atoi(words[1]));
  } else if (!strcmp(verb, "burnpids") && count == 2) {
    burn(atoi(words[1]));
  } else if (!strcmp(verb, "burnto") && count == 2) {
    pid_t last = burn_to((pid_t)atoi(words[1]));
    if (last < 0)
      reply_errno(errno);
    else
      reply("OK %d", (int)last);
  } else {
    return 0;
  }
  return 1;
}
