/* triplets.h -- places of a matrix, told in any order, by columns; and columns that do not
 * overlap.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_TRIPLETS_H
#define IVP_TRIPLETS_H

#include "kernel/linear/sparse.h"

/* Places (row[k], col[k]) of an n x n matrix, k < count, as often as one likes. */
typedef struct triplets {
    int count, room;
    int *row, *col;
} triplets;

bool triplets_add(triplets *t, int i, int j); /* false: no memory */
void triplets_free(triplets *t);
/* Adds places, each with its mirror image; false: no memory. */
bool triplets_mirror(triplets *t, int count, const int *row, const int *col);
/* Adds the pattern of A^T A of another matrix A: (a, b) for all its entries (i, a) and (i, b).
 * Rows i with apart[i] are skipped; apart may be NULL. rows, cols: the size of A. false: no
 * memory. */
bool triplets_join(triplets *t, const triplets *places, int rows, int cols, const bool *apart);

/* The pattern of these places, rows ascending, in new storage; place k stands at map[k], which
 * may be NULL. False: no memory. In time proportional to n + count. */
bool triplets_compress(const triplets *t, int n, sparse_pattern *out, int *map);
void pattern_free(sparse_pattern *p);

/* Colours of the columns of a pattern: two of one colour have no row in common. rows: the
 * columns of each row (the transposed pattern; of a symmetric one the pattern itself). Greedy
 * in the order of the columns (Curtis, Powell, Reid, On the estimation of sparse Jacobian
 * matrices, J. Inst. Maths Applics 13 (1974)). How many; 0: no memory. */
int pattern_colour(const sparse_pattern *p, const sparse_pattern *rows, int *colour);

/* The connected parts of a symmetric pattern: column j is number place[j] of part[j]. How many
 * columns the largest one has; 0: no memory. */
int pattern_parts(const sparse_pattern *p, int *part, int *place);

#endif
