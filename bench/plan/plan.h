/* plan.h -- a plan file: named groups that multiply problems, solvers and ladders into cells.
 *
 * The format is described in docs/plans.md.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "bench/cell/cell.h"

/* A rung beyond the end of a ladder has a condition. The coarser rung has arrived with fewer
 * digits than these, in at most so many CPU seconds (bench/crew/requested.h).
 * digits 0: the rung is run anyway. seconds 0: the time limit of the cell. */
typedef struct plan_until {
    double digits, seconds;
} plan_until;

typedef struct plan_cell {
    cell cell;
    plan_until until;
    int coarser; /* with `until`: the cell of the next coarser rung, from 1; 0: there is none */
    char *group;
    char *declined;    /* listed by name, yet the solver does not take it: why; else NULL */
    bool must_succeed; /* failures = "forbidden" in its group */
    bool first;        /* its accuracy before that of all others */
} plan_cell;

typedef struct plan_skip { /* a combination from a glob that is not possible */
    char *what, *why;
} plan_skip;

typedef struct plan {
    char *path, *text; /* text: of the file */
    int ncells, nskips;
    plan_cell *cells;
    plan_skip *skips;
    bool unasked; /* not read, for plug-ins could not be asked: no fault of the file */
} plan;

typedef struct plan_choice { /* globs; NULL: all */
    const char *problems, *solvers;
    const char *tags; /* a condition: bench/base/tags.h */
    bool quick;       /* every other rung, one short timing */
} plan_choice;

/* Reads and multiplies; a child process asks the plug-ins. False: a sentence with file:line. */
bool plan_read(plan *p, const char *file_or_name, const plan_choice *choice, reason *why);
void plan_free(plan *p);

cell plan_defaults(void); /* limits and repetition of a plan that says nothing */

/* One problem, some solvers, separated by commas, one rung; words as in plan files. Of the cell
 * parameters and formulation may be "": those of the words, or all that fit. */
bool plan_of_try(plan *p, const char *problem, const char *solvers, const cell *c, reason *why);

/* A file as it is called, or NAME.cfg in one of the folders; NULL: none. caller frees */
char *plan_find(const char *name);
/* Paths of the plans that a name alone finds, in the order of the folders and by name. */
int plan_list(char ***paths);
void plan_list_free(char **paths, int n);
const char *plan_name(char *path); /* "default" of ".../default.cfg", whose end it cuts off */

/* Seconds that an accuracy run, or a timing worker, takes of a cell that was never seen: a
 * guess. */
extern const double plan_accuracy_s;
double plan_timing_s(const cell *c);

/* Keeps every n-th cell, from the i-th on (from 1). Rungs beyond the end of a ladder stay with
 * the last one of the others. */
void plan_keep_shard(plan *p, long i, long n);

/* Its cells that the plan `first` has too come first. False: a sentence. */
bool plan_put_first(plan *p, const char *first, reason *why);

/* Cells as `ivpbench plan` shows them, and a summary. s, earlier results, may be NULL. */
struct store;
void plan_print(const plan *p, struct store *s, const char *machine, int jobs);

#endif
