/* ref_lines.c -- the lines of a reference file, one function each.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEGREE = 40 };

/* The array of n elements with room for one more; the old one stays valid on failure. */
static void *grown(ref_reader *in, void *array, int n, size_t element)
{
    void *larger = realloc(array, ((size_t)n + 1) * element);
    if (!larger) ref_flawed(in, "there is no memory for it");
    return larger;
}

static void *room(ref_reader *in, size_t n, size_t element)
{
    void *array = calloc(n + 1, element);
    if (!array) ref_flawed(in, "there is no memory for it");
    return array;
}

/* ---- head -------------------------------------------------------------------------------- */

static bool take_text(ref_reader *in, char **to)
{
    if (*to) return ref_flawed(in, "this line occurs twice");
    *to = strdup(in->rest ? in->rest : "");
    in->rest = NULL;
    return *to || ref_flawed(in, "there is no memory for it");
}

static bool take_problem(ref_reader *in) { return take_text(in, &in->r->problem); }
static bool take_parameters(ref_reader *in) { return take_text(in, &in->r->parameters); }
static bool take_equations(ref_reader *in) { return take_text(in, &in->r->equations); }
static bool take_made(ref_reader *in) { return take_text(in, &in->r->made); }

static bool take_grade(ref_reader *in)
{
    const char *word = ref_word(in);
    in->r->in_double = word && !strcmp(word, "double");
    return in->r->in_double || ref_flawed(in, "the grade that a file has is \"double\"");
}

static bool take_half(ref_reader *in)
{
    char letter[2], family[64];
    if (!ref_name(in, letter, sizeof letter)) return false;
    if (*letter != 'A' && *letter != 'B') return ref_flawed(in, "the halves are A and B");
    ref_half *half = &in->r->half[*letter == 'A' ? REF_A : REF_B];
    if (half->family) return ref_flawed(in, "this line occurs twice");
    if (!ref_name(in, family, sizeof family)) return false;
    half->family = strdup(family);
    return take_text(in, &half->method) && half->family;
}

static bool take_interval(ref_reader *in)
{
    return ref_number(in, &in->r->t0) && ref_number(in, &in->r->t1) &&
           (in->r->t1 > in->r->t0 || ref_flawed(in, "the interval is empty"));
}

static bool take_names(ref_reader *in, char (**names)[32], int *n)
{
    while (in->rest && *in->rest) {
        char(*larger)[32] = grown(in, *names, *n, sizeof *larger);
        if (!larger) return false;
        *names = larger;
        if (!ref_name(in, larger[(*n)++], sizeof *larger)) return false;
    }
    in->rest = NULL;
    return true;
}

static bool take_components(ref_reader *in)
{
    return take_names(in, &in->r->components, &in->r->ncomponents) &&
           (in->r->ncomponents > 0 || ref_flawed(in, "a component is needed"));
}

static bool take_observables(ref_reader *in)
{
    return take_names(in, &in->r->observables, &in->r->nobservables);
}

static bool take_law(ref_reader *in)
{
    ref *r = in->r;
    ref_law *laws = grown(in, r->laws, r->nlaws, sizeof *laws);
    if (!laws) return false;
    r->laws = laws;
    ref_law *law = &laws[r->nlaws++];
    return ref_name(in, law->name, sizeof law->name) && ref_known(in, &law->size) &&
           ref_known(in, &law->variation[REF_A]) && ref_known(in, &law->variation[REF_B]);
}

static bool take_witness(ref_reader *in)
{
    ref_witness *w = &in->r->witness;
    if (w->there) return ref_flawed(in, "this line occurs twice");
    w->there = true;
    return ref_count(in, &w->times) && ref_known(in, &w->width) && ref_known(in, &w->defect) &&
           ref_count(in, &w->events) && ref_count(in, &w->jumps) && ref_known(in, &w->exact) &&
           ref_known(in, &w->published);
}

static bool take_scan(ref_reader *in)
{
    ref_scan *s = &in->r->scan;
    if (s->times) return ref_flawed(in, "this line occurs twice");
    return ref_count(in, &s->times) && ref_known(in, &s->width) && ref_known(in, &s->defect) &&
           ((s->times > 0 && s->width >= 0 && s->defect >= 0) ||
            ref_flawed(in, "a scan has times, a width and a defect"));
}

/* ---- states and events ------------------------------------------------------------------- */

static bool state_complete(const ref_reader *in)
{
    return in->r->nstates == 0 || in->filled == in->r->ncomponents + in->r->nobservables;
}

static bool take_state(ref_reader *in)
{
    ref *r = in->r;
    if (!state_complete(in)) return ref_flawed(in, "the state before lacks components");
    ref_state *states = grown(in, r->states, r->nstates, sizeof *states);
    if (!states) return false;
    r->states = states;
    ref_state *s = &states[r->nstates];
    *s = (ref_state){ .n = r->ncomponents + r->nobservables };
    s->v = room(in, (size_t)s->n, sizeof *s->v);
    r->nstates++;
    in->filled = 0;
    if (!s->v || !ref_number(in, &s->t)) return false;
    return r->nstates == 1 || s->t > s[-1].t || ref_flawed(in, "states must ascend in time");
}

/* The two halves: numbers, or "?" for one that is missing. */
static bool take_halves(ref_reader *in, char text[REF_HALVES][64], double half[REF_HALVES])
{
    for (int h = 0; h < REF_HALVES; h++) {
        const char *w = in->rest;
        snprintf(text[h], sizeof text[h], "%.*s", w ? (int)strcspn(w, " ") : 0, w ? w : "");
        half[h] = NAN;
        if (!strcmp(text[h], "?"))
            ref_word(in);
        else if (!ref_number(in, &half[h]))
            return false;
    }
    return !isnan(half[REF_A]) || ref_flawed(in, "half A is missing");
}

static bool take_value(ref_reader *in)
{
    ref *r = in->r;
    if (r->nstates == 0) return ref_flawed(in, "a value stands before the first state");
    const ref_state *s = &r->states[r->nstates - 1];
    if (in->filled >= s->n) return ref_flawed(in, "the state has too many values");
    const int k = in->filled++;
    const char *due =
        k < r->ncomponents ? r->components[k] : r->observables[k - r->ncomponents];
    ref_value *v = &s->v[k];
    if (!ref_name(in, v->name, sizeof v->name)) return false;
    if (strcmp(v->name, due) != 0) return ref_flawed(in, "another component is due here");
    return take_halves(in, v->text, v->half) && ref_known(in, &v->bar) &&
           ref_known(in, &v->shift);
}

static bool take_event(ref_reader *in)
{
    ref *r = in->r;
    ref_event *events = grown(in, r->events, r->nevents, sizeof *events);
    if (!events) return false;
    r->events = events;
    ref_event *e = &events[r->nevents++];
    *e = (ref_event){ 0 };
    double direction, t[REF_HALVES];
    if (!ref_name(in, e->name, sizeof e->name) || !ref_number(in, &direction) ||
        !take_halves(in, e->text, t))
        return false;
    e->t = t[REF_A];
    e->direction = direction > 0 ? 1 : direction < 0 ? -1 : 0;
    return ref_known(in, &e->bar);
}

/* ---- trajectory -------------------------------------------------------------------------- */

/* Components without accelerations and multipliers, then observables. */
static bool name_columns(ref_reader *in)
{
    ref *r = in->r;
    const int nc = r->ncomponents, n = nc + r->nobservables;
    r->pieces.names = room(in, (size_t)n, sizeof *r->pieces.names);
    if (!r->pieces.names) return false;
    int w = 0;
    for (int i = 0; i < n; i++) {
        const char *s = i < nc ? r->components[i] : r->observables[i - nc];
        if (i >= nc || !strchr("al", *s))
            memcpy(r->pieces.names[w++], s, sizeof r->pieces.names[0]);
    }
    return w == r->pieces.width || ref_flawed(in, "the width does not fit the components");
}

static bool take_pieces(ref_reader *in)
{
    ref_pieces *p = &in->r->pieces;
    if (p->t) return ref_flawed(in, "this line occurs twice");
    if (!ref_count(in, &p->n) || !ref_count(in, &p->degree) || !ref_count(in, &p->width) ||
        !name_columns(in))
        return false;
    if (p->degree > MOST_DEGREE) return ref_flawed(in, "the degree is above 40");
    const size_t n = (size_t)p->n, width = (size_t)p->width;
    p->t = room(in, n, sizeof *p->t);
    p->seam = room(in, n, sizeof *p->seam);
    p->c = room(in, n * width * ((size_t)p->degree + 1), sizeof *p->c);
    p->bar = room(in, width, sizeof *p->bar);
    if (!p->t || !p->seam || !p->c || !p->bar) return false;
    for (int k = 0; k < p->width; k++) p->bar[k] = -1;
    in->columns = p->width;
    return true;
}

static bool take_piece(ref_reader *in)
{
    ref_pieces *p = &in->r->pieces;
    double t;
    const int i = in->pieces++;
    if (i >= p->n) return ref_flawed(in, "there are more pieces than announced");
    if (in->columns < p->width) return ref_flawed(in, "the piece before lacks columns");
    in->columns = 0;
    if (!ref_number(in, &t) || !ref_number(in, &p->t[i + 1])) return false;
    if (i > 0 && t != p->t[i]) return ref_flawed(in, "pieces must follow one another");
    p->t[i] = t;
    if (!(p->t[i + 1] > t)) return ref_flawed(in, "the piece is empty");
    const char *kind = ref_word(in);
    p->seam[i] = kind && !strcmp(kind, "seam");
    return p->seam[i] || (kind && !strcmp(kind, "smooth")) ||
           ref_flawed(in, "a piece begins \"smooth\" or with a \"seam\"");
}

static bool take_column(ref_reader *in)
{
    const ref_pieces *p = &in->r->pieces;
    const int k = in->columns++;
    if (in->pieces < 1 || k >= p->width)
        return ref_flawed(in, "there are more columns than announced");
    const size_t at = (size_t)(in->pieces - 1) * (size_t)p->width + (size_t)k;
    double *c = p->c + at * ((size_t)p->degree + 1);
    for (int l = 0; l <= p->degree; l++)
        if (!ref_number(in, &c[l])) return false;
    return true;
}

static bool take_piecebar(ref_reader *in)
{
    const ref_pieces *p = &in->r->pieces;
    if (!p->bar) return ref_flawed(in, "the pieces must stand before their bars");
    for (int i = 0; i < p->width; i++)
        if (!ref_known(in, &p->bar[i])) return false;
    return true;
}

/* ---- all of them ------------------------------------------------------------------------- */

static const struct {
    const char *keyword;
    bool (*take)(ref_reader *in);
} lines[] = {
    { "p", take_column },
    { "c", take_value },
    { "o", take_value },
    { "piece", take_piece },
    { "state", take_state },
    { "event", take_event },
    { "pieces", take_pieces },
    { "piecebar", take_piecebar },
    { "problem", take_problem },
    { "equations", take_equations },
    { "parameters", take_parameters },
    { "half", take_half },
    { "made", take_made },
    { "grade", take_grade },
    { "interval", take_interval },
    { "components", take_components },
    { "observables", take_observables },
    { "law", take_law },
    { "witness", take_witness },
    { "scan", take_scan },
};

bool ref_take_line(ref_reader *in, const char *keyword)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (!strcmp(keyword, lines[i].keyword)) return lines[i].take(in);
    return ref_flawed(in, "no line of a reference begins like this");
}

bool ref_complete(ref_reader *in)
{
    const ref *r = in->r;
    if (!r->problem || !r->parameters || !r->equations || !r->made)
        return ref_flawed(in, "problem, parameters, equations or made is missing");
    if (!r->half[REF_A].family || !r->half[REF_B].family)
        return ref_flawed(in, "half A or half B is missing");
    if (r->nstates == 0 || !state_complete(in))
        return ref_flawed(in, "the end state is incomplete");
    if (in->pieces < r->pieces.n)
        return ref_flawed(in, "there are fewer pieces than announced");
    return in->columns == r->pieces.width || ref_flawed(in, "the last piece lacks columns");
}
