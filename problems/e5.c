/* e5.c -- pyrolysis, problem E5 of STIFF DETEST, on the interval of Hairer and Wanner.
 *
 *     r1 = A y1,  r2 = B y1 y3,  r3 = M C y2 y3,  r4 = C y4
 *
 *     y1' = -r1 - r2
 *     y2' =  r1 - r3 - restore (y2 - y3 - y4)
 *     y3' =  r1 - r3 - y4'
 *     y4' =  r2 - r4
 *
 * y2 - y3 - y4 = 0 along every solution from this start. y1 decays through 1e-291 and y4 with
 * it: y2 and y3 count. As published, with restore = 0, rounding breaks the invariant at 1e-16
 * of the largest y2,
 * 1.4e-10, and nothing damps that: 1e-26 of 8.9e-23 are 4 digits, and no code in double that
 * carries all four equations can promise more. At rtol = 1e-12 ida ends with 3.8 digits,
 * radau_iia with 2.0. So are the published values: they differ from one another by 1.3e-25,
 * though y4 is zero; their geometric mean is right to 12 digits. The rate `restore` pulls y2
 * back to y3 + y4. It has no part in the solution: with restore = 1e3 ida and radau_iia agree
 * with the reference to 8.9 and 11.7 digits.
 *
 * Enright, Hull, Lindberg 1975; Hairer, Wanner, Solving ODEs II, IV.10; Test Set for IVP
 * Solvers 2.4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { A, B, C, M, FUEL, RESTORE };

static const ivp_param params[] = {
    [A] = { "A", "7.89e-10", "rate of r1 [1]" },
    [B] = { "B", "1.1e7", "rate of r2 [1]" },
    [C] = { "C", "1.13e3", "rate of r4 [1]" },
    [M] = { "M", "1e6", "r3 against r4 [1]" },
    [FUEL] = { "fuel", "1.76e-3", "y1 at the start [1]" },
    [RESTORE] = { "restore", "0", "rate that pulls y2 back to y3 + y4 [1]" },
    { 0 },
};

static real balance(const ivp_state *s, const real *p) { return s->y[1] - s->y[2] - s->y[3]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const real r1 = p[A] * y[0], r2 = p[B] * y[0] * y[2];
    const real r3 = p[M] * p[C] * y[1] * y[2], r4 = p[C] * y[3];
    f[0] = -r1 - r2;
    f[3] = r2 - r4;
    f[2] = r1 - r3 - f[3];
    f[1] = r1 - r3 - p[RESTORE] * balance(s, p);
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y, mc = p[M] * p[C];
    *ivp_at(J, 0, 0) = -p[A] - p[B] * y[2];
    *ivp_at(J, 0, 2) = -p[B] * y[0];
    *ivp_at(J, 1, 0) = p[A];
    *ivp_at(J, 1, 1) = -mc * y[2];
    *ivp_at(J, 1, 2) = -mc * y[1];
    *ivp_at(J, 3, 0) = p[B] * y[2];
    *ivp_at(J, 3, 2) = p[B] * y[0];
    *ivp_at(J, 3, 3) = -p[C];
    for (int j = 0; j < 4; j++) *ivp_at(J, 2, j) = *ivp_at(J, 1, j) - *ivp_at(J, 3, j);
    *ivp_at(J, 1, 1) -= p[RESTORE];
    *ivp_at(J, 1, 2) += p[RESTORE];
    *ivp_at(J, 1, 3) += p[RESTORE];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 4; i++) y[i] = ivp_of(0);
    y[0] = p[FUEL];
    return IVP_OK;
}

/* Sizes below 1e-20 of rtol's own count as zero; the values to be found are 9e-23. */
static void weights(const real *p, double *w)
{
    for (int i = 0; i < 4; i++) w[i] = (double)R(1e-20);
}

IVP_PROBLEM(e5,
    .title = "E5, a pyrolysis from 1e-3 to 1e13",
    .source = "Enright, Hull, Lindberg 1975; Test Set for IVP Solvers 2.4, E5",
    .tags = "ode stiff chemistry testset",
    .params = params,
    .t0 = "0",
    .t1 = "1e13",
    .form = IVP_ODE,
    .sizes = { .n = 4 },
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .weights = weights,
    .observables =
        (const ivp_observable[]){
            { "fuel", "1", "y1", .component = "y1" },
            { "second", "1", "y2", .component = "y2" },
            { "third", "1", "y3", .component = "y3" },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "balance", "1", "y2 - y3 - y4", balance },
            { 0 },
        },
    .scd = "y2-3",
    .mescd = "y2-3",
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { .params = "",
              .source = "Test Set for IVP Solvers 2.4, three digits of y2 and y3 are right",
              .values = "y1=0.1152903278711829e-290 y2=0.8867655517642120e-22 "
                        "y3=0.8854814626268838e-22 y4=0" },
            { 0 },
        });
