/* draw.h -- lines of pictures in the plane z = 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_DRAW_H
#define PROBLEMS_DRAW_H

#include <ivp/problem.h>

/* From (x0, y0) to (x1, y1) */
static inline void draw_rod(const ivp_canvas *to, real x0, real y0, real x1, real y1)
{
    const real at[2][3] = { { x0, y0, ivp_of(0) }, { x1, y1, ivp_of(0) } };
    to->line(to->to, 2, at);
}

static inline void draw_triangle(const ivp_canvas *to, const real a[2], const real b[2],
                                 const real c[2])
{
    const real at[4][3] = { { a[0], a[1], ivp_of(0) },
                            { b[0], b[1], ivp_of(0) },
                            { c[0], c[1], ivp_of(0) },
                            { a[0], a[1], ivp_of(0) } };
    to->line(to->to, 4, at);
}

/* Two rods with a joint at b */
static inline void draw_bend(const ivp_canvas *to, const real a[2], const real b[2],
                             const real c[2])
{
    const real at[3][3] = { { a[0], a[1], ivp_of(0) },
                            { b[0], b[1], ivp_of(0) },
                            { c[0], c[1], ivp_of(0) } };
    to->line(to->to, 3, at);
}

static inline void draw_point(const ivp_canvas *to, const char *name, real x, real y)
{
    const real at[3] = { x, y, ivp_of(0) };
    to->point(to->to, name, at);
}

/* A circle as a polygon of 16 sides */
static inline void draw_circle(const ivp_canvas *to, real x, real y, real radius)
{
    enum { SIDES = 16 };
    real at[SIDES + 1][3];
    for (int k = 0; k <= SIDES; k++) {
        real c, s;
        ivp_turn(ivp_of(2 * (plain)IVP_PI * (k % SIDES) / SIDES), &c, &s);
        at[k][0] = x + radius * c;
        at[k][1] = y + radius * s;
        at[k][2] = ivp_of(0);
    }
    to->line(to->to, SIDES + 1, (const real(*)[3])at);
}

#endif
