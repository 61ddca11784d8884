/* cubic.c -- where a solver has no dense output: the cubic Hermite polynomial c through both
 * ends of a step, and whether it may hide zeros of guards.
 *
 * On a step from t to t + h that is short beside the motion its error is K theta^2 (1 -
 * theta)^2: K/16 in the middle, K/36 at theta = (1 -+ 1/sqrt 3)/2, where its slope is off most,
 * by delta = K/(3 sqrt 3 h). The same is true of a guard along it. So at these three places the
 * rate of each guard along f(c) is compared with that along c'. The largest difference, delta,
 * gives K. A guard that is no farther from zero than its error may be on its other side there,
 * unless that error is less than the tolerances make of it. On a step that is longer than the
 * motion c has nothing to do with the solution, and h delta is no smaller than what the guard
 * does.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/hermite.h"
#include "kernel/stepping/evolve_impl.h"

enum { PLACES = 3 };

static const real place[PLACES] = { R(0.211324865405187117745425609749021), R(0.5),
                                    R(0.788675134594812882254574390250978) };
/* theta^2 (1 - theta)^2 there */
static const real share[PLACES] = { R(1.0) / 36, R(1.0) / 16, R(1.0) / 36 };
/* of h, along both slopes: far above rounding, and short beside the step */
static const real probe_length = R(1e-3);

static ivp_status slopes_at_ends(evolve *e)
{
    if (e->cubic.known) return IVP_OK;
    ivp_status st = evolve_slope(e, e->now.t, e->now.y, e->cubic.f0);
    if (!st) st = evolve_slope(e, e->trial.t, e->trial.raw, e->cubic.f1);
    e->cubic.known = !st;
    return st;
}

ivp_status cubic_at(evolve *e, real theta, real *y)
{
    const ivp_status st = slopes_at_ends(e);
    const hermite_weights w = hermite_at(theta, e->trial.t - e->now.t);
    const real *y0 = e->now.y, *y1 = e->trial.raw, *f0 = e->cubic.f0, *f1 = e->cubic.f1;
    for (int i = 0; i < e->n; i++)
        y[i] = w.v0 * y0[i] + w.v1 * y1[i] + w.slope0 * f0[i] + w.slope1 * f1[i];
    return st;
}

/* Behind cubic_at() in the same step. */
static void cubic_slope(const evolve *e, real theta, real *slope)
{
    const hermite_weights w = hermite_slope_at(theta, e->trial.t - e->now.t);
    const real *y0 = e->now.y, *y1 = e->trial.raw, *f0 = e->cubic.f0, *f1 = e->cubic.f1;
    for (int i = 0; i < e->n; i++)
        slope[i] = w.v1 * (y1[i] - y0[i]) + w.slope0 * f0[i] + w.slope1 * f1[i];
}

/* Guards at time t and at y + length slope, into `value`. */
static ivp_status guards_along(evolve *e, real t, const real *slope, real length, real *value)
{
    ivp_state s;
    for (int i = 0; i < e->n; i++) e->cubic.along[i] = e->cubic.y[i] + length * slope[i];
    const ivp_status st = state_inside(e, t, e->cubic.along, &s);
    if (!st) events_values(e->search.events, &s, value);
    return st;
}

typedef struct looked {
    int n;           /* guards */
    real h, *value;  /* |guard| at each place, n each */
    real *rate;      /* largest along the cubic, */
    real *differ;    /* and what that along f differs by most */
    real *blur;      /* and what the tolerance makes of the guard */
    real *one, *two; /* n each */
} looked;

/* Largest rate so far between `one` and `two`. */
static void take_rates(const looked *l, real *most)
{
    for (int k = 0; k < l->n; k++)
        most[k] = ivp_max(most[k], ivp_abs(l->two[k] - l->one[k]) / (probe_length * l->h));
}

/* Guards on the cubic at theta, and their rates along it, without a look at f. */
static ivp_status along_cubic(evolve *e, const looked *l, real theta)
{
    const real t = e->now.t + theta * l->h, length = probe_length * l->h;
    ivp_status st = cubic_at(e, theta, e->cubic.y);
    cubic_slope(e, theta, e->cubic.slope);
    if (!st) st = guards_along(e, t, e->cubic.slope, 0, l->one);
    if (!st) st = guards_along(e, t + length, e->cubic.slope, length, l->two);
    if (!st) take_rates(l, l->rate);
    return st;
}

static ivp_status against_f(evolve *e, const looked *l, real theta)
{
    const real t = e->now.t + theta * l->h, length = probe_length * l->h;
    ivp_status st = cubic_at(e, theta, e->cubic.y);
    cubic_slope(e, theta, e->cubic.slope);
    if (!st) st = guards_along(e, t + length, e->cubic.slope, length, l->one);
    if (!st) st = evolve_slope(e, t, e->cubic.y, e->cubic.slope);
    if (!st) st = guards_along(e, t + length, e->cubic.slope, length, l->two);
    if (!st) take_rates(l, l->differ);
    return st;
}

/* A guard that is farther from zero than twice what its largest rate makes of the step stays
 * away from it: f is not asked. */
static bool comes_near(const looked *l)
{
    bool near = false;
    for (int k = 0; k < PLACES * l->n; k++)
        near = near || !(l->value[k] > 2 * l->h * l->rate[k % l->n]);
    return near;
}

/* A change of all unknowns by their tolerances, in the middle: what is smaller the run does not
 * know. */
static ivp_status find_blur(evolve *e, const looked *l)
{
    const real t = e->now.t + l->h / 2;
    ivp_status st = cubic_at(e, R(0.5), e->cubic.y);
    for (int i = 0; i < e->n; i++)
        e->cubic.slope[i] =
            e->setting.weighted[i] + e->setting.tol.rtol * ivp_abs(e->cubic.y[i]);
    if (!st) st = guards_along(e, t, e->cubic.slope, 0, l->one);
    if (!st) st = guards_along(e, t, e->cubic.slope, 1, l->two);
    for (int k = 0; k < l->n && !st; k++) l->blur[k] = ivp_abs(l->two[k] - l->one[k]);
    return st;
}

static bool is_within_error(const looked *l)
{
    bool within = false;
    for (int k = 0; k < PLACES * l->n; k++) {
        const real K = 3 * sqrt(R(3.0)) * l->h * l->differ[k % l->n];
        const bool clear = K * share[k / l->n] <= ivp_max(l->value[k], l->blur[k % l->n]);
        within = within || !clear;
    }
    return within;
}

static ivp_status look(evolve *e, const looked *l, bool *hides)
{
    ivp_status st = along_cubic(e, l, 0);
    if (!st) st = along_cubic(e, l, 1);
    for (int p = 0; p < PLACES && !st; p++) {
        st = along_cubic(e, l, place[p]);
        for (int k = 0; k < l->n; k++) l->value[p * l->n + k] = ivp_abs(l->one[k]);
    }
    if (st || !comes_near(l)) return st;
    for (int p = 0; p < PLACES && !st; p++) st = against_f(e, l, place[p]);
    if (!st) st = find_blur(e, l);
    *hides = !st && is_within_error(l);
    return st;
}

ivp_status cubic_hides(evolve *e, bool *hides)
{
    const int n = events_watched(e->search.events);
    real *const g = e->cubic.guards;
    const looked l = { .n = n,
                       .h = e->trial.t - e->now.t,
                       .value = g,
                       .rate = g + PLACES * n,
                       .differ = g + (PLACES + 1) * n,
                       .blur = g + (PLACES + 2) * n,
                       .one = g + (PLACES + 3) * n,
                       .two = g + (PLACES + 4) * n };
    *hides = e->cubic.known = false;
    for (int k = 0; k < n; k++) l.rate[k] = l.differ[k] = 0;
    const ivp_status st = look(e, &l, hides);
    if (st > 0)
        *hides = true; /* where f or a guard does not exist on it, it is not the solution */
    return st < 0 ? st : IVP_OK;
}
