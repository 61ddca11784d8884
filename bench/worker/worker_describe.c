/* worker_describe.c -- a plug-in's documentation as a document, from its descriptor.
 *
 * The descriptor is the only source of what is said; described.h has the members.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_KERNEL /* opens problems and solvers both */
#include "bench/worker/worker_describe.h"

#include "bench/base/util.h"
#include "bench/worker/described.h"

#include "kernel/formulation/formulation.h"
#include "kernel/problem/later.h"

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>

static const char *given(const char *text) { return text ? text : ""; }

static void put_filled(json_t *o, const char *name, const char *text)
{
    if (text && *text) schema_text(o, name, text);
}

static void put_truth(json_t *o, const char *name, bool v)
{
    json_object_set_new(o, name, json_boolean(v));
}

static void put_count(json_t *o, const char *name, int n)
{
    json_object_set_new(o, name, json_integer(n));
}

static void add_text(json_t *list, const char *text)
{
    json_t *o = need(json_object());
    schema_text(o, "", text);
    json_array_append(list, json_object_get(o, ""));
    json_decref(o);
}

/* An object at the end of a list, with the three texts that most have. */
static json_t *add_object(json_t *list, const char *const names[3], const char *const texts[3])
{
    json_t *o = need(json_object());
    for (int k = 0; k < 3 && names[k]; k++) schema_text(o, names[k], given(texts[k]));
    json_array_append_new(list, o);
    return o;
}

static json_t *list_in(json_t *o, const char *name)
{
    json_t *list = need(json_array());
    json_object_set_new(o, name, list);
    return list;
}

static void params(json_t *list, const ivp_param *p)
{
    static const char *const names[] = { "name", "value", "meaning" };
    static const char *const kinds[] = {
        [IVP_REAL] = "real", [IVP_INTEGER] = "integer", [IVP_STRUCTURAL] = "structural"
    };
    for (; p && p->name; p++) {
        if (p->hidden) continue;
        json_t *o =
            add_object(list, names, (const char *const[]){ p->name, p->value, p->meaning });
        schema_text(o, "choices", p->choices);
        schema_text(o, "kind",
                    p->kind == IVP_INTEGER || p->kind == IVP_STRUCTURAL ? kinds[p->kind]
                                                                        : kinds[IVP_REAL]);
    }
}

static void settings(json_t *list, const ivp_setting *s)
{
    static const char *const names[] = { "name", "options", "meaning" };
    for (; s && s->name; s++)
        add_object(list, names, (const char *const[]){ s->name, s->options, s->meaning });
}

static void observables(json_t *list, const ivp_observable *o)
{
    static const char *const names[] = { "name", "unit", "meaning" };
    for (; o && o->name; o++)
        add_object(list, names, (const char *const[]){ o->name, o->unit, o->meaning });
}

static void events(json_t *list, const ivp_event *e)
{
    static const char *const names[] = { "name", "direction", "then" };
    static const char *const actions[] = {
        [IVP_RECORD] = "recorded",
        [IVP_RESTART] = "restart",
        [IVP_STOP] = "stop",
        [IVP_KINK] = "kink, for references alone",
    };
    for (; e && e->name; e++) {
        const char *direction = e->direction > 0   ? "rising"
                                : e->direction < 0 ? "falling"
                                                   : "both";
        json_t *o = add_object(list, names,
                               (const char *const[]){ e->name, direction, actions[e->then] });
        put_truth(o, "jumps", e->reset != NULL);
    }
}

static void published(json_t *list, const ivp_published *p)
{
    static const char *const names[] = { "source", "parameters", NULL };
    for (; p && p->values; p++)
        add_object(list, names, (const char *const[]){ p->source, p->params, NULL });
}

static void sizes(json_t *o, const instance *i)
{
    const ivp_sizes *s = &i->sizes;
    if (i->problem->form != IVP_MECH) {
        put_count(o, "n", s->n);
        return;
    }
    put_count(o, "nq", s->nq);
    put_count(o, "nx", s->nx);
    put_count(o, "ng", s->ng);
}

/* Blocks that the kernel derives, and at what price */
static void derived(json_t *o, const instance *i)
{
    const ivp_problem *p = i->problem;
    if (!p->mech.omits || !i->sizes.ng) return;
    const bool apart = p->mech.omits & (IVP_GQ | IVP_GT);
    char *text =
        text_of("%s%s%sfrom g by complex steps%s", p->mech.omits & IVP_GQ ? "G " : "",
                p->mech.omits & IVP_GT ? "gt " : "", p->mech.omits & IVP_GAMMA ? "gamma " : "",
                p->mech.omits & IVP_GAMMA && apart
                    ? ", gamma by differences of them; neither lanes nor sparse blocks"
                    : "; neither lanes nor sparse blocks");
    schema_text(o, "derived", text);
    free(text);
}

/* As declared, where parameters do not change it. */
static void interval(json_t *o, const instance *i)
{
    const ivp_problem *p = i->problem;
    char *text =
        p->end ? text_of("%.15g .. %.15g", i->t0, i->t1) : text_of("%s .. %s", p->t0, p->t1);
    schema_text(o, "interval", text);
    schema_number(o, "t0", i->t0);
    schema_number(o, "t1", i->t1);
    free(text);
}

static void formulations(json_t *list, const instance *i)
{
    reason why;
    for (int k = 0; formulation_name(k); k++)
        if (formulation_fits(i, formulation_by_name(formulation_name(k)), &why))
            add_text(list, formulation_name(k));
}

static void scores(json_t *o, const ivp_problem *p)
{
    schema_text(o, "scd_over", p->scd ? p->scd : p->form == IVP_MECH ? "q" : "all");
    schema_text(o, "mescd_over", p->mescd ? p->mescd : "all but accelerations");
    put_truth(o, "scd_absolute", p->scored_absolute);
}

static void who(json_t *o, const char *name, const char *title, const char *source)
{
    schema_text(o, "name", name);
    schema_text(o, "title", given(title));
    schema_text(o, "source", given(source));
}

json_t *worker_problem(const char *name, reason *why)
{
    static const char *const forms[] = { [IVP_ODE] = "y' = f(t, y)",
                                         [IVP_LIN] = "M(t, y) y' = f(t, y)",
                                         [IVP_DAE] = "F(t, y, y') = 0",
                                         [IVP_MECH] =
                                             "mechanical, with constraints g(t, q) = 0" };
    instance *i;
    if (instance_open(&i, name, "", why)) return NULL;
    const ivp_problem *p = i->problem;
    json_t *o = schema_begin(&problem_schema), *later = list_in(o, "not_used_yet");
    who(o, name, p->title, p->source);
    put_filled(o, "not_deterministic", p->not_deterministic);
    schema_text(o, "tags", given(p->tags));
    schema_text(o, "form", forms[p->form]);
    sizes(o, i);
    derived(o, i);
    interval(o, i);
    formulations(list_in(o, "formulations"), i);
    scores(o, p);
    for (int k = 0; later_unused(p, k); k++) add_text(later, later_unused(p, k));
    params(list_in(o, "parameters"), p->params);
    events(list_in(o, "events"), p->events);
    observables(list_in(o, "observables"), p->observables);
    observables(list_in(o, "invariants"), p->invariants);
    published(list_in(o, "published"), p->published);
    instance_close(i);
    return o;
}

/* ---- solvers ----------------------------------------------------------------------------- */

/* Those that the solver can take; whether a problem offers them is asked per pair. */
static void solver_formulations(json_t *list, const ivp_solver *s)
{
    for (int k = 0; formulation_name(k); k++)
        if (formulation_taken(s, formulation_by_name(formulation_name(k))))
            add_text(list, formulation_name(k));
}

static void works_through(json_t *list, const ivp_solver *s)
{
    static const struct {
        unsigned view;
        const char *text;
    } views[] = { { IVP_SECOND, "v'' = f" },
                  { IVP_FIRST, "y' = f" },
                  { IVP_LINEAR, "M y' = f" },
                  { IVP_RES, "F(t, y, y') = 0" },
                  { IVP_MECH_VIEW, "mechanical blocks" } };
    for (size_t k = 0; k < sizeof views / sizeof *views; k++)
        if (s->views & views[k].view) add_text(list, views[k].text);
}

static void steps(json_t *o, const ivp_solver *s)
{
    schema_text(o, "takes",
                s->adaptive && s->fixed_step ? "tolerances and constant steps"
                : s->adaptive                ? "tolerances"
                                             : "constant steps");
    schema_text(o, "step_control",
                !s->attempt || s->steers ? "the method's own"
                : s->control             ? s->control->name
                                         : "by ivpbench");
    put_truth(o, "dense_output", s->dense != NULL);
}

json_t *worker_solver(const char *name, reason *why)
{
    const ivp_solver *s = plugin_solver(name, why);
    if (!s) return NULL;
    json_t *o = schema_begin(&solver_schema), *later = list_in(o, "not_used_yet");
    who(o, name, s->title, s->source);
    put_filled(o, "library", s->library);
    put_filled(o, "times_contain", s->times_contain);
    put_filled(o, "not_deterministic", s->not_deterministic);
    put_filled(o, "missing", s->missing ? s->missing() : NULL);
    put_filled(o, "family", s->family);
    if (s->order) put_count(o, "order", s->order);
    solver_formulations(list_in(o, "formulations"), s);
    works_through(list_in(o, "works_through"), s);
    steps(o, s);
    for (int k = 0; later_unused_of_solver(s, k); k++)
        add_text(later, later_unused_of_solver(s, k));
    params(list_in(o, "options"), s->options);
    settings(list_in(o, "settings"), s->settings);
    return o;
}
