/* narrow.h -- an order of the unknowns in which a sparse matrix has few diagonals.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_NARROW_H
#define IVP_NARROW_H

#include "kernel/linear/sparse.h"

/* order[k]: the unknown that comes k-th. p: any pattern. Takes time in proportion to n and the
 * entries. false: no memory. */
bool narrow_order(const sparse_pattern *p, int *order);

#endif
