/* multipliers.h -- multipliers along a run, beside those that its own q, u and x have.
 *
 *     M a + G^T lambda = f,   G a = gamma     at the run's t, q, u, x
 *     off_i = max over k |lambda_k - that one|,   size = max over i, k of that one
 *
 * Formulations of index 3 and 2 compute lambda from differences of q or u, so off_i depends on
 * the step before i. An error of q, u and x is no part of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_MULTIPLIERS_H
#define BENCH_MULTIPLIERS_H

#include <jansson.h>

#include "kernel/stepping/evolve.h"

typedef struct multipliers multipliers;

/* NULL: the formulation (a name) has no such multipliers, or the problem no constraints. */
multipliers *multipliers_new(instance *i, const char *formulation);
void multipliers_free(multipliers *m); /* accepts NULL */
/* An accepted step; m may be NULL. */
void multipliers_watch(multipliers *m, const evolve_point *p);
/* After the run: {"n": steps, "end", "rms", "max"}, all but n over size; rms over steps. NULL:
 * m is NULL, or nothing could be compared. */
json_t *multipliers_json(multipliers *m);

#endif
