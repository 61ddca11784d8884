/* moved.h -- starts beside the start of a problem, which a solver cannot know in advance.
 *
 * Start k of a key moves each component that is not zero by up to 4096 units in its last place.
 * A random generator that begins at key and k says by how many. Of a mechanism zero positions
 * and velocities move too, by units of the largest of their block. Then q and u are projected
 * onto their constraints. Accelerations, multipliers and y' stay.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_MOVED_H
#define BENCH_MOVED_H

#include "kernel/problem/instance.h"

#include <stdint.h>

typedef struct moved_starts {
    instance *instance;
    int n;        /* components of a start: instance_ncomponents() */
    real *origin; /* n, the problem's start */
} moved_starts;

void moved_open(moved_starts *m, instance *i);
void moved_close(moved_starts *m);

/* Start `number` of the key, n numbers. NULL, or a sentence why it is the problem's own start.
 * That one is zero, cannot be projected, or has a guard on its other side. */
const char *moved_start(const moved_starts *m, uint64_t key, long number, real *start);
void moved_begin_at(const moved_starts *m, const real *start); /* where the next run begins */

uint64_t moved_random(uint64_t *state); /* splitmix64 */

#endif
