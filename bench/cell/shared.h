/* shared.h -- the parts that the instructions of a run are divided into, as stores name them
 * (docs/speed.md says what belongs to which).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CELL_SHARED_H
#define BENCH_CELL_SHARED_H

typedef enum share_part {
    SHARE_MODEL,
    SHARE_ALGEBRA,
    SHARE_KERNEL,
    SHARE_METHOD,
    NSHARES
} share_part;

extern const char *const share_names[NSHARES];

#endif
