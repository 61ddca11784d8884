/* double_runs.c -- reads a store in its order: ladders one after the other, tolerances
 * descending.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/double_runs.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "bench/store/store.h"

static bool is_in(const json_t *names, const char *name)
{
    size_t i;
    json_t *o;
    json_array_foreach(names, i, o) if (!strcmp(json_string_value(o), name)) return true;
    return false;
}

/* scd counts relative errors, or absolute ones; mescd those relative to weight + size. */
static double unit_of(const json_t *scoring, const char *name)
{
    const json_t *weight = json_object_get(json_object_get(scoring, "weights"), name);
    if (is_in(json_object_get(scoring, "scd"), name))
        return json_is_true(json_object_get(scoring, "absolute")) ? 1 : 0;
    return is_in(json_object_get(scoring, "mescd"), name) ? json_number_value(weight)
                                                          : INFINITY;
}

static void take_components(double_runs *runs, const record *r)
{
    const size_t n = (size_t)r->ncomponents;
    json_t *o = json_loads(r->scoring, 0, NULL);
    runs->t0 = json_number_value(json_object_get(o, "t0"));
    runs->t1 = json_number_value(json_object_get(o, "t1"));
    runs->parameters = copied(r->cell.parameters);
    runs->ncomponents = r->ncomponents;
    runs->components = need(calloc(n + 1, sizeof *runs->components));
    runs->scale = need(calloc(n + 1, sizeof *runs->scale));
    runs->least = need(calloc(n + 1, sizeof *runs->least));
    runs->unit = need(calloc(n + 1, sizeof *runs->unit));
    for (size_t k = 0; k < n; k++) {
        runs->components[k] = copied(r->components[k]);
        runs->unit[k] = unit_of(o, r->components[k]);
    }
    json_decref(o);
}

static double_ladder *ladder_of(double_runs *runs, const record *r)
{
    const cell *c = &r->cell;
    double_ladder *l = runs->n ? &runs->ladders[runs->n - 1] : NULL;
    if (l && !strcmp(l->solver, c->solver) && !strcmp(l->formulation, c->formulation)) return l;
    runs->ladders = grown(runs->ladders, (size_t)runs->n + 1, sizeof *runs->ladders);
    l = &runs->ladders[runs->n++];
    json_t *o = json_loads(r->scoring, 0, NULL);
    const char *family = json_string_value(json_object_get(o, "solver_family"));
    *l = (double_ladder){ .solver = copied(c->solver),
                          .formulation = copied(c->formulation),
                          .family = copied(family ? family : c->solver),
                          .name = text_of("%s@%s", c->solver, c->formulation) };
    json_decref(o);
    return l;
}

static void take_events(double_events *to, const record *r)
{
    to->n = r->nevents;
    to->v = need(calloc((size_t)r->nevents + 1, sizeof *to->v));
    for (int k = 0; k < r->nevents; k++) {
        to->v[k] = r->events[k];
        to->v[k].guard = copied(r->events[k].guard);
    }
}

/* Of pointers to places of names */
static int compare_places(const void *a, const void *b)
{
    char *const *const *x = a, *const *const *y = b;
    return strcmp(**x, **y);
}

/* Names of the components in ascending order, as pointers into runs->components. */
static char ***sorted_names(const double_runs *runs)
{
    char ***list = need(calloc((size_t)runs->ncomponents + 1, sizeof *list));
    for (int k = 0; k < runs->ncomponents; k++) list[k] = &runs->components[k];
    qsort(list, (size_t)runs->ncomponents, sizeof *list, compare_places);
    return list;
}

/* Largest values of the components along a run; series of other quantities are passed over. */
static void take_series(const double_runs *runs, const record *r, double *most)
{
    char ***names = sorted_names(runs);
    for (int i = 0; i < r->nseries; i++) {
        char **key = &r->series[i].name, ***found;
        found = bsearch(&key, names, (size_t)runs->ncomponents, sizeof *names, compare_places);
        if (!found) continue;
        double *to = &most[*found - runs->components];
        for (int j = 0; j < r->series[i].n; j++) *to = fmax(*to, fabs(r->series[i].v[j]));
    }
    free(names);
}

static void take_scale(double_runs *runs, const record *r)
{
    double *most = need(calloc((size_t)runs->ncomponents + 1, sizeof *most));
    for (int k = 0; k < runs->ncomponents; k++) most[k] = fabs(r->end_state[k]);
    take_series(runs, r, most);
    for (int k = 0; k < runs->ncomponents; k++)
        if (most[k] > 0 && (runs->scale[k] == 0 || most[k] < runs->scale[k]))
            runs->scale[k] = most[k];
    free(most);
}

static bool take(void *context, const record *r, const char *machine)
{
    double_runs *runs = context;
    (void)machine;
    if (r->outcome != OUTCOME_OK || !r->ncomponents) return true;
    if (!runs->components) take_components(runs, r);
    if (r->ncomponents != runs->ncomponents) return true;
    double_ladder *l = ladder_of(runs, r);
    const size_t n = (size_t)l->n, nc = (size_t)r->ncomponents;
    l->rtol = grown(l->rtol, n + 1, sizeof *l->rtol);
    l->y = grown(l->y, n + 1, sizeof *l->y);
    l->events = grown(l->events, n + 1, sizeof *l->events);
    l->rtol[n] = r->cell.rtol;
    l->y[n] = need(malloc(nc * sizeof **l->y));
    memcpy(l->y[n], r->end_state, nc * sizeof **l->y);
    take_events(&l->events[n], r);
    take_scale(runs, r);
    l->n++;
    return true;
}

bool double_runs_read(double_runs *runs, const char *path, reason *why)
{
    store *s = store_open(path, false, why);
    if (!s) return false;
    const bool good =
        store_each(s, true, take, runs) || reason_set(why, "%s: %s", path, store_error(s));
    store_close(s);
    agreement_floor((const char *const *)runs->components, runs->ncomponents, runs->scale,
                    runs->least);
    return good;
}

agreement_ladder *double_runs_ladders(const double_runs *runs)
{
    agreement_ladder *l = need(calloc((size_t)runs->n + 1, sizeof *l));
    for (int i = 0; i < runs->n; i++) {
        const double_ladder *from = &runs->ladders[i];
        l[i] = (agreement_ladder){ from->name, from->family, from->n, from->rtol,
                                   (const double *const *)from->y };
    }
    return l;
}

static void free_ladder(double_ladder *l)
{
    for (int j = 0; j < l->n; j++) {
        for (int k = 0; k < l->events[j].n; k++) free(l->events[j].v[k].guard);
        free(l->events[j].v);
        free(l->y[j]);
    }
    free(l->events);
    free(l->y);
    free(l->rtol);
    free(l->solver);
    free(l->formulation);
    free(l->family);
    free(l->name);
}

void double_runs_free(double_runs *runs)
{
    for (int i = 0; i < runs->n; i++) free_ladder(&runs->ladders[i]);
    for (int k = 0; k < runs->ncomponents; k++) free(runs->components[k]);
    free(runs->components);
    free(runs->parameters);
    free(runs->scale);
    free(runs->unit);
    free(runs->least);
    free(runs->ladders);
    *runs = (double_runs){ 0 };
}
