/* counting.h -- instructions of one solve, counted by valgrind if the processor's counters are
 * not accessible.
 *
 * Two processes run in cachegrind without cache simulation; one solves once, the other 1 + N
 * times. The difference divided by N is the cost of a solve without loading and set-up. It
 * hardly depends on the machine's load or on addresses. Valgrind has no AVX-512, so lanes use
 * AVX2 there. Callgrind counts the shares (callgrind.h) of one solve from its first step to its
 * last, by source lines (-g). The plug-in runs without the confinement of a campaign
 * (docs/security.md).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_COUNTING_H
#define BENCH_COUNTING_H

#include "bench/cell/cell.h"
#include "bench/cell/shared.h"
#include "bench/store/store.h"

/* Of this cell; negative with a sentence. */
double counting_solve(const cell *c, reason *why);

/* Selection of the successful results that are counted, and the way of counting. */
typedef struct counting_choice {
    const char *problems;    /* globs; NULL: of all */
    const char *const *keys; /* of cells; NULL: all */
    int nkeys;
    bool shares; /* with the shares of the parts */
    void (*each)(const cell *c, double instructions,
                 const char *why); /* after every cell, or NULL */
} counting_choice;

typedef struct counting_tally {
    int counted, failed;
    int elsewhere; /* made on another machine or by other plug-ins than the present ones */
} counting_tally;

/* Counts instructions and writes them into the scoring (docs/store.md). Failures are reported
 * and skipped. Returns false with a sentence if the store is unusable. */
bool counting_store(const char *path, const counting_choice *choice, counting_tally *tally,
                    reason *why);

#endif
