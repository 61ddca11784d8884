/* best.c -- the least time of a call: batches long enough for the clock, short enough to fall
 * between two disturbances.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/speed/speed.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const double batch_ns = 2e4, least_ns = 2e7;

static double clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double time_of(void (*call)(void *), void *context, long n)
{
    const double begin = clock_ns();
    for (long k = 0; k < n; k++) call(context);
    return clock_ns() - begin;
}

double speed_best_ns(void (*call)(void *), void *context)
{
    long n = 1;
    double spent, total, best;
    call(context); /* warms up */
    while ((spent = time_of(call, context, n)) < batch_ns) n *= 2;
    total = best = spent;
    while (total < least_ns) {
        total += spent = time_of(call, context, n);
        best = fmin(best, spent);
    }
    return best / (double)n;
}
