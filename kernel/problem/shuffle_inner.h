/* shuffle_inner.h -- the rows of a shuffle.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_PROBLEM_SHUFFLE_INNER_H
#define KERNEL_PROBLEM_SHUFFLE_INNER_H

#include "kernel/problem/shuffle.h"

typedef struct sheet {
    int n, width;
    real *row;   /* n x width: E, A, combination of rows of F, of their derivatives, residual,
                    size */
    real *E, *A; /* F_y', F_y as they are, by columns */
    real *B;     /* F_y at a point beside, filled when asked for */
    bool beside;
    real *Ft, *z, *dz; /* n; t, y, y' and a direction */
    real *h, *r;       /* hidden rows of w F_y, n x n at most, and their residuals */
    int hidden;
    bool *used;         /* rows that are pivots */
    int differentiated; /* times */
} sheet;

/* shuffle_change.c: finds the least change of (y, y') that satisfies the hidden rows. *out: the
 * component of y that changes most. */
void shuffle_change(const sheet *s, shuffle_result *out);

#endif
