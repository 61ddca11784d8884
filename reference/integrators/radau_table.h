/* radau_table.h -- the coefficients of kernel/methods/radau/radau_nodes.h with eigenvectors in
 * double.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_RADAU_TABLE_H
#define REFERENCE_RADAU_TABLE_H

#include "kernel/methods/radau/radau_nodes.h"

enum { RADAU_PAIRS = (RADAU_MOST + 1) / 2 };

typedef struct radau_table {
    int s; /* odd */
    real c[RADAU_MOST];
    real A[RADAU_MOST][RADAU_MOST], inverse[RADAU_MOST][RADAU_MOST];
    real weight[RADAU_MOST], slope[RADAU_MOST];
    /* A^-1 = T diag(lambda) T^-1 to the digits of a double. Of each conjugate pair one member
     * is kept, from column k of T and row k of T^-1; the real eigenvalue comes first. */
    int pairs; /* (s + 1) / 2 */
    double _Complex lambda[RADAU_PAIRS];
    double _Complex T[RADAU_MOST][RADAU_PAIRS], back[RADAU_PAIRS][RADAU_MOST];
} radau_table;

/* s odd, 3 .. RADAU_MOST. IVP_E_INVALID otherwise, IVP_E_NOMEM. */
ivp_status radau_table_fill(radau_table *r, int s);
/* The same polynomial at theta is sum part_i z_i, part_i = w_i theta prod_j (theta - c_j). */
void radau_table_parts(const radau_table *r, real theta, real part[RADAU_MOST]);

#endif
