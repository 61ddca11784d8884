/* results.h -- what becomes of a cell of a campaign, and what a store knows of it already. */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "bench/crew/campaign.h"

/* A cell under way. */
typedef struct task {
    const plan_cell *planned;
    record r;      /* of its accuracy run, series left out once they are stored */
    bool accurate; /* r is there */
    bool over;     /* finished, or finished before */
    int timed;     /* timing workers done */
} task;

/* All of them return false when the store failed; the campaign says why. */

/* What is asked for, so that reports know which of several versions of a cell is meant. */
bool results_mark(campaign *k, const plan *p);
/* Picks up where an earlier run of the same plan ended. */
bool results_resume(campaign *k, task *t);
/* A worker is done: its result is kept. */
bool results_take(campaign *k, child *c);

#endif
