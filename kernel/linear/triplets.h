/* triplets.h -- places of a matrix, told in any order, by columns; and columns that do not overlap. */
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

/* The pattern of these places, rows ascending, in new storage; place k stands at map[k], which may be
 * NULL. False: no memory. In time proportional to n + count. */
bool triplets_compress(const triplets *t, int n, sparse_pattern *out, int *map);
void pattern_free(sparse_pattern *p);

/* Colours of the columns of a symmetric pattern: two of one colour have no row in common. Greedy
 * in the order of the columns (Curtis, Powell, Reid, On the estimation of sparse Jacobian matrices,
 * J. Inst. Maths Applics 13 (1974)). How many; 0: no memory. */
int pattern_colour(const sparse_pattern *p, int *colour);

#endif
