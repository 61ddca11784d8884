/* diurnal.c -- oxygen c1 and ozone c2 in the stratosphere on a square of N x N points, by day.
 *
 *     c' = Kh c_xx + V c_x + (Kv(y) c_y)_y + R(c1, c2, t)     0 <= x <= 20, 30 <= y <= 50 km
 *     R1 = -q1 c1 c3 - q2 c1 c2 + 2 q3 c3 + q4 c2,   R2 = q1 c1 c3 - q2 c1 c2 - q4 c2
 *     Kv = Kv0 exp(y/5),   q3 = exp(-a3/sin(w t)), q4 = exp(-a4/sin(w t)) by day, w = pi / half a day
 *     c1 = 1e6 alpha(x) beta(y),  c2 = 1e12 alpha(x) beta(y) at sunrise
 *     alpha = 1 - (0.1 x - 1)^2 + (0.1 x - 1)^4 / 2,   beta the same of y - 30
 *
 * Central differences of second order, points 20/(N - 1) km apart, Kv half way between points.
 * The normal derivative on the border is zero: points beyond are mirror images. c1 row by row
 * (y), then c2. Rates are zero at night; here sin(w t) below 1e-3 counts as 1e-3, which changes
 * them by less than 1e-3300. The source, N = 10, runs for a day. At night c1 is zero but for
 * rounding, so the end here, T, is in the afternoon; the source prints the states of that time,
 * too. Its atol is rtol times 100.
 *
 * SUNDIALS, examples/cvode/serial/cvDiurnal_kry.c; Wittman, Testing of PVODE, Lawrence
 * Livermore National Laboratory, UCRL-ID-125562 (1996).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/grid.h"

enum { POINTS, END, KH, V, KV0, Q1, Q2, C3, A3, A4 };

static const ivp_param params[] = {
    [POINTS] = { "N", "5", "points along a side [1]" },
    [END] = { "T", "28800", "end of the interval [s]" },
    [KH] = { "Kh", "4e-6", "horizontal diffusion [km^2/s]" },
    [V] = { "V", "1e-3", "horizontal advection [km/s]" },
    [KV0] = { "Kv0", "1e-8", "vertical diffusion at y = 0 [km^2/s]" },
    [Q1] = { "q1", "1.63e-16", "rate of c1 with c3 [cm^3/s]" },
    [Q2] = { "q2", "4.66e-16", "rate of c1 with c2 [cm^3/s]" },
    [C3] = { "c3", "3.7e16", "concentration of oxygen molecules [1/cm^3]" },
    [A3] = { "a3", "22.62", "of the rate q3 [1]" },
    [A4] = { "a4", "7.601", "of the rate q4 [1]" },
    { 0 },
};

/* Values of prepare(): vertical diffusion below and above each row, over the square of the
 * distance */
enum { VERTICAL = A4 + 1 };

static int points(const real *p) { return (int)re(p[POINTS]); }

static double end(const real *p) { return (double)re(p[END]); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = 2 * points(p) * points(p);
    s->nderived = points(p) + 1;
}

static real distance(const real *p) { return 20 / (p[POINTS] - 1); }

static void prepare(const real *p, real *derived)
{
    const real h = distance(p);
    for (int i = 0; i <= points(p); i++)
        derived[i] = p[KV0] * exp((30 + (2 * i - 1) * h / 2) / 5) / (h * h);
}

/* q3 or q4 */
static real light(real t, real a)
{
    return exp(-a / ivp_max(sin(IVP_PI * t / 43200), ivp_of(R(1e-3))));
}

/* Factors of the neighbours in the transport to row i, in the order of grid.h; `all` of the
 * point itself */
static void transport(int i, const real *p, real weight[GRID_AROUND], real *all)
{
    const real h = distance(p), spread = p[KH] / (h * h), drift = p[V] / (2 * h);
    weight[0] = p[VERTICAL + i];
    weight[1] = p[VERTICAL + i + 1];
    weight[2] = spread - drift;
    weight[3] = spread + drift;
    *all = -weight[0] - weight[1] - 2 * spread;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const int n = points(p), all = n * n;
    const real *c1 = s->y, *c2 = c1 + all, q3 = light(s->t, p[A3]), q4 = light(s->t, p[A4]);
    real w[GRID_AROUND], self;
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        const real made = p[Q1] * c1[k] * p[C3], used = p[Q2] * c1[k] * c2[k],
                   split = q4 * c2[k];
        grid_mirrored(n, k, around);
        transport(k / n, p, w, &self);
        f[k] = self * c1[k] - made - used + 2 * q3 * p[C3] + split;
        f[all + k] = self * c2[k] + made - used - split;
        for (int m = 0; m < GRID_AROUND; m++) {
            f[k] += w[m] * c1[around[m]];
            f[all + k] += w[m] * c2[around[m]];
        }
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const int n = points(p), all = n * n;
    const real *c1 = s->y, *c2 = c1 + all, q4 = light(s->t, p[A4]), make = p[Q1] * p[C3];
    real w[GRID_AROUND], self;
    int around[GRID_AROUND];
    for (int k = 0; k < all; k++) {
        grid_mirrored(n, k, around);
        transport(k / n, p, w, &self);
        for (int m = 0; m < GRID_AROUND; m++) {
            *ivp_at(J, k, around[m]) += w[m];
            *ivp_at(J, all + k, all + around[m]) += w[m];
        }
        *ivp_at(J, k, k) += self - make - p[Q2] * c2[k];
        *ivp_at(J, k, all + k) = q4 - p[Q2] * c1[k];
        *ivp_at(J, all + k, k) = make - p[Q2] * c2[k];
        *ivp_at(J, all + k, all + k) += self - p[Q2] * c1[k] - q4;
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    grid_pattern(out, points(p), 2, grid_mirrored);
}

static real profile(int j, const real *p)
{
    const real x = j * distance(p) / 10 - 1, square = x * x;
    return 1 - square + square * square / 2;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = points(p), all = n * n;
    for (int k = 0; k < all; k++) {
        const real part = profile(k / n, p) * profile(k % n, p);
        y[k] = R(1e6) * part;
        y[all + k] = R(1e12) * part;
    }
    return IVP_OK;
}

static void weights(const real *p, double *w)
{
    for (int k = 0; k < 2 * points(p) * points(p); k++) w[k] = 100;
}

static real oxygen(const ivp_state *s, const real *p)
{
    return grid_mean(s->y, points(p) * points(p));
}

static real ozone(const ivp_state *s, const real *p)
{
    const int all = points(p) * points(p);
    return grid_mean(s->y + all, all);
}

/* At x = 20, y = 50 km */
static real top_right(const ivp_state *s, const real *p)
{
    return s->y[points(p) * points(p) - 1];
}

IVP_PROBLEM(diurnal,
    .title = "Ozone and oxygen by day on a square",
    .source = "Wittman 1996; SUNDIALS, cvDiurnal_kry",
    .tags = "ode stiff reaction_diffusion advection chemistry scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "28800",
    .end = end,
    .form = IVP_ODE,
    .sizes = { .n = 50 },
    .size = size,
    .prepare = prepare,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .weights = weights,
    .observables =
        (const ivp_observable[]){
            { "oxygen", "1/cm^3", "c1, mean over the square", oxygen },
            { "ozone", "1/cm^3", "c2, mean over the square", ozone },
            { "bottom_left", "1/cm^3", "c1 at x = 0, y = 30 km", .component = "y1" },
            { "top_right", "1/cm^3", "c1 at x = 20, y = 50 km", top_right },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { "N=10", .source = "SUNDIALS, cvDiurnal_kry.out: CVODE at 1e-5",
              .values = "y1=8.702e6 y100=9.650e6 y101=3.380e11 y200=3.751e11" },
            { 0 },
        });
