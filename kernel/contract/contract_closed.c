/* contract_closed.c -- the closed form of a problem against its equations: it begins at the
 * start; its differences are the slopes by the equations; at events whose resets change
 * parameters, it goes on where the reset leads to, and solves the equations behind it. The
 * same where one parameter has another value. At the end it is where a run is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"
#include "kernel/contract/contract_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"

const char *contract_no_closed_form(const instance *i)
{
    return i->problem->exact ? NULL : "it gives none";
}

/* ---- slopes ------------------------------------------------------------------------------ */

enum { TIMES = 60, VECTORS = 5 };

/* Vectors of a closed form: at t, at t - h and t + h, its slope there by the equations, and
 * the largest moduli. p: its parameters, which resets leave as they are. */
typedef struct along {
    instance *i;
    real *y, *back, *there, *f, *peak, *p;
    int worst;
    real by_form, by_equations;
} along;

/* Central difference against the slope, of each component by the parts that both are made
 * of. */
static bool slope_fits(along *a, real t, real h)
{
    const ivp_problem *p = a->i->problem;
    const real span = (real)a->i->t1 - (real)a->i->t0;
    if (p->exact(t - h, a->back, a->p) || p->exact(t + h, a->there, a->p) ||
        p->exact(t, a->y, a->p) || contract_slopes(a->i, t, a->y, a->f))
        return true; /* not defined there */
    for (int k = 0; k < a->i->sizes.n; k++) {
        const real slope = (a->there[k] - a->back[k]) / (2 * h);
        const real size = ivp_abs(slope) + ivp_abs(a->f[k]) + a->peak[k] / span;
        if (!ivp_finite(slope) || ivp_abs(slope - a->f[k]) <= R(1e-3) * size) continue;
        a->worst = k;
        a->by_form = slope;
        a->by_equations = a->f[k];
        return false;
    }
    return true;
}

static bool starts_there(along *a, reason *why)
{
    const instance *i = a->i;
    if (i->problem->exact((real)i->t0, a->y, a->p)) return true;
    for (int k = 0; k < i->sizes.n; k++) {
        char name[32];
        const real size = ivp_max(vec_max(i->start, i->sizes.n), R(1e-300));
        if (ivp_abs(a->y[k] - i->start[k]) <= R(1e-9) * size) continue;
        instance_component_name(i, k, name, sizeof name);
        return reason_set(why, "the closed form begins with %s = %.12g, the start has %.12g",
                          name, (double)a->y[k], (double)i->start[k]);
    }
    return true;
}

static real time_of(const instance *i, int k)
{
    const real x = (k + R(0.5)) * R(0.6180339887498949);
    return (real)i->t0 + ((real)i->t1 - (real)i->t0) * (x - floor(x));
}

static void find_peaks(along *a)
{
    for (int k = 0; k < TIMES; k++)
        if (!a->i->problem->exact(time_of(a->i, k), a->y, a->p))
            for (int j = 0; j < a->i->sizes.n; j++)
                a->peak[j] = ivp_max(a->peak[j], ivp_abs(a->y[j]));
}

/* At all times of a piece a slope fits with one of three differences. Near corners and jumps
 * none does: where there are events and breaks, two thirds of the times are enough. */
static bool solves(along *a, real from, real until, reason *why)
{
    const real span = (real)a->i->t1 - (real)a->i->t0;
    const bool smooth = !a->i->nevents && !a->i->nbreaks;
    int bad = 0, times = 0;
    real first = 0;
    for (int k = 0; k < TIMES; k++) {
        const real t = time_of(a->i, k);
        if (t <= from || t > until) continue;
        times++;
        if (slope_fits(a, t, R(1e-4) * span) || slope_fits(a, t, R(1e-6) * span) ||
            slope_fits(a, t, R(1e-8) * span))
            continue;
        if (!bad++) first = t;
    }
    if (smooth ? !bad : 3 * bad <= times) return true;
    char name[32];
    instance_component_name(a->i, a->worst, name, sizeof name);
    return reason_set(
        why,
        "the closed form does not solve the equations at %d of %d times, first at t = %.6g: at "
        "the last of them %s' is %.6g, by the equations %.6g",
        bad, times, (double)first, name, (double)a->by_form, (double)a->by_equations);
}

/* ---- from piece to piece ----------------------------------------------------------------- */

/* The reset at t, from the closed form before it to the closed form behind it; parameters
 * change. */
static bool goes_on(along *a, const ivp_event *e, real t, reason *why)
{
    instance *i = a->i;
    const real little = R(1e-7) * ((real)i->t1 - (real)i->t0);
    char name[32];
    if (i->problem->exact(t - little, a->back, a->p) ||
        i->problem->exact(t + little, a->there, a->p))
        return true; /* not defined there */
    e->reset(t, a->back, i->p);
    instance_sync(i);
    for (int k = 0; k < i->sizes.n; k++) {
        if (!(ivp_abs(a->there[k] - a->back[k]) > R(1e-3) * a->peak[k])) continue;
        instance_component_name(i, k, name, sizeof name);
        return reason_set(
            why,
            "at event %s, t = %.6g, the closed form goes on with %s = %.6g, its reset "
            "leads to %.6g",
            e->name, (double)t, name, (double)a->there[k], (double)a->back[k]);
    }
    return true;
}

/* Until an event ends the run */
static bool all_pieces(along *a, reason *why)
{
    enum { PIECES = 32 };
    real from = (real)a->i->t0, until;
    for (int k = 0; k < PIECES; k++) {
        const ivp_event *e = contract_next_mode(a->i, a->p, from, &until);
        if (!solves(a, from, until, why)) return false;
        if (!e || !e->reset) return true;
        if (!goes_on(a, e, until, why)) return false;
        from = until;
    }
    return true;
}

static bool holds(instance *i, reason *why)
{
    const size_t nc = (size_t)instance_ncomponents(i);
    const size_t np = (size_t)(i->nparams + i->sizes.nderived + i->nevents);
    const ivp_form form = i->problem->form;
    real *store = calloc(VECTORS * nc + np, sizeof *store);
    if (!store) return reason_set(why, "not enough memory for the check");
    along a = { .i = i,
                .y = store,
                .back = store + nc,
                .there = store + 2 * nc,
                .f = store + 3 * nc,
                .peak = store + 4 * nc,
                .p = store + VECTORS * nc };
    memcpy(a.p, i->p, np * sizeof *a.p);
    find_peaks(&a);
    bool good = starts_there(&a, why);
    if (good && (form == IVP_ODE || form == IVP_MECH)) good = all_pieces(&a, why);
    instance_reset(i);
    free(store);
    return good;
}

/* ---- other parameters -------------------------------------------------------------------- */

/* With parameter k moved, if the problem opens there. */
static bool holds_with(const instance *i, int k, reason *why)
{
    const ivp_param *q = &i->problem->params[k];
    const real value = i->p[k];
    char settings[512];
    reason said;
    instance *other;
    if (q->choices || q->hidden || q->kind == IVP_STRUCTURAL) return true;
    instance_settings(i, settings, sizeof settings - 64);
    const size_t n = strlen(settings);
    snprintf(settings + n, sizeof settings - n, " %s=%.17g", q->name,
             (double)(value * R(1.07) + (value == 0 ? R(0.1) : 0)));
    if (instance_open(&other, i->problem->name, settings, &said)) return true;
    const bool good = holds(other, &said);
    instance_close(other);
    return good || reason_set(why, "with %s: %.400s", settings + n + 1, said.text);
}

bool contract_closed_form(instance *i, reason *why)
{
    bool good = holds(i, why) && contract_closed_end(i, why);
    for (int k = 0; k < i->nparams && good; k++) good = holds_with(i, k, why);
    return good;
}
