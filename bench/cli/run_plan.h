/* run_plan.h -- running: a plan into a store, one cell in words, cells of one's own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_RUN_PLAN_H
#define BENCH_CLI_RUN_PLAN_H

#include "bench/plan/plan.h"

typedef struct run_options {
    const char *output, *cell, *rerun, *shard, *color, *first, *page;
    const char *store; /* what the summary calls the output; NULL: its path */
    plan_choice choice;
    cell given;                   /* what overrides the plan: cell_not_given() */
    double renew;                 /* 0: not given */
    long jobs, timing_jobs, seed; /* -1: not given */
    bool dry_run, only_accuracy, quiet;
    int verbose;
} run_options;

int run_plan(const char *file, const run_options *o);
int run_cell(const run_options *o);
/* The cells of a plan into a store. Exit code. */
int run_cells(const plan *p, const run_options *o, const char *output);

#endif
