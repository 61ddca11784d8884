/* slider_crank.c -- a slider crank with a flexible rod, index 2: accelerations stay in the
 * state.
 *
 *     y = (P, v, w, lambda)
 *
 *     P' = v
 *     v' = w
 *     0 = M(P) w - F(P, v) + G(P)^T lambda
 *     0 = G(P) v - (0, 0, Omega)
 *
 * Names, matrices and the start are in lib/slider_crank.h. The rod is not damped and has
 * frequencies up to 1e5 rad/s: P' and the rod's coordinates oscillate, by 1e-5 .. 1e-4, and ask
 * for an atol below rtol: with 3e-15 at rtol = 1e-12 radau_iia ends with 10.9 digits and bdf
 * with 8.5, with atol = rtol = 1e-12 bdf and ida with 6.5 and 6.7. ida finds no first step with
 * less.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* its consistent start takes an elimination with pivots */
#include "lib/descriptor.h"
#include "lib/slider_crank.h"

enum { V = CRANK_NQ, W = 2 * V, LAMBDA = 3 * V, N = LAMBDA + CRANK_NG };

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y, *v = y + V, *w = y + W, *lambda = y + LAMBDA;
    real M_store[V * V] = { 0 }, G_store[CRANK_NG * V] = { 0 }, F[V], gamma[CRANK_NG];
    const ivp_mat M = { V, V, V, M_store }, G = { CRANK_NG, V, CRANK_NG, G_store };
    crank_mass(y, M, p);
    crank_force(y, v, F, p);
    crank_constraints(y, v, G, gamma, p);
    for (int i = 0; i < 2 * V; i++) f[i] = y[V + i];
    for (int i = 0; i < V; i++) {
        f[W + i] = -F[i];
        for (int j = 0; j < V; j++) f[W + i] += *ivp_at(M, i, j) * w[j];
        for (int k = 0; k < CRANK_NG; k++) f[W + i] += *ivp_at(G, k, i) * lambda[k];
    }
    for (int k = 0; k < CRANK_NG; k++) {
        f[LAMBDA + k] = k == 2 ? -p[OMEGA] : 0;
        for (int j = 0; j < V; j++) f[LAMBDA + k] += *ivp_at(G, k, j) * v[j];
    }
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int i = 0; i < W; i++) *ivp_at(M, i, i) = 1;
    return IVP_OK;
}

/* Accelerations and multipliers as the equations of motion and G w = gamma give them. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    real *v = y + V, G_store[CRANK_NG * V];
    for (int k = 0; k < N; k++) yp[k] = 0;
    ivp_status status = crank_start(y, v, p);
    if (status) return status;
    crank_force(y, v, y + W, p);
    crank_constraints(y, v, (ivp_mat){ CRANK_NG, V, CRANK_NG, G_store }, y + LAMBDA, p);
    if (!crank_solve(y, v, y + W, p)) return IVP_SINGULAR;
    for (int i = 0; i < W; i++) yp[i] = y[V + i];
    return IVP_OK;
}

/* (q, u, a, lambda) of slider_crank_mech, in this order here too */
static void from_mechanical(const real *twin, real *y, const real *p)
{
    for (int k = 0; k < N; k++) y[k] = twin[k];
}

static real gap(const ivp_state *s, const real *p)
{
    real g[CRANK_NG];
    crank_position(s->t, s->y, g, p);
    return p[L2] + g[1];
}

static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    crank_draw(s->y, to, p);
    return IVP_OK;
}

IVP_PROBLEM(slider_crank,
    .title = "Slider crank with a flexible rod, index 2",
    .source = "Simeon 1996; Test Set for IVP Solvers 2.4, crank",
    .tags = "dae index2 oscillatory flexible testset",
    .params = crank_params,
    .t0 = "0",
    .t1 = "0.1",
    .form = IVP_LIN,
    .sizes = { .n = N, .nderived = CRANK_DERIVED },
    .prepare = crank_prepare,
    .draw = draw,
    .init = start,
    .ode = { .f = rhs, .mass = mass },
    .index = (const int[]){ 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                            1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2 },
    .observables =
        (const ivp_observable[]){
            { "slider", "m", "its place", .component = "y3" },
            { "bending", "m", "of the rod, first mode", .component = "y4" },
            { "stretch", "m", "of the rod's end", .component = "y7" },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "gap", "m", "l2 and what the position level is off", gap },
            { 0 },
        },
    .scd = "y1-7",
    .mescd = "y1-7",
    TESTSET_PROTOCOL("1e-2*rtol"),
    .published =
        (const ivp_published[]){
            { CRANK_PUBLISHED,
              .values = "y1=0.1500000000000104e2 y2=-0.3311734988256260e0 "
                         "y3=0.1697373328427860e0 y4=0.1893192899613509e-3 "
                         "y5=0.2375751249879174e-4 y6=-0.5323896770569702e-5 "
                         "y7=-0.8363313279112129e-5 y8=0.1500000000000000e3 "
                         "y9=0.6025346755138369e2 y10=-0.8753116326670527e1 "
                         "y11=-0.3005541400289738e-1 y12=-0.5500431812571696e-2 "
                         "y13=0.4974111734266989e-3 y14=0.1105560003626645e-2 y15=0.0e0 "
                         "y16=0.6488737541276957e4 y17=0.2167938629509884e4 "
                         "y18=0.3391137060286523e2 y19=0.1715134772216488e0 "
                         "y20=-0.1422449408912512e1 y21=0.1003946428124810e1 "
                         "y22=-0.6232935833287916e2 y23=-0.1637920993367306e3 "
                         "y24=0.2529857947066878e2" },
            { 0 },
        },
    .twin = { "slider_crank_mech", from_mechanical });
