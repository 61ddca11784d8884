/* judge.c -- metrics of the recorded series: drift, invariants, events, trajectory errors.
 *
 * Drift and invariants need no reference. Events are matched first, for they say how the run's
 * time maps onto the reference's; then each observable is compared along the run's own grid.
 *
 * Series of a run too long for the store are thinned, so no error is computed from them. The
 * same functions (reduce.c) reduced the complete series after the run; this file reads the
 * results.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/reduced.h"

enum { GRID_POINTS = 2000 };
static const char *const levels[3] = { "drift:g", "drift:v", "drift:a" };

typedef struct reading { /* a series, owned */
    double *v;
    int n;
} reading;

/* Where series come from: a store, or columns of a run that was too long for one; and what was
 * reduced from the latter (NULL: nothing). */
typedef struct source {
    store *store;
    whole_rows *rows;
    const json_t *reduced;
} source;

static reading read_series(const source *s, const entry *e, const char *name)
{
    reading r = { 0 };
    const bool found =
        s->rows ? whole_column(s->rows, name, &r.v, &r.n)
                : store_series(s->store, e->r.cell.key, e->machine, name, &r.v, &r.n);
    return found ? r : (reading){ 0 };
}

static bool has_constraints(const entry *e)
{
    for (int i = 0; i < e->r.ncomponents; i++)
        if (!strcmp(e->r.components[i], "lambda1")) return true;
    return false;
}

/* Unconstrained problems record zeros, which would look like a perfect method. */
static void score_drift(const source *s, entry *e)
{
    for (int i = 0; i < 3; i++) {
        reading r = has_constraints(e) ? read_series(s, e, levels[i]) : (reading){ 0 };
        e->drift[i] = metrics_max_abs(r.v, r.n);
        free(r.v);
    }
}

static double drift_of(const source *s, const entry *e, const char *invariant_name)
{
    if (s->reduced) return reduced_drift(s->reduced, invariant_name);
    if (e->unreduced) return NAN;
    char *series = text_of("inv:%s", invariant_name);
    reading r = read_series(s, e, series);
    const double drift = metrics_drift(r.v, r.n);
    free(r.v);
    free(series);
    return drift;
}

static void score_invariants(const source *s, const group *g, entry *e)
{
    const json_t *list = json_object_get(g->scoring, "invariants");
    const size_t n = json_array_size(list);
    e->invariants = need(calloc(n + 1, sizeof *e->invariants));
    for (size_t i = 0; i < n; i++) {
        const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));
        if (!name) continue;
        e->invariants[e->ninvariants++] = (invariant){ copied(name), drift_of(s, e, name) };
    }
}

/* An event's time by the half that judges; t is A's, by which events are matched. */
static double time_by(const ref *r, double t, int half)
{
    int i = 0;
    while (half != REF_A && i < r->nevents && r->events[i].t != t) i++;
    return half == REF_A || i == r->nevents ? t : strtod(r->events[i].text[half], NULL);
}

static void judge_times(const ref *r, entry *e)
{
    double top = NAN;
    for (int k = 0; k < e->events.matched; k++)
        top = fmax(top, fabs(e->events.computed[k] - time_by(r, e->events.ref[k], e->half)));
    e->events.time_error = top;
}

/* Without event location there is nothing to be judged: the table says so in its own column. */
static void score_events(const group *g, entry *e)
{
    if (!g->ref || g->ref->nevents < 1 || e->r.cell.no_events || e->half < 0) return;
    const int n = e->r.nevents, m = g->ref->nevents;
    event_point *computed = need(calloc((size_t)n + 1, sizeof *computed));
    event_point *expected = need(calloc((size_t)m + 1, sizeof *expected));
    for (int i = 0; i < n; i++)
        computed[i] =
            (event_point){ e->r.events[i].t, e->r.events[i].guard, e->r.events[i].direction };
    for (int i = 0; i < m; i++)
        expected[i] = (event_point){ g->ref->events[i].t, g->ref->events[i].name,
                                     g->ref->events[i].direction };
    e->events = events_match(computed, n, expected, m);
    judge_times(g->ref, e);
    e->judged_events = true;
    free(computed);
    free(expected);
}

/* "theta1" of "obs:theta1" */
static const char *plain_name(const char *series)
{
    const char *colon = strchr(series, ':');
    return colon ? colon + 1 : series;
}

/* The paper's grid: some GRID_POINTS intervals, between seams of one length in each piece. */
static curve grid_of(const ref *r, int column, double **numbers)
{
    const ref_pieces *p = &r->pieces;
    const int parts = 1 + (GRID_POINTS - 1) / p->n;
    const size_t room = (size_t)p->n * ((size_t)parts + 1) + 1;
    double *t = need(calloc(2 * room, sizeof *t)), *v = t + room;
    int n = 0;
    for (int i = 0; i < p->n; i++)
        for (int k = i && !p->seam[i]; k <= parts; k++) {
            t[n] = k < parts ? p->t[i] + (p->t[i + 1] - p->t[i]) * k / parts : p->t[i + 1];
            v[n] = ref_value_at(r, column, t[n], k ? -1 : 1);
            n++;
        }
    *numbers = t;
    return (curve){ n, t, v };
}

/* The pieces are made from one half: where both halves are on file, at the states, the distance
 * to either belongs to their bar. */
static double bar_of(const ref *r, int column, const char *name)
{
    double bar = r->pieces.bar[column];
    for (int i = 0; i < r->nstates; i++) {
        const ref_value *v = ref_find(&r->states[i], name);
        const double t = r->states[i].t, before = ref_value_at(r, column, t, -1),
                     after = ref_value_at(r, column, t, 1);
        for (int h = 0; v && bar >= 0 && h < REF_HALVES; h++)
            bar = fmax(bar, fmin(fabs(before - v->half[h]), fabs(after - v->half[h])));
    }
    return bar;
}

trajectory_reference judge_reference(const group *g, const char *series, double **numbers)
{
    trajectory_reference E = { .r = g->ref, .column = -1, .bar = -1 };
    *numbers = NULL;
    if (!g->ref || g->ref->pieces.n < 1) return E;
    E.column = ref_column(g->ref, series);
    if (E.column < 0) return E;
    E.bar = bar_of(g->ref, E.column, series);
    E.grid = grid_of(g->ref, E.column, numbers);
    return E;
}

time_map judge_map(const entry *e)
{
    if (!e->judged_events) return (time_map){ 0 };
    return (time_map){ e->events.matched, e->events.computed, e->events.ref };
}

/* A half of another family exists, but the pieces are half A's: beyond ten times the bar, which
 * holds the distance of the halves, it would say the same to a tenth; below it is not asked. */
static bool may_judge(const group *g, const entry *e, const trajectory_error *error)
{
    if (e->half < 0) return false;
    return strcmp(g->ref->half[REF_A].family, e->family) != 0 || !error->marked;
}

static void compare_quantity(const group *g, const entry *e, quantity *q, reading t, reading v)
{
    double *numbers = NULL;
    const trajectory_reference E = judge_reference(g, q->series, &numbers);
    const curve computed = { t.n < v.n ? t.n : v.n, t.v, v.v };
    const time_map map = judge_map(e);
    for (int i = 0; i < TRAJECTORY_RULES; i++)
        q->error[i] = E.column < 0 ? trajectory_unknown()
                                   : trajectory_compare(computed, &E, &map, (trajectory_rule)i);
    const bool judged = E.column >= 0 && may_judge(g, e, &q->error[TRAJECTORY_EXACT]);
    for (int i = 0; i < TRAJECTORY_RULES && !judged; i++) q->error[i] = trajectory_unknown();
    free(numbers);
}

/* Takes over the series' name. */
static void score_quantity(const source *s, const group *g, entry *e, reading t, char *series,
                           const char *unit)
{
    quantity *q = &e->quantities[e->nquantities];
    *q = (quantity){ .series = series,
                     .unit = copied(unit),
                     .name = copied(plain_name(series)) };
    e->nquantities++;
    for (int i = 0; i < TRAJECTORY_RULES; i++) q->error[i] = trajectory_unknown();
    if (e->unreduced) return;
    if (s->reduced) {
        reduced_errors(s->reduced, series, q->error);
        return;
    }
    reading v = read_series(s, e, series);
    compare_quantity(g, e, q, t, v);
    free(v.v);
}

static void score_quantities(const source *s, const group *g, entry *e, reading t)
{
    const json_t *list = json_object_get(g->scoring, "observables");
    const json_t *names = json_object_get(g->scoring, "scd");
    const size_t n = json_array_size(list);
    e->quantities = need(calloc(n + RECORD_QUANTITIES, sizeof *e->quantities));
    for (size_t i = 0; i < n; i++) {
        const json_t *o = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(o, "name"));
        const char *unit = json_string_value(json_object_get(o, "unit"));
        if (name) score_quantity(s, g, e, t, text_of("obs:%s", name), unit);
    }
    for (size_t i = 0; !n && i < json_array_size(names) && i < RECORD_QUANTITIES; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name) score_quantity(s, g, e, t, copied(name), NULL);
    }
}

/* Fewer points than steps and events or restarts, and no fewer than thinning leaves; or only
 * what is drawn. Each step has a point, and besides each event or, where they are more, each
 * restart. */
static bool is_thinned(const source *s, const entry *e, reading t)
{
    const long events = entry_counter(e, "n_event"), restarts = entry_counter(e, "n_restart");
    const bool enough = t.n >= RECORD_ROWS / 2 || *e->r.cell.series;
    const long points =
        entry_counter(e, "n_accepted") + (events > restarts ? events : restarts);
    return !s->rows && enough && t.n < points;
}

static void score(const source *s, const group *g, entry *e)
{
    const reading t = read_series(s, e, "t");
    e->unreduced = s->reduced ? g->ref && !reduced_against(s->reduced, g->ref->digest)
                              : is_thinned(s, e, t);
    score_drift(s, e);
    score_invariants(s, g, e);
    score_events(g, e);
    score_quantities(s, g, e, t);
    free(t.v);
}

void score_series(store *s, const group *g, entry *e)
{
    for (int i = 0; i < 3; i++) e->drift[i] = NAN;
    if (e->r.outcome != OUTCOME_OK) return;
    json_t *scoring = e->r.scoring ? json_loads(e->r.scoring, 0, NULL) : NULL;
    const source from = { .store = s, .reduced = json_object_get(scoring, "reduced") };
    score(&from, g, e);
    json_decref(scoring);
}

void score_rows(whole_rows *r, const group *g, entry *e)
{
    score(&(source){ .rows = r }, g, e);
}
