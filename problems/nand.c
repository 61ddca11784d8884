/* nand.c -- a NAND gate of three transistors: C(y) y' = f(t, y), C regular and dependent on y.
 *
 * y are node voltages. With I, i, c and pulses of lib/mosfet.h (1 depletion, 2 enhancement),
 *
 *     A = I(1; y2-y1, y5-y1, y3-y5, y5-y2, y4-VDD)
 *     B = I(2; y7-y6, V1-y6, y8-y10, V1-y7, y9-y5)
 *     D = I(2; y12-y11, V2-y11, y13, V2-y12, y14-y10)
 *
 *     f1  = -(y1-y5)/RGS - A              f2  = -(y2-VDD)/RGD + A
 *     f3  = -(y3-VBB)/RBS + i(y3-y5)      f4  = -(y4-VBB)/RBD + i(y4-VDD)
 *     f5  = -(y5-y1)/RGS - i(y3-y5) - (y5-y7)/RGD - i(y9-y5)
 *     f6  = CGS V1' - (y6-y10)/RGS - B    f7  = CGD V1' - (y7-y5)/RGD + B
 *     f8  = -(y8-VBB)/RBS + i(y8-y10)     f9  = -(y9-VBB)/RBD + i(y9-y5)
 *     f10 = -(y10-y6)/RGS - i(y8-y10) - (y10-y12)/RGD - i(y14-y10)
 *     f11 = CGS V2' - y11/RGS - D         f12 = CGD V2' - (y12-y10)/RGD + D
 *     f13 = -(y13-VBB)/RBS + i(y13)       f14 = -(y14-VBB)/RBD + i(y14-y10)
 *
 * and C as in mass() below. The enhancement type conducts ten times less in reverse: a slip of
 * the original program, which the published values contain (without it y5 agrees to 4.6
 * digits). The corners of the device models are kinks where references end their steps: radau11
 * at 1e-16 and extrapolated implicit Euler at 1e-16 agree at the end to 15.2 digits in each
 * component, to 15.9 in y5, whose printed value agrees to 16.9.
 *
 * Guenther and Rentrop 1996; Test Set for IVP Solvers 2.4, nand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* transistors branch on the state */
#include "lib/descriptor.h"
#include "lib/mosfet.h"

enum { N = 14 };
enum { RGS, RGD, RBS, RBD, CGS, CGD, CB0, C9, DELTA, IS, UT, VDD, VBB, SIDES };

static const ivp_param params[] = {
    [RGS] = { "RGS", "4", "gate to source [kOhm]" },
    [RGD] = { "RGD", "4", "gate to drain [kOhm]" },
    [RBS] = { "RBS", "10", "bulk to source [kOhm]" },
    [RBD] = { "RBD", "10", "bulk to drain [kOhm]" },
    [CGS] = { "CGS", "0.6e-4", "gate to source [nF]" },
    [CGD] = { "CGD", "0.6e-4", "gate to drain [nF]" },
    [CB0] = { "CB0", "2.4e-5", "bulk junction without voltage [nF]" },
    [C9] = { "C9", "0.5e-4", "load [nF]" },
    [DELTA] = { "delta", "0.02", "channel length modulation [1/V]" },
    [IS] = { "IS", "1e-14", "saturation current of a diode [mA]" },
    [UT] = { "UT", "25.85", "thermal voltage [V]" },
    [VDD] = { "VDD", "5", "supply [V]" },
    [VBB] = { "VBB", "-2.5", "bulk supply [V]" },
    { 0 },
};

static const mos_kind depletion = { R(-2.43), R(0.2), R(1.28), R(5.35e-4), R(5.35e-4) };
static const mos_kind enhancement = { R(0.2), R(0.035), R(1.01), R(1.748e-3), R(1.748e-4) };

static const mos_pulse pulse1 = { 5, 5, 5, 5, 20 }, pulse2 = { 15, 5, 15, 5, 40 };

enum { NT = 3, NJ = 6 }; /* transistors; junctions */

/* Voltages of transistor k and of junction k, where the guards are asked and the currents
 * flow. */
static mos_voltages voltages(const ivp_state *s, int k, const real *p)
{
    const real *y = s->y;
    real slope;
    const real V1 = mos_pulse_at(&pulse1, s->t, &slope),
               V2 = mos_pulse_at(&pulse2, s->t, &slope);
    switch (k) {
    case 0:
        return (mos_voltages){ y[1] - y[0], y[4] - y[0], y[2] - y[4], y[4] - y[1],
                               y[3] - p[VDD] };
    case 1:
        return (mos_voltages){ y[6] - y[5], V1 - y[5], y[7] - y[9], V1 - y[6], y[8] - y[4] };
    default:
        return (mos_voltages){ y[11] - y[10], V2 - y[10], y[12], V2 - y[11], y[13] - y[9] };
    }
}

static const mos_kind *kind(int k) { return k ? &enhancement : &depletion; }

static real junction_voltage(const real *y, int k, const real *p)
{
    const real v[NJ] = { y[2] - y[4], y[3] - p[VDD], y[8] - y[4],
                         y[7] - y[9], y[13] - y[9],  y[12] };
    return v[k];
}

static const real *transistor_side(int k, const real *p) { return p + SIDES + MOS_GUARDS * k; }
static real junction_side(int k, const real *p) { return p[SIDES + MOS_GUARDS * NT + k]; }

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    real drain[NT], i[NJ], slope1, slope2, unused;
    mos_pulse_at(&pulse1, s->t, &slope1);
    mos_pulse_at(&pulse2, s->t, &slope2);
    for (int k = 0; k < NT; k++) {
        const mos_voltages v = voltages(s, k, p);
        if (!mos_current(kind(k), p[DELTA], &v, transistor_side(k, p), &drain[k], NULL))
            return IVP_DOMAIN;
    }
    for (int k = 0; k < NJ; k++)
        i[k] = mos_diode(junction_voltage(y, k, p), p[IS], p[UT], junction_side(k, p), &unused);
    f[0] = -(y[0] - y[4]) / p[RGS] - drain[0];
    f[1] = -(y[1] - p[VDD]) / p[RGD] + drain[0];
    f[2] = -(y[2] - p[VBB]) / p[RBS] + i[0];
    f[3] = -(y[3] - p[VBB]) / p[RBD] + i[1];
    f[4] = -(y[4] - y[0]) / p[RGS] - i[0] - (y[4] - y[6]) / p[RGD] - i[2];
    f[5] = p[CGS] * slope1 - (y[5] - y[9]) / p[RGS] - drain[1];
    f[6] = p[CGD] * slope1 - (y[6] - y[4]) / p[RGD] + drain[1];
    f[7] = -(y[7] - p[VBB]) / p[RBS] + i[3];
    f[8] = -(y[8] - p[VBB]) / p[RBD] + i[2];
    f[9] = -(y[9] - y[5]) / p[RGS] - i[3] - (y[9] - y[11]) / p[RGD] - i[4];
    f[10] = p[CGS] * slope2 - y[10] / p[RGS] - drain[2];
    f[11] = p[CGD] * slope2 - (y[11] - y[9]) / p[RGD] + drain[2];
    f[12] = -(y[12] - p[VBB]) / p[RBS] + i[5];
    f[13] = -(y[13] - p[VBB]) / p[RBD] + i[4];
    return IVP_OK;
}

/* C, with a capacitor between nodes i and j entered in row i alone where j belongs to i's
 * bulk. */
static ivp_status mass(const ivp_state *s, ivp_mat C, const real *p)
{
    real c[NJ], unused;
    for (int k = 0; k < NJ; k++)
        c[k] = mos_junction(junction_voltage(s->y, k, p), p[CB0], junction_side(k, p), &unused);
    const struct {
        int i, j;
        real value;
    } entry[] = {
        { 1, 1, p[CGS] },
        { 1, 5, -p[CGS] },
        { 2, 2, p[CGD] },
        { 2, 5, -p[CGD] },
        { 3, 3, c[0] },
        { 3, 5, -c[0] },
        { 4, 4, c[1] },
        { 5, 5, p[CGS] + p[CGD] + c[0] + c[2] + p[C9] },
        { 5, 9, -c[2] },
        { 6, 6, p[CGS] },
        { 7, 7, p[CGD] },
        { 8, 8, c[3] },
        { 8, 10, -c[3] },
        { 9, 9, c[2] },
        { 10, 10, c[3] + c[4] + p[C9] },
        { 10, 14, -c[4] },
        { 11, 11, p[CGS] },
        { 12, 12, p[CGD] },
        { 13, 13, c[5] },
        { 14, 14, c[4] },
    };
    for (size_t k = 0; k < sizeof entry / sizeof *entry; k++) {
        *ivp_at(C, entry[k].i - 1, entry[k].j - 1) = entry[k].value;
        *ivp_at(C, entry[k].j - 1, entry[k].i - 1) = entry[k].value;
    }
    return IVP_OK;
}

/* Both inputs low, nothing moves: f is 0 but for the leak of the diodes. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    static const plain given[N] = { R(5.0),     R(5.0),     -R(2.5), -R(2.5), R(5.0),
                                    R(3.62385), R(5.0),     -R(2.5), -R(2.5), R(3.62385),
                                    0,          R(3.62385), -R(2.5), -R(2.5) };
    for (int k = 0; k < N; k++) {
        y[k] = given[k];
        yp[k] = 0;
    }
    return IVP_OK;
}

static real input1(const ivp_state *s, const real *p)
{
    real slope;
    return mos_pulse_at(&pulse1, s->t, &slope);
}

static real input2(const ivp_state *s, const real *p)
{
    real slope;
    return mos_pulse_at(&pulse2, s->t, &slope);
}

#define TRANSISTOR(k, which)                                                                   \
    static real guard_##k##_##which(const ivp_state *s, const real *p)                         \
    {                                                                                          \
        const mos_voltages v = voltages(s, k, p);                                              \
        return mos_guard(kind(k), &v, which);                                                  \
    }
#define GUARDS(k)                                                                              \
    TRANSISTOR(k, 0) TRANSISTOR(k, 1) TRANSISTOR(k, 2) TRANSISTOR(k, 3) TRANSISTOR(k, 4)
#define JUNCTION(k)                                                                            \
    static real junction_##k(const ivp_state *s, const real *p)                                \
    {                                                                                          \
        return junction_voltage(s->y, k, p);                                                   \
    }
/* clang-format off */
GUARDS(0) GUARDS(1) GUARDS(2)
JUNCTION(0) JUNCTION(1) JUNCTION(2) JUNCTION(3) JUNCTION(4) JUNCTION(5)
/* clang-format on */

#define KINK(word, of)                                                                         \
    {                                                                                          \
        .name = (word), .guard = (of), .then = IVP_KINK                                        \
    }
#define KINKS(name, k)                                                                         \
    KINK(name "_turns", guard_##k##_0), KINK(name "_opens", guard_##k##_1),                    \
        KINK(name "_is_linear", guard_##k##_2), KINK(name "_opens_back", guard_##k##_3),       \
        KINK(name "_is_linear_back", guard_##k##_4)
    static const ivp_event events[] = {
        KINKS("load", 0),
        KINKS("upper", 1),
        KINKS("lower", 2),
        KINK("bulk_source_load", junction_0),
        KINK("bulk_drain_load", junction_1),
        KINK("bulk_drain_upper", junction_2),
        KINK("bulk_source_upper", junction_3),
        KINK("bulk_drain_lower", junction_4),
        KINK("bulk_source_lower", junction_5),
        { 0 },
    };

IVP_PROBLEM(nand,
    .title = "NAND gate",
    .source = "Guenther and Rentrop 1996; Test Set for IVP Solvers 2.4, nand",
    .tags = "implicit index0 stiff circuit breaks kinks testset",
    .params = params,
    .t0 = "0",
    .t1 = "80",
    .form = IVP_LIN,
    .sizes = { .n = N },
    .init = start,
    .ode = { .f = rhs, .mass = mass, .mass_varies = true },
    .events = events,
    IVP_BREAKS(5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75),
    .observables =
        (const ivp_observable[]){
            { "input_1", "V", "V1", input1 },
            { "input_2", "V", "V2", input2 },
            { "output", "V", "y5", .component = "y5" },
            { 0 },
        },
    .scd = "y5",
    .mescd = "all",
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", PSIDE at 1e-16", "11.0"),
              .values = "y1=0.4971088699385777e1 y2=0.4999752103929311e1 "
                         "y3=-0.2499998781491227e1 y4=-0.2499999999999975e1 "
                         "y5=0.4970837023296724e1 y6=-0.2091214032073855e0 "
                         "y7=0.4970593243278363e1 y8=-0.2500077409198803e1 "
                         "y9=-0.2499998781491227e1 y10=-0.2090289583878100e0 "
                         "y11=-0.2399999999966269e-3 y12=-0.2091214032073855e0 "
                         "y13=-0.2499999999999991e1 y14=-0.2500077409198803e1" },
            { 0 },
        });
