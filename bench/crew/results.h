/* results.h -- results of the cells of a campaign: storing them, and finding those already in
 * the store.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include "bench/crew/campaign.h"

/* What the watched run of a rung says about a finer one. */
typedef struct rung_result {
    bool known, arrived;
    bool limit;     /* at the error bar of the reference */
    double digits;  /* NAN: not known */
    double seconds; /* CPU; 0: not known */
} rung_result;

/* A cell under way. */
typedef struct task {
    const plan_cell *planned;
    struct task *coarser; /* the next coarser rung of a ladder with `until`; NULL */
    rung_result rung;
    bool waits;    /* nobody asks for it yet: requested.h */
    bool decides;  /* a finer rung waits for it */
    record r;      /* of its accuracy run; series are dropped once they are stored */
    bool accurate; /* r is there */
    bool over;     /* finished, or finished before */
    int timed;     /* timing workers done */
    bool checked;  /* a timed solve of it is repeated */
    bool compared; /* its configuration with a changed parameter, in this run */
} task;

/* These functions return false if the store failed; the campaign has the reason. */

/* Picks up where an earlier run of the same plan ended. */
bool results_resume(campaign *k, task *t);
/* Timed ladders of the block whose digits and work do not depend on the tolerance are
 * accused. */
bool results_look_at_ladders(campaign *k);
/* Likewise those whose ends from moved starts are all alike, where those of another ladder of
 * the problem are not. */
bool results_look_for_blind(campaign *k);
/* Cells of the block that only wait for the check of another rung are finished. */
bool results_finish_rest(campaign *k);
/* A worker is done: its result is kept. */
bool results_take(campaign *k, child *c);

#endif
