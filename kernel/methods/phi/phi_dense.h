/* phi_dense.h -- phi functions of a dense matrix by scaling and squaring.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_PHI_PHI_DENSE_H
#define KERNEL_METHODS_PHI_PHI_DENSE_H

#include "kernel/methods/phi/phi.h"

typedef struct phi_dense phi_dense;

phi_dense *phi_dense_create(int most); /* largest n; NULL: out of memory; to be freed */
/* A must stay as it is; n = A.rows may differ from call to call. */
ivp_status phi_dense_matrix(phi_dense *d, ivp_mat A, real h);
int phi_dense_squarings(const phi_dense *d);
void phi_dense_load(phi_dense *d, int chain, int columns, const real *const *w);
void phi_dense_at(phi_dense *d, int chain, real t, real *u);

#endif
