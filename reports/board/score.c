/* score.c -- digits of an end state: the record's numbers compared with the reference's.
 *
 * Where they come from, in this order: the half of the reference that may judge the solver, at
 * a state within 1e-12 of the interval of the time reached; without a reference on file the
 * closed form, which the worker has left in the run's scoring, else the problem's published end
 * values. A run that an event has stopped has its last state for all later times: it is scored
 * against the end of the interval. A list of components is scored as a whole or not at all.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "bench/cell/stop.h"
#include "reports/board/board.h"

/* Where reference values come from at one time. */
typedef struct source {
    const ref_state *state;
    int half;
    const json_t *closed;    /* component: [value, bar] */
    const json_t *published; /* component: decimal */
    json_t *scoring;         /* of the run: owns `closed`; NULL */
} source;

/* Where the pedigree has no bar, the printed digits are all that is known. */
static bool from_state(const ref_state *s, int half, const char *name, compared *c)
{
    const ref_value *v = half >= 0 ? ref_find(s, name) : NULL;
    if (!v) return false;
    c->r = v->half[half];
    c->bar = v->bar >= 0 ? v->bar : metrics_printed_bar(v->text[half]);
    c->shift = v->shift;
    return true;
}

static bool from_published(const json_t *values, const char *name, compared *c)
{
    const char *text = json_string_value(json_object_get(values, name));
    if (!text) return false;
    c->r = strtod(text, NULL);
    c->bar = metrics_printed_bar(text);
    c->shift = -1;
    return true;
}

static bool from_closed(const json_t *values, const char *name, compared *c)
{
    const json_t *pair = json_object_get(values, name);
    if (json_array_size(pair) != 2) return false;
    c->r = json_number_value(json_array_get(pair, 0));
    c->bar = json_number_value(json_array_get(pair, 1));
    c->shift = -1;
    return true;
}

static bool reference_of(const source *s, const char *name, compared *c)
{
    return s->state    ? from_state(s->state, s->half, name, c)
           : s->closed ? from_closed(s->closed, name, c)
                       : from_published(s->published, name, c);
}

static bool computed_of(const record *r, const char *name, double *y)
{
    for (int i = 0; i < r->ncomponents; i++)
        if (!strcmp(r->components[i], name)) {
            *y = r->end_state[i];
            return true;
        }
    return false;
}

/* atol_i/rtol_i; 1 for constant steps, where nothing was asked for */
static double scale_of(const group *g, const cell *c, const char *name)
{
    if (!(c->rtol > 0) || c->h > 0) return 1;
    const json_t *w = json_object_get(json_object_get(g->scoring, "weights"), name);
    return (w ? json_number_value(w) : 1) * c->atol / c->rtol;
}

/* The components of a list, compared; NULL when one of them is missing on either side. */
static compared *join(const group *g, const entry *e, const source *s, const char *list, int *n)
{
    const json_t *names = json_object_get(g->scoring, list);
    const size_t count = json_array_size(names);
    compared *c = need(calloc(count + 1, sizeof *c));
    bool complete = count > 0;
    for (size_t i = 0; i < count && complete; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        complete = name && computed_of(&e->r, name, &c[i].y) && reference_of(s, name, &c[i]);
        if (complete) c[i].scale = scale_of(g, &e->r.cell, name);
    }
    *n = (int)count;
    if (complete) return c;
    free(c);
    return NULL;
}

static const json_t *published_values(const group *g)
{
    const json_t *list = json_object_get(g->scoring, "published");
    return json_object_get(json_array_get(list, 0), "values");
}

static const ref_state *end_of(const group *g)
{
    return g->ref && g->ref->nstates > 0 ? &g->ref->states[g->ref->nstates - 1] : NULL;
}

/* Published values belong to the end of the interval alone. */
static source source_for(const group *g, const entry *e)
{
    const double t1 = json_number_value(json_object_get(g->scoring, "t1"));
    const double t0 = json_number_value(json_object_get(g->scoring, "t0"));
    source s = { .half = e->half,
                 .scoring = e->r.scoring ? json_loads(e->r.scoring, 0, NULL) : NULL };
    const bool stopped = record_stopped(&e->r, s.scoring);
    const double t = stopped ? t1 : e->r.t_reached;
    if (g->ref)
        s.state = stopped ? end_of(g) : ref_at(g->ref, t);
    else
        s.closed = json_object_get(s.scoring, "exact");
    if (!g->ref && g->published && fabs(t - t1) <= 1e-12 * fabs(t1 - t0))
        s.published = published_values(g);
    return s;
}

static bool is_empty(const source *s) { return !s->state && !s->closed && !s->published; }

static const char *judge_of(const source *s)
{
    return s->state       ? NULL
           : s->closed    ? "closed form"
           : s->published ? "published values"
                          : NULL;
}

/* Both scores from one source. */
static void score_against(const group *g, entry *e, const source *s)
{
    int n = 0;
    compared *c = join(g, e, s, "scd", &n);
    if (c) e->scd = metrics_scd(c, n, json_is_true(json_object_get(g->scoring, "absolute")));
    free(c);
    c = join(g, e, s, "mescd", &n);
    if (c) e->mescd = metrics_mescd(c, n);
    free(c);
    if ((e->scd.known || e->mescd.known) && judge_of(s)) e->judge = judge_of(s);
}

void score_digits(const group *g, entry *e)
{
    e->scd = e->mescd = metrics_unknown();
    e->judge = e->half == REF_A ? "A" : e->half == REF_B ? "B" : "";
    if (e->r.outcome != OUTCOME_OK) return;
    const source s = source_for(g, e);
    if (!is_empty(&s)) score_against(g, e, &s);
    json_decref(s.scoring);
}

static double block_error(const entry *e, const source *s, const char *block)
{
    const size_t letters = strlen(block);
    double sum = 0;
    int n = 0;
    for (int i = 0; i < e->r.ncomponents; i++) {
        const char *name = e->r.components[i];
        compared c = { .y = e->r.end_state[i] };
        if (strncmp(name, block, letters) || !isdigit((unsigned char)name[letters])) continue;
        if (!reference_of(s, name, &c)) return NAN;
        sum += (c.y - c.r) * (c.y - c.r);
        n++;
    }
    return n ? sqrt(sum / n) : NAN;
}

double score_block(const group *g, const entry *e, const char *block)
{
    if (e->r.outcome != OUTCOME_OK) return NAN;
    const source s = source_for(g, e);
    const double error = is_empty(&s) ? NAN : block_error(e, &s, block);
    json_decref(s.scoring);
    return error;
}

/* The scd components of the end state, with the given values instead of computed ones; NULL:
 * the reference's own. */
static digits score_values(const group *g, const json_t *values)
{
    const json_t *names = json_object_get(g->scoring, "scd");
    const size_t count = json_array_size(names);
    const ref_state *end = end_of(g);
    const int half = score_reference_half(g->ref, "");
    compared *c = need(calloc(count + 1, sizeof *c)), other = { 0 };
    int n = 0;
    for (size_t i = 0; end && i < count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || !from_state(end, half, name, &c[n])) continue;
        if (values && !from_published(values, name, &other)) continue;
        c[n].y = values ? other.r : c[n].r;
        n++;
    }
    const bool absolute = json_is_true(json_object_get(g->scoring, "absolute"));
    const digits d = n ? metrics_scd(c, n, absolute) : metrics_unknown();
    free(c);
    return d;
}

digits score_published(const group *g)
{
    const json_t *values = published_values(g);
    return values ? score_values(g, values) : metrics_unknown();
}

digits score_reference(const group *g) { return score_values(g, NULL); }
