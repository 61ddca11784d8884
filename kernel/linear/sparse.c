/* sparse.c -- KLU: a permutation to block triangular form, pivoting within the blocks. Factors of
 * many operations by UMFPACK (frontal.h), if it is there.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/sparse.h"

#include "kernel/linear/frontal.h"

#if IVP_ARITH == IVP_DOUBLE

#include <klu.h>
#include <math.h>
#include <stdlib.h>

/* What an order gives that is made for exchanges of rows is taken where the other fills by so
 * much more; that one is given up where it takes so many times what it was made for. */
#define FILLED 1.5
#define MUCH   3

/* Operations, as AMD counts them, from which full blocks pay: planes of two fields take as long
 * by either at 4e7, at 1.3e9 a third by UMFPACK (docs/lab/large.md). */
#define FRONTAL 8e7

struct sparse_order {
    klu_symbolic *symbolic;
    int users;
};

struct sparse {
    const sparse_pattern *p;
    bool is_complex, measured, unchecked; /* unchecked: the rival is sought when AMD's fills */
    bool *by_columns; /* what the factors have decided, for those that come after */
    double least;     /* growth of pivots below is a reason to exchange rows anew */
    klu_common common;
    klu_symbolic *symbolic,
        *rival; /* another order, that the first factors are tried in; NULL: decided */
    sparse_order *shared; /* owns the symbolic factors that it has; NULL: all are own */
    klu_numeric *numeric; /* NULL: not factored since the beginning */
    bool dear;            /* UMFPACK is to be opened for the first factors */
    frontal *large;       /* in place of KLU; NULL: KLU */
};

sparse *sparse_create(const sparse_pattern *p)
{
    sparse *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->p = p;
    s->least = 1e-3;
    klu_defaults(&s->common);
    s->symbolic = klu_analyze(p->n, p->first, p->row, &s->common);
    if (s->symbolic) return s;
    free(s);
    return NULL;
}

/* Entries of the factors as the ordering counts them. */
static double fill(const klu_symbolic *s) { return s->lnz + s->unz; }

double sparse_bytes(const sparse *s)
{
    const double each = (s->is_complex ? 2 : 1) * sizeof(double) + sizeof(int);
    return fill(s->symbolic) > 0 ? each * fill(s->symbolic) : 0;
}

static klu_symbolic *ordered(sparse *s, bool by_columns, int btf)
{
    s->common.ordering = by_columns; /* 1: COLAMD */
    s->common.btf = btf;
    return klu_analyze(s->p->n, s->p->first, s->p->row, &s->common);
}

sparse *sparse_create_least(const sparse_pattern *p, bool *by_columns)
{
    sparse *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (sparse){ .p = p, .measured = true, .by_columns = by_columns, .least = 1e-3 };
    klu_defaults(&s->common);
    s->symbolic = ordered(s, *by_columns, 1);
    klu_symbolic *other = *by_columns ? NULL : ordered(s, false, 0);
    const bool better = other && (!s->symbolic || fill(other) < fill(s->symbolic));
    if (other) klu_free_symbolic(better ? &s->symbolic : &other, &s->common);
    if (better) s->symbolic = other;
    if (!*by_columns) s->rival = ordered(s, true, 1);
    if (s->symbolic) return s;
    sparse_destroy(s);
    return NULL;
}

sparse *sparse_create_complex(const sparse_pattern *p, bool *by_columns)
{
    sparse *s = sparse_create_least(p, by_columns);
    if (s) s->is_complex = true;
    return s;
}

void sparse_order_release(sparse_order *o)
{
    if (!o || --o->users) return;
    klu_common common;
    klu_defaults(&common);
    klu_free_symbolic(&o->symbolic, &common);
    free(o);
}

static sparse_order *order_of(sparse *s)
{
    sparse_order *o = calloc(1, sizeof *o);
    if (!o) return NULL;
    *o = (sparse_order){ ordered(s, false, 1), 1 };
    if (o->symbolic) return o;
    free(o);
    return NULL;
}

/* Symbolic factors, of COLAMD's order or shared. */
static bool begin(sparse *s, bool by_columns, sparse_order **order)
{
    if (by_columns) {
        s->symbolic = ordered(s, true, 1);
    } else {
        if (!*order) *order = order_of(s);
        s->shared = *order;
        if (s->shared) s->shared->users++;
        s->symbolic = s->shared ? s->shared->symbolic : NULL;
    }
    return s->symbolic;
}

sparse *sparse_create_checked(const sparse_pattern *p, bool is_complex, bool *by_columns,
                              sparse_order **order)
{
    sparse *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    *s = (sparse){ .p = p,
                   .is_complex = is_complex,
                   .measured = true,
                   .unchecked = !*by_columns,
                   .by_columns = by_columns,
                   .least = 1e-3 };
    klu_defaults(&s->common);
    if (begin(s, *by_columns, order)) {
        s->dear = s->symbolic->est_flops > FRONTAL;
        return s;
    }
    free(s);
    return NULL;
}

static void free_order(sparse *s, klu_symbolic *order)
{
    if (s->shared && order == s->shared->symbolic) {
        sparse_order_release(s->shared);
        s->shared = NULL;
    } else if (order) {
        klu_free_symbolic(&order, &s->common);
    }
}

static void forget_numeric(sparse *s, klu_numeric **numeric)
{
    (s->is_complex ? klu_z_free_numeric : klu_free_numeric)(numeric, &s->common);
}

void sparse_forget(sparse *s)
{
    if (s->numeric) forget_numeric(s, &s->numeric);
}

void sparse_destroy(sparse *s)
{
    if (!s) return;
    sparse_forget(s);
    frontal_destroy(s->large);
    free_order(s, s->symbolic);
    free_order(s, s->rival);
    free(s);
}

/* Have the pivots grown small beside their columns? Then rows must be exchanged anew. */
static bool refactored(sparse *s, real *values)
{
    klu_common *c = &s->common;
    return s->numeric &&
           (s->is_complex ? klu_z_refactor : klu_refactor)(s->p->first, s->p->row, values,
                                                           s->symbolic, s->numeric, c) &&
           (s->is_complex ? klu_z_rgrowth : klu_rgrowth)(s->p->first, s->p->row, values,
                                                         s->symbolic, s->numeric, c) &&
           c->rgrowth > s->least;
}

/* Some matrices have small pivots in any order: what is new is measured by what there was. */
static void measure(sparse *s, real *values)
{
    klu_common *c = &s->common;
    (s->is_complex ? klu_z_rgrowth : klu_rgrowth)(s->p->first, s->p->row, values, s->symbolic,
                                                  s->numeric, c);
    s->least = c->rgrowth > 1e-2 ? 1e-3 : c->rgrowth / 10;
}

static klu_numeric *factors(sparse *s, klu_symbolic *order, real *values)
{
    return (s->is_complex ? klu_z_factor : klu_factor)(s->p->first, s->p->row, values, order,
                                                       &s->common);
}

/* The same, or NULL and KLU_TOO_LARGE as soon as they take more than `times` the entries that
 * AMD has counted: no block may be moved to where there is more room. */
static klu_numeric *factors_within(sparse *s, double times, real *values)
{
    klu_common *c = &s->common;
    const double grow = c->memgrow, room = c->initmem_amd;
    c->memgrow = HUGE_VAL;
    c->initmem_amd = times;
    klu_numeric *numeric = factors(s, s->symbolic, values);
    c->memgrow = grow;
    c->initmem_amd = room;
    return numeric;
}

/* Does an order made for any exchange of rows fill less? How far exchanges fill AMD's is not
 * waited for, which may be a hundredfold, only until it is told. */
static bool rival_wins(sparse *s, const klu_numeric *rival, real *values)
{
    const double fills = rival ? FILLED * ((double)rival->lnz + rival->unz) : HUGE_VAL;
    double times = MUCH;
    while (!(s->numeric = factors_within(s, times, values))) {
        if (s->common.status != KLU_TOO_LARGE) return rival;
        if (fills < times * fill(s->symbolic)) return true;
        times *= 2;
    }
    return fills < (double)s->numeric->lnz + s->numeric->unz;
}

/* AMD counts the entries of factors without exchanges of rows. Where these fill them (saddle
 * points of closed loops in contact), an order made for any exchange is kept in its place. */
static void decide(sparse *s, real *values)
{
    klu_numeric *other = factors(s, s->rival, values);
    const bool better = rival_wins(s, other, values);
    klu_numeric *lost = better ? s->numeric : other;
    klu_symbolic *order = better ? s->symbolic : s->rival;
    if (better) {
        s->numeric = other;
        s->symbolic = s->rival;
        *s->by_columns = true;
    }
    s->rival = NULL;
    if (lost) forget_numeric(s, &lost);
    free_order(s, order);
}

/* The first factors, unless exchanges of rows fill them: then there is a rival. */
static void try_first(sparse *s, real *values)
{
    s->unchecked = false;
    s->numeric = factors_within(s, MUCH, values);
    if (!s->numeric && s->common.status == KLU_TOO_LARGE) s->rival = ordered(s, true, 1);
}

ivp_status sparse_factor(sparse *s, real *values)
{
    if (s->dear) s->large = frontal_create(s->p, s->is_complex);
    s->dear = false;
    if (s->large) return frontal_factor(s->large, values);
    if (refactored(s, values)) return IVP_OK;
    sparse_forget(s);
    if (s->unchecked) try_first(s, values);
    if (s->rival) decide(s, values);
    if (!s->numeric) s->numeric = factors(s, s->symbolic, values);
    if (!s->numeric) return s->common.status == KLU_OUT_OF_MEMORY ? IVP_E_NOMEM : IVP_SINGULAR;
    (s->is_complex ? klu_z_rcond : klu_rcond)(s->symbolic, s->numeric, &s->common);
    if (s->common.rcond > 0) { /* not if it is no number */
        if (s->measured) measure(s, values);
        return IVP_OK;
    }
    sparse_forget(s);
    return IVP_SINGULAR;
}

void sparse_solve(sparse *s, real *x)
{
    if (s->large)
        frontal_solve(s->large, x);
    else
        (s->is_complex ? klu_z_solve : klu_solve)(s->symbolic, s->numeric, s->p->n, 1, x,
                                                  &s->common);
}

#else

sparse *sparse_create(const sparse_pattern *p)
{
    (void)p;
    return NULL;
}

sparse *sparse_create_least(const sparse_pattern *p, bool *by_columns)
{
    (void)by_columns;
    return sparse_create(p);
}

sparse *sparse_create_complex(const sparse_pattern *p, bool *by_columns)
{
    return sparse_create_least(p, by_columns);
}

sparse *sparse_create_checked(const sparse_pattern *p, bool is_complex, bool *by_columns,
                              sparse_order **order)
{
    (void)is_complex, (void)order;
    return sparse_create_least(p, by_columns);
}

void sparse_order_release(sparse_order *o) { (void)o; }

double sparse_bytes(const sparse *s)
{
    (void)s;
    return 0;
}

void sparse_forget(sparse *s) { (void)s; }
void sparse_destroy(sparse *s) { (void)s; }

ivp_status sparse_factor(sparse *s, real *values)
{
    (void)s, (void)values;
    return IVP_E_INVALID;
}

void sparse_solve(sparse *s, real *x) { (void)s, (void)x; }

#endif
