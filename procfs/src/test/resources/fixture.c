/* A parent of processes in the states that the tests need. One command a line on standard input, one
   answer a line on standard output. Children die with it (PR_SET_PDEATHSIG), it ends with its input. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/sched.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *wait_for_ever(void *unused) {
  for (;;) pause();
  return unused;
}

static pid_t parent;

static void child(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1); /* it died before */
}

static pid_t made_by_thread;
static sem_t made;

static void *fork_in_thread(void *unused) {
  pid_t pid = fork();
  if (pid == 0) {
    child();
    for (;;) pause();
  }
  made_by_thread = pid;
  sem_post(&made);
  return wait_for_ever(unused);
}

static void answer(long value) {
  if (value < 0)
    printf("error %d\n", errno);
  else
    printf("%ld\n", value);
  fflush(stdout);
}

static pid_t spawn(const char *how) {
  pid_t pid = fork();
  if (pid != 0) return pid;
  if (strcmp(how, "user") == 0 && setresuid(65534, 65534, 65534)) _exit(1);
  child(); /* after the change of user, which would undo it */
  if (strcmp(how, "zombie") == 0) _exit(7);
  if (strcmp(how, "leaderless") == 0) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_ever, NULL)) _exit(1);
    pthread_exit(NULL);
  }
  for (;;) pause();
}

static pid_t reuse(pid_t pid) {
  struct clone_args args = {0};
  args.exit_signal = SIGCHLD;
  args.set_tid = (uint64_t)(uintptr_t)&pid;
  args.set_tid_size = 1;
  pid_t reused = syscall(SYS_clone3, &args, sizeof args);
  if (reused == 0) {
    child();
    for (;;) pause();
  }
  return reused;
}

int main(void) {
  char line[256];
  char how[64];
  long number = 0;
  parent = getpid();
  sem_init(&made, 0, 0);
  while (fgets(line, sizeof line, stdin) && sscanf(line, "%63s %ld", how, &number) >= 1) {
    if (strcmp(how, "collect") == 0) {
      kill((pid_t)number, SIGKILL);
      answer(waitpid((pid_t)number, NULL, 0));
    } else if (strcmp(how, "reuse") == 0) {
      answer(reuse((pid_t)number));
    } else if (strcmp(how, "zombie") == 0) {
      pid_t pid = spawn(how);
      siginfo_t info;
      if (pid > 0 && waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0) pid = -1;
      answer(pid);
    } else if (strcmp(how, "bythread") == 0) {
      pthread_t thread;
      pthread_create(&thread, NULL, fork_in_thread, NULL);
      sem_wait(&made);
      answer(made_by_thread);
    } else {
      answer(spawn(how));
    }
  }
  return 0;
}
