/* double_runs.h -- end states of a store, as ladders over tolerances.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_DOUBLE_RUNS_H
#define BENCH_CLI_DOUBLE_RUNS_H

#include "bench/cell/record.h"
#include "reference/double/agreement.h"

typedef struct double_events {
    int n;
    record_event *v;
} double_events;

typedef struct double_ladder {
    char *solver, *formulation, *family, *name;
    int n; /* rungs that arrived, loose ones first */
    double *rtol, **y;
    double_events *events;
} double_ladder;

typedef struct double_runs {
    int n;
    double_ladder *ladders;
    int ncomponents;
    char **components;
    char *parameters; /* as stores spell them */
    double *scale;    /* largest value along a run; of all ladders the least */
    double *unit;     /* beside which scores see errors: agreement_value() */
    double *least;    /* part of the bar of what is zero: agreement_floor() */
    double t0, t1;
} double_runs;

/* What ended well. false with a sentence: the store cannot be read. */
bool double_runs_read(double_runs *runs, const char *path, reason *why);
agreement_ladder *double_runs_ladders(const double_runs *runs); /* caller frees the array */
void double_runs_free(double_runs *runs);

#endif
