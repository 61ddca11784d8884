/* clock.h -- whether the clocks of this machine pass steadily.
 *
 * The harness measures the life of a process and its limits by CLOCK_MONOTONIC, as all workers
 * do. Solves are timed by CLOCK_MONOTONIC_RAW. Both pass at the same rate, but for what a time
 * server corrects: 10 % at most (adjtimex). The time of the day is asked for dates alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdbool.h>

#define CLOCK_FAILS "stands, jumps, goes backwards, or passes unlike the kernel's other clocks"

/* They go on, and by what passes. Takes 20 ms. */
bool clocks_pass(void);

/* What they said at the last look, in seconds. */
enum { CLOCK_OTHERS = 2 };
typedef struct clock_watch {
    double before, after;       /* CLOCK_MONOTONIC before and after the other ones: */
    double other[CLOCK_OTHERS]; /* CLOCK_MONOTONIC_RAW; the kernel's CLOCK_MONOTONIC */
} clock_watch;

clock_watch clock_watch_new(void);
/* Since the last look none went backwards, and all passed alike. The time between two looks may
 * be as long as the machine likes: it is the clocks that are compared. */
bool clock_watch_look(clock_watch *w);

#endif
