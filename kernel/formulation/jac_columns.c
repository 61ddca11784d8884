/* jac_columns.c -- see jac_columns.h: the pattern, its colours, and the memory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/jac_columns.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/linear/triplets.h"
#include "kernel/problem/cstep.h"

static size_t sz(int n) { return (size_t)n; }

/* ---- structure -------------------------------------------------------------------------- */

/* Below, the loops of a full matrix are faster. */
enum { LEAST = 24, FULL_FROM = 4 };

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
static void list_colours(jac_columns *c, const int *colour)
{
    int *at = c->colour_first;
    memset(at, 0, (sz(c->colours) + 2) * sizeof *at);
    for (int j = 0; j < c->pattern.n; j++) at[colour[j] + 2]++;
    for (int k = 0; k < c->colours; k++) at[k + 2] += at[k + 1];
    for (int j = 0; j < c->pattern.n; j++) c->coloured[at[colour[j] + 1]++] = j;
}

static bool paint(jac_columns *c, const triplets *all)
{
    const triplets turned = { all->count, all->room, all->col, all->row };
    const int n = c->pattern.n;
    sparse_pattern rows = { 0 };
    int *colour = malloc((sz(n) + 1) * sizeof *colour);
    if (colour && triplets_compress(&turned, n, &rows, NULL))
        c->colours = pattern_colour(&c->pattern, &rows, colour);
    c->colour_first = malloc((sz(c->colours) + 2) * sizeof *c->colour_first);
    c->coloured = malloc((sz(n) + 1) * sizeof *c->coloured);
    const bool good = c->colours > 0 && c->colour_first && c->coloured;
    if (good) list_colours(c, colour);
    pattern_free(&rows);
    free(colour);
    return good;
}

static bool find_diagonal(jac_columns *c)
{
    const sparse_pattern *p = &c->pattern;
    c->diagonal = malloc((sz(p->n) + 1) * sizeof *c->diagonal);
    for (int j = 0; c->diagonal && j < p->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++)
            if (p->row[e] == j) c->diagonal[j] = e;
    return c->diagonal;
}

/* Columns need no colours if all derivatives are written by hand. Rows that are full would take
 * the square of n to find as many colours as there are columns. */
static bool allocate(jac_columns *c, const triplets *all)
{
    const ivp_problem *p = c->m->instance->problem;
    const bool identity = p->form == IVP_ODE;
    const bool by_hand = p->sparse && (p->form == IVP_DAE ? !!p->dae.jac : !!p->ode.jac);
    const bool steps = !by_hand || (p->form == IVP_LIN && p->ode.mass_varies);
    c->J = malloc((sz(c->entries) + 1) * sizeof *c->J);
    c->M = identity ? NULL : malloc((sz(c->entries) + 1) * sizeof *c->M);
    return c->J && (identity || c->M) && find_diagonal(c) &&
           (by_hand ? taped_open(&c->hand, &c->pattern) : true) &&
           (steps ? paint(c, all) : true);
}

static ivp_band band_of(const sparse_pattern *p)
{
    ivp_band b = { 0, 0 };
    for (int j = 0; j < p->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++) {
            if (p->row[e] - j > b.lower) b.lower = p->row[e] - j;
            if (j - p->row[e] > b.upper) b.upper = j - p->row[e];
        }
    return b;
}

static ivp_status fill(jac_columns *c, places *p)
{
    const instance *i = c->m->instance;
    i->problem->pattern(&(ivp_pattern){ note, p }, i->p);
    for (int k = 0; k < p->n; k++) note(p, IVP_JAC, k, k);
    if (p->beyond) return IVP_E_INVALID;
    if (!p->good || !triplets_compress(&p->all, p->n, &c->pattern, NULL)) return IVP_E_NOMEM;
    c->entries = c->pattern.first[p->n];
    c->band = band_of(&c->pattern);
    const bool full = FULL_FROM * sz(c->entries) >= sz(p->n) * sz(p->n);
    return full ? IVP_E_DECLINED : allocate(c, &p->all) ? IVP_OK : IVP_E_NOMEM;
}

static bool has_columns(const ivp_model *m)
{
    const ivp_problem *p = m->instance->problem;
    const ivp_sizes *s = &m->instance->sizes;
    return IVP_ARITH == IVP_DOUBLE && p->form != IVP_MECH && p->pattern && m->n >= LEAST &&
           !s->ml && !s->mu;
}

ivp_status jac_columns_open(ivp_model *m)
{
    if (!has_columns(m)) return IVP_OK;
    jac_columns *c = m->columns = calloc(1, sizeof *c);
    if (!c) return IVP_E_NOMEM;
    c->m = m;
    places p = { .n = m->n, .good = true };
    const ivp_status st = fill(c, &p);
    triplets_free(&p.all);
    if (!st) return IVP_OK;
    jac_columns_close(c);
    m->columns = NULL;
    return st == IVP_E_DECLINED ? IVP_OK : st;
}

void jac_columns_close(jac_columns *c)
{
    if (!c) return;
    taped_close(&c->hand);
    free(c->J);
    free(c->M);
    free(c->diagonal);
    free(c->coloured);
    free(c->colour_first);
    free(c->order);
    pattern_free(&c->pattern);
    free(c);
}
