/* chemical_akzo.c -- two species react under injected carbon dioxide: M y' = f, M singular.
 *
 *     r1 = k1 y1^4 sqrt(y2)     r2 = k2 y3 y4        r3 = (k2/K) y1 y5
 *     r4 = k3 y1 y4^2           r5 = k4 y6^2 sqrt(y2)
 *     Fin = klA (pCO2/H - y2)
 *
 *     y1' = -2 r1 + r2 - r3 - r4
 *     y2' = -r1/2 - r4 - r5/2 + Fin
 *     y3' = r1 - r2 + r3
 *     y4' = -r2 + r3 - 2 r4
 *     y5' = r2 - r3 + r5
 *     0   = Ks y1 y4 - y6
 *
 * y are concentrations, y2 that of carbon dioxide; where an iterate makes it negative the
 * functions are not defined. Stortelder 1998; Test Set for IVP Solvers 2.4, chemakzo.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* the square root is refused by the sign of its argument */
#include "lib/descriptor.h"

enum { N = 6, NR = 5 };
enum {
    K1,
    K2,
    K3,
    K4,
    EQUILIBRIUM,
    TRANSFER,
    SOLUBILITY,
    PRESSURE,
    HENRY,
    START1,
    START2,
    START4
};

static const ivp_param params[] = {
    [K1] = { "k1", "18.7", "rate of r1 [1/min]" },
    [K2] = { "k2", "0.58", "rate of r2 [1/min]" },
    [K3] = { "k3", "0.09", "rate of r4 [1/min]" },
    [K4] = { "k4", "0.42", "rate of r5 [1/min]" },
    [EQUILIBRIUM] = { "K", "34.4", "equilibrium of r2 and r3 [1]" },
    [TRANSFER] = { "klA", "3.3", "mass transfer into the liquid [1/min]" },
    [SOLUBILITY] = { "Ks", "115.83", "product over the free acid [1]" },
    [PRESSURE] = { "pCO2", "0.9", "pressure of carbon dioxide [bar]" },
    [HENRY] = { "H", "737", "Henry's constant [bar l/mol]" },
    [START1] = { "y1", "0.444", "y1 at the start [mol/l]" },
    [START2] = { "y2", "0.00123", "y2 at the start [mol/l]" },
    [START4] = { "y4", "0.007", "y4 at the start [mol/l]" },
    { 0 },
};

/* Twice what each reaction adds to each species. */
static const int share[N - 1][NR] = {
    { -4, 2, -2, -2, 0 }, { -1, 0, 0, -2, -1 }, { 2, -2, 2, 0, 0 },
    { 0, -2, 2, -4, 0 },  { 0, 2, -2, 0, 2 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    if (!(re(y[1]) >= 0)) return IVP_DOMAIN;
    const real root = sqrt(y[1]), square = y[0] * y[0];
    const real r[NR] = { p[K1] * square * square * root, p[K2] * y[2] * y[3],
                         p[K2] / p[EQUILIBRIUM] * y[0] * y[4], p[K3] * y[0] * y[3] * y[3],
                         p[K4] * y[5] * y[5] * root };
    for (int i = 0; i < N - 1; i++) {
        f[i] = 0;
        for (int k = 0; k < NR; k++) f[i] += share[i][k] * r[k] / 2;
    }
    f[1] += p[TRANSFER] * (p[PRESSURE] / p[HENRY] - y[1]);
    f[5] = p[SOLUBILITY] * y[0] * y[3] - y[5];
    return IVP_OK;
}

/* Column j of J: reaction k changes by d */
static void spread(ivp_mat J, int k, int j, real d)
{
    for (int i = 0; i < N - 1; i++) *ivp_at(J, i, j) += share[i][k] * d / 2;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y, back = p[K2] / p[EQUILIBRIUM];
    if (!(re(y[1]) > 0)) return IVP_DOMAIN;
    const real root = sqrt(y[1]), cube = y[0] * y[0] * y[0];
    spread(J, 0, 0, 4 * p[K1] * cube * root);
    spread(J, 0, 1, p[K1] * cube * y[0] / (2 * root));
    spread(J, 1, 2, p[K2] * y[3]);
    spread(J, 1, 3, p[K2] * y[2]);
    spread(J, 2, 0, back * y[4]);
    spread(J, 2, 4, back * y[0]);
    spread(J, 3, 0, p[K3] * y[3] * y[3]);
    spread(J, 3, 3, 2 * p[K3] * y[0] * y[3]);
    spread(J, 4, 1, p[K4] * y[5] * y[5] / (2 * root));
    spread(J, 4, 5, 2 * p[K4] * y[5] * root);
    *ivp_at(J, 1, 1) -= p[TRANSFER];
    *ivp_at(J, 5, 0) = p[SOLUBILITY] * y[3];
    *ivp_at(J, 5, 3) = p[SOLUBILITY] * y[0];
    *ivp_at(J, 5, 5) = -1;
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int i = 0; i < N - 1; i++) *ivp_at(M, i, i) = 1;
    return IVP_OK;
}

/* y6' from the derivative of the algebraic equation. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < N; i++) y[i] = 0;
    y[0] = p[START1];
    y[1] = p[START2];
    y[3] = p[START4];
    y[5] = p[SOLUBILITY] * y[0] * y[3];
    const ivp_status status = rhs(&(ivp_state){ .t = t0, .y = y }, yp, p);
    yp[5] = p[SOLUBILITY] * (yp[0] * y[3] + y[0] * yp[3]);
    return status;
}

static real inflow(const ivp_state *s, const real *p)
{
    return p[TRANSFER] * (p[PRESSURE] / p[HENRY] - s->y[1]);
}

IVP_PROBLEM(chemical_akzo,
    .title = "Chemical Akzo Nobel",
    .source = "Stortelder 1998; Test Set for IVP Solvers 2.4, chemakzo",
    .tags = "dae index1 stiff chemistry testset",
    .params = params,
    .t0 = "0",
    .t1 = "180",
    .form = IVP_LIN,
    .sizes = { .n = N },
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .mass = mass, .autonomous = true },
    .index = (const int[]){ 1, 1, 1, 1, 1, 1 },
    .observables =
        (const ivp_observable[]){
            { "carbon_dioxide", "mol/l", "dissolved", .component = "y2" },
            { "product", "mol/l", "y5", .component = "y5" },
            { "inflow", "mol/(l min)", "of carbon dioxide", inflow },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", PSIDE at 1e-19", "14.3"),
              .values = "y1=0.1150794920661702e0 y2=0.1203831471567715e-2 "
                        "y3=0.1611562887407974e0 y4=0.3656156421249283e-3 "
                        "y5=0.1708010885264404e-1 y6=0.4873531310307455e-2" },
            { 0 },
        });
