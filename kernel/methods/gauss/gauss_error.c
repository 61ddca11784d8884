/* gauss_error.c -- sums over the Legendre coefficients of a step; the formulas stand in
 * gauss_error.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss_error.h"

#include "kernel/methods/gauss/gauss_table.h"

enum { S = GAUSS_STAGES };

static const real scale = R(0.03);

/* c rho^16: nothing beside the estimate where the coefficients decay, c itself where they do
 * not. */
static real unresolved(real before, real last, real highest)
{
    real power = last > 0 ? last / ivp_max(before, last) : 0; /* rho^4: sums of squares */
    power *= power;
    return sqrt(highest) * power * power;
}

real gauss_error(const gauss_series *s, real size)
{
    const real unit = s->h * s->h / (real)s->n;
    real jump = 0, before = 0, last = 0, highest = 0;
    for (int k = 0; k < s->n; k++) {
        const real *c = s->coef + k * S, w = s->weight[k], w2 = w * w;
        const real d = s->last ? gauss_at_start(c) - gauss_at_end(s->last + k * S) : c[S - 1];
        jump += w2 * d * d;
        before += w2 * (c[S - 4] * c[S - 4] + c[S - 3] * c[S - 3]);
        last += w2 * (c[S - 2] * c[S - 2] + c[S - 1] * c[S - 1]);
        highest += w2 * c[S - 1] * c[S - 1];
    }
    const real err = size > 0 ? unit * sqrt(jump * highest) / size : 0;
    return s->last ? ivp_max(scale * err, unresolved(before, last, unit * highest)) : err;
}

real gauss_error_inside(const gauss_series *s)
{
    real last = 0, before = 0;
    for (int k = 0; k < s->n; k++) {
        const real *c = s->coef + k * S;
        last = ivp_max(last, ivp_abs(c[S - 1]) * s->weight[k]);
        before = ivp_max(before, ivp_abs(c[S - 2]) * s->weight[k]);
    }
    const real missing = s->h * last * ivp_min(1, last / ivp_max(before, R(1e-30)));
    return pow(missing, R(16.0) / R(9.0));
}
