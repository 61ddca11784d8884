/* ring_modulator.c -- a ring of four diodes mixes two sinusoidal signals.
 *
 *     q(u) = gamma (exp(delta u) - 1),   U1 = 0.5 sin(2000 pi t),   U2 = 2 sin(20000 pi t)
 *
 *     d1 =  y3 - y5 - y7 - U2      d2 = -y4 + y6 - y7 - U2
 *     d3 =  y4 + y5 + y7 + U2      d4 = -y3 - y6 + y7 + U2,     qk = q(dk)
 *
 *     C  y1'   = y8 - y10/2 + y11/2 + y14 - y1/R
 *     C  y2'   = y9 - y12/2 + y13/2 + y15 - y2/R
 *     Cs y3'   = y10 - q1 + q4              Cs y4'   = -y11 + q2 - q3
 *     Cs y5'   = y12 + q1 - q3              Cs y6'   = -y13 - q2 + q4
 *     Cp y7'   = -y7/Rp + q1 + q2 - q3 - q4
 *     Lh y8'   = -y1                        Lh y9'   = -y2
 *     Ls2 y10' = y1/2 - y3 - Rg2 y10        Ls3 y11' = -y1/2 + y4 - Rg3 y11
 *     Ls2 y12' = y2/2 - y5 - Rg2 y12        Ls3 y13' = -y2/2 + y6 - Rg3 y13
 *     Ls1 y14' = -y1 + U1 - (Ri + Rg1) y14  Ls1 y15' = -y2 - (Rc + Rg1) y15
 *
 * Stiff, and oscillating at the time scale of Cs, below 1e-10 s: some 1e4 .. 1e5 steps. A wild
 * iterate lets an exponential overflow; that is seen by its result. With Cs = 0 it would be a
 * DAE of index
 * 2. Horneber 1985; Test Set for IVP Solvers 2.4, ringmod.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { N = 15, DIODES = 4 };
enum { C, CS, CP, RR, RP, LH, LS1, LS2, LS3, RG1, RG2, RG3, RI, RC, GAMMA, DELTA };

/* clang-format off */
static const ivp_param params[] = {
    [C]     = { "C", "1.6e-8", "of the transformers [F]" },
    [CS]    = { "Cs", "2e-12", "parasitic, at the diodes [F]" },
    [CP]    = { "Cp", "1e-8", "of the carrier's source [F]" },
    [RR]    = { "R", "25000", "of the transformers [Ohm]" },
    [RP]    = { "Rp", "50", "of the carrier's source [Ohm]" },
    [LH]    = { "Lh", "4.45", "main inductance [H]" },
    [LS1]   = { "Ls1", "0.002", "stray inductance, outside [H]" },
    [LS2]   = { "Ls2", "5e-4", "stray inductance, ring [H]" },
    [LS3]   = { "Ls3", "5e-4", "stray inductance, ring [H]" },
    [RG1]   = { "Rg1", "36.3", "of a winding, outside [Ohm]" },
    [RG2]   = { "Rg2", "17.3", "of a winding, ring [Ohm]" },
    [RG3]   = { "Rg3", "17.3", "of a winding, ring [Ohm]" },
    [RI]    = { "Ri", "50", "of the signal's source [Ohm]" },
    [RC]    = { "Rc", "600", "at the output [Ohm]" },
    [GAMMA] = { "gamma", "40.67286402e-9", "saturation current of a diode [A]" },
    [DELTA] = { "delta", "17.7493332", "over its voltage [1/V]" },
    { 0 },
};
/* clang-format on */

/* Voltages y3 .. y7 and U2 at the diodes; currents through them into y3 .. y7 are
 * -transposed. */
static const signed char at_diode[DIODES][6] = {
    { 1, 0, -1, 0, -1, -1 },
    { 0, -1, 0, 1, -1, -1 },
    { 0, 1, 1, 0, 1, 1 },
    { -1, 0, 0, -1, 1, 1 },
};

static real signal(real t) { return sin(2000 * IVP_PI * t) / 2; }

static real carrier(real t) { return 2 * sin(20000 * IVP_PI * t); }

static real voltage(const real *y, real u2, int k)
{
    real d = at_diode[k][5] * u2;
    for (int j = 0; j < 5; j++) d += at_diode[k][j] * y[2 + j];
    return d;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y, u2 = carrier(s->t);
    real into[5];
    for (int j = 0; j < 5; j++) into[j] = ivp_of(0);
    for (int k = 0; k < DIODES; k++) {
        const real q = p[GAMMA] * (exp(p[DELTA] * voltage(y, u2, k)) - 1);
        for (int j = 0; j < 5; j++) into[j] -= at_diode[k][j] * q;
    }
    f[0] = (y[7] - y[9] / 2 + y[10] / 2 + y[13] - y[0] / p[RR]) / p[C];
    f[1] = (y[8] - y[11] / 2 + y[12] / 2 + y[14] - y[1] / p[RR]) / p[C];
    f[2] = (y[9] + into[0]) / p[CS];
    f[3] = (-y[10] + into[1]) / p[CS];
    f[4] = (y[11] + into[2]) / p[CS];
    f[5] = (-y[12] + into[3]) / p[CS];
    f[6] = (-y[6] / p[RP] + into[4]) / p[CP];
    f[7] = -y[0] / p[LH];
    f[8] = -y[1] / p[LH];
    f[9] = (y[0] / 2 - y[2] - p[RG2] * y[9]) / p[LS2];
    f[10] = (-y[0] / 2 + y[3] - p[RG3] * y[10]) / p[LS3];
    f[11] = (y[1] / 2 - y[4] - p[RG2] * y[11]) / p[LS2];
    f[12] = (-y[1] / 2 + y[5] - p[RG3] * y[12]) / p[LS3];
    f[13] = (-y[0] + signal(s->t) - (p[RI] + p[RG1]) * y[13]) / p[LS1];
    f[14] = (-y[1] - (p[RC] + p[RG1]) * y[14]) / p[LS1];
    return IVP_OK;
}

/* Half k of the transformers: C y' = current through Lh, two halves of the ring, the
 * outside. */
static void transformer(ivp_mat J, int k, const real *p)
{
    const int ring = 9 + 2 * k, node = 2 + 2 * k;
    *ivp_at(J, k, k) = -1 / (p[RR] * p[C]);
    *ivp_at(J, k, 7 + k) = 1 / p[C];
    *ivp_at(J, k, ring) = -1 / (2 * p[C]);
    *ivp_at(J, k, ring + 1) = 1 / (2 * p[C]);
    *ivp_at(J, k, 13 + k) = 1 / p[C];
    *ivp_at(J, node, ring) = 1 / p[CS];
    *ivp_at(J, node + 1, ring + 1) = -1 / p[CS];
    *ivp_at(J, 7 + k, k) = -1 / p[LH];
    *ivp_at(J, ring, k) = 1 / (2 * p[LS2]);
    *ivp_at(J, ring, node) = -1 / p[LS2];
    *ivp_at(J, ring, ring) = -p[RG2] / p[LS2];
    *ivp_at(J, ring + 1, k) = -1 / (2 * p[LS3]);
    *ivp_at(J, ring + 1, node + 1) = 1 / p[LS3];
    *ivp_at(J, ring + 1, ring + 1) = -p[RG3] / p[LS3];
    *ivp_at(J, 13 + k, k) = -1 / p[LS1];
    *ivp_at(J, 13 + k, 13 + k) = -(p[k ? RC : RI] + p[RG1]) / p[LS1];
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real u2 = carrier(s->t);
    for (int k = 0; k < 2; k++) transformer(J, k, p);
    *ivp_at(J, 6, 6) = -1 / (p[RP] * p[CP]);
    for (int k = 0; k < DIODES; k++) {
        const real slope = p[GAMMA] * p[DELTA] * exp(p[DELTA] * voltage(s->y, u2, k));
        for (int i = 0; i < 5; i++)
            for (int j = 0; j < 5; j++)
                *ivp_at(J, 2 + i, 2 + j) -=
                    at_diode[k][i] * at_diode[k][j] * slope / p[i < 4 ? CS : CP];
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < N; i++) y[i] = ivp_of(0);
    return IVP_OK;
}

static real input(const ivp_state *s, const real *p) { return signal(s->t); }

IVP_PROBLEM(ring_modulator,
    .title = "Ring modulator",
    .source = "Horneber 1985; Test Set for IVP Solvers 2.4, ringmod",
    .tags = "ode stiff oscillatory circuit testset",
    .params = params,
    .t0 = "0",
    .t1 = "1e-3",
    .form = IVP_ODE,
    .sizes = { .n = N },
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .observables =
        (const ivp_observable[]){
            { "input", "V", "U1", input },
            { "output", "V", "y2", .component = "y2" },
            { "ring", "V", "y3", .component = "y3" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", RADAU at 1e-12", "9.5"),
              .values = "y1=-0.2339057358486745e-1 y2=-0.7367485485540825e-2 "
                        "y3=0.2582956709291169e0 y4=-0.4064465721283450e0 "
                        "y5=-0.4039455665149794e0 y6=0.2607966765422943e0 "
                        "y7=0.1106761861269975e0 y8=0.2939904342435596e-6 "
                        "y9=-0.2840029933642329e-7 y10=0.7267198267264553e-3 "
                        "y11=0.7929487196960840e-3 y12=-0.7255283495698965e-3 "
                        "y13=-0.7941401968526521e-3 y14=0.7088495416976114e-4 "
                        "y15=0.2390059075236570e-4" },
            { 0 },
        });
