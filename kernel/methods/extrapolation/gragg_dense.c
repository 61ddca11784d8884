/* gragg_dense.c -- the solution inside a step of the extrapolated midpoint rule: a polynomial
 * through values and slopes at both ends and derivatives at the middle, which are extrapolated
 * like the step itself. Row j, of n_j = 4 j - 2 parts, has its middle at an odd number, so that
 * all f that differ from it by an even one have the same expansion in h_j^2:
 *
 *     d_j^(0) = z_(n_j/2),     d_j^(k) = delta^(k-1) f_(n_j/2) / (2 h_j)^(k-1),     k = 1 .. 2 j
 *     delta f_i = f_(i+1) - f_(i-1)
 *
 * d^(2l-1) and d^(2l) begin with row l. After r rows, with mu = 2 r - 3, s = theta - 1/2, the
 * cubic C of Hermite and B(s) = theta^2 (1 - theta)^2 = (1/4 - s^2)^2,
 *
 *     y(t + theta h) = C(theta) + B(s) sum_(k<=mu) q_k s^k
 *     q_k = 16 (r_k + q_(k-2) / 2 - q_(k-4)),     r_k = (h^k d^(k) - C^(k)(1/2)) / k!
 *
 * Where no events are looked for rows are shorter, and the first question about a step makes it
 * once more with these.
 *
 * Hairer, Ostermann: Dense output for extrapolation methods, Numer. Math. 58 (1990); Hairer,
 * Norsett, Wanner: Solving ODEs I, II.9.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/methods/extrapolation/gragg.h"
#include "kernel/linear/hermite.h"

/* What the polynomial is made of, with rows that serve it. */
static ivp_status collect(gragg *s)
{
    ivp_status status = IVP_OK;
    s->keeps = true;
    for (int j = 1; !s->kept && j <= s->used && status == IVP_OK; j++)
        status = gragg_row(s, j, s->t, s->h, s->y);
    s->keeps = s->inside;
    s->kept = status == IVP_OK;
    if (status == IVP_OK && !s->f1_known) status = ivp_rhs(s->m, s->t + s->h, s->y1, s->f1);
    s->f1_known = status == IVP_OK;
    return status;
}

/* q_k in the places of d^(k) */
static void draw(gragg *s)
{
    const real h = s->h;
    for (int i = 0; i < s->n; i++) {
        const real rise = s->y1[i] - s->y[i], left = h * s->f0[i], right = h * s->f1[i];
        const real cubic[] = { (s->y[i] + s->y1[i]) / 2 + (left - right) / 8,
                               R(1.5) * rise - (left + right) / 4, (right - left) / 2,
                               left + right - 2 * rise };
        real power = 1;
        for (int k = 0; k <= 2 * s->used - 3; k++) {
            real *const d = s->D[k][gragg_first_row(k)];
            power *= k > 0 ? h / (real)k : 1;
            real q = power * d[i] - (k < 4 ? cubic[k] : 0);
            if (k > 1) q += s->D[k - 2][gragg_first_row(k - 2)][i] / 2;
            if (k > 3) q -= s->D[k - 4][gragg_first_row(k - 4)][i];
            d[i] = 16 * q;
        }
    }
    s->drawn = true;
}

ivp_status gragg_dense(void *self, real theta, real *y)
{
    gragg *s = self;
    const real bump = theta * (1 - theta), at = theta - R(0.5);
    const ivp_status status = s->drawn ? IVP_OK : collect(s);
    if (status != IVP_OK) return status;
    if (!s->drawn) draw(s);
    for (int i = 0; i < s->n; i++) {
        real sum = 0;
        for (int k = 2 * s->used - 3; k >= 0; k--)
            sum = s->D[k][gragg_first_row(k)][i] + at * sum;
        y[i] = hermite_cubic(theta, s->y[i], s->y1[i], s->h * s->f0[i], s->h * s->f1[i]) +
               bump * bump * sum;
    }
    return IVP_OK;
}
