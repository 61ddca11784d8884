/* system_reference.c -- the reference solution of a system, and the digits of a state.
 *
 * Values come from the reference on file: at a stored state all components, elsewhere the
 * trajectory, which holds positions, velocities and first-order states. Without a file they
 * come from the closed form of the problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "library/system.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/partition.h"
#include "reference/file/ref.h"
#include "reports/metrics/metrics.h"

/* NULL: none, and s->none says why. */
static const ref *find(ivp_system *s)
{
    if (!s->sought &&
        !ref_open(&s->reference, NULL, s->instance->problem->name, s->settings, &s->none))
        s->reference = NULL;
    s->sought = true;
    return s->reference;
}

static int half_of(const ref *r)
{
    return r->half[REF_A].family && strcmp(r->half[REF_A].family, "none") ? REF_A : REF_B;
}

static const ref_value *value_of(const ivp_system *s, const ref_state *at, int k)
{
    char name[32];
    instance_component_name(s->instance, k, name, sizeof name);
    return ref_find(at, name);
}

/* ---- the solution ------------------------------------------------------------------------ */

static ivp_status incomplete(ivp_system *s, double t)
{
    return system_fails(s, IVP_E_DECLINED,
                        "the reference of %s has no solution at t = %.15g; it goes from %.15g "
                        "to %.15g",
                        s->instance->problem->name, t, s->reference->t0, s->reference->t1);
}

static ivp_status stored(ivp_system *s, const ref_state *at, double *component)
{
    const int half = half_of(s->reference);
    for (int k = 0; k < instance_ncomponents(s->instance); k++) {
        const ref_value *v = value_of(s, at, k);
        if (!v) return incomplete(s, at->t);
        component[k] = v->half[half];
    }
    return IVP_OK;
}

/* At a jump the value after it. */
static ivp_status between(ivp_system *s, double t, double *component)
{
    const int n = s->instance->sizes.n;
    for (int k = 0; k < n; k++) {
        char name[32];
        instance_component_name(s->instance, k, name, sizeof name);
        component[k] = ref_value_at(s->reference, ref_column(s->reference, name), t, 1);
        if (!isfinite(component[k])) return incomplete(s, t);
    }
    return system_result(s, instance_complete(s->instance, t, component), "acceleration", t);
}

/* The closed form belongs to the parameters as they were opened, which events may have changed
 * since. */
static ivp_status exact_at(instance *i, double t, double *component)
{
    const size_t n = (size_t)(i->nparams + i->sizes.nderived + i->nevents);
    double *now = malloc((n + 1) * sizeof *now);
    if (!now) return IVP_E_NOMEM;
    memcpy(now, i->p, n * sizeof *now);
    instance_reset(i);
    const ivp_status st = i->problem->exact(t, component, i->p);
    memcpy(i->p, now, n * sizeof *now);
    instance_sync(i);
    free(now);
    return st ? st : instance_complete(i, t, component);
}

static ivp_status closed(ivp_system *s, double t, double *component)
{
    if (!s->instance->problem->exact)
        return system_fails(s, IVP_E_DECLINED, "%s", s->none.text);
    return system_result(s, exact_at(s->instance, t, component), "closed form", t);
}

static ivp_status solution(ivp_system *s, double t, double *component)
{
    const ref *r = find(s);
    if (!r) return closed(s, t, component);
    const ref_state *at = t == s->instance->t0 ? NULL : ref_at(r, t);
    if (at) return stored(s, at, component);
    if (t != s->instance->t0) return between(s, t, component);
    memcpy(component, s->instance->start,
           (size_t)instance_ncomponents(s->instance) * sizeof *component);
    return IVP_OK;
}

int ivp_system_reference(ivp_system *s, double t, double *y)
{
    if (!s) return IVP_E_INVALID;
    if (!y || !isfinite(t))
        return system_fails(s, IVP_E_INVALID, "the reference needs a finite time and an array");
    const ivp_status st = solution(s, t, s->component);
    if (st) return st;
    const ivp_sizes *n = &s->instance->sizes;
    memset(y, 0, (size_t)s->model->n * sizeof *y);
    model_pack(s->model, s->component, y);
    if (s->model->part) partition_anchor(s->model->part, t, s->component);
    for (int k = 0; k < n->ng && n->n + k < s->model->n && !s->model->part; k++)
        y[n->n + k] = s->component[n->n + n->nq + k];
    return IVP_OK;
}

/* ---- digits ------------------------------------------------------------------------------ */

static bool is_scored(const ivp_system *s, bool *mask)
{
    const ivp_problem *p = s->instance->problem;
    reason why;
    const char *usual = p->form == IVP_MECH ? "q" : "all";
    return instance_mask(s->instance, p->scd ? p->scd : usual, mask, &why);
}

/* Values that a state is compared with: those of the reference at a stored state, or of the
 * closed form at t and at both sides of it. */
typedef struct source {
    const ref_state *at; /* NULL: the closed form */
    const double *value, *low, *high;
} source;

static double bar_of_text(const ref_value *v, int half)
{
    return v->bar >= 0 ? v->bar : metrics_printed_bar(v->text[half]);
}

/* Component k, which is y; false: the reference does not have it. The bar of a closed form is
 * that of bench/worker/scoring.c. */
static bool compare(const ivp_system *s, const source *from, int k, double y, compared *out)
{
    *out = (compared){ .y = y, .r = from->value[k], .shift = -1, .scale = 1 };
    if (!from->at) {
        out->bar = fabs(from->high[k] - from->low[k]) + 16 * DBL_EPSILON * fabs(out->r);
        return true;
    }
    const ref_value *v = value_of(s, from->at, k);
    if (v) out->bar = bar_of_text(v, half_of(s->reference));
    return v;
}

/* The scored ones of the n components y, into all[] and their numbers into which[]; -1: one of
 * them is not known. */
static int choose(const ivp_system *s, const source *from, const double *y, bool *mask,
                  compared *all, int *which)
{
    int count = 0;
    if (!is_scored(s, mask)) return -1;
    for (int k = 0; k < instance_ncomponents(s->instance); k++) {
        if (!mask[k]) continue;
        which[count] = k;
        if (!compare(s, from, k, y[k], &all[count++])) return -1;
    }
    return count;
}

static digits score(const ivp_system *s, const source *from, const double *y, int *worst,
                    bool *complete)
{
    const size_t n = (size_t)instance_ncomponents(s->instance);
    compared *all = calloc(n, sizeof *all);
    bool *mask = calloc(n, sizeof *mask);
    int *which = calloc(n, sizeof *which);
    const int count = all && mask && which ? choose(s, from, y, mask, all, which) : -1;
    *complete = count >= 0;
    const digits d = metrics_scd(all, count, s->instance->problem->scored_absolute);
    *worst = d.known ? which[d.worst] : -1;
    free(all);
    free(mask);
    free(which);
    return d;
}

/* Fills the values of `from`, whose arrays are there. */
static ivp_status judge(ivp_system *s, double t, source *from, double *value, double *low,
                        double *high)
{
    const ref *r = find(s);
    from->at = r ? ref_at(r, t) : NULL;
    if (from->at) return stored(s, from->at, value);
    if (r)
        return system_fails(s, IVP_E_DECLINED,
                            "the reference of %s has no stored state at t = %.15g, it has one "
                            "at %.15g",
                            s->instance->problem->name, t, r->t1);
    ivp_status st = closed(s, t, value);
    if (!st) st = closed(s, t * (1 - DBL_EPSILON), low);
    return st ? st : closed(s, t * (1 + DBL_EPSILON), high);
}

int ivp_system_scd(ivp_system *s, double t, const double *y, ivp_system_score *out)
{
    if (!s || !out) return IVP_E_INVALID;
    const int n = instance_ncomponents(s->instance);
    double *value = s->component + n, *low = value + n, *high = low + n;
    source from = { .value = value, .low = low, .high = high };
    ivp_status st = ivp_system_components(s, t, y, s->component);
    if (!st) st = judge(s, t, &from, value, low, high);
    if (st) return st;
    ivp_system_score found = { 0 };
    bool complete;
    const digits d = score(s, &from, s->component, &found.worst, &complete);
    if (!complete)
        return system_fails(s, IVP_E_DECLINED, "a component that is scored is not known");
    if (!d.known) return system_fails(s, IVP_DOMAIN, "an error that is scored is not finite");
    found.scd = d.value;
    found.limit = d.limit;
    found.capped = d.capped;
    return system_give(s, out, &found, sizeof found);
}
