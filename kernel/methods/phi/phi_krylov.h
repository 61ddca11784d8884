/* phi_krylov.h -- phi functions of a large matrix by Arnoldi's method.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_PHI_PHI_KRYLOV_H
#define KERNEL_METHODS_PHI_PHI_KRYLOV_H

#include "kernel/methods/phi/phi.h"

/* Relative accuracy of a state: a hundred times what rounding leaves of one. */
#define PHI_KRYLOV_ACCURACY (R(1e4) * IVP_EPS)

typedef struct phi_krylov phi_krylov; /* of one chain */

phi_krylov *phi_krylov_create(int n); /* NULL: out of memory; accepts NULL in destroy */
void phi_krylov_destroy(phi_krylov *k);
/* A must stay as it is. */
void phi_krylov_load(phi_krylov *k, phi_operator A, real h, int columns, const real *const *w);
/* A way to h takes no more than so many substeps, 2000 if this is not called. */
void phi_krylov_limit(phi_krylov *k, int substeps);
/* IVP_NO_CONVERGENCE when too many substeps are needed: a smaller h will do. */
ivp_status phi_krylov_at(phi_krylov *k, real t, real *u);
long phi_krylov_products(const phi_krylov *k); /* products with A since creation */

#endif
