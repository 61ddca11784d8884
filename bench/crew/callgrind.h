/* callgrind.h -- whose instructions they were: sums of what callgrind wrote, by the room of the
 * source.
 *
 *     model           equations in every arithmetic, their blocks and derivatives: problems/,
 *                     kernel/problem, kernel/lanes
 *     linear algebra  kernel/linear and kernel/methods/phi, eliminations that were written out as C
 *     method          all other rooms of the kernel and what solvers are made of, wrapped libraries with
 *                     their own linear algebra and interpreters included
 *     kernel          the loop over steps, views and their formulations, projection, what a run is
 *                     watched by
 *
 * Functions of the C library count for who calls them, functions of headers outside of these
 * rooms for the file that they were inlined into. */
#ifndef BENCH_CALLGRIND_H
#define BENCH_CALLGRIND_H

#include <stdio.h>

#include "bench/cell/shared.h"

/* Instructions of each part, and of all, from a file with --compress-strings=no and
 * --compress-pos=no; negative where it has none. */
double callgrind_sums(FILE *f, double sum[NSHARES]);

#endif
