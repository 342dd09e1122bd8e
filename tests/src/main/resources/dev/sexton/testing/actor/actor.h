/*
 * A scripted process: it does what a test tells it over a Unix-domain socket, one line a command, and answers each
 * with one line. actor.c holds the connection and the command loop, actor_spawn.c what makes processes, actor_potato.c
 * a chain of them that is told to end, actor_self.c what an actor does to itself, actor_signal.c what it does to others.
 */
#ifndef SEXTON_ACTOR_H
#define SEXTON_ACTOR_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stddef.h>
#include <sys/types.h>

enum {
  WORDS_MAX = 4096,        /* words in one command */
  LINE_BYTES_MAX = 1 << 18,
  ACTOR_LIFE_S = 300,      /* re-armed by each command */
  SILENT_LIFE_S = 60,      /* of a member that has no connection */
  STORM_LIFE_S = 20
};

extern const char *program_path;
extern const char *socket_path;
extern int recording;

/* actor.c */
int connect_control(void);
int open_stream(const char *name);
void forget_control(void);
void reply(const char *format, ...) __attribute__((format(printf, 1, 2)));
void reply_errno(int error);
void serve(void) __attribute__((noreturn));
void become_actor(const char *tag, char **options, int count) __attribute__((noreturn));
void keep_after_eof(void);
size_t decode_hex(const char *hex, char *out, size_t capacity);
char *decode_hex_string(const char *hex);

/* actor_spawn.c: each answers by itself, and returns 0 if the command is not one of its own */
int spawn_command(char **words, int count);

/* actor_potato.c: answers by itself */
void start_potato(const char *path);

/* actor_self.c */
int self_command(char **words, int count);
/* Returns 0, or an errno. */
int apply_option(const char *option);
void reset_for_child(void);
void block_all_signals(void *saved);
void restore_signals(const void *saved);

/* actor_signal.c */
int signal_command(char **words, int count);
void reply_result(long result);
void sweep_at_end(void);
void sweep_if_asked(void);

#endif
