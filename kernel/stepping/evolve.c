/* evolve.c -- sets up a run: solver, formulation, tolerances and storage; an invalid
 * combination is refused with a sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/formulation.h"
#include "kernel/formulation/memory.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/stepping/evolve_impl.h"

static size_t sz(int n) { return (size_t)n; }

static bool valid_setup(const evolve_setup *s, const ivp_solver *solver, reason *why)
{
    const bool fixed = s->h > 0;
    const char *wrong = NULL;
    if (!(s->h >= 0) || !(s->h0 >= 0) || !(s->hmax >= 0) || !isfinite(s->h) || !isfinite(s->h0))
        wrong = "a step size must be a positive finite number";
    else if (!fixed && (!(s->rtol > 0) || !(s->rtol < 1)))
        wrong = "rtol must lie between 0 and 1, both excluded";
    else if (!fixed && (!(s->atol > 0) || !isfinite(s->atol)))
        wrong = "atol must be a positive finite number";
    else if (fixed && !solver->fixed_step)
        wrong = "this solver takes tolerances, not a step size";
    else if (!fixed && !solver->adaptive)
        wrong = "this solver takes a constant step size h only";
    if (wrong)
        reason_set(why, "%s: %s (given: rtol %g, atol %g, h %g, h0 %g)", solver->name, wrong,
                   s->rtol, s->atol, s->h, s->h0);
    return !wrong;
}

/* Solver, formulation and view that belong together. */
struct choice {
    const ivp_solver *solver;
    ivp_formulation formulation;
    ivp_view view;
};

/* A method that works through one view only says which one is missing. */
static void say_not_taken(const struct choice *c, const instance *i, const char *solver,
                          const char *formulation, reason *why)
{
    const unsigned through = formulation_through(c->solver, c->formulation);
    const char *view = through == IVP_SECOND      ? "v'' = f(t, v, v')"
                       : through == IVP_MECH_VIEW ? "the blocks of a mechanical problem"
                                                  : NULL;
    if (view && !c->view && formulation_taken(c->solver, c->formulation))
        reason_set(why, "%s works through %s, which %s does not offer", solver, view,
                   i->problem->name);
    else
        reason_set(why, "%s does not take the formulation %s", solver, formulation);
}

static ivp_status choose(const instance *i, const char *solver, const char *formulation,
                         struct choice *c, reason *why)
{
    c->solver = plugin_solver(solver, why);
    if (!c->solver) return IVP_E_INVALID;
    const char *missing = c->solver->missing ? c->solver->missing() : NULL;
    if (missing) {
        reason_set(why, "%s: %s", solver, missing);
        return IVP_E_DECLINED;
    }
    c->formulation = formulation_by_name(formulation);
    if (!c->formulation) {
        reason_set(why, "there is no formulation '%s'; there are:", formulation);
        for (int k = 0; formulation_name(k); k++) reason_add(why, " %s", formulation_name(k));
        return IVP_E_INVALID;
    }
    if (!formulation_fits(i, c->formulation, why)) return IVP_E_DECLINED;
    c->view =
        formulation_view(i, c->formulation, formulation_through(c->solver, c->formulation));
    if (c->solver->cannot_return && !c->solver->takes_moved &&
        c->formulation == IVP_PROJECTED) {
        reason_set(why, "%s cannot be left, nor go on from a state that was projected", solver);
        return IVP_E_DECLINED;
    }
    if (c->view && formulation_taken(c->solver, c->formulation)) return IVP_OK;
    say_not_taken(c, i, solver, formulation, why);
    return IVP_E_DECLINED;
}

static bool allocate(evolve *e)
{
    const size_t n = sz(e->n), nc = sz(instance_ncomponents(e->instance)) + n;
    real **const vectors[] = {
        &e->now.y,       &e->restart.yp,  &e->trial.raw,        &e->trial.y,
        &e->search.y,    &e->cubic.f0,    &e->cubic.f1,         &e->cubic.y,
        &e->cubic.along, &e->cubic.slope, &e->setting.weighted,
    };
    enum { VECTORS = sizeof vectors / sizeof *vectors, OF_GUARDS = 8 };
    real *at = e->store =
        calloc(VECTORS * n + nc + OF_GUARDS * sz(e->instance->nevents), sizeof *at);
    if (!at) return false;
    for (size_t k = 0; k < VECTORS; k++, at += n) *vectors[k] = at;
    e->canonical = at;
    e->cubic.guards = at + nc;
    return true;
}

/* The shortest decimal of a double, read in this arithmetic: 1e-10 means 1e-10 in quad too. */
static real as_real(double x)
{
    for (int digits = 1; digits < 17; digits++) {
        char text[40];
        snprintf(text, sizeof text, "%.*e", digits - 1, x);
        if (strtod(text, NULL) != x) continue;
#if IVP_ARITH == IVP_QUAD
        return strtof128(text, NULL);
#endif
    }
    return x;
}

void scale_tolerances(evolve *e)
{
    model_weights(e->model, e->setting.weighted);
    for (int k = 0; k < e->n; k++) e->setting.weighted[k] *= e->setting.atol;
}

static void set_tolerances(evolve *e, const evolve_setup *s)
{
    e->setting.atol = as_real(s->atol);
    scale_tolerances(e);
    e->setting.tol = (ivp_tol){ .rtol = as_real(s->rtol),
                                .atol = e->setting.weighted,
                                .h0 = as_real(s->h0),
                                .h = as_real(s->h),
                                .hmax = as_real(s->hmax),
                                .max_steps = s->max_steps };
}

/* What every method under the kernel's step control takes besides its own options. */
static const ivp_param control_option = { "control", "default", "step control law",
                                          "default " CONTROL_LAWS };

/* The solver's options, followed by the kernel's own where they apply. */
static int list_options(const ivp_solver *s, ivp_param *table)
{
    const int n = settings_count(s->options);
    for (int k = 0; table && k < n; k++) table[k] = s->options[k];
    const bool controlled = s->attempt && s->adaptive && !s->steers;
    if (table && controlled) table[n] = control_option;
    return n + controlled;
}

static ivp_status read_options(evolve *e, const char *options, reason *why)
{
    const size_t n = sz(list_options(e->solver, NULL));
    ivp_param *table = calloc(n + 1, sizeof *table);
    char(*text)[SETTING_MAX] = calloc(n + 1, sizeof *text);
    real *value = calloc(n + 1, sizeof *value);
    e->setting.option = calloc(n + 1, sizeof *e->setting.option);
    ivp_status st = IVP_E_NOMEM;
    if (table && text && value && e->setting.option) {
        list_options(e->solver, table);
        st = settings_parse(table, options, e->solver->name, text, value, why) ? IVP_OK
                                                                               : IVP_E_INVALID;
    }
    for (size_t k = 0; !st && k < n; k++) e->setting.option[k] = (double)value[k];
    if (!st)
        settings_spell(table, options, text, e->setting.options, sizeof e->setting.options);
    if (!st && n > sz(settings_count(e->solver->options))) /* NULL for the word "default" */
        e->setting.law = control_by_name(text[n - 1]);
    free(table);
    free(text);
    free(value);
    return st;
}

/* Matrices that do not fit into memory */
static ivp_status judge_memory(const evolve *e, reason *why)
{
    char what[100];
    const ivp_solver *s = e->solver;
    snprintf(what, sizeof what, "%s: its matrices of %d unknowns", s->name, ivp_n(e->model));
    const bool fits =
        !s->memory || memory_fits(s->memory(e->model, e->setting.option), what,
                                  "docs/large.md says which methods do without", why);
    return fits ? IVP_OK : IVP_E_DECLINED;
}

/* First factors that take longer than the run may */
static ivp_status judge_time(const evolve *e, double cpu_s, reason *why)
{
    const ivp_solver *s = e->solver;
    const double least = s->least_s ? s->least_s(e->model, e->setting.option) : 0;
    if (!(cpu_s > 0) || least <= cpu_s) return IVP_OK;
    reason_set(
        why,
        "%s: its first factors of %d unknowns take %.3g CPU s at least, and a run may take "
        "%.3g (--timeout); docs/large.md says which methods do without",
        s->name, ivp_n(e->model), least, cpu_s);
    return IVP_E_DECLINED;
}

static ivp_status judge_model(const evolve *e, reason *why)
{
    const char *sentence = e->solver->declines ? e->solver->declines(e->model) : NULL;
    if (sentence) reason_set(why, "%s: %s", e->solver->name, sentence);
    return sentence ? IVP_E_DECLINED : IVP_OK;
}

/* With the default options. */
static ivp_status judge(evolve *e, reason *why)
{
    ivp_status st = judge_model(e, why);
    if (!st) st = read_options(e, NULL, why);
    return st ? st : judge_memory(e, why);
}

ivp_status evolve_fits(instance *i, const char *solver, const char *formulation, reason *why)
{
    struct choice c;
    evolve *e = calloc(1, sizeof *e);
    if (!e) return IVP_E_NOMEM;
    ivp_status st = choose(i, solver, formulation, &c, why);
    if (!st) st = model_open(&e->model, i, c.formulation, NULL, c.view, why);
    e->solver = c.solver;
    if (!st) st = judge(e, why);
    evolve_destroy(e);
    return st;
}

/* y' behind an event, for the sides of guards there. */
static ivp_status behind(void *context, real t, real *y, real *yp)
{
    const evolve *e = context;
    return e->restart.slopes ? slopes_at(e->restart.slopes, t, y, yp) : IVP_NO_CONVERGENCE;
}

/* Without dense output events are located on a cubic, which needs y' at both ends of a step. */
static bool cannot_locate(const evolve *e, const char *solver, reason *why)
{
    if (e->solver->dense || !(e->model->view & (IVP_LINEAR | IVP_RES))) return false;
    reason_set(
        why,
        "%s has no dense output, and its view has no y' for a cubic on which events could "
        "be located: .dense is missing",
        solver);
    return true;
}

static ivp_status build(evolve *e, const evolve_setup *s, reason *why)
{
    struct choice c;
    ivp_status st = choose(e->instance, s->solver, s->formulation, &c, why);
    if (st) return st;
    e->solver = c.solver;
    if (!valid_setup(s, c.solver, why)) return IVP_E_INVALID;
    st = model_open(&e->model, e->instance, c.formulation, s->formulation_options, c.view, why);
    if (st) return st;
    st = judge_model(e, why);
    if (st) return st;
    e->n = e->model->n;
    e->model->projects_rhs = c.solver->keeps_history && c.formulation == IVP_PROJECTED;
    if (!allocate(e)) return IVP_E_NOMEM;
    set_tolerances(e, s);
    st = read_options(e, s->options, why);
    const char *sentence =
        !st && c.solver->refuses ? c.solver->refuses(&e->setting.tol, e->setting.option) : NULL;
    if (sentence) {
        reason_set(why, "%s", sentence);
        return IVP_E_INVALID;
    }
    if (!st) st = judge_memory(e, why);
    if (!st) st = judge_time(e, s->cpu_s, why);
    const bool kinks = e->model->solving.kinks;
    if (!st && !s->no_events && events_count(e->instance, kinks)) {
        if (cannot_locate(e, s->solver, why)) return IVP_E_DECLINED;
        e->search.events = events_create(e->instance, kinks, behind, e);
        e->model->looks_inside = true;
        if (!e->search.events) return IVP_E_NOMEM;
    }
    const ivp_problem *p = e->instance->problem;
    const bool implicit = p->form == IVP_LIN || p->form == IVP_DAE;
    if (!st && implicit && (e->search.events || e->instance->nbreaks))
        st = slopes_create(&e->restart.slopes, e->instance, c.formulation, why);
    if (!st && s->called) *s->called = true;
    return st ? st : c.solver->create(&e->self, e->model, &e->setting.tol, e->setting.option);
}

ivp_status evolve_create(evolve **out, instance *i, const evolve_setup *s, reason *why)
{
    *out = NULL;
    *why->text = '\0';
    evolve *e = calloc(1, sizeof *e);
    if (!e) return IVP_E_NOMEM;
    e->instance = i;
    e->setting.hooked = i->problem->accepted != NULL;
    for (int k = 0; k < i->nevents; k++)
        e->search.deep = e->search.deep || i->problem->events[k].needs_a;
    e->setting.t1 = s->t1 != 0 ? s->t1 : i->t1;
    e->report.beat = s->beat;
    ivp_status st = build(e, s, why);
    if (!st) {
        *out = e;
        return IVP_OK;
    }
    if (!*why->text && e->model && e->model->reason) reason_set(why, "%s", e->model->reason);
    if (!*why->text)
        reason_set(why, "%s cannot be set up for %s: %s", s->solver, i->problem->name,
                   status_name(st));
    evolve_destroy(e);
    return st < 0 ? st : IVP_E_INVALID;
}

const char *evolve_options(const evolve *e) { return e->setting.options; }
const char *evolve_formulation_options(const evolve *e) { return e->model->options; }

ivp_view evolve_view(const evolve *e) { return ivp_view_of(e->model); }
int evolve_lanes(const evolve *e) { return model_lanes(e->model); }
double evolve_elsewhere_s(const evolve *e)
{
    return e->solver->elsewhere_s ? e->solver->elsewhere_s(e->self) : 0;
}
const char *evolve_elimination(const evolve *e) { return model_elimination(e->model); }

void evolve_destroy(evolve *e)
{
    if (!e) return;
    if (e->solver) e->solver->destroy(e->self);
    events_destroy(e->search.events);
    slopes_destroy(e->restart.slopes);
    model_close(e->model);
    free(e->setting.option);
    free(e->store);
    free(e);
}
