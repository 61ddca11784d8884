/* planar.h -- rigid bodies in the plane, three coordinates (x, z, angle) each, angles from x
 * towards z: joints and forces of them.
 *
 *     planar_meet    r_b + A_b s_b - r_a - A_a s_a = 0        2 rows, s fixed to the bodies
 *     planar_turn    angle_b - angle_a - angle = 0
 *     planar_glide   n_a.(r_b - r_a) - offset = 0             b's point along the x axis of a
 *
 * with their rows of G and gamma. Bodies are named by number, their coordinates begin at three
 * times that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PLANAR_H
#define PLANAR_H

#include <ivp/problem.h>

/* Where constraints go, and the state that they are of. */
typedef struct planar_sink {
    ivp_terms *out;
    const real *q, *u;
    int row;
} planar_sink;

static inline void planar_finish(planar_sink *k, real g, real gamma)
{
    k->out->g[k->row] = g;
    k->out->gamma[k->row++] = gamma;
}

static inline void planar_entry(const planar_sink *k, int col, real value)
{
    *ivp_at(k->out->G, k->row, col) = value;
}

/* v := (x, z) of a body's axes at this angle */
static inline void planar_turned(real angle, plain x, plain z, real v[2])
{
    real c, s;
    ivp_turn(angle, &c, &s);
    v[0] = c * x - s * z;
    v[1] = s * x + c * z;
}

static inline void planar_meet(planar_sink *k, int a, const plain sa[2], int b,
                               const plain sb[2])
{
    const real *q = k->q + 3 * a, *r = k->q + 3 * b;
    const real wa = k->u[3 * a + 2], wb = k->u[3 * b + 2];
    real A[2], B[2];
    planar_turned(q[2], sa[0], sa[1], A);
    planar_turned(r[2], sb[0], sb[1], B);
    for (int c = 0; c < 2; c++) {
        const int sign = c ? -1 : 1; /* d(A s) = (-z, x) d angle */
        planar_entry(k, 3 * b + c, ivp_of(1));
        planar_entry(k, 3 * a + c, ivp_of(-1));
        if (sa[0] != 0 || sa[1] != 0) planar_entry(k, 3 * a + 2, sign * A[1 - c]);
        if (sb[0] != 0 || sb[1] != 0) planar_entry(k, 3 * b + 2, -sign * B[1 - c]);
        planar_finish(k, r[c] + B[c] - q[c] - A[c], wb * wb * B[c] - wa * wa * A[c]);
    }
}

/* gamma: of the angle, its second derivative */
static inline void planar_turn(planar_sink *k, int a, int b, real angle, real gamma)
{
    planar_entry(k, 3 * b + 2, ivp_of(1));
    planar_entry(k, 3 * a + 2, ivp_of(-1));
    planar_finish(k, k->q[3 * b + 2] - k->q[3 * a + 2] - angle, gamma);
}

static inline void planar_glide(planar_sink *k, int a, int b, plain offset)
{
    const real *q = k->q + 3 * a, *r = k->q + 3 * b, *u = k->u + 3 * a, *v = k->u + 3 * b;
    const real x = r[0] - q[0], z = r[1] - q[1];
    real c, s;
    ivp_turn(q[2], &c, &s);
    const real across = c * z - s * x, rate = c * (v[0] - u[0]) + s * (v[1] - u[1]);
    planar_entry(k, 3 * b, -s);
    planar_entry(k, 3 * b + 1, c);
    planar_entry(k, 3 * a, s);
    planar_entry(k, 3 * a + 1, -c);
    planar_entry(k, 3 * a + 2, -(c * x + s * z));
    planar_finish(k, across - offset, 2 * u[2] * rate + u[2] * u[2] * across);
}

/* Force F at the end of the arm of the body whose forces f are */
static inline void planar_push(const real arm[2], real Fx, real Fz, real *f)
{
    f[0] += Fx;
    f[1] += Fz;
    f[2] += arm[0] * Fz - arm[1] * Fx;
}

#endif
