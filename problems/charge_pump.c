/* charge_pump.c -- a transistor pumps charge from one capacitor to another: index 2.
 *
 *     y = (charges of gate, source capacitor, source, drain capacitor, drain | v1 v2 v3 | current)
 *
 *     y1' = -y9     y2' + y3' = 0     y4' + y5' = 0
 *     0 = -y6 + Vin(t)
 *     0 = y1 - QG(v)     0 = y2 - CS y7     0 = y3 - QS(v)     0 = y4 - CD y8     0 = y5 - QD(v)
 *
 * with v = (y6, y6 - y7, y6 - y8). For ugb = v1, ugs = max(v2, v3), ugd = min(v2, v3) and
 *
 *     UFB = VT0 - gamma sqrt(Phi) - Phi
 *     UTE = VT0 + gamma (sqrt(Phi - ugs + ugb) - sqrt(Phi))
 *
 *     ugb <= UFB:                QG = Cox (ugb - UFB),  QS = QD = 0
 *     ugb > UFB, ugs <= UTE:     QG = Cox gamma (sqrt((gamma/2)^2 + ugb - UFB) - gamma/2), QS = QD = 0
 *     otherwise, s = ugs - UTE, r = max(ugd - UTE, 0), K = r + s - r s/(r + s):
 *                                QG = Cox (2/3 K + gamma sqrt(Phi - ugs + ugb)), QS = QD = -Cox K/3
 *
 * Vin is a trapezoid of 20 V, 120 ns long: low for 50 ns, up in 10, high for 50, down in 10.
 * All charges follow from it at once, so at the end they are those of the start,
 *
 *     y1 = Cox gamma (sqrt((gamma/2)^2 - UFB) - gamma/2),   y9 = 2e9 Cox gamma / (2 sqrt((gamma/2)^2 - UFB))
 *
 * (y9 as the limit from the left), all others 0. Guenther, Denk, Feldmann 1995; Test Set for
 * IVP Solvers 2.4, pump.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* charges branch on the state */
#include <ivp/problem.h>

enum { N = 9 };
enum { COX, VT0, GAMMA, PHI, CD, CS };

static const ivp_param params[] = {
    [COX] = { "Cox", "4e-12", "oxide [F]" },
    [VT0] = { "VT0", "0.2", "threshold [V]" },
    [GAMMA] = { "gamma", "0.035", "body effect [V^(1/2)]" },
    [PHI] = { "Phi", "1.01", "surface potential [V]" },
    [CD] = { "CD", "0.4e-12", "capacitor of the drain [F]" },
    [CS] = { "CS", "1.6e-12", "capacitor of the source [F]" },
    { 0 },
};

/* Corners of the input [s], as doubles in every arithmetic: they are break points too. */
#define NS(x)              (double)R(x##.0e-9)
#define PERIOD(a, b, c, d) NS(a), NS(b), NS(c), NS(d)
static const double corners[] = {
    PERIOD(50, 60, 110, 120),       PERIOD(170, 180, 230, 240), PERIOD(290, 300, 350, 360),
    PERIOD(410, 420, 470, 480),     PERIOD(530, 540, 590, 600), PERIOD(650, 660, 710, 720),
    PERIOD(770, 780, 830, 840),     PERIOD(890, 900, 950, 960), PERIOD(1010, 1020, 1070, 1080),
    PERIOD(1130, 1140, 1190, 1200),
};
enum { NCORNERS = sizeof corners / sizeof *corners };
static const double breaks[] = {
    PERIOD(50, 60, 110, 120),
    PERIOD(170, 180, 230, 240),
    PERIOD(290, 300, 350, 360),
    PERIOD(410, 420, 470, 480),
    PERIOD(530, 540, 590, 600),
    PERIOD(650, 660, 710, 720),
    PERIOD(770, 780, 830, 840),
    PERIOD(890, 900, 950, 960),
    PERIOD(1010, 1020, 1070, 1080),
    NS(1130),
    NS(1140),
    NS(1190),
};

static real input(real t, real *slope)
{
    const real high = 20;
    *slope = 0;
    int k = 0;
    while (k < NCORNERS - 1 && re(t) >= corners[k]) k++;
    if (k % 4 == 0) return 0;
    if (k % 4 == 2) return high;
    const plain from = (plain)corners[k - 1], to = (plain)corners[k];
    *slope = (k % 4 == 1 ? high : -high) / (to - from);
    return (k % 4 == 1 ? 0 : high) + *slope * (t - from);
}

/* Below this [V] rounding must not decide which end is the source: both are at rest until the
 * channel opens, where derivatives would be those of the wrong one. */
static const plain same = R(1e-20);

/* What the regions of the transistor are told by. */
typedef struct bias {
    real above_flat, above_source, above_drain; /* ugb - UFB, ugs - UTE, ugd - UTE */
    real body;                                  /* sqrt(Phi - ugs + ugb) */
} bias;

static ivp_status bias_of(const real *y, bias *b, const real *p)
{
    const real v2 = y[5] - y[6], v3 = y[5] - y[7], root = sqrt(p[PHI]);
    const bool turned = re(v3) > re(v2) + same;
    const real ugs = turned ? v3 : v2, ugd = turned ? v2 : v3, inside = p[PHI] - ugs + y[5];
    if (!(re(inside) >= 0)) return IVP_DOMAIN;
    b->body = sqrt(inside);
    const real threshold = p[VT0] + p[GAMMA] * (b->body - root);
    b->above_flat = y[5] - (p[VT0] - p[GAMMA] * root - p[PHI]);
    b->above_source = ugs - threshold;
    b->above_drain = ugd - threshold;
    return IVP_OK;
}

/* QG, and QS = QD */
static ivp_status charges(const real *y, real *gate, real *channel, const real *p)
{
    bias b;
    const ivp_status status = bias_of(y, &b, p);
    if (status) return status;
    *channel = 0;
    *gate = p[COX] * b.above_flat;
    if (!(re(b.above_flat) > 0)) return IVP_OK;
    const real half = p[GAMMA] / 2;
    if (!(re(b.above_source) > 0)) {
        const real inside = half * half + b.above_flat;
        if (!(re(inside) > 0)) return IVP_DOMAIN;
        *gate = p[COX] * p[GAMMA] * (sqrt(inside) - half);
        return IVP_OK;
    }
    const real s = b.above_source;
    const real r = ivp_pos(b.above_drain);
    const real K = re(r) != 0 ? r + s - r * s / (r + s) : s;
    *gate = p[COX] * (2 * K / 3 + p[GAMMA] * b.body);
    *channel = -p[COX] * K / 3;
    return IVP_OK;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    real gate, channel, slope;
    const ivp_status status = charges(y, &gate, &channel, p);
    if (status) return status;
    f[0] = -y[8];
    f[1] = f[2] = 0;
    f[3] = -y[5] + input(s->t, &slope);
    f[4] = y[0] - gate;
    f[5] = y[1] - p[CS] * y[6];
    f[6] = y[2] - channel;
    f[7] = y[3] - p[CD] * y[7];
    f[8] = y[4] - channel;
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    *ivp_at(M, 0, 0) = 1;
    for (int k = 0; k < 2; k++) {
        *ivp_at(M, 1 + k, 1 + 2 * k) = 1;
        *ivp_at(M, 1 + k, 2 + 2 * k) = 1;
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    real channel;
    for (int k = 0; k < N; k++) y[k] = yp[k] = 0;
    return charges(y, &y[0], &channel, p);
}

/* Charges in picocoulomb; the current follows from a derivative. */
static void weights(const real *p, double *w)
{
    for (int k = 0; k < 5; k++) w[k] = (double)R(1e-6);
    w[8] = (double)R(1e10);
}

/* The closed form. Both ends take the same charge q = Cox s/3, so the end with the larger
 * capacitor C is the source, ugs = Vin - q/C, and with a = Cox/(3 C), w^2 = Phi + a s the
 * threshold gives
 *
 *     (1 + a)/a (w^2 - Phi) + gamma (w - sqrt(Phi)) = Vin - VT0 */
static void open_channel(real V, real *s, real *gate, real *slope, const real *p)
{
    const real a = p[COX] / (3 * ivp_max(p[CS], p[CD])), A = (1 + a) / a, g = p[GAMMA];
    const real C = p[VT0] - V - A * p[PHI] - g * sqrt(p[PHI]);
    const real w = (sqrt(g * g - 4 * A * C) - g) / (2 * A), dw = 1 / (2 * A * w + g);
    *s = (w * w - p[PHI]) / a;
    *gate = p[COX] * (2 * *s / 3 + g * w);
    *slope = p[COX] * (4 * w / (3 * a) + g) * dw;
}

/* For voltages above the flat band, and as long as the drain stays below its threshold. */
static ivp_status solution(real t, real *y, const real *p)
{
    real rate, s = 0, slope;
    const real V = input(t, &rate), half = p[GAMMA] / 2;
    const real inside = half * half + V - p[VT0] + p[GAMMA] * sqrt(p[PHI]) + p[PHI];
    for (int k = 0; k < N; k++) y[k] = 0;
    if (re(V) > re(p[VT0])) {
        open_channel(V, &s, &y[0], &slope, p);
    } else {
        y[0] = p[COX] * p[GAMMA] * (sqrt(inside) - half);
        slope = p[COX] * p[GAMMA] / (2 * sqrt(inside));
    }
    y[1] = y[3] = p[COX] * s / 3;
    y[2] = y[4] = -y[1];
    y[5] = V;
    y[6] = y[1] / p[CS];
    y[7] = y[3] / p[CD];
    y[8] = -slope * rate;
    return IVP_OK;
}

static real supply(const ivp_state *s, const real *p)
{
    real slope;
    return input(s->t, &slope);
}

IVP_PROBLEM(charge_pump,
    .title = "Charge pump",
    .source = "Guenther, Denk, Feldmann 1995; Test Set for IVP Solvers 2.4, pump",
    .tags = "dae index2 circuit breaks testset",
    .params = params,
    .t0 = "0",
    .t1 = "1.2e-6",
    .form = IVP_LIN,
    .sizes = { .n = N },
    .init = start,
    .ode = { .f = rhs, .mass = mass },
    .index = (const int[]){ 1, 1, 1, 1, 1, 1, 1, 1, 2 },
    .weights = weights,
    .breaks = breaks,
    .nbreaks = sizeof breaks / sizeof *breaks,
    .observables =
        (const ivp_observable[]){
            { "input", "V", "Vin", supply },
            { "source", "V", "of its capacitor", .component = "y7" },
            { "drain", "V", "of its capacitor", .component = "y8" },
            { 0 },
        },
    .scd = "y1-8",
    .mescd = "y1-8",
    .protocol = { .from = 3, .to = 9, .per_decade = 2, .atol = "rtol", .h0 = "1e-6*rtol" },
    .exact = solution,
    .published =
        (const ivp_published[]){
            { .params = "",
              .source = "exact",
              .values = "y1=1.26280042987675930755282817e-13 y2=0 y3=0 y4=0 y5=0 y6=0 y7=0 "
                        "y8=0 y9=1.52256610384853371091850e-4" },
            { .params = "",
              .source = "Test Set for IVP Solvers 2.4, GAMD in quad",
              .values = "y1=0.126280042987675933170893e-12 y2=0 y3=0 y4=0 y5=0 y6=0 y7=0 y8=0 "
                        "y9=0.152255686815577679043511e-3" },
            { 0 },
        });
