/* campaign.h -- running the cells of a plan: accuracy runs on all cores, then timings.
 *
 * Accuracy runs of the priority cells come before all others. The page, if requested, shows
 * them at once and is updated during the campaign (renewal.h). No timing runs while a page is
 * made.
 *
 * A block has a thousand cells or more. Its accuracy runs come first, in shuffled order. Then
 * the timing workers run in rounds; each round visits all cells of the block in a new order. So
 * a drift of the machine's speed favours no solver. The workers of one cell are minutes apart:
 * a disturbance of some seconds affects one of them and shows as a spread. The result of each
 * worker is stored at once.
 *
 * `timing_jobs` workers solve at a time, on the last cores. Where there is another core, the
 * next worker is set up on it meanwhile (child_begin), and the harness runs on none of theirs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CAMPAIGN_H
#define BENCH_CAMPAIGN_H

#include <stdint.h>

#include "bench/crew/crew.h"
#include "bench/plan/plan.h"
#include "bench/crew/progress.h"
#include "bench/crew/renewal.h"
#include "bench/store/store_inner.h"

/* Digits of a result; NAN: not known. limit: they are those of the reference. No function: no
 * ladder goes beyond its end. */
typedef struct campaign_scorer {
    void *of;
    double (*digits)(void *of, const record *r, bool *limit);
} campaign_scorer;

typedef struct campaign {
    store *store;
    campaign_scorer scorer;
    char machine[65];
    crew crew;
    progress progress;
    renewal page;
    long shown; /* runs that were done when the last page was begun */
    int jobs, timing_jobs;
    int ncores, cores[1024];
    unsigned long seed;
    uint64_t random; /* the state that the seed has come to */
    int rerun;       /* 0: keep finished cells; 1: repeat failures; 2: repeat everything */
    long outcomes[NOUTCOMES], skipped;
    char infrastructure[256]; /* detail of the first cell of this outcome */
    int nforbidden;           /* groups that must succeed and did not */
    struct forbidden {
        const char *group; /* of the plan */
        long n;            /* cells that failed; declined is no failure */
        char *first;       /* "andrews ida@ggl rtol=1e-06: crash" */
    } * forbidden;
    struct task *block; /* cells under way */
    int nblock;
    char *hidden[16]; /* store and references: no worker reads them */
    reason why;
} campaign;

typedef enum campaign_end { CAMPAIGN_DONE, CAMPAIGN_STOPPED, CAMPAIGN_BROKEN } campaign_end;

/* CAMPAIGN_BROKEN: the store failed or no worker could be started; why has the reason. */
campaign_end campaign_run(campaign *k, const plan *p);

void campaign_free(campaign *k); /* what campaign_run has left in it */

#endif
