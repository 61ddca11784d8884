/* second.c -- v'' = a written as y' = f, with closed forms; or several such systems that know
 * nothing of each other.
 *
 *     v = (sin (5/2) t, exp(-t / 2) cos 2 t)
 *     a1 = v1*'' - (v1 - v1*) + (v2^2 - v2*^2) / 2 - r (v1'^2 - v1*'^2) / 4
 *     a2 = v2*'' - 2 (v2 - v2*) + (v1 - v1*) v2 - r (v2' - v2*')
 *
 * where * marks the closed form. r = 0 in cell_second, whose accelerations do not depend on
 * velocities, and 1 in cell_rates. y has all v first, those of the first system before those of
 * the others.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

enum { COPIES };
static const ivp_param params[] = {
    [COPIES] = { "copies", "1", "systems", .kind = IVP_STRUCTURAL },
    { 0 },
};

static int copies(const real *p) { return (int)re(p[COPIES]); }

static void size(const real *p, ivp_sizes *s) { s->n = 4 * copies(p); }

static void motion(real t, real *v, real *rate, real *a)
{
    const plain w = R(2.5);
    const real decay = exp(-t / 2), c = decay * cos(2 * t), s = decay * sin(2 * t);
    v[0] = sin(w * t);
    v[1] = c;
    rate[0] = w * cos(w * t);
    rate[1] = -c / 2 - 2 * s;
    a[0] = -w * w * v[0];
    a[1] = c / 4 - 4 * c + 2 * s;
}

/* Of one system; r: see above */
static void accelerate(real t, const real *v, const real *rate, plain r, real *a)
{
    real vs[2], rs[2], as[2];
    motion(t, vs, rs, as);
    a[0] = as[0] - (v[0] - vs[0]) + (v[1] * v[1] - vs[1] * vs[1]) / 2 -
           r * (rate[0] * rate[0] - rs[0] * rs[0]) / 4;
    a[1] = as[1] - 2 * (v[1] - vs[1]) + (v[0] - vs[0]) * v[1] - r * (rate[1] - rs[1]);
}

static ivp_status slopes(const ivp_state *s, plain r, real *f, const real *p)
{
    const int nv = 2 * copies(p);
    for (int k = 0; k < nv; k++) f[k] = s->y[nv + k];
    for (int k = 0; k < nv; k += 2) accelerate(s->t, s->y + k, s->y + nv + k, r, f + nv + k);
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p) { return slopes(s, 0, f, p); }

static ivp_status rhs_of_rates(const ivp_state *s, real *f, const real *p)
{
    return slopes(s, 1, f, p);
}

static ivp_status exact(real t, real *y, const real *p)
{
    const int nv = 2 * copies(p);
    real a[2];
    for (int k = 0; k < nv; k += 2) motion(t, y + k, y + nv + k, a);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

CELL(cell_second, .title = "v'' = a(t, v) as y' = f", .params = params, .t0 = "0.25",
     .t1 = "1.75", .form = IVP_ODE, .size = size, .init = start, .exact = exact,
     .ode = { .f = rhs }, .second_order = true, .velocity_free = true);

CELL(cell_rates, .title = "v'' = a(t, v, v') as y' = f", .params = params, .t0 = "0.25",
     .t1 = "1.75", .form = IVP_ODE, .size = size, .init = start, .exact = exact,
     .ode = { .f = rhs_of_rates }, .second_order = true);
