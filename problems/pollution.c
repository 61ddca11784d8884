/* pollution.c -- twenty species and twenty-five reactions in polluted air.
 *
 * Verwer, Gauss-Seidel iteration for stiff ODEs from chemical kinetics, 1994; Test Set for IVP
 * Solvers
 * 2.4, pollu. y16, of 4e-18 at the end, counts as the others do: with atol = rtol its relative
 * error is the worst.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"
#include "lib/reactions.h"

enum { N = 20, NR = 25 };

enum { /* species, counted from 1 */
       NO2 = 1,
       NO,
       O3P,
       O3,
       HO2,
       OH,
       HCHO,
       CO,
       ALD,
       MEO2,
       C2O3,
       CO2,
       PAN,
       CH3O,
       HNO3,
       O1D,
       SO2,
       SO4,
       NO3,
       N2O5
};

/* clang-format off */
static const ivp_param params[] = {
    { "k1", "0.35", "NO2 [1/min]" },             { "k2", "26.6", "NO + O3 [1/(ppm min)]" },
    { "k3", "12300", "HO2 + NO [1/(ppm min)]" }, { "k4", "8.6e-4", "HCHO, to radicals [1/min]" },
    { "k5", "8.2e-4", "HCHO, to CO [1/min]" },   { "k6", "15000", "HCHO + OH [1/(ppm min)]" },
    { "k7", "1.3e-4", "ALD [1/min]" },           { "k8", "24000", "ALD + OH [1/(ppm min)]" },
    { "k9", "16500", "C2O3 + NO [1/(ppm min)]" }, { "k10", "9000", "C2O3 + NO2 [1/(ppm min)]" },
    { "k11", "0.022", "PAN [1/min]" },           { "k12", "12000", "MEO2 + NO [1/(ppm min)]" },
    { "k13", "1.88", "CH3O [1/min]" },           { "k14", "16300", "NO2 + OH [1/(ppm min)]" },
    { "k15", "4.8e6", "O3P [1/min]" },           { "k16", "3.5e-4", "O3, to O1D [1/min]" },
    { "k17", "0.0175", "O3, to O3P [1/min]" },   { "k18", "1e8", "O1D, to OH [1/min]" },
    { "k19", "4.44e11", "O1D, to O3P [1/min]" }, { "k20", "1240", "SO2 + OH [1/(ppm min)]" },
    { "k21", "2.1", "NO3, to NO [1/min]" },      { "k22", "5.78", "NO3, to NO2 [1/min]" },
    { "k23", "0.0474", "NO2 + O3 [1/(ppm min)]" }, { "k24", "1780", "NO3 + NO2 [1/(ppm min)]" },
    { "k25", "3.12", "N2O5 [1/min]" },           { 0 },
};

static const reaction reactions[NR] = {
    { { NO2 }, { NO, O3P } },
    { { NO, O3 }, { NO2 } },
    { { HO2, NO }, { OH, NO2 } },
    { { HCHO }, { HO2, HO2, CO } },
    { { HCHO }, { CO } },
    { { HCHO, OH }, { HO2, CO } },
    { { ALD }, { MEO2, HO2, CO } },
    { { ALD, OH }, { C2O3 } },
    { { C2O3, NO }, { NO2, MEO2, CO2 } },
    { { C2O3, NO2 }, { PAN } },
    { { PAN }, { C2O3, NO2 } },
    { { MEO2, NO }, { CH3O, NO2 } },
    { { CH3O }, { HCHO, HO2 } },
    { { NO2, OH }, { HNO3 } },
    { { O3P }, { O3 } },
    { { O3 }, { O1D } },
    { { O3 }, { O3P } },
    { { O1D }, { OH, OH } },
    { { O1D }, { O3P } },
    { { SO2, OH }, { SO4, HO2 } },
    { { NO3 }, { NO } },
    { { NO3 }, { NO2, O3P } },
    { { NO2, O3 }, { NO3 } },
    { { NO3, NO2 }, { N2O5 } },
    { { N2O5 }, { NO2, NO3 } },
};
/* clang-format on */

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    for (int i = 0; i < N; i++) f[i] = ivp_of(0);
    for (int r = 0; r < NR; r++)
        reaction_add(&reactions[r], reaction_rate(&reactions[r], p[r], s->y), f);
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    for (int r = 0; r < NR; r++) reaction_jacobian(&reactions[r], p[r], s->y, J);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < N; i++) y[i] = ivp_of(0);
    y[NO - 1] = ivp_of(R(0.2));
    y[O3 - 1] = ivp_of(R(0.04));
    y[HCHO - 1] = ivp_of(R(0.1));
    y[CO - 1] = ivp_of(R(0.3));
    y[ALD - 1] = ivp_of(R(0.01));
    y[SO2 - 1] = ivp_of(R(0.007));
    return IVP_OK;
}

/* No reaction makes or takes sulphur. */
static real sulphur(const ivp_state *s, const real *p) { return s->y[SO2 - 1] + s->y[SO4 - 1]; }

static real nitrogen(const ivp_state *s, const real *p)
{
    const real *y = s->y;
    return y[NO2 - 1] + y[NO - 1] + y[PAN - 1] + y[HNO3 - 1] + y[NO3 - 1] + 2 * y[N2O5 - 1];
}

IVP_PROBLEM(pollution,
    .title = "Pollution, chemistry of the air",
    .source = "Verwer 1994; Test Set for IVP Solvers 2.4, pollu",
    .tags = "ode stiff chemistry testset",
    .params = params,
    .t0 = "0",
    .t1 = "60",
    AUTONOMOUS_ODE(N),
    .observables =
        (const ivp_observable[]){
            { "NO2", "ppm", "nitrogen dioxide", .component = "y1" },
            { "O3", "ppm", "ozone", .component = "y4" },
            { "OH", "ppm", "hydroxyl", .component = "y6" },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "sulphur", "ppm", "SO2 + SO4", sulphur },
            { "nitrogen", "ppm", "in all its oxides and acids", nitrogen },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU5 at 1.1e-18", "13.7"),
              .values = "y1=0.5646255480022769e-1 y2=0.1342484130422339e0 "
                        "y3=0.4139734331099427e-8 y4=0.5523140207484359e-2 "
                        "y5=0.2018977262302196e-6 y6=0.1464541863493966e-6 "
                        "y7=0.7784249118997964e-1 y8=0.3245075353396018e0 "
                        "y9=0.7494013383880406e-2 y10=0.1622293157301561e-7 "
                        "y11=0.1135863833257075e-7 y12=0.2230505975721359e-2 "
                        "y13=0.2087162882798630e-3 y14=0.1396921016840158e-4 "
                        "y15=0.8964884856898295e-2 y16=0.4352846369330103e-17 "
                        "y17=0.6899219696263405e-2 y18=0.1007803037365946e-3 "
                        "y19=0.1772146513969984e-5 y20=0.5682943292316392e-4" },
            { 0 },
        });
