/* adams.c -- Adams-Bashforth-Moulton formulas of orders 1 to 12 in modified divided
 * differences, of variable order and step size.
 *
 * phi_i(n), i = 1 .. k, are the differences of f at t_n, t_(n-1), ..., in the notation of
 * divided.h counted from 1. Seen from t_(n+1), with alpha_i = h / psi_i(n+1),
 *
 *     phi*_i  = beta_i phi_i(n)                 beta_1 = 1, beta_i = beta_(i-1) psi_(i-1)(n+1) / psi_(i-1)(n)
 *     phi^e_i = phi*_i + phi^e_(i+1)            phi^e_(k+1) = 0
 *     g_(1,q) = 1/q,  g_(2,q) = 1/(q (q+1)),    g_(i,q) = g_(i-1,q) - alpha_(i-1) g_(i-1,q+1)
 *     p       = y_n + h sum_(i<=k) g_(i,1) phi*_i          P
 *     d       = f(t_(n+1), p) - phi^e_1                    E
 *     y_(n+1) = p + h g_(k+1,1) d                          C, of order k + 1
 *     e       = f(t_(n+1), y_(n+1)) - phi^e_1              E; e = d in PEC mode
 *     phi_i(n+1) = phi^e_i + e,     phi_(k+1)(n+1) = e
 *
 * The local error of the formula of order k, which is tested, is h (g_k - g_(k+1)) d. What
 * orders k - 2 to k + 1 would have made on a grid of equal steps decides on the next order,
 *
 *     sigma_(j+1) h gamma*_j |phi_(j+1)|,      sigma_(i+1) = i sigma_i alpha_i,
 *
 * with the coefficients gamma*_j of the formulas of Adams-Moulton: it is lowered where errors
 * of lower orders are not larger, and raised after k + 1 steps of one size where that of order
 * k + 1 is less. The last evaluation of a step is made with the next one, so that rejected
 * steps cost one.
 *
 * Inside a step the polynomial through f(p) and the k latest f is integrated from both ends,
 * and meets both.
 *
 * Shampine, Gordon: Computer Solution of Ordinary Differential Equations, 1975, chapters 5,
 * 10.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/multistep/adams.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = ADAMS_MOST, BLOCK = 4, VECTORS = 3 };

/* ---- set-up ----------------------------------------------------------------------------- */

/* sum_(i<=j) gamma*_i / (j + 1 - i) = 0 for j > 0, gamma*_0 = 1 */
static void make_gamma(real *gamma)
{
    gamma[0] = 1;
    for (int j = 1; j <= MOST; j++) {
        gamma[j] = 0;
        for (int i = 0; i < j; i++) gamma[j] -= gamma[i] / (real)(j + 1 - i);
    }
    for (int j = 0; j <= MOST; j++) gamma[j] = ivp_abs(gamma[j]);
}

/* whole blocks, of which the last may be beyond n */
static size_t padded(int n) { return (size_t)((n + BLOCK - 1) / BLOCK * BLOCK); }

static real *carve_point(adams_point *x, size_t n, real *at)
{
    for (int i = 0; i <= MOST; i++, at += n) x->phi[i] = at;
    return at;
}

ivp_status adams_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    const size_t n = padded(ivp_n(m));
    adams *s = calloc(1, sizeof *s + (2 * (MOST + 1) + VECTORS) * n * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    s->m = m;
    s->tol = tol;
    s->n = ivp_n(m);
    s->max_order = (int)option[ADAMS_MAX_ORDER];
    s->mode = (enum adams_mode)option[ADAMS_MODE];
    make_gamma(s->gamma);
    real *at = carve_point(&s->next, n, carve_point(&s->past, n, s->store));
    real **const vectors[VECTORS] = { &s->f, &s->d, &s->weight };
    for (int k = 0; k < VECTORS; k++, at += n) *vectors[k] = at;
    *self = s;
    return IVP_OK;
}

ivp_status adams_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)h0;
    adams *s = self;
    memcpy(s->past.phi[0], y, (size_t)s->n * sizeof(real));
    memcpy(s->past.phi[1], yp, (size_t)s->n * sizeof(real));
    s->points = s->steady = s->failures = 0;
    s->h = s->grid.h = 0;
    s->open = false;
    s->order = s->wanted = 1;
    s->climbing = true;
    return IVP_OK;
}

/* ---- coefficients ------------------------------------------------------------------------ */

static void set_grid(adams_grid *x, const adams_point *from, real h, int k)
{
    real row[MOST + 2];
    x->order = k;
    x->h = h;
    x->beta[1] = x->sigma[1] = 1;
    for (int i = 1; i <= k + 1; i++) x->psi[i] = h + (i > 1 ? from->psi[i - 1] : 0);
    for (int i = 2; i <= k; i++) x->beta[i] = x->beta[i - 1] * x->psi[i - 1] / from->psi[i - 1];
    for (int q = 1; q <= k + 1; q++) row[q] = 1 / (real)q;
    x->g[1] = 1;
    for (int i = 2; i <= k + 1; i++) {
        const real alpha = h / x->psi[i - 1];
        x->sigma[i] = (real)(i - 1) * alpha * x->sigma[i - 1];
        for (int q = 1; q <= k + 2 - i; q++)
            row[q] = i == 2 ? 1 / (real)(q * (q + 1)) : row[q] - alpha * row[q + 1];
        x->g[i] = row[1];
    }
}

/* Those of the size of the last trial, with it */
static int constant_steps(const adams *s)
{
    return s->grid.h < s->h || s->grid.h > s->h ? 1 : s->steady + 1;
}

/* Nothing changes once all points that matter are equidistant. */
static bool grid_holds(const adams *s, real h, int k)
{
    return s->grid.order == k && s->steady > k + 1 && !(h < s->grid.h) && !(h > s->grid.h);
}

/* ---- a step ----------------------------------------------------------------------------- */

/* f at the last point, and with it the differences there; that of k + 2 after equal steps, from
 * the point before, which `next` still holds. */
static ivp_status close_point(adams *s, real t)
{
    const int k = s->grid.order;
    real *const *phi = s->past.phi;
    if (s->mode == ADAMS_PECE) {
        const ivp_status status = ivp_rhs(s->m, t, phi[0], s->f);
        if (status != IVP_OK) return status;
    }
    for (int at = 0; at < s->n; at += BLOCK) {
        real e[BLOCK];
        for (int j = 0; j < BLOCK; j++)
            e[j] = s->mode == ADAMS_PECE ? s->f[at + j] - phi[1][at + j] : s->d[at + j];
        for (int i = 1; i <= k; i++)
            for (int j = 0; j < BLOCK; j++) phi[i][at + j] += e[j];
        for (int j = 0; j < BLOCK; j++) {
            phi[k + 1][at + j] = e[j];
            phi[k + 2][at + j] = e[j] - s->next.phi[k + 1][at + j];
        }
    }
    s->open = false;
    return IVP_OK;
}

/* p, and phi^e into next */
static void predict(adams *s, real *p)
{
    const adams_grid *x = &s->grid;
    for (int at = 0; at < s->n; at += BLOCK) {
        real sum[BLOCK] = { 0 }, tail[BLOCK] = { 0 };
        for (int i = x->order; i >= 1; i--) {
            const real beta = x->beta[i], g = x->g[i], *phi = s->past.phi[i] + at;
            real *to = s->next.phi[i] + at;
            for (int j = 0; j < BLOCK; j++) {
                const real v = beta * phi[j];
                sum[j] += g * v;
                to[j] = tail[j] += v;
            }
        }
        for (int j = 0; j < BLOCK && at + j < s->n; j++)
            p[at + j] = s->past.phi[0][at + j] + x->h * sum[j];
    }
}

/* Weighted root mean squares of d and of what it makes of the differences k and k - 1, and,
 * after steps of one size, k + 2 of the new point. */
typedef struct sizes {
    real d, lower, lowest, higher;
} sizes;

static sizes measure(const adams *s)
{
    const int k = s->grid.order;
    const real *d = s->d, *below = s->next.phi[k], *second = s->next.phi[k > 1 ? k - 1 : k],
               *above = s->past.phi[k + 1];
    sizes sum = { 0 };
    for (int i = 0; i < s->n; i++) {
        const real w = s->weight[i], a = w * d[i], b = w * (below[i] + d[i]),
                   c = w * (second[i] + d[i]), e = w * (d[i] - above[i]);
        sum.d += a * a;
        sum.lower += b * b;
        sum.lowest += c * c;
        sum.higher += e * e;
    }
    const real n = (real)s->n;
    return (sizes){ sqrt(sum.d / n), sqrt(sum.lower / n), sqrt(sum.lowest / n),
                    sqrt(sum.higher / n) };
}

/* ---- order and step size ---------------------------------------------------------------- */

/* Step size with which the error of order k would be half the tolerance; within a factor of 2,
 * and as it is where less than 1.4 is to be gained. */
static real next_size(real h, real error, int k)
{
    const real most = 2, r = pow(R(0.5) / ivp_max(error, R(1e-30)), 1 / (real)(k + 1));
    if (r >= most) return most * h;
    if (r >= R(1.4)) return r * h;
    return r >= 1 ? h : h * ivp_max(R(0.5), ivp_min(R(0.9), r));
}

static real choose(adams *s, real h, bool passed, const sizes *size)
{
    const int k = s->grid.order;
    const real *sigma = s->grid.sigma, *gamma = s->gamma;
    real error = h * sigma[k + 1] * gamma[k] * size->d;
    const real lower = k > 1 ? h * sigma[k] * gamma[k - 1] * size->lower : 0;
    const real lowest = k > 2 ? h * sigma[k - 1] * gamma[k - 2] * size->lowest : 0;
    const bool lowers = k > 2   ? ivp_max(lower, lowest) <= error
                        : k > 1 ? lower <= error / 2
                                : false;
    if (lowers) s->wanted = k - 1;
    if (!passed) {
        s->climbing = false;
        if (++s->failures >= 3) s->wanted = 1;
        const real r = pow(R(0.5) / error, 1 / (real)(k + 1));
        return h * (s->failures > 1 ? R(0.5) : ivp_max(R(0.1), ivp_min(R(0.8), r)));
    }
    if (lowers || k == s->max_order) s->climbing = false;
    if (s->climbing) {
        s->wanted = k + 1;
        return 2 * h;
    }
    if (lowers) return next_size(h, lower, k - 1);
    if (k < s->max_order && constant_steps(s) > k) {
        const real higher = h * gamma[k + 1] * size->higher;
        if (k > 1 && lower <= ivp_min(error, higher)) {
            s->wanted = k - 1;
            return next_size(h, lower, k - 1);
        }
        if (higher < (k > 1 ? error : error / 2)) {
            s->wanted = k + 1;
            error = higher;
        }
    }
    return next_size(h, error, s->wanted);
}

static void weigh(adams *s, const real *p)
{
    const real *y = s->past.phi[0];
    for (int i = 0; i < s->n; i++)
        s->weight[i] =
            1 / (s->tol->atol[i] + s->tol->rtol * ivp_max(ivp_abs(y[i]), ivp_abs(p[i])));
}

ivp_status adams_attempt(void *self, ivp_trial *x)
{
    adams *s = self;
    const real h = x->h;
    ivp_status status = s->open ? close_point(s, x->t) : IVP_OK;
    if (status != IVP_OK) return status;
    const int k = s->wanted = s->order;
    s->last = &s->next;
    if (!grid_holds(s, h, k)) set_grid(&s->grid, &s->past, h, k);
    predict(s, x->y1);
    status = ivp_rhs(s->m, x->t + h, x->y1, s->d);
    if (status != IVP_OK) return status;
    weigh(s, x->y1);
    const real lift = h * s->grid.g[k + 1];
    for (int i = 0; i < s->n; i++) {
        s->d[i] -= s->next.phi[1][i];
        s->next.phi[0][i] = x->y1[i] += lift * s->d[i];
    }
    memcpy(s->next.psi, s->grid.psi, sizeof s->next.psi);
    const sizes size = measure(s);
    const real err = h * (s->grid.g[k] - s->grid.g[k + 1]) * size.d;
    x->ntests = 1;
    x->test[0] = (ivp_test){ err, k };
    x->h_next = choose(s, h, err <= 1, &size);
    return status;
}

void adams_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    adams *s = self;
    if (verdict != IVP_REJECTED) {
        const adams_point accepted = s->next;
        const real h = s->grid.h;
        s->next = s->past;
        s->past = accepted;
        s->last = &s->past;
        s->failures = 0;
        s->points++;
        s->steady = h < s->h || h > s->h ? 1 : s->steady + 1;
        s->h = h;
        s->open = true;
        if (verdict == IVP_MOVED) memcpy(s->past.phi[0], y1, (size_t)s->n * sizeof(real));
    }
    s->order = s->wanted;
}

/* ---- dense output ----------------------------------------------------------------------- */

/* y_(n+1) + r sum g_i (phi^e_i + d), r = t - t_(n+1), with g_i for this distance: as in
 * set_grid(), with the points between in place of h. */
ivp_status adams_dense(void *self, real theta, real *y)
{
    const adams *s = self;
    const adams_grid *x = &s->grid;
    const int k = x->order;
    const real r = (theta - 1) * x->h;
    real row[MOST + 2], term = 0, product = 1;
    for (int q = 1; q <= k + 1; q++) row[q] = 1 / (real)q;
    memcpy(y, s->last->phi[0], (size_t)s->n * sizeof(real));
    for (int l = 0; l < s->n; l++) y[l] += r * (s->last->phi[1][l] + s->d[l]);
    for (int i = 2; i <= k + 1; i++) {
        const real rise = (r + term) / x->psi[i - 1], fall = r / x->psi[i - 1];
        for (int q = 1; q <= k + 2 - i; q++) row[q] = rise * row[q] - fall * row[q + 1];
        term = x->psi[i - 1];
        product = row[1];
        const real *phi = s->last->phi[i];
        for (int l = 0; l < s->n; l++) y[l] += r * product * ((i <= k ? phi[l] : 0) + s->d[l]);
    }
    return IVP_OK;
}
