/* toys.h -- parts that problems made for the tests share. Each has functions and a descriptor
 * of its own beside.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_TOYS_H
#define TESTS_PLUGINS_TOYS_H

#include <ivp/problem.h>

/* A descriptor of y' = f(t, y) */
#define TOY(from, to, count, first)                                                            \
    .source = "made for the tests", .t0 = from, .t1 = to, .form = IVP_ODE,                     \
    .sizes = { .n = count }, .init = first

/* y' = -y */
static inline ivp_status toy_decay(const ivp_state *s, real *f, const real *p)
{
    f[0] = -s->y[0];
    return IVP_OK;
}

/* y1' = y2, y2' = -y1 */
static inline ivp_status toy_oscillator(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -s->y[0];
    return IVP_OK;
}

/* Starts from 1, (0, 1) and (1, 0) */
static inline ivp_status toy_one(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    return IVP_OK;
}

static inline ivp_status toy_second(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(0);
    y[1] = ivp_of(1);
    return IVP_OK;
}

static inline ivp_status toy_first(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    y[1] = ivp_of(0);
    return IVP_OK;
}

#endif
