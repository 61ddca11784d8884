/* hot_spots.h -- where the frame of flexible_frame bends most, and when.
 *
 * Of an element of beam, by what its ends are turned against each other about the two axes
 * square to it:
 *
 *     M = E I |dtheta| / L,   theta of a node = sum_k phi_k z_k
 *
 * 18 elements of rails, 12 of cross members, by the two nodes that they join
 * (problems/lib/ladder.h). A bending moment is to a tube of one section what the stress is, so
 * that relative differences are the same.
 *
 * Negrut, Rampalli, Ottarsson, Sajdak, Table 1.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PAPERS_STUDIES_HOT_SPOTS_H
#define PAPERS_STUDIES_HOT_SPOTS_H

#include "papers/studies/motion.h"

enum { ELEMENTS = 30, FRAME_NODES = 28, BEFORE_MODES = 7 * 29 };

typedef struct hot_spot {
    int element;
    double moment, t; /* N m; when it was the largest */
} hot_spot;

/* Its two nodes, 1 .. 28; true: it lies along x. */
static inline bool element_nodes(int e, int node[2])
{
    if (e < 18) {
        node[0] = e + 1 + e / 9;
        node[1] = node[0] + 1;
        return true;
    }
    const int cross = (e - 18) / 3, part = (e - 18) % 3;
    const int across[4] = { 1 + 3 * cross, 21 + 2 * cross, 22 + 2 * cross, 11 + 3 * cross };
    node[0] = across[part];
    node[1] = across[part + 1];
    return false;
}

static inline void element_name(int e, char name[16])
{
    int node[2];
    element_nodes(e, node);
    snprintf(name, 16, "%d-%d", node[0], node[1]);
}

/* Rotation of a node about an axis; shapes stand behind inertia and squared frequencies in what
 * the problem derives. */
static inline double node_turned(const instance *i, const double *q, int node, int axis)
{
    const int modes = (int)i->p[0];
    const double *shape =
        i->p + i->nparams + 4 + modes + (size_t)(node - 1) * (size_t)modes * 6;
    double sum = 0;
    for (int k = 0; k < modes; k++) sum += shape[6 * k + 3 + axis] * q[BEFORE_MODES + k];
    return sum;
}

static inline double element_moment(double theta[][3], int e)
{
    const double EI = 205e9 * 2.13e-8;
    int node[2];
    const bool along = element_nodes(e, node);
    const double *a = theta[node[0]], *b = theta[node[1]];
    const int other = along ? 1 : 0;
    return EI * hypot(b[other] - a[other], b[2] - a[2]) / (along ? 1.519 / 9 : 0.4105 / 3);
}

static inline int hotter(const void *a, const void *b)
{
    const double x = ((const hot_spot *)a)->moment, y = ((const hot_spot *)b)->moment;
    return (x < y) - (x > y);
}

/* All elements, the hottest first. */
static inline void find_hot_spots(const motion *m, hot_spot spot[ELEMENTS])
{
    double theta[FRAME_NODES + 1][3];
    for (int e = 0; e < ELEMENTS; e++) spot[e] = (hot_spot){ .element = e };
    for (int k = 0; k < GRID; k++) {
        const double *q = m->q + (size_t)k * (size_t)m->nq;
        for (int n = 0; n < 3 * FRAME_NODES; n++)
            theta[1 + n / 3][n % 3] = node_turned(m->instance, q, 1 + n / 3, n % 3);
        for (int e = 0; e < ELEMENTS; e++) {
            const double moment = element_moment(theta, e);
            if (moment > spot[e].moment) spot[e] = (hot_spot){ e, moment, m->step * (k + 1) };
        }
    }
    qsort(spot, ELEMENTS, sizeof *spot, hotter);
}

#endif
