/* three_loops.h -- angles, sums and derivatives of seven arms that close three loops: of
 * Andrews' mechanism.
 *
 *     arm      0    1        2    3        4    5        6
 *     angle    q0   q0+q1    q2   q3+q4    q4   q5+q6    q6
 *     loops    all  all      0    1        1    2        2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef THREE_LOOPS_H
#define THREE_LOOPS_H

#include <ivp/problem.h>

enum { NQ = 7, NARMS = 7, NLOOPS = 3 };

struct vec {
    real x, y;
};

/* Angle, or angular velocity, of every arm. */
static inline void add_up(const real *v, real *arm)
{
    arm[0] = v[0];
    arm[1] = v[0] + v[1];
    arm[2] = v[2];
    arm[3] = v[3] + v[4];
    arm[4] = v[4];
    arm[5] = v[5] + v[6];
    arm[6] = v[6];
}

/* Cosine and sine of the angle of every arm; all others follow from them. */
static inline void turn(const real *q, struct vec *turned)
{
    real angle[NARMS];
    add_up(q, angle);
    for (int k = 0; k < NARMS; k++) ivp_turn(angle[k], &turned[k].x, &turned[k].y);
}

static inline struct vec plus(struct vec a, struct vec b)
{
    return (struct vec){ a.x + b.x, a.y + b.y };
}

/* The crank and body 2 lead to the common point, one or two further arms back to a pivot. */
static inline void sum_loops(const struct vec *d, real *out)
{
    const struct vec common = plus(d[0], d[1]);
    const struct vec loop[NLOOPS] = { plus(common, d[2]), plus(common, plus(d[3], d[4])),
                                      plus(common, plus(d[5], d[6])) };
    for (int k = 0; k < NLOOPS; k++) {
        out[2 * k] = loop[k].x;
        out[2 * k + 1] = loop[k].y;
    }
}

/* Cosine and sine of the difference of two angles. */
static inline struct vec between(struct vec a, struct vec b)
{
    return (struct vec){ a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y };
}

static inline void put(ivp_mat A, int loop, int j, struct vec d)
{
    *ivp_at(A, 2 * loop, j) = d.x;
    *ivp_at(A, 2 * loop + 1, j) = d.y;
}

/* The (2 NLOOPS x NQ) matrix of d_k in every loop of arm k, for every angle that turns it. */
static inline void scatter(const struct vec *d, ivp_mat A)
{
    const struct vec common = plus(d[0], d[1]);
    for (int loop = 0; loop < NLOOPS; loop++) {
        put(A, loop, 0, common);
        put(A, loop, 1, d[1]);
    }
    put(A, 0, 2, d[2]);
    put(A, 1, 3, d[3]);
    put(A, 1, 4, plus(d[3], d[4]));
    put(A, 2, 5, d[5]);
    put(A, 2, 6, plus(d[5], d[6]));
}

#endif
