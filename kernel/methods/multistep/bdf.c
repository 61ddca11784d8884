/* bdf.c -- backward differentiation formulas of orders 1 to 5 in the form with fixed leading
 * coefficient, of variable order and step size.
 *
 * p is the polynomial of degree k through the k + 1 latest points. The new point is that of the
 * polynomial of degree k which passes through it and through p at t_(n+1) - i h, i = 1 .. k, so
 * that, whatever the steps before,
 *
 *     y' = p' + c (y - p)  at t_(n+1),     c = (1 + 1/2 + ... + 1/k) / h
 *
 * which goes into the equations: M y' = f, or those of mechanical systems (bdf_mechanical.c).
 * With delta = y_(n+1) - p(t_(n+1)), psi of divided.h and alpha_j = h / psi_j the local error
 * is
 *
 *     ck delta,     ck = max(alpha_(k+1), |alpha_(k+1) + sum_(j<=k) (alpha_j - 1/j)|)
 *
 * and what the orders k - 1 and k + 1 would have made is
 *
 *     sigma_k phi_k(n+1),     phi_(k+2)(n+1) / (k + 2),     sigma_(j+1) = sigma_j j alpha_(j+1)
 *
 * where sigma_1 = 1. Errors are weighted by index: of unknowns of index 2 (velocities, where
 * the constraints enter as g = 0) they count h times, of multipliers not at all. Where M may be
 * singular all three are filtered by (M - J / c)^-1 M (corrector.h).
 *
 * Brenan, Campbell, Petzold: Numerical Solution of Initial-Value Problems in
 * Differential-Algebraic Equations, 5.2 (DASSL); Jackson, Sacks-Davis: An alternative
 * implementation of variable step-size multistep formulas for stiff ODEs, ACM TOMS 6 (1980).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/multistep/bdf.h"

#include <stdlib.h>
#include <string.h>

enum { DIFFERENCES = BDF_ORDERS + 2, VECTORS = 5 };
enum { HOPELESS = 8 }; /* failures of the error test, one after another */

/* ---- set-up ----------------------------------------------------------------------------- */

/* All storage behind the object; base NULL: only its size. */
static size_t carve(bdf *s, real *store)
{
    const size_t n = (size_t)s->n, differences = (DIFFERENCES + 1) * n;
    real *at = store;
    if (store) {
        at = divided_carve(&s->past, s->n, DIFFERENCES, at);
        at = divided_carve(&s->next, s->n, DIFFERENCES, at);
        real **const vectors[VECTORS] = { &s->y0, &s->slope0, &s->delta, &s->start,
                                          &s->weight };
        for (int k = 0; k < VECTORS; k++, at += n) *vectors[k] = at;
    }
    const size_t used = 2 * differences + VECTORS * n;
    if (s->mechanical) return used + bdf_mechanical_carve(s, store ? at : NULL);
    s->behind = at;
    return used + corrector_reals(s->n);
}

ivp_status bdf_create(void **self, ivp_model *m, const ivp_tol *tol, const double *option)
{
    bdf empty = { .m = m,
                  .tol = tol,
                  .n = ivp_n(m),
                  .max_order = 1 + (int)option[BDF_MAX_ORDER],
                  .mechanical = ivp_view_of(m) == IVP_MECH_VIEW };
    const ivp_status st = empty.mechanical ? bdf_mechanical_open(&empty) : IVP_OK;
    if (st) return st;
    bdf *s = calloc(1, sizeof *s + carve(&empty, NULL) * sizeof(real));
    if (!s) return IVP_E_NOMEM;
    *s = empty;
    carve(s, s->store);
    for (int i = 0; i < s->n; i++) s->counted += ivp_differential(m)[i];
    *self = s;
    return s->mechanical ? IVP_OK : corrector_open(&s->newton, m, tol, s->behind);
}

ivp_status bdf_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    (void)t, (void)h0;
    bdf *s = self;
    memcpy(s->past.phi[0], y, (size_t)s->n * sizeof(real));
    memcpy(s->start, yp, (size_t)s->n * sizeof(real));
    s->points = s->steady = s->failures = 0;
    s->order = s->wanted = 1;
    s->climbing = true;
    s->h = 0;
    if (s->mechanical)
        bdf_mechanical_restart(s);
    else
        corrector_forget(&s->newton);
    return IVP_OK;
}

/* ---- a step ----------------------------------------------------------------------------- */

/* 1 / (atol + rtol |y|), h times that for index 2 */
static void weigh(bdf *s, real h, const real *y)
{
    const bool *differential = ivp_differential(s->m);
    const int *index = ivp_index(s->m);
    const real second = ivp_min(h, 1);
    for (int i = 0; i < s->n; i++) {
        const real size = ivp_max(ivp_abs(y[i]), ivp_abs(s->y0[i]));
        const real w = 1 / (s->tol->atol[i] + s->tol->rtol * size);
        s->weight[i] = !differential[i] ? 0 : index[i] > 1 ? second * w : w;
    }
}

static real norm(bdf *s, const real *e)
{
    real sum = 0;
    if (!s->mechanical) e = corrector_filter(&s->newton, e);
    for (int i = 0; i < s->n; i++) sum += e[i] * s->weight[i] * (e[i] * s->weight[i]);
    return s->counted ? sqrt(sum / s->counted) : 0;
}

/* 1 + 1/2 + ... + 1/k */
static real harmonic(int k)
{
    real sum = 0;
    for (int j = 1; j <= k; j++) sum += 1 / (real)j;
    return sum;
}

/* ck */
static real constant(const divided *x, int k)
{
    const real h = x->psi[1];
    real sum = h / x->psi[k + 1];
    const real least = sum;
    for (int j = 1; j <= k; j++) sum += h / x->psi[j] - 1 / (real)j;
    return ivp_max(least, ivp_abs(sum));
}

static real sigma(const divided *x, int j)
{
    real product = 1;
    for (int i = 1; i < j; i++) product *= (real)i * x->psi[1] / x->psi[i + 1];
    return product;
}

static ivp_status solve(bdf *s, const bdf_equation *e)
{
    if (s->mechanical) return bdf_mechanical_solve(s, e);
    memcpy(s->newton.y0, s->y0, (size_t)s->n * sizeof(real));
    for (int i = 0; i < s->n; i++) s->newton.psi[i] = s->slope0[i] / e->c;
    return corrector_solve(&s->newton, 1 / e->c, e->t1, e->y1);
}

/* ---- order and step size ---------------------------------------------------------------- */

/* Growth of the step size with which the next error of this order is safety^-(order+1) */
static real growth(real err, int order, real safety)
{
    return 1 / ivp_max(R(0.1), safety * pow(err, 1 / (real)(order + 1)));
}

/* While the start lasts: one order more and twice the size, as long as that order is better. */
static real climb(bdf *s, real h, real err)
{
    const int k = s->order;
    if (k < s->max_order) s->wanted = k + 1;
    const real most = growth(err, s->wanted, R(1.2));
    if (most >= 2) return 2 * h;
    s->climbing = false;
    s->wanted = k;
    return h * ivp_min(1, most);
}

/* After an accepted step. */
static real onward(bdf *s, real h, real err)
{
    const int k = s->order;
    const divided *x = &s->next;
    const real size = norm(s, x->phi[k + 1]);
    real lower = 0, best = growth(err, k, R(1.2));
    if (k > 1) {
        const real below = norm(s, x->phi[k]);
        lower = growth(sigma(x, k) * below, k - 1, R(1.3));
        if (lower > best) {
            s->wanted = k - 1;
            best = lower;
        }
    }
    if (s->wanted == k && k < s->max_order && x->known >= k + 2) {
        const real above = norm(s, x->phi[k + 2]);
        const real higher = growth(above / (real)(k + 2), k + 1, R(1.4));
        if (higher > best && above < size) {
            s->wanted = k + 1;
            best = higher;
        }
    }
    if (best > R(1.2)) return h * ivp_min(best, 3);
    s->wanted = k;
    return best < R(0.9) ? R(0.9) * h : h;
}

/* Order 1 is for a history of rounding errors alone, after many failures: its steps would have
 * to be a thousand times shorter, and its points make a history in which the next order fails
 * in turn. */
static real backward(bdf *s, real h, real err)
{
    const int k = s->order;
    const divided *x = &s->next;
    s->climbing = false;
    if (s->failures++ > 0) {
        if (s->failures > HOPELESS) s->wanted = 1;
        return h / 2;
    }
    real best = growth(err, k, R(1.2));
    if (k > 1) {
        const real lower = growth(sigma(x, k) * norm(s, x->phi[k]), k - 1, R(1.3));
        if (lower > best) {
            s->wanted = k - 1;
            best = lower;
        }
    }
    return h * ivp_min(best, R(0.9));
}

static real choose(bdf *s, real h, real err)
{
    if (!(err <= 1)) return backward(s, h, err);
    if (s->climbing) return climb(s, h, err);
    return s->steady < s->order + 1 ? h : onward(s, h, err);
}

/* The kernel quarters the step; a history that leads nowhere again and again is not trusted. */
static ivp_status unsolved(bdf *s, ivp_status status)
{
    s->climbing = false;
    if (++s->failures > 3) s->wanted = 1;
    return status;
}

ivp_status bdf_attempt(void *self, ivp_trial *x)
{
    bdf *s = self;
    const int k = s->degree = s->wanted = s->order;
    const real h = x->h;
    s->last = &s->next;
    if (s->points == 0) divided_begin(&s->past, h, x->y, s->start);
    divided_ahead(&s->past, h, k < s->past.known ? k + 1 : k, &s->next);
    divided_predict(&s->next, k, s->y0, s->slope0);
    weigh(s, h, x->y);
    const real ck = constant(&s->next, k);
    const bdf_equation equation = { x->t + h, harmonic(k) / h, ck, x->y1 };
    const ivp_status status = solve(s, &equation);
    if (status != IVP_OK) return unsolved(s, status);
    for (int i = 0; i < s->n; i++) s->delta[i] = x->y1[i] - s->y0[i];
    divided_add(&s->next, k, s->delta);
    memcpy(s->next.phi[0], x->y1, (size_t)s->n * sizeof(real)); /* to the bit */
    const real err = ck * norm(s, s->delta);
    x->ntests = 1;
    x->test[0] = (ivp_test){ err, k };
    x->h_next = choose(s, h, err);
    return status;
}

void bdf_verdict(void *self, ivp_verdict verdict, const real *y1)
{
    (void)y1;
    bdf *s = self;
    if (verdict != IVP_REJECTED) {
        const divided accepted = s->next;
        const real h = accepted.psi[1];
        s->next = s->past;
        s->past = accepted;
        s->last = &s->past;
        s->failures = 0;
        s->points++;
        s->steady =
            s->wanted == s->order && ivp_abs(h - s->h) <= R(1e-6) * h ? s->steady + 1 : 1;
        s->h = h;
    }
    s->order = s->wanted;
}

/* ---- dense output ----------------------------------------------------------------------- */

ivp_status bdf_dense(void *self, real theta, real *y)
{
    const bdf *s = self;
    divided_at(s->last, s->degree, (theta - 1) * s->last->psi[1], y);
    return IVP_OK;
}
