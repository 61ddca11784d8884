/* counting.h -- instructions of one solve, counted by valgrind where the processor's own
 * counters are out of reach.
 *
 * Two processes, one that solves once and one that solves 1 + N times, are run in cachegrind
 * without its caches; the difference over N is what a solve takes, without loading and set-up.
 * It hardly depends on the load of the machine nor on addresses. Valgrind knows no AVX-512:
 * lanes are those of AVX2 there. Whose instructions they are (callgrind.h) is counted by
 * callgrind, of one solve from its first step to its last, by the lines of the sources (-g).
 * The plug-in runs without the cage of a campaign (docs/security.md). */
#ifndef BENCH_COUNTING_H
#define BENCH_COUNTING_H

#include "bench/cell/cell.h"
#include "bench/cell/shared.h"
#include "bench/store/store.h"

/* Of this cell; negative with a sentence. */
double counting_solve(const cell *c, char *why, size_t size);

/* Which results of a store that arrived are counted, and how. */
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
    int elsewhere; /* of another machine, or made by other plug-ins than there are now */
} counting_tally;

/* Into the scoring (docs/store.md). Failures are told and passed over. False with a sentence:
 * the store cannot be used. */
bool counting_store(const char *path, const counting_choice *choice, counting_tally *tally,
                    char *why, size_t size);

#endif
