/* rest.c -- one equation, and what rests beside it.
 *
 *     m y1' = m (cos t - (y1^2 - s^2)),  s = 2 + sin t       y1 = s,  m = 1 or 2
 *     m y_i' = 0,  i = 2 .. 1 + rest                         y_i = i
 *
 * `before` puts what rests before it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

enum { REST, BEFORE };
static const ivp_param params[] = {
    [REST] = { "rest", "0", "unknowns that rest", .kind = IVP_STRUCTURAL },
    [BEFORE] = { "before", "0", "of them, before the one that moves", .kind = IVP_STRUCTURAL },
    { 0 },
};

static int unknowns(const real *p) { return 1 + (int)re(p[REST]); }
static int moving(const real *p) { return (int)re(p[BEFORE]); }

static void size(const real *p, ivp_sizes *s) { s->n = unknowns(p); }

static ivp_status exact(real t, real *y, const real *p)
{
    for (int k = 0; k < unknowns(p); k++) y[k] = k + 2;
    y[moving(p)] = 2 + sin(t);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < unknowns(p); k++) yp[k] = 0;
    yp[moving(p)] = cos(t0);
    return exact(t0, y, p);
}

static ivp_status times(real m, const ivp_state *s, real *f, const real *p)
{
    const real at = 2 + sin(s->t), y = s->y[moving(p)];
    for (int k = 0; k < unknowns(p); k++) f[k] = 0;
    f[moving(p)] = m * (cos(s->t) - (y * y - at * at));
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p) { return times(1, s, f, p); }
static ivp_status rhs2(const ivp_state *s, real *f, const real *p) { return times(2, s, f, p); }

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int k = 0; k < unknowns(p); k++) *ivp_at(M, k, k) = 2;
    return IVP_OK;
}

#define RESTING(id, of, ...)                                                                   \
    CELL(id, .title = "What rests beside an equation", .params = params, .t0 = "0.25",         \
         .t1 = "1.75", .form = (of), .size = size, .init = start, .exact = exact,              \
         .ode = { __VA_ARGS__ })

RESTING(cell_rest, IVP_ODE, .f = rhs);
RESTING(cell_rest_mass, IVP_LIN, .f = rhs2, .mass = mass);
