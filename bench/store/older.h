/* older.h -- what taking results out of another file needs to know of its schema.
 *
 *     schema 1   knew neither the files of a cell nor what was planned
 *     schema 2   no seals
 *     schema 3   samples, series and events carry cell and machine; scoring stands with each
 *                result
 *     schema 4   the present one
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_OLDER_H
#define BENCH_OLDER_H

#include "bench/store/store_inner.h"

enum { OLDEST = 1, SEALED = 3, NEWEST = 4, ALIKE = 3, ONES = 9 };

typedef struct older {
    const char *runs[ALIKE]; /* runs, cells, plans */
    /* of one result, ?1 its cell and ?2 its machine: */
    const char *one[ONES]; /* brings it over, in this order */
    const char *whole;     /* a row if it is as it was written, and its description with it */
    const char *series;    /* n, data, sha256 (32 bytes), name */
} older;

/* schema: OLDEST to NEWEST */
const older *older_of(int schema);

#endif
