/* callgrind.h -- instructions by part of the program: sums of callgrind's output by source
 * folder.
 *
 *     model           equations in every arithmetic, their blocks and derivatives: problems/,
 *                     kernel/problem, kernel/lanes
 *     linear algebra  kernel/linear and kernel/methods/phi, compiled elimination code
 *     method          all other folders of the kernel, solvers, and wrapped libraries with
 *                     their own linear algebra and interpreters
 *     kernel          the loop over steps, views and their formulations, projection, recording
 *
 * Functions of the C library count for their caller. Functions of other headers count for the
 * file into which they were inlined.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CALLGRIND_H
#define BENCH_CALLGRIND_H

#include <stdio.h>

#include "bench/cell/shared.h"

/* Instructions of each part, and of all, from a file made with --compress-strings=no and
 * --compress-pos=no; negative if it has none. */
double callgrind_sums(FILE *f, double sum[NSHARES]);

#endif
