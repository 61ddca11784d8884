/* worker.h -- tasks of a worker process: one run, or a query about plug-ins and formulations.
 *
 * Only these files call plug-in code; they run in processes of their own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include "bench/worker/link.h"
#include "bench/cell/record.h"
#include "bench/cell/request.h"
#include "bench/cell/columns.h"

#include "kernel/stepping/evolve.h"

typedef struct worker_task {
    cell cell;
    bool timing; /* repeated and silent; otherwise once and watched */
    request_check check;
    int worker;          /* number of the timing process */
    int input;           /* where the parent says from where to begin, or -1 */
    evolve_beat *beat;   /* may be NULL */
    int columns, packed; /* scratch files of the parent, or -1: worker_reduce.c */
    link_out link;
} worker_task;

/* Opens the problem and solver of a cell, untimed. *asked: the solver's own code was called. On
 * failure there is a sentence. */
ivp_status worker_open(const cell *c, evolve_beat *beat, instance **i, evolve **e, bool *called,
                       reason *why);
/* Runs the task and fills the record; releases all else before it returns. *whole gets complete
 * columns of a recorded run if series were thinned, else NULL. */
void worker_solve(const worker_task *task, record *r, whole_rows **rows);
/* Passes record and complete columns to a process without plug-ins (`worker reduce`) and
 * replaces this one, so no solver can read the reference. Returns only on failure. */
void worker_reduce(const worker_task *task, const record *r, whole_rows *rows);

/* "projected(newton=1)" into its two words; false if a parenthesis is missing. */
bool worker_split(const char *text, char name[CELL_TEXT], char settings[CELL_TEXT]);

/* Tags of the descriptor and derived ones; the caller frees the result. */
char *worker_tags(const instance *i);

int worker_count(const cell *c, int solves); /* 0: all of them arrived */
int worker_fits(void);             /* questions on stdin, answers on stdout: see fits.h */
int worker_info(const char *name); /* documentation on stdout */
/* Name, title, tags; a line each. "problems", "solvers"; "problems CONDITION":
 * bench/base/tags.h */
int worker_list(const char *kind);
int worker_defects(void); /* those that cannot be used; 1 if there are any */

#endif
