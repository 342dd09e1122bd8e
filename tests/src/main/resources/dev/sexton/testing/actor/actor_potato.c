#include "actor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { POTATO_LIFE_S = 90, FORK_TRIES_MAX = 10000 };

/* What a chain and the test tell each other, in a file that both have mapped. */
struct page {
  volatile int64_t hops; /* births so far */
  volatile int32_t stop; /* the test wants it to end */
  volatile int32_t over; /* the last one is about to end, and has forked nobody */
};

static time_t now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/* Of the chain exactly one process lives, but for the moment between a fork and the forker's end. */
static void be_potato(struct page *page) {
  time_t end_s = now_s() + POTATO_LIFE_S;
  reset_for_child();
  int failed = 0;
  while (!page->stop && failed < FORK_TRIES_MAX && now_s() < end_s && access(socket_path, F_OK) == 0) {
    pid_t pid = fork();
    if (pid > 0) _exit(0);
    if (pid < 0) {
      failed++;
      usleep(100);
    } else {
      alarm(POTATO_LIFE_S);
      page->hops++;
    }
  }
  page->over = 1;
  _exit(0);
}

void start_potato(const char *path) {
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return reply_errno(errno);
  struct page *page = mmap(0, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  int error = errno;
  close(fd);
  if (page == MAP_FAILED) return reply_errno(error);
  pid_t pid = fork();
  if (pid == 0) be_potato(page);
  error = errno;
  munmap(page, sizeof *page);
  if (pid < 0)
    reply_errno(error);
  else
    reply("OK %d", (int)pid);
}
