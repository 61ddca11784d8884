/* medical_akzo.c -- radio-labelled antibodies go into tissue: a reaction-diffusion front, 2 N
 * lines.
 *
 * On z in (0, 1), the image of depth by x = c z / (1 - z), with z_j = j dz, dz = 1/N, y_{-1} =
 * phi(t)
 *
 *     alpha_j = 2 (z_j - 1)^3 / c^2,   beta_j = (z_j - 1)^4 / c^2
 *     phi(t)  = 2 until t = 5, then 0
 *
 *     y'_{2j-1} = alpha_j (y_{2j+1} - y_{2j-3}) / (2 dz)
 *                 + beta_j (y_{2j-3} - 2 y_{2j-1} + y_{2j+1}) / dz^2 - k y_{2j-1} y_{2j}
 *     y'_{2j}   = -k y_{2j-1} y_{2j}
 *
 * for j < N, and at the far end y'_{2N-1} = y'_{2N} = -k y_{2N-1} y_{2N}. Many components of
 * the solution are zero but for rounding (down to 1e-164 in the published list): absolute
 * errors are scored. The published values come from a tolerance of 1e-10, which is an absolute
 * one here: of y200, 6e-6, 6.9 digits are right, of the other four 8.2 and more. They are the
 * second half of the reference. Extrapolated implicit Euler at 1e-11 agrees with the first to
 * 1e-14 at the end, relative to the component (of 1e-4 at least) to 11.3 digits. As a second
 * family it was refused when each component counted relative to its own largest value (3.5e-9
 * where 1e-10 is asked); certificates count absolutely now where the problem does, and it has
 * not been made since: its runs take ten minutes each, and so do those of the extrapolated
 * midpoint rule, 29 s at 1e-16 to t = 1.
 *
 * van der Hout, Akzo Nobel; Test Set for IVP Solvers 2.4, medakzo.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* the supply is taken by time */
#include "lib/descriptor.h"

enum { POINTS, RATE, SCALE };

static const ivp_param params[] = {
    [POINTS] = { "N", "200", "grid points [1]" },
    [RATE] = { "k", "100", "rate of the reaction [1]" },
    [SCALE] = { "c", "4", "scale of depth [1]" },
    { 0 },
};

static const double breaks[] = { 5 };

static int points(const real *p) { return (int)re(p[POINTS]); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = 2 * points(p);
    s->ml = s->mu = 2;
}

static real supply(real t) { return ivp_of(re(t) < (plain)breaks[0] ? 2 : 0); }

/* Factors of y_{2j-3}, y_{2j-1} and y_{2j+1} in the transport to point j. */
static void transport(int j, const real *p, real weight[3])
{
    const real n = p[POINTS], back = j / n - 1, c2 = p[SCALE] * p[SCALE], square = back * back;
    const real drift = square * back / c2 * n, spread = square * square / c2 * n * n;
    weight[0] = spread - drift;
    weight[1] = -2 * spread;
    weight[2] = spread + drift;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const int n = points(p);
    real w[3], before = supply(s->t);
    for (int j = 0; j < n; j++) {
        const real here = y[2 * j], used = p[RATE] * here * y[2 * j + 1];
        f[2 * j] = f[2 * j + 1] = -used;
        if (j == n - 1) break;
        transport(j + 1, p, w);
        f[2 * j] += w[0] * before + w[1] * here + w[2] * y[2 * j + 2];
        before = here;
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y;
    const int n = points(p);
    real w[3];
    for (int j = 0; j < n; j++)
        for (int row = 2 * j; row < 2 * j + 2; row++) {
            *ivp_at(J, row, 2 * j) = -p[RATE] * y[2 * j + 1];
            *ivp_at(J, row, 2 * j + 1) = -p[RATE] * y[2 * j];
        }
    for (int j = 0; j < n - 1; j++) {
        transport(j + 1, p, w);
        if (j) *ivp_at(J, 2 * j, 2 * j - 2) = w[0];
        *ivp_at(J, 2 * j, 2 * j) += w[1];
        *ivp_at(J, 2 * j, 2 * j + 2) = w[2];
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 2 * points(p); i++) y[i] = ivp_of(i % 2);
    return IVP_OK;
}

/* Antibody in the tissue, and tissue left, as means over z. */
static real mean(const ivp_state *s, const real *p, int first)
{
    const int n = points(p);
    real sum = ivp_of(0);
    for (int j = 0; j < n; j++) sum += s->y[2 * j + first];
    return sum / n;
}

static real free_antibody(const ivp_state *s, const real *p) { return mean(s, p, 0); }

static real unbound_tissue(const ivp_state *s, const real *p) { return mean(s, p, 1); }

IVP_PROBLEM(medical_akzo,
    .title = "Medical Akzo Nobel, antibodies in tissue",
    .source = "van der Hout; Test Set for IVP Solvers 2.4, medakzo",
    .tags = "ode stiff reaction_diffusion chemistry scalable testset",
    .params = params,
    .t0 = "0",
    .t1 = "20",
    .form = IVP_ODE,
    .sizes = { .n = 400 },
    .size = size,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    BREAKS_OF(breaks),
    .observables =
        (const ivp_observable[]){
            { "antibody", "1", "free, mean over z", free_antibody },
            { "tissue", "1", "not yet bound, mean over z", unbound_tissue },
            { 0 },
        },
    SCORED_ALL,
    .scored_absolute = true,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", PSIDE at 1e-10; seven digits are right", "7.4"),
              .values = "y79=0.2339942217046434e-3 y133=0.3576835958481664e-3 "
              "y171=0.3085949832350532e-3 y199=0.1173741304462833e-3 "
              "y200=0.6190822732534586e-5" },
            { 0 },
        });
