/* two_rods.h -- two uniform rods in the plane, the first one turning about the origin, the
 * second one about its end: what the double pendulums share.
 *
 * The rods are 2 a and 2 b long. Cartesian coordinates are those of the mass centres and the
 * angles from the x axis, q = (x1, y1, theta1, x2, y2, theta2); with e(theta) = (cos, sin)
 *
 *     0 = g1, g2 = (x1, y1) - a e(theta1)
 *     0 = g3, g4 = (x2, y2) - (x1, y1) - a e(theta1) - b e(theta2)
 *
 * In angles alone, q = (theta1, theta2), there are no constraints.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TWO_RODS_H
#define TWO_RODS_H

#include "draw.h"

enum { X1, Y1, TH1, X2, Y2, TH2, NCARTESIAN, NANGLES = 2, NG = 4 };

/* g, G and gamma; G and gamma are zero before */
static inline void two_rods_joints(const real *q, const real *u, ivp_terms *out, real a, real b)
{
    real c1, s1, c2, s2;
    ivp_turn(q[TH1], &c1, &s1);
    ivp_turn(q[TH2], &c2, &s2);
    const real ax = a * c1, ay = a * s1, bx = b * c2, by = b * s2;
    const real a2 = u[TH1] * u[TH1], b2 = u[TH2] * u[TH2];

    out->g[0] = q[X1] - ax;
    out->g[1] = q[Y1] - ay;
    out->g[2] = q[X2] - q[X1] - ax - bx;
    out->g[3] = q[Y2] - q[Y1] - ay - by;

    *ivp_at(out->G, 0, X1) = ivp_of(1);
    *ivp_at(out->G, 1, Y1) = ivp_of(1);
    *ivp_at(out->G, 2, X1) = ivp_of(-1);
    *ivp_at(out->G, 3, Y1) = ivp_of(-1);
    *ivp_at(out->G, 2, X2) = ivp_of(1);
    *ivp_at(out->G, 3, Y2) = ivp_of(1);
    *ivp_at(out->G, 0, TH1) = ay;
    *ivp_at(out->G, 2, TH1) = ay;
    *ivp_at(out->G, 1, TH1) = -ax;
    *ivp_at(out->G, 3, TH1) = -ax;
    *ivp_at(out->G, 2, TH2) = by;
    *ivp_at(out->G, 3, TH2) = -bx;

    out->gamma[0] = -a2 * ax;
    out->gamma[1] = -a2 * ay;
    out->gamma[2] = -a2 * ax - b2 * bx;
    out->gamma[3] = -a2 * ay - b2 * by;
}

/* Cartesian coordinates and velocities from angles and angular velocities; those printed in
 * papers are rounded. */
static inline void two_rods_place(real *q, real *u, const real th[2], const real w[2], real a,
                                  real b)
{
    const real ax = a * cos(th[0]), ay = a * sin(th[0]);
    const real bx = b * cos(th[1]), by = b * sin(th[1]);
    q[X1] = ax;
    q[Y1] = ay;
    q[TH1] = th[0];
    q[X2] = 2 * ax + bx;
    q[Y2] = 2 * ay + by;
    q[TH2] = th[1];
    u[X1] = -w[0] * ay;
    u[Y1] = w[0] * ax;
    u[TH1] = w[0];
    u[X2] = -2 * w[0] * ay - w[1] * by;
    u[Y2] = 2 * w[0] * ax + w[1] * bx;
    u[TH2] = w[1];
}

/* ---- coordinates: the first parameter of both problems
 * --------------------------------------- */

#define TWO_RODS_FORM                                                                          \
    {                                                                                          \
        "form", "cartesian", "coordinates: mass centres and angles, or angles alone",          \
            .choices = "cartesian angles"                                                      \
    }

static inline bool in_angles(const real *p) { return re(p[0]) > 0; }

static void size(const real *p, ivp_sizes *s)
{
    s->nq = in_angles(p) ? NANGLES : NCARTESIAN;
    s->ng = in_angles(p) ? 0 : NG;
}

static real theta1(const ivp_state *s, const real *p) { return s->q[in_angles(p) ? 0 : TH1]; }
static real theta2(const ivp_state *s, const real *p) { return s->q[in_angles(p) ? 1 : TH2]; }

static inline void two_rods_draw(const ivp_state *s, const ivp_canvas *to, real a, real b,
                                 const real *p)
{
    const real th1 = theta1(s, p), th2 = theta2(s, p);
    const real x = 2 * a * cos(th1), y = 2 * a * sin(th1);
    draw_rod(to, ivp_of(0), ivp_of(0), x, y);
    draw_rod(to, x, y, x + 2 * b * cos(th2), y + 2 * b * sin(th2));
}
static real omega1(const ivp_state *s, const real *p) { return s->u[in_angles(p) ? 0 : TH1]; }
static real omega2(const ivp_state *s, const real *p) { return s->u[in_angles(p) ? 1 : TH2]; }

/* Rows of observables; tip_x() and tip_y() know the lengths. */
#define TWO_RODS_ANGLES                                                                        \
    { "theta1", "rad", "angle of rod 1 from the x axis", theta1 },                             \
        { "theta2", "rad", "angle of rod 2 from the x axis", theta2 },                         \
        { "omega1", "rad/s", "angular velocity of rod 1", omega1 },                            \
    {                                                                                          \
        "omega2", "rad/s", "angular velocity of rod 2", omega2                                 \
    }
#define TWO_RODS_TIP                                                                           \
    { "tip_x", "m", "free end of rod 2, x", tip_x },                                           \
    {                                                                                          \
        "tip_y", "m", "free end of rod 2, y", tip_y                                            \
    }
#define TWO_RODS_RUN .params = params, .t0 = "0", .t1 = "2", .size = size, .init = start

#endif
