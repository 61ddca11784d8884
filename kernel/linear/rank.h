/* rank.h -- the rank of a matrix: LU with full pivoting of a matrix whose rows and columns are
 * scaled.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_RANK_H
#define IVP_RANK_H

#include <ivp/base.h>

/* P S A T Q = L U with scales S, T and pivots of full size first; below the row that is
 * returned, U is zero to rounding. A (n x n) is overwritten by L (below the diagonal) and U. */
int rank_of(ivp_mat A);

#endif
