/* worker.h -- what a worker process does: one run, or answers about what fits.
 *
 * Only these files call plug-in code; they run in processes of their own. */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include "bench/worker/link.h"
#include "bench/cell/record.h"
#include "bench/cell/columns.h"

#include "kernel/stepping/evolve.h"

typedef struct worker_task {
    cell cell;
    bool timing;         /* repeated and silent; otherwise once and watched */
    int worker;          /* number of the timing process */
    evolve_beat *beat;   /* may be NULL */
    int columns, packed; /* scratch files of the parent, or -1: worker_reduce.c */
    link_out link;
} worker_task;

/* Opens what a cell runs, untimed; *asked: the solver's own code was. A sentence on failure. */
ivp_status worker_open(const cell *c, evolve_beat *beat, instance **i, evolve **e, bool *called,
                       char *why);
/* Runs the task and fills the record; everything is released before it returns. *whole gets
 * columns of a watched run whose series had to be thinned, else NULL. */
void worker_solve(const worker_task *task, record *r, whole_rows **rows);
/* Leaves record and whole columns to a process without plug-ins (`worker reduce`) and ends this
 * one: the reference is out of a solver's reach. Returns only where that fails. */
void worker_reduce(const worker_task *task, const record *r, whole_rows *rows);

/* "projected(newton=1)" into its two words; false if a parenthesis is missing. */
bool worker_split(const char *text, char name[CELL_TEXT], char settings[CELL_TEXT]);

/* Words of the descriptor and those that follow from it; caller frees. */
char *worker_tags(const instance *i);

int worker_count(const cell *c, int solves); /* 0: all of them arrived */
int worker_fits(void);             /* questions on stdin, answers on stdout: see fits.h */
int worker_info(const char *name); /* documentation on stdout */
/* Name, title, tags; a line each. "problems", "solvers"; "problems CONDITION":
 * bench/base/tags.h */
int worker_list(const char *kind);
int worker_defects(void); /* those that cannot be used; 1 if there are any */

#endif
