/* scoring.h -- facts of a problem and a solver that reports need, as JSON: see store.h. */
#ifndef BENCH_SCORING_H
#define BENCH_SCORING_H

#include <ivp/solver.h>

#include "bench/cell/record.h"
#include "kernel/stepping/evolve.h"

/* Components that count in scd; mask[instance_ncomponents()]. */
void scoring_mask(const instance *i, bool *mask);

/* s: the solver, or NULL; e: its run, or NULL; r: the record of that run, or NULL; the caller
 * frees the result */
char *scoring_json(instance *i, const ivp_solver *s, const evolve *e, const record *r);

#endif
