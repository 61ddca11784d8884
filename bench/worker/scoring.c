/* scoring.c -- the descriptors' scoring data as JSON, so that reports need no plug-in.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/scoring.h"

#include "bench/base/util.h"
#include "bench/cell/stop.h"

#include <float.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *component(const instance *i, int k)
{
    char name[PLUGIN_NAME_MAX];
    instance_component_name(i, k, name, sizeof name);
    return json_string(name);
}

/* The defaults are those of problem.h; words that are wrong name nothing. */
static void mask_of(const instance *i, const char *components, const char *otherwise,
                    bool *mask)
{
    reason why;
    if (instance_mask(i, components ? components : otherwise, mask, &why)) return;
    memset(mask, 0, (size_t)instance_ncomponents(i) * sizeof *mask);
}

static bool mechanical(const instance *i) { return i->problem->form == IVP_MECH; }

void scoring_mask(const instance *i, bool *mask)
{
    mask_of(i, i->problem->scd, mechanical(i) ? "q" : "all", mask);
}

static void mescd_mask(const instance *i, bool *mask)
{
    mask_of(i, i->problem->mescd, mechanical(i) ? "q u x lambda" : "all", mask);
}

static json_t *masked(const instance *i, void (*choose)(const instance *, bool *))
{
    const int n = instance_ncomponents(i);
    bool *mask = need(calloc((size_t)n + 1, sizeof *mask));
    json_t *list = json_array();
    choose(i, mask);
    for (int k = 0; k < n; k++)
        if (mask[k]) json_array_append_new(list, component(i, k));
    free(mask);
    return list;
}

/* Factors of atol, one a component; without them all are 1. */
static json_t *weights(const instance *i)
{
    const int n = instance_ncomponents(i);
    double *w = grown(NULL, (size_t)n, sizeof *w);
    for (int k = 0; k < n; k++) w[k] = 1;
    if (i->problem->weights) i->problem->weights(i->p, w);
    json_t *o = json_object();
    for (int k = 0; k < n; k++) {
        char name[PLUGIN_NAME_MAX];
        instance_component_name(i, k, name, sizeof name);
        json_object_set_new(o, name, json_real(w[k]));
    }
    free(w);
    return o;
}

/* Invariants have the same shape. */
static json_t *observables(const ivp_observable *o)
{
    json_t *list = json_array();
    for (; o && o->name; o++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "name", o->name, "unit",
                                              o->unit ? o->unit : "", "meaning",
                                              o->meaning ? o->meaning : ""));
    return list;
}

static json_t *event_json(const ivp_event *e)
{
    json_t *o = json_pack("{s:s, s:i}", "name", e->name, "direction", e->direction);
    if (e->then == IVP_STOP || e->stops) json_object_set_new(o, "stops", json_true());
    return o;
}

static json_t *events(const ivp_event *e)
{
    json_t *list = json_array();
    for (; e && e->name; e++) json_array_append_new(list, event_json(e));
    return list;
}

/* "q1=15.81 q2=-15.7" as an object of strings: all digits stay. */
static json_t *values(const char *text)
{
    json_t *o = json_object();
    char *list = copied(text), *rest = list, *word;
    while ((word = strsep(&rest, " \t\n"))) {
        char *equal = strchr(word, '=');
        if (!equal) continue;
        *equal = '\0';
        json_object_set_new(o, word, json_string(equal + 1));
    }
    free(list);
    return o;
}

/* Only values published for these very parameters: others would be wrong, not approximate. */
static json_t *published(const instance *i)
{
    char settings[1024];
    instance_settings(i, settings, sizeof settings);
    json_t *list = json_array();
    for (const ivp_published *p = i->problem->published; p && p->values; p++)
        if (!strcmp(p->params ? p->params : "", settings))
            json_array_append_new(list,
                                  json_pack("{s:s, s:o}", "source", p->source ? p->source : "",
                                            "values", values(p->values)));
    return list;
}

/* What its times contain that no method needs; "": nothing. Caller frees. */
static char *times_of(const ivp_solver *s, const ivp_problem *p)
{
    const char *const parts[] = {
        s->times_contain,
        s->cannot_return && p->events && p->events->name
            ? "what follows an event until the interval ends"
            : NULL,
        p->tags && strstr(p->tags, "interpreted") ? "the interpreter of the problem" : NULL,
    };
    char *text = copied("");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!parts[i]) continue;
        char *more = text_of("%s%s%s", text, *text ? ", and " : "", parts[i]);
        free(text);
        text = more;
    }
    return text;
}

/* The solver's reason before the problem's. */
static void add_not_deterministic(json_t *o, const ivp_solver *s, const ivp_problem *p)
{
    const char *why = s && s->not_deterministic ? s->not_deterministic : p->not_deterministic;
    if (why)
        json_object_set_new(o, "not_deterministic",
                            json_string(*why ? why : "no reason is given"));
}

static void add_solver(json_t *o, const ivp_solver *s, const ivp_problem *p)
{
    char *times = times_of(s, p);
    if (s->family) json_object_set_new(o, "solver_family", json_string(s->family));
    if (s->library) json_object_set_new(o, "solver_library", json_string(s->library));
    if (*times) json_object_set_new(o, "solver_times", json_string(times));
    free(times);
}

/* ---- the closed form: .exact, completed by the accelerations and multipliers that belong to
 * it --
 *
 * The bar of a value z(t) computed in double is what rounding of the time and of the value
 * may do:
 *
 *     bar = |z(t (1 + eps)) - z(t (1 - eps))| + 16 eps |z(t)| */

/* Of the parameters as they were opened: resets may have changed them since. */
static bool exact_at(instance *i, double t, double *z)
{
    return !i->problem->exact(t, z, i->p);
}

/* a and lambda, with parameters and sides as they are at the end of the run. */
static bool complete(instance *i, double t, double *z)
{
    if (instance_complete(i, t, z)) return false;
    for (int k = 0; k < instance_ncomponents(i); k++)
        if (!isfinite(z[k])) return false;
    return true;
}

static size_t parameters(const instance *i)
{
    return (size_t)(i->nparams + i->sizes.nderived + i->nevents) * sizeof *i->p;
}

/* The solution at so many times, each completed: of one column after another. */
static bool solve(instance *i, const double *t, int times, double *z)
{
    const int n = instance_ncomponents(i);
    double *at_end = need(malloc(parameters(i) + 1));
    memcpy(at_end, i->p, parameters(i));
    instance_reset(i);
    bool good = true;
    for (int k = 0; good && k < times; k++) good = exact_at(i, t[k], z + k * n);
    memcpy(i->p, at_end, parameters(i));
    instance_sync(i);
    for (int k = 0; good && k < times; k++) good = complete(i, t[k], z + k * n);
    free(at_end);
    return good;
}

static json_t *value_json(double z, double low, double high)
{
    const double bar = fabs(high - low) + 16 * DBL_EPSILON * fabs(z);
    return json_pack("[f, f]", z, bar);
}

/* {component: [value, bar]} at time t, all canonical components; NULL where the problem has no
 * exact solution, or none at t. */
static json_t *closed_json(instance *i, double t)
{
    const int n = instance_ncomponents(i);
    if (!i->problem->exact) return NULL;
    const double times[] = { t, t * (1 - DBL_EPSILON), t * (1 + DBL_EPSILON) };
    double *z = need(calloc(3 * (size_t)n + 1, sizeof *z));
    json_t *o = solve(i, times, 3, z) ? need(json_object()) : NULL;
    for (int k = 0; o && k < n; k++) {
        char name[PLUGIN_NAME_MAX];
        instance_component_name(i, k, name, sizeof name);
        json_object_set_new(o, name, value_json(z[k], z[n + k], z[2 * n + k]));
    }
    free(z);
    return o;
}

/* What this run says of itself: how it was computed, and the exact end state beside its own. A
 * run that an event has stopped has its last state for all later times. */
static void add_run(json_t *o, instance *i, const scoring_run *run)
{
    const record *r = run->r;
    json_object_set_new(o, "elimination", json_string(evolve_elimination(run->e)));
    json_object_set_new(o, "lanes", json_integer(evolve_lanes(run->e)));
    if (r->outcome != OUTCOME_OK) return;
    json_t *off = multipliers_json(run->m);
    if (off) json_object_set_new(o, "multipliers", off);
    json_t *exact = closed_json(i, record_stopped(r, o) ? i->t1 : r->t_reached);
    if (exact) json_object_set_new(o, "exact", exact);
}

char *scoring_json(instance *i, const ivp_solver *s, const scoring_run *run)
{
    static const char *const forms[] = {
        [IVP_ODE] = "ode", [IVP_LIN] = "lin", [IVP_DAE] = "dae", [IVP_MECH] = "mech"
    };
    const ivp_problem *p = i->problem;
    json_t *o = json_pack(
        "{s:s, s:s, s:s, s:f, s:f, s:s, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "title",
        p->title ? p->title : p->name, "source", p->source ? p->source : "", "tags",
        p->tags ? p->tags : "", "t0", i->t0, "t1", i->t1, "form", forms[p->form], "scd",
        masked(i, scoring_mask), "mescd", masked(i, mescd_mask), "absolute", p->scored_absolute,
        "weights", weights(i), "observables", observables(p->observables), "invariants",
        observables(p->invariants), "events", events(p->events), "published", published(i));
    if (s) add_solver(o, s, p);
    add_not_deterministic(o, s, p);
    if (run) add_run(o, i, run);
    char *text = need(json_dumps(need(o), JSON_COMPACT));
    json_decref(o);
    return text;
}
