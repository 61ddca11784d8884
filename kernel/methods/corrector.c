/* corrector.c -- simplified Newton iterations, stopped by their rate of convergence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/corrector.h"

#include <string.h>

enum { VECTORS = 7, MOST = 4, MOST_TO_ROUNDING = 50, MOST_THOROUGH = 20 };
enum { HOPELESS = 2 }; /* failures behind which a constraint is at fault, not the step */

static size_t sz(int n) { return (size_t)n; }

size_t corrector_reals(int n) { return VECTORS * sz(n); }

ivp_status corrector_open(corrector *s, ivp_model *m, const ivp_tol *tol, real *reals)
{
    const int n = ivp_n(m);
    s->m = m;
    s->n = n;
    s->rounding = tol->h > 0;
    s->most = s->rounding ? MOST_TO_ROUNDING : MOST;
    const ivp_mass_kind mass = ivp_mass_of(m);
    s->plain = mass == IVP_MASS_ONE;
    s->careful = mass == IVP_MASS_SINGULAR || mass == IVP_MASS_VARIES;
    real **const vectors[VECTORS] = { &s->y0,  &s->psi,   &s->d,      &s->delta,
                                      &s->eps, &s->slope, &s->product };
    for (int i = 0; i < VECTORS; i++, reals += n) *vectors[i] = reals;
    for (int i = 0; i < n; i++) s->eps[i] = IVP_EPS;
    s->rounding_tol = (ivp_tol){ .rtol = IVP_EPS, .atol = s->eps };
    s->tol = s->rounding ? &s->rounding_tol : tol;
    corrector_forget(s);
    return ivp_pencil_open(m, 1, &s->pencil);
}

void corrector_forget(corrector *s)
{
    s->have_J = false;
    s->rate = s->c = 0;
    s->failures = 0;
}

enum progress { GO_ON, CONVERGED, SLOW };

/* To rounding level: only growth is failure, a first correction may be misled. */
static enum progress judge_rounding(const corrector *s, int k, real size, real last)
{
    if (k == 1) return GO_ON;
    if (size > R(0.9) * last && size <= R(1e4) * s->least) return CONVERGED;
    return size > 2 * last || k == s->most ? SLOW : GO_ON;
}

/* By the rate of an earlier step: what is left to correct must be ten times smaller. */
static bool first_is_enough(const corrector *s, real size, real enough)
{
    if (s->careful) return size <= enough;
    return s->rate > 0 && size * s->rate / (1 - s->rate) <= enough / 10;
}

/* A constraint that multiplies rounding errors (transistor amplifier: two stages of gain) makes
 * corrections of their size for ever. */
static enum progress stalled(const corrector *s, real size)
{
    return s->careful && size <= ivp_min(40 * s->least, R(0.5)) ? CONVERGED : SLOW;
}

/* Iteration k made a correction of this size, the one before of size `last`. From the rate of
 * convergence follows what is left to correct: size (rate + rate^2 + ...). */
static enum progress judge(corrector *s, int k, real size, real last)
{
    const real enough = s->careful ? R(0.03) : R(0.5);
    if (size <= s->least) return CONVERGED;
    if (s->rounding) return judge_rounding(s, k, size, last);
    if (k == 1) return first_is_enough(s, size, enough) ? CONVERGED : GO_ON;
    if (size > R(0.9) * last) return stalled(s, size);
    s->rate = ivp_max(R(0.9) * s->rate, size / last);
    real left = size * s->rate / (1 - s->rate);
    if (left <= enough) return CONVERGED;
    for (int i = k; i < s->most; i++) left *= s->rate;
    return k == s->most || left > enough ? stalled(s, size) : GO_ON;
}

/* With J at every iterate the rate tells nothing: exponentials come nearer by their unit a
 * time. */
static enum progress judge_thorough(int k, real size)
{
    return size <= R(0.03) ? CONVERGED : k < MOST_THOROUGH ? GO_ON : SLOW;
}

/* delta := c f(t1, y1) - M (d + psi) */
static ivp_status residual(corrector *s, real t1, const real *y1)
{
    ivp_status status = ivp_rhs(s->m, t1, y1, s->delta);
    if (status != IVP_OK) return status;
    if (s->plain) {
        for (int i = 0; i < s->n; i++) s->delta[i] = s->c * s->delta[i] - s->psi[i] - s->d[i];
        return IVP_OK;
    }
    for (int i = 0; i < s->n; i++) s->slope[i] = s->psi[i] + s->d[i];
    status = ivp_mass_times(s->m, t1, y1, s->slope, s->product);
    for (int i = 0; i < s->n; i++) s->delta[i] = s->c * s->delta[i] - s->product[i];
    return status;
}

/* J at (t1, y), y' = (psi + d) / c */
static ivp_status linearise(corrector *s, real c, real t1, const real *y)
{
    s->rate = s->c = 0;
    for (int i = 0; i < s->n; i++) s->slope[i] = (s->psi[i] + s->d[i]) / c;
    const ivp_status status = ivp_pencil_linearise(s->pencil, t1, y, s->slope, NULL);
    s->have_J = status == IVP_OK;
    s->t_J = t1;
    return status;
}

static ivp_status factor(corrector *s, real c)
{
    const ivp_status status = ivp_pencil_factor(s->pencil, 0, 1, c);
    if (status == IVP_OK) s->c = c;
    return status;
}

static ivp_status renew(corrector *s, real c, real t1, const real *y)
{
    const ivp_status status = linearise(s, c, t1, y);
    return status == IVP_OK ? factor(s, c) : status;
}

/* thorough: with J at every iterate */
static ivp_status iterate(corrector *s, real t1, real *y1, bool thorough)
{
    const real c = s->c;
    real last = 0;
    memset(s->d, 0, sz(s->n) * sizeof(real));
    memcpy(y1, s->y0, sz(s->n) * sizeof(real));
    s->least = 100 * IVP_EPS * ivp_error_norm(s->m, s->tol, s->y0, s->y0, s->y0);
    for (int k = 1;; k++) {
        ivp_status status = thorough && k > 1 ? renew(s, c, t1, y1) : IVP_OK;
        if (status == IVP_OK) status = residual(s, t1, y1);
        if (status != IVP_OK) return status;
        ivp_pencil_solve(s->pencil, 0, s->delta);
        ivp_count(s->m, IVP_N_NEWTON, 1);
        for (int i = 0; i < s->n; i++) {
            s->d[i] += s->delta[i];
            y1[i] = s->y0[i] + s->d[i];
        }
        const real size = ivp_error_norm(s->m, s->tol, s->y0, s->y0, s->delta);
        if (!ivp_finite(size)) return IVP_DOMAIN;
        const enum progress progress =
            thorough ? judge_thorough(k, size) : judge(s, k, size, last);
        if (progress != GO_ON) return progress == CONVERGED ? IVP_OK : IVP_NO_CONVERGENCE;
        last = size;
    }
}

/* J at (t1, y0) if there is none, and the matrix of c */
static ivp_status prepare(corrector *s, real c, real t1)
{
    if (s->have_J && s->c == c) return IVP_OK;
    s->rate = s->c = 0;
    memset(s->d, 0, sz(s->n) * sizeof(real));
    return s->have_J ? factor(s, c) : renew(s, c, t1, s->y0);
}

static ivp_status solve_once(corrector *s, real c, real t1, real *y1, bool thorough)
{
    const ivp_status status = prepare(s, c, t1);
    return status == IVP_OK ? iterate(s, t1, y1, thorough) : status;
}

static bool is_slow(ivp_status status)
{
    return status == IVP_NO_CONVERGENCE || status == IVP_SINGULAR;
}

ivp_status corrector_solve(corrector *s, real c, real t1, real *y1)
{
    const bool stale = s->have_J && s->t_J != t1;
    ivp_status status = solve_once(s, c, t1, y1, false);
    if (stale && is_slow(status)) {
        s->have_J = false;
        status = solve_once(s, c, t1, y1, false);
    }
    if (is_slow(status) && s->careful && !s->rounding && ++s->failures > HOPELESS) {
        s->have_J = false;
        status = solve_once(s, c, t1, y1, true);
    }
    if (status == IVP_OK) s->failures = 0;
    return status;
}

const real *corrector_filter(corrector *s, const real *e)
{
    if (!s->careful) return e;
    ivp_pencil_mass(s->pencil, e, s->product);
    ivp_pencil_solve(s->pencil, 0, s->product);
    return s->product;
}
