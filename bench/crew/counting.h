/* counting.h -- instructions of one solve, counted by valgrind where the processor's own counters
 * are out of reach.
 *
 * Two processes, one that solves once and one that solves 1 + N times, are run in cachegrind without
 * its caches; the difference over N is what a solve takes, without loading and set-up. It hardly
 * depends on the load of the machine nor on addresses. Valgrind knows no AVX-512: lanes are those
 * of AVX2 there. The plug-in runs without the cage of a campaign (docs/security.md). */
#ifndef BENCH_COUNTING_H
#define BENCH_COUNTING_H

#include "bench/cell/cell.h"
#include "bench/store/store.h"

/* Of this cell; negative with a sentence. */
double counting_solve(const cell *c, char *why, size_t size);

typedef struct counting_tally {
    int counted, failed;
    int elsewhere; /* of another machine, or made by other plug-ins than there are now */
} counting_tally;

/* Of every result of a store that arrived, into its scoring (docs/store.md). each: told after every
 * cell; failures are told and passed over. False with a sentence: the store cannot be used. */
bool counting_store(const char *path, const char *problems, counting_tally *tally,
                    void (*each)(const cell *c, double instructions, const char *why),
                    char *why, size_t size);

#endif
