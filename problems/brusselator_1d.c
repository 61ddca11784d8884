/* brusselator_1d.c -- the Brusselator with diffusion on a line of N inner points.
 *
 *     u' = A + u^2 v - (B + 1) u + alpha u_xx,   v' = B u - u^2 v + alpha v_xx,   0 < x < 1
 *
 * dx = 1/(N + 1), u = 1 and v = 3 on the border; at the start u = 1 + 0.5 sin(2 pi x), v = 3.
 * In the order (u1, v1, u2, v2 ..): bands of two. Hairer, Wanner, Solving ODEs II, IV.1 and
 * IV.10, print 1 + sin(2 pi x); the end values that go round, of N = 500, belong to the factor
 * one half. The default, N = 40, is that of most figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { POINTS, A, B, ALPHA };

static const ivp_param params[] = {
    [POINTS] = { "N", "40", "inner points [1]" },
    [A] = { "A", "1", "inflow [1]" },
    [B] = { "B", "3", "rate of the decay into v [1]" },
    [ALPHA] = { "alpha", "0.02", "diffusion [1]" },
    { 0 },
};

static int points(const real *p) { return (int)re(p[POINTS]); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = 2 * points(p);
    s->ml = s->mu = 2;
}

static real diffusion(const real *p) { return p[ALPHA] * (p[POINTS] + 1) * (p[POINTS] + 1); }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y, d = diffusion(p), border[] = { ivp_of(1), ivp_of(3) };
    const int n = points(p);
    for (int i = 0; i < n; i++) {
        const real u = y[2 * i], v = y[2 * i + 1], made = u * u * v;
        f[2 * i] = p[A] + made - (p[B] + 1) * u;
        f[2 * i + 1] = p[B] * u - made;
        for (int k = 2 * i; k < 2 * i + 2; k++) {
            const real left = i ? y[k - 2] : border[k % 2];
            const real right = i < n - 1 ? y[k + 2] : border[k % 2];
            f[k] += d * (left - 2 * y[k] + right);
        }
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real d = diffusion(p);
    const int n = points(p);
    for (int i = 0; i < n; i++) {
        const real u = s->y[2 * i], v = s->y[2 * i + 1];
        *ivp_at(J, 2 * i, 2 * i) = 2 * u * v - (p[B] + 1) - 2 * d;
        *ivp_at(J, 2 * i, 2 * i + 1) = u * u;
        *ivp_at(J, 2 * i + 1, 2 * i) = p[B] - 2 * u * v;
        *ivp_at(J, 2 * i + 1, 2 * i + 1) = -u * u - 2 * d;
        for (int k = 2 * i; k < 2 * i + 2; k++) {
            if (i) *ivp_at(J, k, k - 2) = d;
            if (i < n - 1) *ivp_at(J, k, k + 2) = d;
        }
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < points(p); i++) {
        y[2 * i] = 1 + sin(2 * IVP_PI * (i + 1) / (p[POINTS] + 1)) / 2;
        y[2 * i + 1] = ivp_of(3);
    }
    return IVP_OK;
}

static real mean(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int i = 0; i < points(p); i++) sum += s->y[2 * i];
    return sum / points(p);
}

IVP_PROBLEM(brusselator_1d,
    .title = "Brusselator with diffusion on a line",
    .source = "Hairer, Wanner, Solving ODEs II, IV.10",
    .tags = "ode stiff reaction_diffusion chemistry scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_ODE,
    .sizes = { .n = 80 },
    .size = size,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .observables =
        (const ivp_observable[]){
            { "u", "1", "activator, mean over x", mean },
            { "u1", "1", "activator next to the border", .component = "y1" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
