/* relay.h -- what a process with foreign code prints, on its way to a terminal or a log.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_RELAY_H
#define BENCH_PROCESS_RELAY_H

#include <pthread.h>
#include <stdbool.h>

typedef struct relay {
    int to;      /* for the process: the descriptor itself, a pipe, or -1: nothing can be had */
    int from;    /* our end of the pipe; -1: there is none */
    int outside; /* the descriptor */
    bool begins; /* what comes next begins a line */
    pthread_t reader;
} relay;

/* Of a terminal or a pipe: a pipe whose text a thread hands on after tame() and tame_lines().
 * It keeps newlines, tabs and "\r\033[K" (a line that is shown anew). A file gets what the
 * process writes. Before the process is started. */
void relay_begin(relay *r, int descriptor);
/* After the process and all that it started have ended. */
void relay_end(relay *r);
/* In the environment of such a process: it may show a line of progress anew. */
#define RELAY_SHOWS "IVPBENCH_SHOWS_PROGRESS"

#endif
