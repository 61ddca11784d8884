/* program.h -- other programs: trusted, started without a shell, so that arguments are data.
 * What is not trusted is started by process.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A standard descriptor of the new program: one of ours to be given, or these. */
enum { PROGRAM_OURS = -1, PROGRAM_NONE = -2 };

typedef struct program_setting {
    const char *folder; /* to start in; NULL: this one */
    int in, out, err;
} program_setting;

/* Starts argv[0], sought in the search path unless it has a slash; s NULL: with all
 * that is ours. -1 with errno. */
pid_t program_start(char *const argv[], const program_setting *s);
/* Waits for its end. Its exit code, or minus the signal that ended it. */
int program_end(pid_t pid);
/* Starts it and reads its first line, without its end; what follows goes away. err as above. */
pid_t program_ask(char *const argv[], int err, char *line, size_t size);
/* First line that a program prints; errors go away. false unless it exits with 0. */
bool program_line(char *const argv[], char *line, size_t size);

#endif
