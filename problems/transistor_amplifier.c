/* transistor_amplifier.c -- two transistor stages: M y' = f with a singular constant matrix.
 *
 * Node voltages y1 .. y8:
 *
 *     g1 = g(y2 - y3),     g2 = g(y5 - y6),     g(x) = beta (exp(x/UF) - 1)
 *     Ue(t) = U0 sin(2 pi nu t)
 *
 *     C1 (y2' - y1') = (y1 - Ue(t))/R0
 *     C1 (y1' - y2') = y2/R1 + (y2 - Ub)/R2 + (1 - alpha) g1
 *     -C2 y3'        = y3/R3 - g1
 *     C3 (y5' - y4') = (y4 - Ub)/R4 + alpha g1
 *     C3 (y4' - y5') = y5/R5 + (y5 - Ub)/R6 + (1 - alpha) g2
 *     -C4 y6'        = y6/R7 - g2
 *     C5 (y8' - y7') = (y7 - Ub)/R8 + alpha g2
 *     C5 (y7' - y8') = y8/R9
 *
 * Index 1: the sums of rows 1+2, 4+5 and 7+8 are free of derivatives.
 * Hairer, Lubich, Roche 1989; Test Set for IVP Solvers 2.4, transamp.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum {
    UB,
    UF,
    ALPHA,
    BETA,
    U0,
    NU,
    R0,
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    R9,
    C1,
    C2,
    C3,
    C4,
    C5
};

/* clang-format off */
static const ivp_param params[] = {
    [UB]    = { "Ub", "6", "operating voltage [V]" },
    [UF]    = { "UF", "0.026", "thermal voltage [V]" },
    [ALPHA] = { "alpha", "0.99", "collector over emitter current [1]" },
    [BETA]  = { "beta", "1e-6", "saturation current [A]" },
    [U0]    = { "U0", "0.1", "amplitude of the input [V]" },
    [NU]    = { "nu", "100", "frequency of the input [Hz]" },
    [R0]    = { "R0", "1000", "input to C1 [Ohm]" },
    [R1]    = { "R1", "9000", "base 1 to earth [Ohm]" },
    [R2]    = { "R2", "9000", "base 1 to Ub [Ohm]" },
    [R3]    = { "R3", "9000", "emitter 1 to earth [Ohm]" },
    [R4]    = { "R4", "9000", "collector 1 to Ub [Ohm]" },
    [R5]    = { "R5", "9000", "base 2 to earth [Ohm]" },
    [R6]    = { "R6", "9000", "base 2 to Ub [Ohm]" },
    [R7]    = { "R7", "9000", "emitter 2 to earth [Ohm]" },
    [R8]    = { "R8", "9000", "collector 2 to Ub [Ohm]" },
    [R9]    = { "R9", "9000", "output to earth [Ohm]" },
    [C1]    = { "C1", "1e-6", "R0 to base 1 [F]" },
    [C2]    = { "C2", "2e-6", "emitter 1 to earth [F]" },
    [C3]    = { "C3", "3e-6", "collector 1 to base 2 [F]" },
    [C4]    = { "C4", "4e-6", "emitter 2 to earth [F]" },
    [C5]    = { "C5", "5e-6", "collector 2 to output [F]" },
    { 0 },
};
/* clang-format on */

static real input(real t, const real *p) { return p[U0] * sin(2 * IVP_PI * p[NU] * t); }

static real emitter_current(real x, const real *p) { return p[BETA] * (exp(x / p[UF]) - 1); }

static real conductance(real x, const real *p) { return p[BETA] / p[UF] * exp(x / p[UF]); }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const real g1 = emitter_current(y[1] - y[2], p), g2 = emitter_current(y[4] - y[5], p);
    f[0] = (y[0] - input(s->t, p)) / p[R0];
    f[1] = y[1] / p[R1] + (y[1] - p[UB]) / p[R2] + (1 - p[ALPHA]) * g1;
    f[2] = y[2] / p[R3] - g1;
    f[3] = (y[3] - p[UB]) / p[R4] + p[ALPHA] * g1;
    f[4] = y[4] / p[R5] + (y[4] - p[UB]) / p[R6] + (1 - p[ALPHA]) * g2;
    f[5] = y[5] / p[R7] - g2;
    f[6] = (y[6] - p[UB]) / p[R8] + p[ALPHA] * g2;
    f[7] = y[7] / p[R9];
    return IVP_OK;
}

/* A transistor with its base in row b: emitter in row b + 1, collector in row b + 2. */
static void add_transistor(ivp_mat J, int b, real conduct, const real *p)
{
    const real share[] = { 1 - p[ALPHA], ivp_of(-1), p[ALPHA] };
    for (int i = 0; i < 3; i++) {
        *ivp_at(J, b + i, b) += share[i] * conduct;
        *ivp_at(J, b + i, b + 1) -= share[i] * conduct;
    }
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    const real resistors[] = { 1 / p[R0],
                               1 / p[R1] + 1 / p[R2],
                               1 / p[R3],
                               1 / p[R4],
                               1 / p[R5] + 1 / p[R6],
                               1 / p[R7],
                               1 / p[R8],
                               1 / p[R9] };
    for (int i = 0; i < 8; i++) *ivp_at(J, i, i) = resistors[i];
    add_transistor(J, 1, conductance(y[1] - y[2], p), p);
    add_transistor(J, 4, conductance(y[4] - y[5], p), p);
    return IVP_OK;
}

/* Rows i and i + 1 joined by a capacitor. */
static void join(ivp_mat M, int i, real capacity)
{
    *ivp_at(M, i, i) = -capacity;
    *ivp_at(M, i + 1, i + 1) = -capacity;
    *ivp_at(M, i, i + 1) = capacity;
    *ivp_at(M, i + 1, i) = capacity;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    join(M, 0, p[C1]);
    *ivp_at(M, 2, 2) = -p[C2];
    join(M, 3, p[C3]);
    *ivp_at(M, 5, 5) = -p[C4];
    join(M, 6, p[C5]);
    return IVP_OK;
}

/* No current flows through C1, C3, C5 at the start (t = 0, where g1 = g2 = 0): rows 1, 4, 7
 * give y1' = y2', y4' = y5', y7' = y8'. The values follow from the sums of rows 1+2, 4+5, 7+8,
 * differentiated in time. */
static void start_slopes(const real *y, real *yp, const real *p)
{
    const real c = conductance(ivp_of(0), p), rest = (1 - p[ALPHA]) * c, pass = p[ALPHA] * c;
    const real input_slope = 2 * IVP_PI * p[NU] * p[U0];
    yp[2] = -y[2] / (p[C2] * p[R3]);
    yp[5] = -y[5] / (p[C4] * p[R7]);
    yp[1] = (input_slope / p[R0] + rest * yp[2]) / (1 / p[R0] + 1 / p[R1] + 1 / p[R2] + rest);
    yp[4] =
        (rest * yp[5] - pass * (yp[1] - yp[2])) / (1 / p[R4] + 1 / p[R5] + 1 / p[R6] + rest);
    yp[7] = -pass * (yp[4] - yp[5]) / (1 / p[R8] + 1 / p[R9]);
    for (int i = 0; i < 7; i += 3) yp[i] = yp[i + 1];
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = y[7] = ivp_of(0);
    y[1] = y[2] = p[UB] / (p[R2] / p[R1] + 1);
    y[4] = y[5] = p[UB] / (p[R6] / p[R5] + 1);
    y[3] = y[6] = p[UB];
    start_slopes(y, yp, p);
    return IVP_OK;
}

static real input_voltage(const ivp_state *s, const real *p) { return input(s->t, p); }

static real emitter_current_2(const ivp_state *s, const real *p)
{
    return emitter_current(s->y[4] - s->y[5], p);
}

IVP_PROBLEM(transistor_amplifier,
    .title = "Transistor amplifier, two stages",
    .source = "Hairer, Lubich, Roche 1989; Test Set for IVP Solvers 2.4, transamp",
    .tags = "dae index1 stiff circuit testset core",
    .params = params,
    .t0 = "0",
    .t1 = "0.2",
    .form = IVP_LIN,
    .sizes = { .n = 8 },
    .init = start,
    .ode = { .f = rhs, .jac = jacobian, .mass = mass },
    .index = (const int[]){ 1, 1, 1, 1, 1, 1, 1, 1 },
    .observables =
        (const ivp_observable[]){
            { "input", "V", "Ue", input_voltage },
            { "output", "V", "y8", .component = "y8" },
            { "emitter_current", "A", "of the second transistor", emitter_current_2 },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", PSIDE at 1e-14", "11.5"),
              .values = "y1=-0.5562145012262709e-2 y2=0.3006522471903042e1 "
                        "y3=0.2849958788608128e1 y4=0.2926422536206241e1 "
                        "y5=0.2704617865010554e1 y6=0.2761837778393145e1 "
                        "y7=0.4770927631616772e1 y8=0.1236995868091548e1" },
            { 0 },
        });
