/* plan.h -- a plan file: named groups that multiply problems, solvers and ladders into cells.
 *
 * The format is described in docs/plans.md. */
#ifndef BENCH_PLAN_H
#define BENCH_PLAN_H

#include "bench/cell/cell.h"

typedef struct plan_cell {
    cell cell;
    char *group;
    char *declined;    /* listed by name, yet the solver does not take it: why; else NULL */
    bool must_succeed; /* failures = "forbidden" in its group */
} plan_cell;

typedef struct plan_skip { /* a combination from a glob that is not possible */
    char *what, *why;
} plan_skip;

typedef struct plan {
    char *path, *text; /* text: of the file */
    int ncells, nskips;
    plan_cell *cells;
    plan_skip *skips;
} plan;

typedef struct plan_choice { /* globs; NULL: all */
    const char *problems, *solvers, *tags;
    bool quick; /* every other rung, one short timing */
} plan_choice;

/* Reads and multiplies; a child process asks the plug-ins. False: a sentence with file:line. */
bool plan_read(plan *p, const char *file_or_name, const plan_choice *choice, char *why,
               size_t size);
void plan_free(plan *p);

/* Folders that are searched for NAME.cfg; NULL ends. caller frees each. */
char *plan_folder(int i);

/* Cells as `ivpbench plan` shows them. s may be NULL. */
struct store;
void plan_print(const plan *p, struct store *s, int jobs);

#endif
