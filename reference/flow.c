/* flow.c -- a problem opened in the form its method needs, integrated from break to break. */
#include "reference/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/model.h"
#include "reference/basic.h"

static const struct {
    const char *name;
    const family *family;
} methods[] = {
    [FLOW_GBS] = { "gbs", &family_gbs },
    [FLOW_IEX] = { "iex", &family_iex },
    [FLOW_IEX_WIDE] = { "iex_wide", &family_iex_wide },
    [FLOW_EXACT] = { "exact", NULL },
};

const char *flow_method_name(flow_method m) { return methods[m].name; }

flow_method flow_method_by_name(const char *name)
{
    for (int m = FLOW_GBS; m <= FLOW_EXACT; m++)
        if (!strcmp(methods[m].name, name)) return (flow_method)m;
    return (flow_method)0;
}

struct flow {
    instance *i;
    flow_method method;
    ivp_model *m;
    midpoint *mid;
    euler *eul;
    extrapolation *e;
    const flow_breaks *breaks;
    int passed; /* breaks behind us */
    real t;
    real *y, *yp, *canonical;
    bool *counted;
    flow_watch watch;
    void *watcher;
};

/* ---- the two forms -------------------------------------------------------------------------
 */

static ivp_status rhs(void *context, real t, const real *y, real *f)
{
    return ivp_rhs(context, t, y, f);
}

static ivp_status res(void *context, real t, const real *y, const real *yp, real *F)
{
    return ivp_res(context, t, y, yp, F);
}

static ivp_formulation formulation(const instance *i)
{
    switch (i->problem->form) {
    case IVP_ODE:
        return IVP_AS_ODE;
    case IVP_LIN:
        return IVP_AS_LIN;
    case IVP_DAE:
        return IVP_AS_DAE;
    case IVP_MECH:
        return i->sizes.ng ? IVP_INDEX1 : IVP_AS_ODE;
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

static bool prepare_basic(flow *f, basic_method *basic)
{
    const int n = ivp_n(f->m);
    if (f->method == FLOW_GBS) {
        const explicit_form form = { .context = f->m, .n = n, .f = rhs };
        f->mid = midpoint_create(&form);
        if (f->mid) *basic = midpoint_method(f->mid);
        return f->mid;
    }
    const implicit_form form = { .context = f->m, .n = n, .counted = f->counted, .res = res };
    f->eul = euler_create(&form);
    if (f->eul) *basic = euler_method(f->eul);
    return f->eul;
}

static void stepped(void *watcher, real t, const real *y)
{
    flow *f = watcher;
    (void)y;
    if (f->watch) f->watch(f->watcher, t);
}

static ivp_status prepare(flow *f, real tol, char *why)
{
    const ivp_view view = f->method == FLOW_GBS ? IVP_FIRST : IVP_RES;
    const family *kind = methods[f->method].family;
    if (tol < family_least_tol(kind)) {
        snprintf(why, PLUGIN_WHY_MAX, "%s: tolerance %.1e is below its rounding level %.0e",
                 kind->name, (double)tol, (double)family_least_tol(kind));
        return IVP_E_INVALID;
    }
    const ivp_status status = model_open(&f->m, f->i, formulation(f->i), NULL, view, why);
    if (status) return status;
    const size_t n = (size_t)ivp_n(f->m);
    f->y = calloc(2 * n, sizeof *f->y);
    f->counted = calloc(n, sizeof *f->counted);
    if (!f->y || !f->counted) return IVP_E_NOMEM;
    f->yp = f->y + n;
    count_unknowns(f);
    model_start(f->m, f->y, f->yp);
    basic_method basic;
    if (!prepare_basic(f, &basic)) return IVP_E_NOMEM;
    f->e = extrapolation_create(kind, &basic, (int)n, tol);
    if (!f->e) return IVP_E_NOMEM;
    f->e->counted = f->counted;
    f->e->step = stepped;
    f->e->watcher = f;
    return IVP_OK;
}

/* ---- pieces --------------------------------------------------------------------------------
 */

/* Guards keep the sign that they have on the piece between two breaks. */
static ivp_status set_sides(flow *f)
{
    instance *i = f->i;
    if (!i->nevents) return IVP_OK;
    const flow_breaks *b = f->breaks;
    const real from = f->passed ? b->at[f->passed - 1].t : (real)i->t0;
    const real to = f->passed < b->n ? b->at[f->passed].t : (real)i->t1, mid = (from + to) / 2;
    ivp_state s = instance_view(i, mid, f->canonical, NULL);
    const ivp_status status = i->problem->exact(mid, &s, i->p0);
    for (int k = 0; k < i->nevents && !status; k++)
        i->p[i->nparams + k] = instance_scalar(i, i->problem->events[k].guard, &s) > 0 ? 1 : -1;
    instance_sync(i);
    return status;
}

ivp_status flow_open(flow **out, instance *i, flow_method method, real tol,
                     const flow_breaks *breaks, char *why)
{
    static const flow_breaks none = { 0 };
    flow *f = calloc(1, sizeof *f);
    *out = f;
    if (!f) return IVP_E_NOMEM;
    *f = (flow){ .i = i, .method = method, .t = i->t0, .breaks = breaks ? breaks : &none };
    f->canonical = calloc((size_t)instance_ncomponents(i), sizeof *f->canonical);
    ivp_status status = f->canonical ? IVP_OK : IVP_E_NOMEM;
    instance_reset(i);
    snprintf(why, PLUGIN_WHY_MAX, "%s: no memory", i->problem->name);
    if (!status && method == FLOW_EXACT && !i->problem->exact) {
        snprintf(why, PLUGIN_WHY_MAX, "%s has no closed form", i->problem->name);
        status = IVP_E_INVALID;
    }
    if (!status && method != FLOW_EXACT) status = prepare(f, tol, why);
    if (!status && method != FLOW_EXACT) status = set_sides(f);
    if (status) {
        flow_close(f);
        *out = NULL;
    }
    return status;
}

void flow_close(flow *f)
{
    if (!f) return;
    extrapolation_destroy(f->e);
    midpoint_destroy(f->mid);
    euler_destroy(f->eul);
    if (f->m) model_close(f->m);
    instance_reset(f->i);
    free(f->y);
    free(f->counted);
    free(f->canonical);
    free(f);
}

void flow_set_watch(flow *f, flow_watch watch, void *watcher)
{
    f->watch = watch;
    f->watcher = watcher;
}

real *flow_state(flow *f) { return f->canonical; }

long flow_steps(const flow *f) { return f->e ? f->e->accepted : 0; }

static ivp_status exactly(flow *f, real t)
{
    ivp_state s = instance_view(f->i, t, f->canonical, NULL);
    const ivp_status status = f->i->problem->exact(t, &s, f->i->p);
    return status ? status : instance_complete(f->i, t, f->canonical);
}

static ivp_status onwards(flow *f, real t1)
{
    ivp_status status = IVP_OK;
    while (!status && f->passed < f->breaks->n && f->breaks->at[f->passed].t < t1) {
        const flow_break *b = &f->breaks->at[f->passed];
        if (b->t > f->t) status = extrapolation_to(f->e, &f->t, b->t, f->y);
        f->passed++;
        if (!status) status = set_sides(f);
    }
    if (!status && t1 > f->t) status = extrapolation_to(f->e, &f->t, t1, f->y);
    memcpy(f->canonical, f->y, (size_t)f->i->sizes.n * sizeof *f->y); /* q, u, x or y */
    return status ? status : instance_complete(f->i, f->t, f->canonical);
}

ivp_status flow_to(flow *f, double t1, char *why)
{
    const real to = t1;
    const ivp_status status = f->method == FLOW_EXACT ? exactly(f, to) : onwards(f, to);
    if (status)
        snprintf(why, PLUGIN_WHY_MAX, "%s by %s: %s at t = %.17g on the way to %.17g",
                 f->i->problem->name, methods[f->method].name, ivp_status_name(status),
                 (double)f->t, t1);
    return status;
}
