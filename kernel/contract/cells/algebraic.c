/* algebraic.c -- differential-algebraic equations with closed forms.
 *
 *     cell_index1     y1' = y2 cos t / y1^2,  0 = y2 - y1 (2 + sin t),  y3' = -y2 y3 / 4
 *                     y1 = 2 + sin t,  y2 = y1^2,  y3 = exp(cos t + sin(2 t) / 16 - 9 t / 8)
 *     cell_index2     y1' = y1 + y2,  0 = y1 - sin t,  y3' = y2 y3
 *                     y1 = sin t,  y2 = cos t - sin t,  y3 = exp(sin t + cos t)
 *     cell_index3     y1' = y2,  y2' = y1 + y3,  0 = y1 - sin t,  y4' = y3 y4 / 2
 *                     y1 = sin t,  y2 = cos t,  y3 = -2 sin t,  y4 = exp(cos t)
 *     cell_implicit   y1'^3 + y1' = cos^3 t + cos t + 2 + sin t - y1,
 *                     (1 + y3) y2' = y3 - y2 + sin t + (1 + s) cos t - s,  0 = y3 - y1 cos t,
 *                     where s = (2 + sin t) cos t
 *                     y1 = 2 + sin t,  y2 = sin t,  y3 = s
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

#define ALGEBRAIC(id, unknowns, ...)                                                           \
    CELL(id, .t0 = "0.25", .t1 = "1.75", .sizes = { .n = unknowns }, __VA_ARGS__)

/* ---- index 1 ----------------------------------------------------------------------------- */

static ivp_status rhs1(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = y[1] * cos(s->t) / (y[0] * y[0]);
    f[1] = y[1] - y[0] * (2 + sin(s->t));
    f[2] = -y[1] * y[2] / 4;
    return IVP_OK;
}

static ivp_status mass1(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    *ivp_at(M, 2, 2) = 1;
    return IVP_OK;
}

static ivp_status exact1(real t, real *y, const real *p)
{
    y[0] = 2 + sin(t);
    y[1] = y[0] * y[0];
    y[2] = exp(cos(t) + sin(2 * t) / 16 - 9 * t / 8);
    return IVP_OK;
}

static ivp_status start1(real t0, real *y, real *yp, const real *p)
{
    exact1(t0, y, p);
    yp[0] = cos(t0);
    yp[1] = 2 * y[0] * yp[0];
    yp[2] = -y[1] * y[2] / 4;
    return IVP_OK;
}

ALGEBRAIC(cell_index1, 3, .title = "Equations of index 1", .form = IVP_LIN, .init = start1,
          .exact = exact1, .ode = { .f = rhs1, .mass = mass1 });

/* ---- index 2 ----------------------------------------------------------------------------- */

static ivp_status rhs2(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    f[0] = y[0] + y[1];
    f[1] = y[0] - sin(s->t);
    f[2] = y[1] * y[2];
    return IVP_OK;
}

static ivp_status exact2(real t, real *y, const real *p)
{
    y[0] = sin(t);
    y[1] = cos(t) - sin(t);
    y[2] = exp(sin(t) + cos(t));
    return IVP_OK;
}

static ivp_status start2(real t0, real *y, real *yp, const real *p)
{
    exact2(t0, y, p);
    yp[0] = cos(t0);
    yp[1] = -sin(t0) - cos(t0);
    yp[2] = y[1] * y[2];
    return IVP_OK;
}

ALGEBRAIC(cell_index2, 3, .title = "Equations of index 2", .form = IVP_LIN,
          .index = (const int[]){ 1, 2, 1 }, .init = start2, .exact = exact2,
          .ode = { .f = rhs2, .mass = mass1 });

/* ---- index 3 ----------------------------------------------------------------------------- */

static ivp_status rhs3(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = s->y[0] + s->y[2];
    f[2] = s->y[0] - sin(s->t);
    f[3] = s->y[2] * s->y[3] / 2;
    return IVP_OK;
}

static ivp_status mass3(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    *ivp_at(M, 1, 1) = 1;
    *ivp_at(M, 3, 3) = 1;
    return IVP_OK;
}

static ivp_status exact3(real t, real *y, const real *p)
{
    y[0] = sin(t);
    y[1] = cos(t);
    y[2] = -2 * sin(t);
    y[3] = exp(cos(t));
    return IVP_OK;
}

static ivp_status start3(real t0, real *y, real *yp, const real *p)
{
    yp[0] = cos(t0);
    yp[1] = -sin(t0);
    yp[2] = -2 * cos(t0);
    yp[3] = -sin(t0) * exp(cos(t0));
    return exact3(t0, y, p);
}

ALGEBRAIC(cell_index3, 4, .title = "Equations of index 3", .form = IVP_LIN,
          .index = (const int[]){ 1, 2, 3, 1 }, .init = start3, .exact = exact3,
          .ode = { .f = rhs3, .mass = mass3 });

/* ---- not linear in y' -------------------------------------------------------------------- */

static ivp_status residual(const ivp_state *s, real *F, const real *p)
{
    const real *y = s->y, *yp = s->yp, c = cos(s->t), w = sin(s->t), at = (2 + w) * c;
    F[0] = yp[0] * yp[0] * yp[0] + yp[0] - c * c * c - c - 2 - w + y[0];
    F[1] = (1 + y[2]) * yp[1] - (y[2] - y[1] + w + (1 + at) * c - at);
    F[2] = y[2] - y[0] * c;
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    y[0] = 2 + sin(t);
    y[1] = sin(t);
    y[2] = y[0] * cos(t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    exact(t0, y, p);
    yp[0] = yp[1] = cos(t0);
    yp[2] = cos(t0) * cos(t0) - y[0] * sin(t0);
    return IVP_OK;
}

ALGEBRAIC(cell_implicit, 3, .title = "Equations that are not linear in y'", .form = IVP_DAE,
          .init = start, .exact = exact, .dae = { .F = residual });
