/* elimination_run.h -- runs the program of a plan over the numbers of one matrix.
 *
 *     1 / d_k,     l_ik = a_ik / d_k,     a_ij -= l_ik a_jk          for every pivot k
 *
 * In a header, since it is compiled in every arithmetic that a matrix may have: double, quad
 * and lanes of each width. A pivot that vanishes makes the result NaN.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_ELIMINATION_RUN_H
#define IVP_ELIMINATION_RUN_H

#include <string.h>

#include "kernel/linear/elimination.h"

/* Numbers of one matrix; storage of the caller. */
typedef struct elimination {
    const elimination_plan *plan;
    const elimination_code *code; /* the plan written out; NULL: interpreted */
    real *value;                  /* plan->nnonzero */
    real *slot;                   /* plan->nslots */
} elimination;

static inline real elimination_largest(const real *x, int n)
{
    real largest = ivp_of(0);
    for (int i = 0; i < n; i++) largest = ivp_max(largest, ivp_abs(x[i]));
    return largest;
}

static inline real elimination_load(elimination *e, const real *numbers)
{
    const elimination_plan *p = e->plan;
    memset(e->slot, 0, (size_t)p->nlower * sizeof *e->slot);
    for (int k = 0; k < p->nnonzero; k++)
        e->slot[p->nonzero[k].slot] = e->value[k] = numbers[p->nonzero[k].from];
    return elimination_largest(e->value, p->nnonzero);
}

/* The largest entry of |K|. */
static inline real elimination_factor(elimination *e, const real *numbers)
{
    if (e->code) return e->code->factor(numbers, e->value, e->slot);
    const elimination_plan *p = e->plan;
    const elimination_entry *l = p->entry;
    const elimination_update *u = p->update;
    real *slot = e->slot;
    const real largest = elimination_load(e, numbers);
    for (int k = 0; k < p->n; k++) {
        const real inverse = slot[p->pivot[k]] = 1 / slot[p->pivot[k]];
        for (const elimination_entry *end = p->entry + p->first_entry[k + 1]; l < end; l++)
            slot[l->slot] = slot[l->from] * inverse;
        for (const elimination_update *end = p->update + p->first_update[k + 1]; u < end; u++)
            slot[u->to] -= slot[u->left] * slot[u->right];
    }
    return largest;
}

static inline void elimination_solve(const elimination *e, const real *b, real *x)
{
    if (e->code) {
        e->code->solve(e->slot, b, x);
        return;
    }
    const elimination_plan *p = e->plan;
    const elimination_entry *first = p->entry, *end = p->entry + p->first_entry[p->n];
    memcpy(x, b, (size_t)p->n * sizeof *x);
    for (const elimination_entry *l = first; l < end; l++)
        x[l->row] -= e->slot[l->slot] * x[l->column];
    for (int k = 0; k < p->n; k++) x[p->order[k]] *= e->slot[p->pivot[k]];
    for (const elimination_entry *l = end; l-- > first;)
        x[l->column] -= e->slot[l->slot] * x[l->row];
}

/* A loop of ivp_max loses NaN, the sum does not. */
static inline elimination_size elimination_measure(const elimination *e, real largest,
                                                   const real *b, const real *x)
{
    const int n = e->plan->n;
    const real most = elimination_largest(b, n);
    real sum = ivp_of(0);
    for (int i = 0; i < n; i++) sum += x[i];
    return (elimination_size){
        .unit = largest * elimination_largest(x, n) + most + 0 * (sum + largest), .b = most
    };
}

/* The largest residual of a solution that needs no refinement, for right-hand sides as those of
 * the samples. NaN, where the unit is: of two that do not compare, ivp_min is the second
 * one. */
static inline real elimination_stable(const elimination_plan *p, const elimination_size *size)
{
    return ivp_min(p->left * size->b, ELIMINATION_STABLE * size->unit);
}

/* r := b - K x; the largest of |r|, and what it is measured in */
static inline real elimination_residual(const elimination *e, real largest, const real *b,
                                        const real *x, real *r, elimination_size *size)
{
    if (e->code) return e->code->residual(e->value, largest, b, x, r, size);
    const elimination_plan *p = e->plan;
    memcpy(r, b, (size_t)p->n * sizeof *r);
    for (int k = 0; k < p->nnonzero; k++) {
        const elimination_entry *a = &p->nonzero[k];
        r[a->row] -= e->value[k] * x[a->column];
        if (a->row != a->column) r[a->column] -= e->value[k] * x[a->row];
    }
    *size = elimination_measure(e, largest, b, x);
    return elimination_largest(r, p->n);
}

/* Solves K x = b, and leaves nothing else: neither factors nor the residual, which is work in
 * r. Returns what elimination_residual() does. */
static inline real elimination_solve_system(elimination *e, const real *numbers, const real *b,
                                            real *x, real *r, elimination_size *size)
{
    if (e->code) return e->code->solve_system(numbers, b, x, size);
    const real largest = elimination_factor(e, numbers);
    elimination_solve(e, b, x);
    return elimination_residual(e, largest, b, x, r, size);
}

#endif
