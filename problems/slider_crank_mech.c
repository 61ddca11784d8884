/* slider_crank_mech.c -- a slider crank with a flexible rod as a mechanical system of index 3.
 *
 *     M(P) P'' = F(P, P') - G(P)^T lambda,     0 = g(t, P) - g(0, P_0)
 *
 * Names, matrices and the start P_0 are in lib/slider_crank.h; with the 2e-10 by which that is
 * off the position level taken off the constraint this is slider_crank.c, whose velocity level
 * keeps them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* its consistent start takes an elimination with pivots */
#include "lib/descriptor.h"
#include "lib/slider_crank.h"

/* g(0, P_0) behind what the forms share */
enum { OFFSET = CRANK_END, NDERIVED = CRANK_DERIVED + CRANK_NG };

static void prepare(const real *p, real *derived)
{
    real P[CRANK_NQ], v[CRANK_NQ];
    crank_prepare(p, derived);
    crank_printed_start(P, v, p);
    crank_position(0, P, derived + CRANK_DERIVED, p);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    if (want & IVP_M) crank_mass(s->q, out->M, p);
    if (want & IVP_F) crank_force(s->q, s->u, out->f, p);
    if (want & IVP_CON) {
        crank_position(s->t, s->q, out->g, p);
        for (int k = 0; k < CRANK_NG; k++) out->g[k] -= p[OFFSET + k];
    }
    crank_constraints(s->q, s->u, out->G, out->gamma, p);
    out->gt[2] = -p[OMEGA];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    return crank_start(y, y + CRANK_NQ, p);
}

static void pattern(const ivp_pattern *out, const real *p)
{
    static const int at[][2] = { { 0, PHI1 }, { 0, PHI2 }, { 0, Q4 }, { 1, PHI1 },
                                 { 1, PHI2 }, { 1, X3 },   { 1, Q4 }, { 2, PHI1 } };
    for (size_t k = 0; k < sizeof at / sizeof *at; k++)
        ivp_entry(out, IVP_GQ, at[k][0], at[k][1]);
    ivp_entry(out, IVP_M, X3, X3);
    for (int i = 0; i < CRANK_NQ; i++)
        for (int j = 0; j < CRANK_NQ; j++)
            if (i != X3 && j != X3) ivp_entry(out, IVP_M, i, j);
}

static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    crank_draw(s->q, to, p);
    return IVP_OK;
}

IVP_PROBLEM(slider_crank_mech,
    .title = "Slider crank with a flexible rod, mechanical",
    .source = "Simeon 1996; Test Set for IVP Solvers 2.4, crank",
    .tags = "mechanical index3 oscillatory flexible rheonomic testset",
    .params = crank_params,
    .t0 = "0",
    .t1 = "0.1",
    .form = IVP_MECH,
    .sizes = { .nq = CRANK_NQ, .ng = CRANK_NG, .nderived = NDERIVED },
    .prepare = prepare,
    .pattern = pattern,
    .draw = draw,
    .init = start,
    .mech = { .terms = terms },
    .observables =
        (const ivp_observable[]){
            { "slider", "m", "its place", .component = "q3" },
            { "bending", "m", "of the rod, first mode", .component = "q4" },
            { "stretch", "m", "of the rod's end", .component = "q7" },
            { 0 },
        },
    .scd = "q",
    .mescd = "q",
    TESTSET_PROTOCOL("1e-2*rtol"),
    .published =
        (const ivp_published[]){
            { CRANK_PUBLISHED,
              .values = "q1=0.1500000000000104e2 q2=-0.3311734988256260e0 "
                         "q3=0.1697373328427860e0 q4=0.1893192899613509e-3 "
                         "q5=0.2375751249879174e-4 q6=-0.5323896770569702e-5 "
                         "q7=-0.8363313279112129e-5 u1=0.1500000000000000e3 "
                         "u2=0.6025346755138369e2 u3=-0.8753116326670527e1 "
                         "u4=-0.3005541400289738e-1 u5=-0.5500431812571696e-2 "
                         "u6=0.4974111734266989e-3 u7=0.1105560003626645e-2 a1=0.0e0 "
                         "a2=0.6488737541276957e4 a3=0.2167938629509884e4 "
                         "a4=0.3391137060286523e2 a5=0.1715134772216488e0 "
                         "a6=-0.1422449408912512e1 a7=0.1003946428124810e1 "
                         "lambda1=-0.6232935833287916e2 lambda2=-0.1637920993367306e3 "
                         "lambda3=0.2529857947066878e2" },
            { 0 },
        });
