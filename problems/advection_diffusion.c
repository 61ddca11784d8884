/* advection_diffusion.c -- a reactor between plates, through which a laminar flow goes: N x N
 * cells, upwind.
 *
 *     c_t + w(y) c_x = D c_yy - k c     0 < x, y < 1,   w = 3/2 (1 - y^2)
 *     c = (1 - cos(2 pi t)) / 2 at x = 0
 *     c_y = 0 at the wall, y = 1, and at the middle between the plates, y = 0
 *     c = 0 at the start
 *
 * Finite volumes: h = 1/N, y_j = (j + 1/2) h, cells in the order of x, in each the order of y.
 *
 *     c_ij' = w(y_j) (c_{i-1,j} - c_ij) / h + D (c_{i,j-1} - 2 c_ij + c_{i,j+1}) / h^2 - k c_ij
 *
 * Nothing diffuses along the flow, so a cell sees the one before it and not the one behind it:
 * J is block triangular and its pattern is not symmetric. Linear.
 *
 * Cleland, Wilhelm, AIChE J. 2 (1956) 489, with plates in place of a tube and an inflow of our
 * own; upwind differences of first order as in Hundsdorfer, Verwer, Numerical Solution of
 * Time-Dependent Advection-Diffusion-Reaction Equations (2003), I.3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"

enum { CELLS, DIFFUSION, RATE };

static const ivp_param params[] = {
    [CELLS] = { "N", "10", "cells along a side [1]" },
    [DIFFUSION] = { "D", "0.05", "diffusion across the flow [1]" },
    [RATE] = { "k", "0.5", "rate of the reaction [1]" },
    { 0 },
};

static int cells(const real *p) { return (int)re(p[CELLS]); }

static void size(const real *p, ivp_sizes *s) { s->n = cells(p) * cells(p); }

/* Speed at the centre of cell j, over the size of a cell */
static real passing(int j, const real *p)
{
    const real y = (2 * j + 1) / (2 * p[CELLS]);
    return R(1.5) * (1 - y * y) * p[CELLS];
}

static real spreading(const real *p) { return p[DIFFUSION] * p[CELLS] * p[CELLS]; }

static real inflow(real t) { return (1 - cos(2 * IVP_PI * t)) / 2; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = cells(p);
    const real entering = inflow(s->t), d = spreading(p);
    for (int j = 0; j < n; j++) {
        const real w = passing(j, p);
        for (int k = j; k < n * n; k += n) {
            const real *c = s->y + k, before = k < n ? entering : c[-n];
            const real inner = j > 0 ? c[-1] : *c, outer = j < n - 1 ? c[1] : *c;
            f[k] = w * (before - *c) + d * (inner - 2 * *c + outer) - p[RATE] * *c;
        }
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = cells(p);
    const real d = spreading(p);
    for (int k = 0; k < n * n; k++) {
        const int j = k % n, sides = (j > 0) + (j < n - 1);
        const real w = passing(j, p);
        if (k >= n) *ivp_at(J, k, k - n) = w;
        if (j > 0) *ivp_at(J, k, k - 1) = d;
        *ivp_at(J, k, k) = -w - sides * d - p[RATE];
        if (j < n - 1) *ivp_at(J, k, k + 1) = d;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int n = cells(p);
    for (int k = 0; k < n * n; k++) {
        if (k >= n) ivp_entry(out, IVP_JAC, k, k - n);
        if (k % n > 0) ivp_entry(out, IVP_JAC, k, k - 1);
        ivp_entry(out, IVP_JAC, k, k);
        if (k % n < n - 1) ivp_entry(out, IVP_JAC, k, k + 1);
    }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < cells(p) * cells(p); k++) y[k] = ivp_of(0);
    return IVP_OK;
}

static real content(const ivp_state *s, const real *p)
{
    const int all = cells(p) * cells(p);
    real sum = ivp_of(0);
    for (int k = 0; k < all; k++) sum += s->y[k];
    return sum / all;
}

/* What flows out, over the flow */
static real mixed(const ivp_state *s, const real *p)
{
    const int n = cells(p);
    real carried = ivp_of(0), flow = ivp_of(0);
    for (int j = 0; j < n; j++) {
        carried += passing(j, p) * s->y[n * (n - 1) + j];
        flow += passing(j, p);
    }
    return carried / flow;
}

static real wall(const ivp_state *s, const real *p) { return s->y[cells(p) * cells(p) - 1]; }

IVP_PROBLEM(advection_diffusion,
    .title = "Reactor with a laminar flow, upwind",
    .source = "Cleland, Wilhelm 1956; Hundsdorfer, Verwer, Advection-Diffusion-Reaction "
              "Equations",
    .tags = "ode stiff linear advection scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "1.75",
    .form = IVP_ODE,
    .sizes = { .n = 100 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .observables =
        (const ivp_observable[]){
            { "content", "1", "mean over the reactor", content },
            { "outflow", "1", "mean over the flow at the end", mixed },
            { "wall", "1", "in the last cell at the wall", wall },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
