/* radau_sums.h -- sums over stages: s vectors, one behind the other, of n numbers each. n is a
 * multiple of PACK; behind the last unknown are zeros. A matrix has rows of RADAU_STAGES.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_RADAU_RADAU_SUMS_H
#define KERNEL_METHODS_RADAU_RADAU_SUMS_H

#include "kernel/methods/radau/radau_blocks.h"

/* y_i := sum_j M_ij x_j, i < rows, j < s */
void radau_sums(int rows, int s, int n, const real *M, const real *x, real *y);
/* z_i := z_i - d_i, d_i = sum_j M_ij x_j, i < s; returns the sum of all (weight d_i)^2 */
real radau_sums_move(int s, int n, const real *M, const real *x, const real *weight, real *z);
/* x := L/h W - x, L being the blocks */
void radau_sums_turn(const radau_blocks *b, int n, real h, const real *W, real *x);
/* y := y - x, of n numbers */
void radau_sums_subtract(int n, const real *x, real *y);

#endif
