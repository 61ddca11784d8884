/* enclosure.c -- reading enclosures, and holding references against them. Decimals of 36 digits
 * are compared in quadruple precision.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/enclosure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reference/file/ref_reader.h"

__extension__ typedef _Float128 quad;

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct reading {
    ref_reader in; /* its reference is not used */
    enclosure *e;
    int filled; /* values of the last state */
} reading;

static bool take_text(reading *r, char **to)
{
    free(*to);
    *to = strdup(r->in.rest ? r->in.rest : "");
    r->in.rest = NULL;
    return *to || ref_flawed(&r->in, "memory is short");
}

static bool take_components(reading *r)
{
    for (char *w; (w = ref_word(&r->in));) r->e->ncomponents += *w != 0;
    return r->e->ncomponents > 0 || ref_flawed(&r->in, "there are no components");
}

static bool take_work(reading *r)
{
    return ref_count(&r->in, &r->e->steps) && ref_number(&r->in, &r->e->seconds);
}

static bool take_state(reading *r)
{
    enclosure *e = r->e;
    if (e->nstates && r->filled < e->ncomponents)
        return ref_flawed(&r->in, "the state before is not complete");
    void *more = realloc(e->states, (size_t)(e->nstates + 1) * sizeof *e->states);
    if (!more) return ref_flawed(&r->in, "memory is short");
    e->states = more;
    enclosure_state *s = &e->states[e->nstates++];
    *s = (enclosure_state){ .v = calloc((size_t)e->ncomponents, sizeof *s->v) };
    r->filled = 0;
    return s->v ? ref_number(&r->in, &s->t) : ref_flawed(&r->in, "memory is short");
}

static bool take_ball(reading *r, enclosure_value *v)
{
    double middle;
    char *end;
    if (!ref_name(&r->in, v->middle, sizeof v->middle)) return false;
    middle = strtod(v->middle, &end);
    if (*end || !isfinite(middle)) return ref_flawed(&r->in, "the middle is not a number");
    return ref_number(&r->in, &v->radius) &&
           (v->radius >= 0 || ref_flawed(&r->in, "a radius must not be negative"));
}

static bool take_value(reading *r)
{
    enclosure *e = r->e;
    if (!e->nstates || r->filled >= e->ncomponents)
        return ref_flawed(&r->in, "there are more values than components");
    enclosure_value *v = &e->states[e->nstates - 1].v[r->filled++];
    return ref_name(&r->in, v->name, sizeof v->name) && take_ball(r, v);
}

static bool take_event(reading *r)
{
    enclosure *e = r->e;
    double direction;
    void *more = realloc(e->events, (size_t)(e->nevents + 1) * sizeof *e->events);
    if (!more) return ref_flawed(&r->in, "memory is short");
    e->events = more;
    enclosure_value *v = &e->events[e->nevents++];
    *v = (enclosure_value){ .radius = 0 };
    if (!ref_name(&r->in, v->name, sizeof v->name) || !ref_number(&r->in, &direction))
        return false;
    v->direction = direction < 0 ? -1 : 1;
    return take_ball(r, v);
}

static bool take_line(reading *r, const char *keyword)
{
    enclosure *e = r->e;
    const struct {
        const char *keyword;
        char **text;
    } texts[] = { { "problem", &e->problem },     { "parameters", &e->parameters },
                  { "equations", &e->equations }, { "method", &e->method },
                  { "made", &e->made },           { "ends", &e->ends } };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (!strcmp(keyword, texts[k].keyword)) return take_text(r, texts[k].text);
    const struct {
        const char *keyword;
        bool (*take)(reading *r);
    } items[] = { { "components", take_components },
                  { "work", take_work },
                  { "state", take_state },
                  { "c", take_value },
                  { "event", take_event } };
    for (size_t k = 0; k < sizeof items / sizeof *items; k++)
        if (!strcmp(keyword, items[k].keyword)) return items[k].take(r);
    return ref_flawed(&r->in, "this keyword is not known");
}

static bool one_line(reading *r, char *line)
{
    r->in.line++;
    if (r->in.line == 1)
        return !strcmp(line, "ivpbench-enclosure 1") ||
               ref_flawed(&r->in, "the first line must be \"ivpbench-enclosure 1\"");
    r->in.rest = line;
    const char *keyword = ref_word(&r->in);
    return take_line(r, keyword ? keyword : "") &&
           (!r->in.rest || ref_flawed(&r->in, "there is too much on this line"));
}

static bool complete(reading *r)
{
    const enclosure *e = r->e;
    if (!e->problem || !e->parameters || !e->equations || !e->method || !e->made)
        return ref_flawed(&r->in, "the head is not complete");
    return (e->nstates && r->filled == e->ncomponents) ||
           ref_flawed(&r->in, "the last state is not complete");
}

static bool parse(reading *r, char *text)
{
    for (char *line = text, *next; *line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : line + strlen(line);
        if (end) *end = 0;
        if (!one_line(r, line)) return false;
    }
    return complete(r);
}

bool enclosure_read(enclosure **out, const char *path, reason *why)
{
    char *text = ref_text(path, "prove", why);
    reading r = { .e = text ? calloc(1, sizeof *r.e) : NULL };
    const bool good = r.e && parse(&r, text);
    if (text && !good)
        reason_set(why, "%s:%d: %s", path, r.in.line, r.e ? r.in.flaw : "memory is short");
    free(text);
    if (!good) enclosure_free(r.e);
    *out = good ? r.e : NULL;
    return good;
}

void enclosure_free(enclosure *e)
{
    if (!e) return;
    for (int k = 0; k < e->nstates; k++) free(e->states[k].v);
    free(e->states);
    free(e->events);
    free(e->problem);
    free(e->parameters);
    free(e->equations);
    free(e->method);
    free(e->made);
    free(e->ends);
    free(e);
}

void enclosure_path(const char *ref_path, char *path, size_t size)
{
    const size_t n = strlen(ref_path), end = strlen(".ref");
    const bool has = n > end && !strcmp(ref_path + n - end, ".ref");
    snprintf(path, size, "%.*s.enclosure", (int)(has ? n - end : n), ref_path);
}

/* ---- against a reference ----------------------------------------------------------------- */

static quad magnitude(quad x) { return x < 0 ? -x : x; }

static void weigh(enclosure_verdict *v, const enclosure_value *e, const char *a, double bar,
                  double t)
{
    if (bar < 0 || !strcmp(a, "?")) {
        v->missing++;
        return;
    }
    const quad gap = magnitude(strtof128(a, NULL) - strtof128(e->middle, NULL));
    /* the factor: a double may be the decimal radius rounded down */
    const bool inside = gap + (quad)(e->radius * (1 + 1e-15)) <= (quad)bar;
    if (!inside && !v->outside)
        snprintf(v->first, sizeof v->first,
                 "%s at t = %.15g is %.3g off the reference, whose bar is %.3g; radius %.3g",
                 e->name, t, (double)gap, bar, e->radius);
    v->inside += inside;
    v->outside += !inside;
}

static const enclosure_state *state_at(const enclosure *e, double t)
{
    for (int k = 0; k < e->nstates; k++)
        if (e->states[k].t == t) return &e->states[k];
    return NULL;
}

static void compare_state(const enclosure *e, const enclosure_state *s, const ref_state *of,
                          int ncomponents, enclosure_verdict *v)
{
    for (int i = 0; i < ncomponents; i++) {
        const enclosure_value *found = NULL;
        for (int k = 0; s && k < e->ncomponents && !found; k++)
            if (!strcmp(s->v[k].name, of->v[i].name)) found = &s->v[k];
        if (found)
            weigh(v, found, of->v[i].text[REF_A], of->v[i].bar, of->t);
        else
            v->missing++;
    }
}

void enclosure_compare(const enclosure *e, const ref *r, enclosure_verdict *v)
{
    *v = (enclosure_verdict){ .inside = 0 };
    for (int k = 0; k < r->nstates; k++)
        compare_state(e, state_at(e, r->states[k].t), &r->states[k], r->ncomponents, v);
    for (int k = 0; k < r->nevents; k++) {
        const ref_event *of = &r->events[k];
        if (k < e->nevents && !strcmp(e->events[k].name, of->name) &&
            e->events[k].direction == of->direction)
            weigh(v, &e->events[k], of->text[REF_A], of->bar, of->t);
        else
            v->missing++;
    }
}

static double digits_of(double radius, double value)
{
    return radius > 0 ? fmax(log10(fabs(value) / radius), 0) : INFINITY;
}

void enclosure_digits(const enclosure *e, double *there, double *largest)
{
    *there = *largest = INFINITY;
    for (int i = 0; i < e->ncomponents; i++) {
        double most = 0;
        for (int k = 0; k < e->nstates; k++)
            most = fmax(most, fabs(strtod(e->states[k].v[i].middle, NULL)));
        for (int k = 0; k < e->nstates; k++) {
            const enclosure_value *v = &e->states[k].v[i];
            *there = fmin(*there, digits_of(v->radius, strtod(v->middle, NULL)));
            *largest = fmin(*largest, digits_of(v->radius, most));
        }
    }
}

ref_grade ref_graded(const ref *r, reason *why)
{
    char other[1200];
    enclosure *e;
    enclosure_verdict v;
    *why->text = 0;
    for (int h = 0; h < REF_HALVES; h++)
        if (!strcmp(r->half[h].family, "none") || !strcmp(r->half[h].family, "published"))
            return REF_PUBLISHED;
    if (r->in_double) return REF_DOUBLE;
    if (!r->file) return REF_CERTIFIED;
    enclosure_path(r->file, other, sizeof other);
    if (access(other, F_OK)) return REF_CERTIFIED;
    if (!enclosure_read(&e, other, why)) return REF_CERTIFIED;
    enclosure_compare(e, r, &v);
    if (strcmp(e->equations, r->equations) != 0)
        reason_set(why, "%s: belongs to other equations", other);
    else if (v.outside)
        reason_set(why, "%s: %s", other, v.first);
    else if (v.missing)
        reason_set(why, "%s: %d of %d values are not enclosed", other, v.missing,
                   v.missing + v.inside);
    enclosure_free(e);
    return *why->text ? REF_CERTIFIED : REF_ENCLOSED;
}

const char *ref_grade_name(ref_grade g)
{
    static const char *const names[] = { "published", "double", "certified", "enclosed" };
    return names[g];
}

const char *ref_grade_text(ref_grade g)
{
    static const char *const texts[] = {
        [REF_PUBLISHED] = "published values",
        [REF_DOUBLE] = "two solvers in double precision",
        [REF_CERTIFIED] = "certified: two methods in quadruple precision agree",
        [REF_ENCLOSED] = "rigorously proved",
    };
    return texts[g];
}
