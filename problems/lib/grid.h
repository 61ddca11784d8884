/* grid.h -- the four neighbours of a point of a square of n x n points, row by row: point k is
 * in row k / n and column k % n.
 *
 *     grid_periodic   the last row is followed by the first one
 *     grid_mirrored   points lie on the border, and what is beyond is the mirror image in it:
 *                     central differences with a normal derivative of zero
 *     grid_closed     points are centres of cells, and nothing flows over the border: what is
 *                     beyond equals the point itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef GRID_H
#define GRID_H

#include <ivp/problem.h>

enum { GRID_AROUND = 4 };

/* One function of these is enough for a problem. */
#define GRID_INLINE __attribute__((unused)) static inline

/* The neighbours of point k: of the rows before and after, of the columns before and after. */
GRID_INLINE void grid_place(int n, const int row[2], const int column[2], int k,
                            int around[GRID_AROUND])
{
    around[0] = row[0] * n + k % n;
    around[1] = row[1] * n + k % n;
    around[2] = k / n * n + column[0];
    around[3] = k / n * n + column[1];
}

GRID_INLINE void grid_periodic(int n, int k, int around[GRID_AROUND])
{
    const int i = k / n, j = k % n;
    grid_place(n, (const int[]){ (i + n - 1) % n, (i + 1) % n },
               (const int[]){ (j + n - 1) % n, (j + 1) % n }, k, around);
}

/* The places before and after place i of a line, beyond whose ends is `inwards` from the
 * end. */
GRID_INLINE void grid_ends(int n, int i, int inwards, int near[2])
{
    near[0] = i > 0 ? i - 1 : inwards;
    near[1] = i < n - 1 ? i + 1 : n - 1 - inwards;
}

GRID_INLINE void grid_mirrored(int n, int k, int around[GRID_AROUND])
{
    int row[2], column[2];
    grid_ends(n, k / n, 1, row);
    grid_ends(n, k % n, 1, column);
    grid_place(n, row, column, k, around);
}

GRID_INLINE void grid_closed(int n, int k, int around[GRID_AROUND])
{
    int row[2], column[2];
    grid_ends(n, k / n, 0, row);
    grid_ends(n, k % n, 0, column);
    grid_place(n, row, column, k, around);
}

GRID_INLINE real grid_sum(const real *x, const int around[GRID_AROUND])
{
    return x[around[0]] + x[around[1]] + x[around[2]] + x[around[3]];
}

/* The square of the distance of points times the Laplacian */
GRID_INLINE real grid_five_points(const real *x, int k, const int around[GRID_AROUND])
{
    return grid_sum(x, around) - 4 * x[k];
}

GRID_INLINE real grid_mean(const real *x, int count)
{
    real sum = ivp_of(0);
    for (int k = 0; k < count; k++) sum += x[k];
    return sum / count;
}

/* Fields that follow one another, `fields` of them: each entry of J couples a point to its
 * neighbours in its own field, and to itself in all fields. */
GRID_INLINE void grid_pattern(const ivp_pattern *out, int n, int fields,
                              void neighbours(int, int, int *))
{
    const int all = n * n;
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        neighbours(n, k, around);
        for (int field = 0; field < fields; field++) {
            const int row = field * all + k;
            for (int other = 0; other < fields; other++)
                ivp_entry(out, IVP_JAC, row, other * all + k);
            for (int m = 0; m < GRID_AROUND; m++)
                ivp_entry(out, IVP_JAC, row, field * all + around[m]);
        }
    }
}

#endif
