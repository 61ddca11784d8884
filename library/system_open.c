/* system_open.c -- opens a problem by its names, describes it and closes it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "library/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/sized.h"
#include "kernel/problem/status.h"
#include "reference/file/ref.h"

enum { VIEWS = IVP_FIRST | IVP_LINEAR | IVP_RES };
_Static_assert((int)IVP_SYSTEM_OK == IVP_OK && (int)IVP_SYSTEM_DOMAIN == IVP_DOMAIN &&
                   (int)IVP_SYSTEM_NOMEM == IVP_E_NOMEM &&
                   (int)IVP_SYSTEM_INVALID == IVP_E_INVALID &&
                   (int)IVP_SYSTEM_DECLINED == IVP_E_DECLINED,
               "the numbers of ivp/base.h");
_Static_assert((int)IVP_SYSTEM_FIRST == IVP_FIRST && (int)IVP_SYSTEM_LINEAR == IVP_LINEAR &&
                   (int)IVP_SYSTEM_RESIDUAL == IVP_RES &&
                   (int)IVP_SYSTEM_MASS_VARIES == IVP_MASS_VARIES,
               "the numbers of ivp/model.h");

/* ---- sentences --------------------------------------------------------------------------- */

ivp_status system_fails(ivp_system *s, ivp_status st, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *s->why.text = '\0';
    reason_vadd(&s->why, format, list);
    va_end(list);
    return st;
}

ivp_status system_result(ivp_system *s, ivp_status st, const char *what, double t)
{
    return !st ? IVP_OK
               : system_fails(s, st, "%s %s %s at t = %.15g and this state (%s)",
                              s->instance->problem->name,
                              st > 0 ? "has no finite" : "fails where it computes its", what, t,
                              status_name(st));
}

const char *ivp_system_why(const ivp_system *s)
{
    return s ? s->why.text : "no system is given";
}

bool system_finite(const ivp_system *s, double t, const double *y)
{
    return vec_finite(&t, 1) && vec_finite(y, (size_t)s->model->n);
}

ivp_status system_give(ivp_system *s, void *to, const void *from, size_t knows)
{
    size_t bytes;
    memcpy(&bytes, to, sizeof bytes);
    if (bytes < sizeof bytes)
        return system_fails(s, IVP_E_INVALID,
                            "a struct does not say its size: set its member bytes");
    sized_take(to, bytes, from, knows);
    memcpy(to, &bytes, sizeof bytes);
    return IVP_OK;
}

/* ---- which equations --------------------------------------------------------------------- */

static ivp_status refuse(reason *why, const char *format, const char *first, const char *second)
{
    reason_set(why, format, first, second);
    return IVP_E_INVALID;
}

static const char *name_of(ivp_formulation f)
{
    int k = 0;
    while (formulation_name(k) && formulation_by_name(formulation_name(k)) != f) k++;
    return formulation_name(k);
}

/* The one that is asked for, else the plainest that the problem has; 0 with a sentence. */
static ivp_formulation choose_formulation(const instance *i, const char *wanted, reason *why)
{
    static const ivp_formulation plain_first[] = { IVP_AS_ODE, IVP_AS_LIN, IVP_AS_DAE,
                                                   IVP_INDEX1 };
    if (wanted) {
        const ivp_formulation f = formulation_by_name(wanted);
        if (!f) refuse(why, "there is no formulation '%.60s'%s", wanted, "");
        return f && formulation_fits(i, f, why) ? f : (ivp_formulation)0;
    }
    for (int k = 0; k < 4; k++)
        if (formulation_fits(i, plain_first[k], why)) return plain_first[k];
    return (ivp_formulation)0;
}

static const char *equations_of(unsigned views)
{
    return views & IVP_FIRST    ? "y' = f(t, y)"
           : views & IVP_LINEAR ? "M(t, y) y' = f(t, y)"
                                : "F(t, y, y') = 0";
}

static ivp_status choose_view(const instance *i, ivp_formulation f, int wanted, ivp_view *view,
                              reason *why)
{
    const unsigned has = formulation_views(i, f) & VIEWS;
    *view = formulation_view(i, f, wanted ? (unsigned)wanted & VIEWS : VIEWS);
    if (wanted && wanted != IVP_FIRST && wanted != IVP_LINEAR && wanted != IVP_RES)
        return refuse(why, "a view is one of IVP_SYSTEM_FIRST, _LINEAR and _RESIDUAL%s%s", "",
                      "");
    if (*view) return IVP_OK;
    reason_set(why, "%s in the formulation %s is not offered as %s; it is %s", i->problem->name,
               name_of(f), equations_of((unsigned)wanted), equations_of(has));
    return IVP_E_INVALID;
}

static ivp_status open_model(ivp_system *s, const ivp_system_request *ask, reason *why)
{
    ivp_view view;
    instance *i = s->instance;
    const ivp_formulation f = choose_formulation(i, ask->formulation, why);
    if (!f) return IVP_E_INVALID;
    ivp_status st = choose_view(i, f, ask->view, &view, why);
    if (!st) st = model_open(&s->model, i, f, ask->options, view, why);
    if (st) return st;
    s->formulation = name_of(f);
    instance_settings(i, s->settings, sizeof s->settings);
    s->component = calloc(4 * (size_t)instance_ncomponents(i), sizeof *s->component);
    s->work = calloc(2 * (size_t)s->model->n, sizeof *s->work);
    if (!s->component || !s->work) return IVP_E_NOMEM;
    s->weights = s->work + s->model->n;
    model_weights(s->model, s->weights);
    model_begin(s->model);
    return IVP_OK;
}

/* ---- open and close ---------------------------------------------------------------------- */

static ivp_status open_requested(ivp_system *s, const ivp_system_request *ask, reason *why)
{
    ivp_system_request all;
    if (!ask || ask->bytes < sizeof ask->bytes)
        return refuse(why, "the request does not say its size: set its member bytes%s%s", "",
                      "");
    if (sized_take(&all, sizeof all, ask, ask->bytes))
        return refuse(why, "the request sets a member that this libivp does not know%s%s", "",
                      "");
    if (!all.problem) return refuse(why, "the request names no problem%s%s", "", "");
    const ivp_status st = instance_open(&s->instance, all.problem, all.parameters, why);
    return st ? st : open_model(s, &all, why);
}

int ivp_system_open(ivp_system **out, const ivp_system_request *ask, char *why, size_t size)
{
    reason sentence = { "" };
    if (!out) return IVP_E_INVALID;
    ivp_system *s = *out = calloc(1, sizeof *s);
    ivp_status st = s ? open_requested(s, ask, &sentence) : IVP_E_NOMEM;
    if (st && !*sentence.text)
        refuse(&sentence, "%s%s", "it cannot be opened: ", status_name(st));
    if (st) {
        ivp_system_close(s);
        *out = NULL;
    }
    if (why && size) snprintf(why, size, "%s", st ? sentence.text : "");
    return st > 0 ? IVP_E_DECLINED : st;
}

void ivp_system_close(ivp_system *s)
{
    if (!s) return;
    if (s->reference) ref_free(s->reference);
    model_close(s->model);
    instance_close(s->instance);
    free(s->component);
    free(s->work);
    free(s);
}

/* ---- what there is ----------------------------------------------------------------------- */

/* All names, which the caller frees; *n: how many. NULL: no memory. */
static char (*list_all(int *n))[PLUGIN_NAME_MAX]
{
    char(*all)[PLUGIN_NAME_MAX] = NULL;
    for (int room = 128;; room *= 2) {
        free(all);
        all = calloc((size_t)room, sizeof *all);
        *n = all ? plugin_list("problems", all, room) : 0;
        if (*n < room) return all;
    }
}

bool ivp_system_problem(int k, char *name, size_t size)
{
    int n;
    char(*all)[PLUGIN_NAME_MAX] = list_all(&n);
    const bool fits = name && k >= 0 && k < n && strlen(all[k]) < size;
    if (fits) snprintf(name, size, "%s", all[k]);
    free(all);
    return fits;
}

const char *ivp_system_formulation(int k) { return formulation_name(k); }

int ivp_system_describe(ivp_system *s, ivp_system_facts *out)
{
    if (!s || !out) return IVP_E_INVALID;
    const instance *i = s->instance;
    const ivp_model *m = s->model;
    const ivp_band band = ivp_band_of(m);
    const ivp_system_facts facts = { .problem = i->problem->name,
                                     .title = i->problem->title,
                                     .source = i->problem->source,
                                     .tags = i->problem->tags ? i->problem->tags : "",
                                     .formulation = s->formulation,
                                     .parameters = s->settings,
                                     .view = (int)m->view,
                                     .n = m->n,
                                     .nq = m->nq,
                                     .nx = m->nx,
                                     .ng = m->ng,
                                     .ncomponents = instance_ncomponents(i),
                                     .nguards = i->nevents,
                                     .nbreaks = i->nbreaks,
                                     .mass = (int)ivp_mass_of(m),
                                     .lower = band.lower,
                                     .upper = band.upper,
                                     .t0 = i->t0,
                                     .t1 = i->t1,
                                     .breaks = i->problem->breaks,
                                     .index = m->index,
                                     .differential = m->differential,
                                     .weights = s->weights };
    return system_give(s, out, &facts, sizeof facts);
}

int ivp_system_component(ivp_system *s, int k, char *name, size_t size)
{
    if (!s || !name || !size) return IVP_E_INVALID;
    const int n = instance_ncomponents(s->instance);
    if (k < 0 || k >= n)
        return system_fails(s, IVP_E_INVALID, "%s has %d components, from 0; %d is none",
                            s->instance->problem->name, n, k);
    instance_component_name(s->instance, k, name, size);
    return IVP_OK;
}
