/* jac_columns.c -- see jac_columns.h: the memory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/jac_columns.h"

#include <stdlib.h>

static size_t sz(int n) { return (size_t)n; }

enum { LEAST = 24 }; /* below, the loops of a full matrix are faster */

static bool allocate(jac_columns *c)
{
    const bool identity = c->m->instance->problem->form == IVP_ODE;
    c->J = malloc((sz(c->entries) + 1) * sizeof *c->J);
    c->M = identity ? NULL : malloc((sz(c->entries) + 1) * sizeof *c->M);
    return c->J && (identity || c->M) &&
           (c->shared->by_hand ? taped_open(&c->hand, &c->pattern) : true);
}

/* IVP_E_DECLINED: the pattern is nearly full. */
static ivp_status fill(jac_columns *c)
{
    const ivp_status st = declared_take(&c->shared, c->m->instance);
    if (st) return st;
    const declared *d = c->shared;
    if (d->full) return IVP_E_DECLINED;
    c->pattern = d->pattern;
    c->entries = d->pattern.first[d->pattern.n];
    c->band = d->band;
    c->diagonal = d->diagonal;
    c->colours = d->colours;
    c->colour_first = d->colour_first;
    c->coloured = d->coloured;
    return allocate(c) ? IVP_OK : IVP_E_NOMEM;
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
    const ivp_status st = fill(c);
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
    free(c->order);
    declared_release(c->shared);
    free(c);
}
