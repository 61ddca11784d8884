/* hires.c -- HIRES, the high irradiance response of photomorphogenesis: eight reactants, stiff.
 *
 * Phytochrome in its forms Pr and Pfr, bound to the receptors X and X', and the enzyme E:
 *
 *     y = ([Pr], [Pfr], [PrX], [PfrX], [PrX'], [PfrX'], [PfrX'E], [E])
 *
 * Schaefer 1975; Hairer, Wanner, Solving ODEs II; Test Set for IVP Solvers 2.4. Some of the
 * printed coefficients are sums of the rates:
 *
 *      8.75  = k2 + k3
 *     10.03  = k1 + k6
 *      1.12  = k2 + k4
 *      1.745 = k1 + k5
 *      1.81  = k2 + k_minus + k_star
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { K1, K2, K3, K4, K5, K6, K_PLUS, K_MINUS, K_STAR, OKS, ENZYME };

static const ivp_param params[] = {
    [K1] = { "k1", "1.71", "rate of Pr to Pfr, bound or not [1/s]" },
    [K2] = { "k2", "0.43", "rate of Pfr to Pr, bound or not [1/s]" },
    [K3] = { "k3", "8.32", "rate at which X takes up Pfr [1/s]" },
    [K4] = { "k4", "0.69", "rate of PfrX to PfrX' [1/s]" },
    [K5] = { "k5", "0.035", "rate of PrX' to PrX [1/s]" },
    [K6] = { "k6", "8.32", "rate at which X gives up Pr [1/s]" },
    [K_PLUS] = { "k_plus", "280", "binding of E to PfrX' [1/(mol s)]" },
    [K_MINUS] = { "k_minus", "0.69", "release of E and PfrX' [1/s]" },
    [K_STAR] = { "k_star", "0.69", "release of E alone [1/s]" },
    [OKS] = { "oks", "0.0007", "synthesis of Pr [mol/s]" },
    [ENZYME] = { "enzyme", "0.0057", "E at the start [mol]" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const real binding = p[K_PLUS] * y[5] * y[7];
    f[0] = -p[K1] * y[0] + p[K2] * y[1] + p[K6] * y[2] + p[OKS];
    f[1] = p[K1] * y[0] - (p[K2] + p[K3]) * y[1];
    f[2] = -(p[K1] + p[K6]) * y[2] + p[K2] * y[3] + p[K5] * y[4];
    f[3] = p[K3] * y[1] + p[K1] * y[2] - (p[K2] + p[K4]) * y[3];
    f[4] = -(p[K1] + p[K5]) * y[4] + p[K2] * (y[5] + y[6]);
    f[5] = -binding + p[K4] * y[3] + p[K1] * y[4] - p[K2] * y[5] + p[K_MINUS] * y[6];
    f[6] = binding - (p[K2] + p[K_MINUS] + p[K_STAR]) * y[6];
    f[7] = -f[6];
    return IVP_OK;
}

/* Rows 1 to 5: constant. */
static void jacobian_linear(ivp_mat J, const real *p)
{
    *ivp_at(J, 0, 0) = -p[K1];
    *ivp_at(J, 0, 1) = p[K2];
    *ivp_at(J, 0, 2) = p[K6];
    *ivp_at(J, 1, 0) = p[K1];
    *ivp_at(J, 1, 1) = -(p[K2] + p[K3]);
    *ivp_at(J, 2, 2) = -(p[K1] + p[K6]);
    *ivp_at(J, 2, 3) = p[K2];
    *ivp_at(J, 2, 4) = p[K5];
    *ivp_at(J, 3, 1) = p[K3];
    *ivp_at(J, 3, 2) = p[K1];
    *ivp_at(J, 3, 3) = -(p[K2] + p[K4]);
    *ivp_at(J, 4, 4) = -(p[K1] + p[K5]);
    *ivp_at(J, 4, 5) = p[K2];
    *ivp_at(J, 4, 6) = p[K2];
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    jacobian_linear(J, p);
    *ivp_at(J, 5, 3) = p[K4];
    *ivp_at(J, 5, 4) = p[K1];
    *ivp_at(J, 5, 5) = -p[K_PLUS] * y[7] - p[K2];
    *ivp_at(J, 5, 6) = p[K_MINUS];
    *ivp_at(J, 5, 7) = -p[K_PLUS] * y[5];
    *ivp_at(J, 6, 5) = p[K_PLUS] * y[7];
    *ivp_at(J, 6, 6) = -(p[K2] + p[K_MINUS] + p[K_STAR]);
    *ivp_at(J, 6, 7) = p[K_PLUS] * y[5];
    for (int j = 5; j < 8; j++) *ivp_at(J, 7, j) = -*ivp_at(J, 6, j);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 8; i++) y[i] = ivp_of(0);
    y[0] = ivp_of(1);
    y[7] = p[ENZYME];
    return IVP_OK;
}

static real total_enzyme(const ivp_state *s, const real *p) { return s->y[6] + s->y[7]; }

static real free_phytochrome(const ivp_state *s, const real *p) { return s->y[0] + s->y[1]; }

IVP_PROBLEM(hires,
    .title = "HIRES, high irradiance response of photomorphogenesis",
    .source = "Schaefer 1975; Test Set for IVP Solvers 2.4, hires",
    .tags = "ode stiff chemistry testset core",
    .params = params,
    .t0 = "0",
    .t1 = "321.8122",
    AUTONOMOUS_ODE(8),
    .observables =
        (const ivp_observable[]){
            { "free_phytochrome", "mol", "Pr + Pfr", free_phytochrome },
            { "bound_receptor", "mol", "PfrX'", .component = "y6" },
            { "free_enzyme", "mol", "E", .component = "y8" },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "total_enzyme", "mol", "E free and bound, y7 + y8", total_enzyme },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("1e-2*rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU5 at 1.1e-18", "12.3"),
              .values = "y1=0.7371312573325668e-3 y2=0.1442485726316185e-3 "
                        "y3=0.5888729740967575e-4 y4=0.1175651343283149e-2 "
                        "y5=0.2386356198831331e-2 y6=0.6238968252742796e-2 "
                        "y7=0.2849998395185769e-2 y8=0.2850001604814231e-2" },
            { 0 },
        });
