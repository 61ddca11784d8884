/* declared.c -- see declared.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/declared.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/triplets.h"

static size_t sz(int n) { return (size_t)n; }

enum { FULL_FROM = 4 }; /* then the loops of a full matrix are faster */

typedef struct places {
    triplets all;
    int n;
    bool good, beyond;
} places;

static void note(void *to, unsigned block, int i, int j)
{
    places *p = to;
    if (block != IVP_JAC && block != IVP_M) return;
    if (i < 0 || j < 0 || i >= p->n || j >= p->n)
        p->beyond = true;
    else
        p->good = p->good && triplets_add(&p->all, i, j);
}

/* Columns listed by colour. */
static void list_colours(declared *d, const int *colour)
{
    int *at = d->colour_first;
    memset(at, 0, (sz(d->colours) + 2) * sizeof *at);
    for (int j = 0; j < d->pattern.n; j++) at[colour[j] + 2]++;
    for (int k = 0; k < d->colours; k++) at[k + 2] += at[k + 1];
    for (int j = 0; j < d->pattern.n; j++) d->coloured[at[colour[j] + 1]++] = j;
}

static bool paint(declared *d, const triplets *all)
{
    const triplets turned = { all->count, all->room, all->col, all->row };
    const int n = d->pattern.n;
    sparse_pattern rows = { 0 };
    int *colour = malloc((sz(n) + 1) * sizeof *colour);
    if (colour && triplets_compress(&turned, n, &rows, NULL))
        d->colours = pattern_colour(&d->pattern, &rows, colour);
    d->colour_first = malloc((sz(d->colours) + 2) * sizeof *d->colour_first);
    d->coloured = malloc((sz(n) + 1) * sizeof *d->coloured);
    const bool good = d->colours > 0 && d->colour_first && d->coloured;
    if (good) list_colours(d, colour);
    pattern_free(&rows);
    free(colour);
    return good;
}

/* Its diagonal and its band. */
static bool measure(declared *d)
{
    const sparse_pattern *p = &d->pattern;
    d->diagonal = malloc((sz(p->n) + 1) * sizeof *d->diagonal);
    for (int j = 0; d->diagonal && j < p->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++) {
            if (p->row[e] == j) d->diagonal[j] = e;
            if (p->row[e] - j > d->band.lower) d->band.lower = p->row[e] - j;
            if (j - p->row[e] > d->band.upper) d->band.upper = j - p->row[e];
        }
    return d->diagonal;
}

static bool by_hand(const ivp_problem *p)
{
    return p->sparse && (p->form == IVP_DAE ? !!p->dae.jac : !!p->ode.jac);
}

/* Columns need no colours if all derivatives are written by hand. Rows that are full would take
 * the square of n to find as many colours as there are columns. */
static bool needs_colours(const ivp_problem *p)
{
    return !by_hand(p) || (p->form == IVP_LIN && p->ode.mass_varies);
}

static ivp_status find(declared *d, const instance *i, places *p)
{
    d->pattern_of(&(ivp_pattern){ note, p }, i->p);
    for (int k = 0; k < p->n; k++) note(p, IVP_JAC, k, k);
    if (p->beyond) return IVP_E_INVALID;
    if (!p->good || !triplets_compress(&p->all, p->n, &d->pattern, NULL)) return IVP_E_NOMEM;
    d->full = FULL_FROM * sz(d->pattern.first[p->n]) >= sz(p->n) * sz(p->n);
    d->by_hand = by_hand(i->problem);
    d->painted = needs_colours(i->problem);
    const bool good = d->full || (measure(d) && (!d->painted || paint(d, &p->all)));
    return good ? IVP_OK : IVP_E_NOMEM;
}

static ivp_status create(declared **out, const instance *i)
{
    const size_t reals = sz(i->nparams) * sizeof(real);
    declared *d = calloc(1, sizeof *d + reals);
    if (!d) return IVP_E_NOMEM;
    d->pattern_of = i->problem->pattern;
    d->users = 1;
    memcpy(d->p, i->p, reals);
    places p = { .n = i->sizes.n, .good = true };
    const ivp_status st = find(d, i, &p);
    triplets_free(&p.all);
    if (st) declared_release(d);
    *out = st ? NULL : d;
    return st;
}

/* Derived values follow from parameters. */
static bool holds(const declared *d, const instance *i)
{
    const ivp_problem *p = i->problem;
    return d->pattern_of == p->pattern && d->by_hand == by_hand(p) &&
           d->painted == needs_colours(p) && !memcmp(d->p, i->p, sz(i->nparams) * sizeof(real));
}

ivp_status declared_take(declared **out, instance *i)
{
    *out = NULL;
    if (i->declared && !holds(i->declared, i)) {
        declared_release(i->declared);
        i->declared = NULL;
    }
    const ivp_status st = i->declared ? IVP_OK : create(&i->declared, i);
    if (st) return st;
    i->declared->users++;
    *out = i->declared;
    return IVP_OK;
}

void declared_release(declared *d)
{
    if (!d || --d->users) return;
    sparse_order_release(d->order);
    pattern_free(&d->pattern);
    free(d->diagonal);
    free(d->coloured);
    free(d->colour_first);
    free(d);
}
