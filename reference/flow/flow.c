/* flow.c -- a problem opened in the form its method needs, integrated from break to break.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/status.h"
#include "reference/flow/flow_inner.h"

static const struct {
    const char *name;
    const family *family;
    int stages;
} methods[] = {
    [FLOW_GBS] = { "gbs", &family_gbs, 0 },
    [FLOW_IEX] = { "iex", &family_iex, 0 },
    [FLOW_IEX_WIDE] = { "iex_wide", &family_iex_wide, 0 },
    [FLOW_EXACT] = { "exact", NULL, 0 },
    [FLOW_RADAU9] = { "radau9", NULL, 9 },
    [FLOW_RADAU11] = { "radau11", NULL, 11 },
    [FLOW_RADAU13] = { "radau13", NULL, 13 },
};

bool flow_by_twin(const char *name)
{
    const char *at = strchr(name, '@');
    return at && !strcmp(at, "@twin");
}

flow_method flow_method_by_name(const char *name)
{
    const size_t length = flow_by_twin(name) ? strcspn(name, "@") : strlen(name);
    for (int m = FLOW_GBS; m <= FLOW_RADAU13; m++)
        if (strlen(methods[m].name) == length && !strncmp(methods[m].name, name, length))
            return (flow_method)m;
    return (flow_method)0;
}

/* ---- the two forms ----------------------------------------------------------------------- */

static ivp_status rhs(void *context, real t, const real *y, real *f)
{
    return ivp_rhs(context, t, y, f);
}

static ivp_status res(void *context, real t, const real *y, const real *yp, real *F)
{
    return ivp_res(context, t, y, yp, F);
}

static ivp_formulation formulation(const instance *i, flow_method method)
{
    const ivp_formulation constrained = methods[method].stages ? IVP_GGL : IVP_INDEX1;
    switch (i->problem->form) {
    case IVP_ODE:
        return IVP_AS_ODE;
    case IVP_LIN:
        return IVP_AS_LIN;
    case IVP_DAE:
        return IVP_AS_DAE;
    case IVP_MECH:
        return i->sizes.ng ? constrained : IVP_AS_ODE;
    }
    return IVP_AS_DAE;
}

/* Multipliers of a mechanical problem stay out of the norms: their rounding level is 1/h times
 * higher, and they are recomputed from q and u. So do unknowns of index 2 and more. */
static void count_unknowns(flow *f)
{
    const int n = ivp_n(f->m), differential = 2 * ivp_nq(f->m) + ivp_nx(f->m);
    for (int k = 0; k < n; k++)
        f->counted[k] = ivp_nq(f->m) ? k < differential : ivp_index(f->m)[k] <= 1;
}

/* Weights of the problem's tolerances; NULL: it has none. */
static bool take_weights(flow *f)
{
    const int n = ivp_n(f->m);
    if (!f->i->problem->weights) return true;
    real *weight = calloc((size_t)n, sizeof *weight);
    f->weight = calloc((size_t)n, sizeof *f->weight);
    if (weight && f->weight) {
        model_weights(f->m, weight);
        for (int k = 0; k < n; k++) f->weight[k] = (double)weight[k];
    }
    const bool good = weight && f->weight;
    free(weight);
    return good;
}

/* Declared bands; zeros where the matrices are full. */
static ivp_band bands(const flow *f)
{
    const ivp_band b = ivp_band_of(f->m);
    return b.lower + b.upper + 1 < ivp_n(f->m) ? b : (ivp_band){ 0, 0 };
}

/* What iterations leave: a small part of the tolerance, after the tableau has magnified it. */
static real enough(const flow *f, real tol)
{
    return R(1e-5) * tol / methods[f->method].family->amplification;
}

static bool prepare_basic(flow *f, real tol, basic_method *basic)
{
    const int n = ivp_n(f->m);
    if (f->method == FLOW_GBS) {
        const explicit_form form = { .context = f->m, .n = n, .f = rhs };
        f->mid = midpoint_create(&form);
        if (f->mid) *basic = midpoint_method(f->mid);
        return f->mid;
    }
    const implicit_form form = { .context = f->m,
                                 .n = n,
                                 .counted = f->counted,
                                 .weight = f->weight,
                                 .ml = bands(f).lower,
                                 .mu = bands(f).upper,
                                 .enough = enough(f, tol),
                                 .res = res };
    f->eul = euler_create(&form);
    if (!f->eul) return false;
    euler_begin(f->eul, f->t, f->yp);
    *basic = euler_method(f->eul);
    return true;
}

static ivp_status prepare_extrapolation(flow *f, real tol)
{
    basic_method basic;
    if (!prepare_basic(f, tol, &basic)) return IVP_E_NOMEM;
    for (int k = 0; k < FLOW_INTEGRATORS; k++) {
        const real requested = k == FLOW_ROUGHLY ? sqrt(tol) : tol;
        f->e[k] =
            extrapolation_create(methods[f->method].family, &basic, ivp_n(f->m), requested);
        if (!f->e[k]) return IVP_E_NOMEM;
        f->e[k]->counted = f->counted;
        f->e[k]->weight = f->weight;
    }
    return IVP_OK;
}

static ivp_status prepare_radau(flow *f, real tol)
{
    const ivp_status status = radau_table_fill(&f->table, methods[f->method].stages);
    if (status) return status;
    const radau_form form = { .context = f->m,
                              .n = ivp_n(f->m),
                              .counted = f->counted,
                              .differential = ivp_differential(f->m),
                              .weight = f->weight,
                              .ml = bands(f).lower,
                              .mu = bands(f).upper,
                              .res = res };
    for (int k = 0; k <= FLOW_AGAIN; k++) {
        f->radau[k] = radau_create(&f->table, &form, tol);
        if (!f->radau[k]) return IVP_E_NOMEM;
        radau_restart(f->radau[k], f->yp);
    }
    return IVP_OK;
}

static ivp_status refuse_tol(const flow *f, real tol, reason *why)
{
    const family *kind = methods[f->method].family;
    const real least = kind ? family_least_tol(kind) : radau_least_tol;
    if (tol >= least) return IVP_OK;
    reason_set(why, "%s: tolerance %.1e is below its rounding level %.0e",
               methods[f->method].name, (double)tol, (double)least);
    return IVP_E_INVALID;
}

static ivp_status prepare(flow *f, real tol, reason *why)
{
    const ivp_view view = f->method == FLOW_GBS ? IVP_FIRST : IVP_RES;
    ivp_status status = refuse_tol(f, tol, why);
    if (!status)
        status = model_open(&f->m, f->i, formulation(f->i, f->method), NULL, view, why);
    if (status) return status;
    const size_t n = (size_t)ivp_n(f->m);
    f->y = calloc(3 * n, sizeof *f->y);
    f->counted = calloc(n, sizeof *f->counted);
    if (!f->y || !f->counted || !take_weights(f)) return IVP_E_NOMEM;
    f->yp = f->y + n;
    f->began_y = f->yp + n;
    count_unknowns(f);
    model_start(f->m, f->y, f->yp);
    status = methods[f->method].stages ? prepare_radau(f, tol) : prepare_extrapolation(f, tol);
    return status ? status : flow_watch_guards(f);
}

/* ---- pieces ------------------------------------------------------------------------------ */

ivp_status flow_open(flow **out, instance *i, flow_method method, real tol,
                     const flow_breaks *breaks, reason *why)
{
    static const flow_breaks none = { 0 };
    flow *f = calloc(1, sizeof *f);
    *out = f;
    if (!f) return IVP_E_NOMEM;
    *f = (flow){ .i = i,
                 .method = method,
                 .t = i->t0,
                 .from = -(real)INFINITY,
                 .breaks = breaks ? breaks : &none };
    f->canonical = calloc((size_t)instance_ncomponents(i), sizeof *f->canonical);
    ivp_status status = f->canonical ? IVP_OK : IVP_E_NOMEM;
    instance_reset(i);
    reason_set(why, "%s: no memory", i->problem->name);
    if (!status && method == FLOW_EXACT && !i->problem->exact) {
        reason_set(why, "%s has no closed form", i->problem->name);
        status = IVP_E_INVALID;
    }
    if (!status && method != FLOW_EXACT) status = prepare(f, tol, why);
    if (status) {
        flow_close(f);
        *out = NULL;
    }
    return status;
}

void flow_close(flow *f)
{
    if (!f) return;
    for (int k = 0; k < FLOW_INTEGRATORS; k++) {
        extrapolation_destroy(f->e[k]);
        radau_destroy(f->radau[k]);
    }
    midpoint_destroy(f->mid);
    euler_destroy(f->eul);
    flow_forget_guards(f);
    if (f->m) model_close(f->m);
    instance_reset(f->i);
    free(f->y);
    free(f->counted);
    free(f->weight);
    free(f->canonical);
    free(f);
}

void flow_set_watch(flow *f, flow_watch watch, void *watcher)
{
    f->watch = watch;
    f->watcher = watcher;
}

real flow_began(const flow *f) { return f->began; }

bool flow_inside(const flow *f, real t, real *y)
{
    const radau *r = f->radau[FLOW_ONWARDS];
    if (r)
        radau_between(r, (t - f->began) / (f->reached - f->began), f->began_y, f->counted, y);
    return r;
}

int flow_unknowns(const flow *f) { return ivp_n(f->m); }

real *flow_state(flow *f) { return f->canonical; }

long flow_steps(const flow *f)
{
    const radau *r = f->radau[FLOW_ONWARDS];
    const extrapolation *e = f->e[FLOW_ONWARDS];
    return r ? radau_counted(r).accepted : e ? e->accepted : 0;
}

const flow_breaks *flow_events(const flow *f) { return &f->met; }

static ivp_status exactly(flow *f, real t)
{
    const ivp_status status = f->i->problem->exact(t, f->canonical, f->i->p);
    return status ? status : instance_complete(f->i, t, f->canonical);
}

/* To t1 on one piece. The function values at a break point in time are those of the piece
 * that steps are on. */
static ivp_status carry(flow *f, real t1, bool wall)
{
    ivp_status status = IVP_OK;
    model_piece(f->m, f->from, wall ? t1 : (real)INFINITY);
    while (!status && f->t < t1 && !f->stopped) {
        const real to = f->soon > f->t ? ivp_min(f->soon, t1) : t1;
        if (f->events) flow_mark(f);
        f->began = f->t;
        memcpy(f->began_y, f->y, (size_t)ivp_n(f->m) * sizeof *f->y);
        status = f->radau[FLOW_ONWARDS]
                     ? radau_step(f->radau[FLOW_ONWARDS], &f->t, to, f->y)
                     : extrapolation_step(f->e[FLOW_ONWARDS], &f->t, to, f->y);
        f->reached = f->t;
        if (!status && f->events) status = flow_meet(f);
        if (t1 - f->t < flow_least(f)) f->t = t1; /* an event there, but for rounding */
        if (!status && f->watch) f->watch(f->watcher, f->t, f->y);
    }
    model_piece(f->m, f->from, (real)INFINITY);
    return status;
}

/* Does the piece end at t1? That of the interval does where equations have pieces: pulses
 * change there too. */
static bool ends_at(const flow *f, real t1)
{
    int k = f->passed;
    if (f->i->nbreaks && t1 >= (real)f->i->t1) return true;
    while (k < f->breaks->n && (f->breaks->at[k].event >= 0 || f->breaks->at[k].t < t1)) k++;
    return k < f->breaks->n && f->breaks->at[k].t <= t1;
}

static ivp_status onwards(flow *f, real t1)
{
    ivp_status status = IVP_OK;
    while (!status && f->passed < f->breaks->n && f->breaks->at[f->passed].t < t1) {
        const flow_break *b = &f->breaks->at[f->passed++];
        if (b->event >= 0) continue; /* is for those with a closed form */
        if (b->t > f->t) status = carry(f, b->t, true);
        f->from = b->t;
        if (f->radau[FLOW_ONWARDS]) radau_restart(f->radau[FLOW_ONWARDS], NULL);
    }
    if (!status && t1 > f->t) status = carry(f, t1, ends_at(f, t1));
    memcpy(f->canonical, f->y, (size_t)f->i->sizes.n * sizeof *f->y); /* q, u, x or y */
    return status ? status : instance_complete(f->i, f->t, f->canonical);
}

/* What let the step collapse, as the end of a sentence. */
static const char *obstacle(const flow *f)
{
    const radau *r = f->radau[FLOW_ONWARDS];
    switch (r ? radau_counted(r).obstacle : f->e[FLOW_ONWARDS]->obstacle) {
    case IVP_NO_CONVERGENCE:
        return "; however short the step, Newton's iteration for it does not converge: the "
               "solution ends there, has several branches y', or its equations jump";
    case IVP_SINGULAR:
        return "; however short the step, its matrix F_y + F_y'/h is singular: the index is "
               "not what the problem says, or branches of the solution meet there";
    case IVP_DOMAIN:
        return "; behind that the equations cannot be evaluated: the solution ends there or "
               "grows without bounds";
    default:
        return "; however short the step, its error stays too large: a jump there that is "
               "neither an event nor a break point, a singularity, or a tolerance below the "
               "rounding level";
    }
}

/* What a status means here, as the end of a sentence. */
static void explain(const flow *f, ivp_status status, reason *why)
{
    const char *guard, *what = f->events ? events_what(f->events, &guard) : NULL;
    if (status == IVP_E_STEP_TOO_SMALL) reason_add(why, "%s", obstacle(f));
    if (status == IVP_E_EVENT_LOST && what) reason_add(why, ": guard %s %s", guard, what);
}

ivp_status flow_to(flow *f, double t1, reason *why)
{
    const real to = t1;
    ivp_status status = f->method == FLOW_EXACT ? exactly(f, to) : onwards(f, to);
    if (!status) return status;
    if (f->events) status = events_blame(f->events, status);
    reason_set(why, "%s by %s: %s at t = %.17g on the way to %.17g", f->i->problem->name,
               methods[f->method].name, status_name(status), (double)f->t, t1);
    explain(f, status, why);
    return status;
}
