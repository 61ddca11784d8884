/* scoring.h -- facts of a problem and a solver that reports need, as JSON: see store.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_SCORING_H
#define BENCH_SCORING_H

#include <ivp/solver.h>

#include "bench/cell/record.h"
#include "bench/worker/multipliers.h"
#include "kernel/stepping/evolve.h"

/* Components that count in scd; mask[instance_ncomponents()]. */
void scoring_mask(const instance *i, bool *mask);

/* A run that ended, for scoring_json(). */
typedef struct scoring_run {
    const evolve *e;
    const record *r;
    multipliers *m; /* NULL: none were watched */
} scoring_run;

/* s: the solver, or NULL; run: NULL, if there was none; the caller frees the result */
char *scoring_json(instance *i, const ivp_solver *s, const scoring_run *run);

#endif
