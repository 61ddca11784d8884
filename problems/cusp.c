/* cusp.c -- nerve impulses by the cusp catastrophe on a ring of N = 32 cells, with van der
 * Pol's slow oscillator.
 *
 *     y_i' = -(y_i^3 + a_i y_i + b_i) / eps + D (y_{i-1} - 2 y_i + y_{i+1})
 *     a_i' = b_i + 0.07 v_i + D (a_{i-1} - 2 a_i + a_{i+1})
 *     b_i' = (1 - a_i^2) b_i - a_i - 0.4 y_i + 0.035 v_i + D (b_{i-1} - 2 b_i + b_{i+1})
 *     v_i  = u_i / (u_i + 0.1),   u_i = (y_i - 0.7) (y_i - 1.3),   D = N^2/144
 *
 * In the order (y_1, a_1, b_1, y_2 ..). Hairer, Wanner, Solving ODEs II, IV.10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"

enum { CELLS, EPSILON };

static const ivp_param params[] = {
    [CELLS] = { "N", "32", "cells [1]" },
    [EPSILON] = { "eps", "1e-4", "time of a cell over that of the oscillator [1]" },
    { 0 },
};

static int cells(const real *p) { return (int)re(p[CELLS]); }

static void size(const real *p, ivp_sizes *s) { s->n = 3 * cells(p); }

static real diffusion(const real *p) { return p[CELLS] * p[CELLS] / 144; }

/* v, and its derivative by y */
static real control(real y, real *slope)
{
    const real u = (y - R(0.7)) * (y - R(1.3)), w = u + R(0.1);
    *slope = R(0.1) * (2 * y - 2) / (w * w);
    return u / w;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = cells(p);
    const real d = diffusion(p);
    for (int i = 0; i < n; i++) {
        const real *z = s->y + 3 * i, y = z[0], a = z[1], b = z[2];
        const real *left = s->y + 3 * ((i + n - 1) % n), *right = s->y + 3 * ((i + 1) % n);
        real slope;
        const real v = control(y, &slope);
        f[3 * i] = -(y * y * y + a * y + b) / p[EPSILON];
        f[3 * i + 1] = b + R(0.07) * v;
        f[3 * i + 2] = (1 - a * a) * b - a - R(0.4) * y + R(0.035) * v;
        for (int k = 0; k < 3; k++) f[3 * i + k] += d * (left[k] - 2 * z[k] + right[k]);
    }
    return IVP_OK;
}

static void react(ivp_mat J, const real *z, int at, const real *p)
{
    const real y = z[0], a = z[1], b = z[2];
    real slope;
    control(y, &slope);
    *ivp_at(J, at, at) -= (3 * y * y + a) / p[EPSILON];
    *ivp_at(J, at, at + 1) = -y / p[EPSILON];
    *ivp_at(J, at, at + 2) = -1 / p[EPSILON];
    *ivp_at(J, at + 1, at) = R(0.07) * slope;
    *ivp_at(J, at + 1, at + 2) = ivp_of(1);
    *ivp_at(J, at + 2, at) = R(0.035) * slope - R(0.4);
    *ivp_at(J, at + 2, at + 1) = -2 * a * b - 1;
    *ivp_at(J, at + 2, at + 2) += 1 - a * a;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = cells(p);
    const real d = diffusion(p);
    for (int i = 0; i < n; i++) {
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            *ivp_at(J, k, (k + 3 * n - 3) % (3 * n)) += d;
            *ivp_at(J, k, (k + 3) % (3 * n)) += d;
            *ivp_at(J, k, k) -= 2 * d;
        }
        react(J, s->y + 3 * i, 3 * i, p);
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int n = 3 * cells(p);
    for (int k = 0; k < n; k++) {
        ivp_entry(out, IVP_JAC, k, (k + n - 3) % n);
        ivp_entry(out, IVP_JAC, k, (k + 3) % n);
        for (int j = k / 3 * 3; j < k / 3 * 3 + 3; j++) ivp_entry(out, IVP_JAC, k, j);
    }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = cells(p);
    for (int i = 0; i < n; i++) {
        const real angle = ivp_of(2 * IVP_PI * (i + 1) / n);
        y[3 * i] = ivp_of(0);
        y[3 * i + 1] = -2 * cos(angle);
        y[3 * i + 2] = 2 * sin(angle);
    }
    return IVP_OK;
}

IVP_PROBLEM(cusp,
    .title = "CUSP, nerve impulses on a ring",
    .source = "Hairer, Wanner, Solving ODEs II, IV.10",
    .tags = "ode stiff reaction_diffusion scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "1.1",
    .form = IVP_ODE,
    .sizes = { .n = 96 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .observables =
        (const ivp_observable[]){
            { "y1", "1", "potential of the first cell", .component = "y1" },
            { "a1", "1", "its oscillator", .component = "y2" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
