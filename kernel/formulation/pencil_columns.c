/* pencil_columns.c -- see pencil_columns.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/pencil_columns.h"

#include "kernel/formulation/memory.h"

#include <stdio.h>
#include <stdlib.h>

struct pencil_columns {
    jac_columns *columns;
    int count;
    bool by_columns; /* the order that the first factors have decided for */
    sparse **factors, *shifted[PENCIL_SHIFTED];
    real *values; /* of one matrix */
    real *pairs;  /* of a complex one, and a complex vector; NULL: none yet */
};

/* Factors that do not fit are not tried. */
static ivp_status judge(pencil_columns *p)
{
    ivp_model *m = p->columns->m;
    char what[80];
    snprintf(what, sizeof what, "factors of a sparse matrix of %d unknowns", m->n);
    if (memory_fits(p->count * sparse_bytes(p->factors[0]), what,
                    "take a solver with linear_solver=gmres, which takes less",
                    &m->factors_refused))
        return IVP_OK;
    ivp_reason(m, m->factors_refused.text);
    return IVP_E_DECLINED;
}

ivp_status pencil_columns_open(jac_columns *columns, int count, pencil_columns **out)
{
    pencil_columns *p = *out = calloc(1, sizeof *p);
    if (!p) return IVP_E_NOMEM;
    *p = (pencil_columns){ .columns = columns, .count = count };
    p->factors = calloc((size_t)count, sizeof *p->factors);
    p->values = malloc(((size_t)columns->entries + 1) * sizeof *p->values);
    ivp_status st = p->factors && p->values ? IVP_OK : IVP_E_NOMEM;
    for (int k = 0; !st && k < count; k++) {
        p->factors[k] = sparse_create_checked(&columns->pattern, false, &p->by_columns,
                                              &columns->shared->order);
        if (!p->factors[k]) st = IVP_E_NOMEM;
        if (!st && !k) st = judge(p);
    }
    if (!st) return IVP_OK;
    pencil_columns_close(p);
    *out = NULL;
    return st;
}

void pencil_columns_close(pencil_columns *p)
{
    if (!p) return;
    for (int k = 0; p->factors && k < p->count; k++) sparse_destroy(p->factors[k]);
    for (int k = 0; k < PENCIL_SHIFTED; k++) sparse_destroy(p->shifted[k]);
    free(p->factors);
    free(p->pairs);
    free(p->values);
    free(p);
}

void pencil_columns_begin(pencil_columns *p)
{
    for (int k = 0; k < p->count; k++) sparse_forget(p->factors[k]);
    for (int k = 0; k < PENCIL_SHIFTED; k++)
        if (p->shifted[k]) sparse_forget(p->shifted[k]);
}

void pencil_columns_add(const real *A, const sparse_pattern *p, const real *x, real *Ax)
{
    for (int j = 0; j < p->n; j++)
        for (int e = p->first[j]; e < p->first[j + 1]; e++) Ax[p->row[e]] += A[e] * x[j];
}

ivp_status pencil_columns_factor(pencil_columns *p, int k, real a, real b)
{
    const jac_columns *c = p->columns;
    if (b == 0 && c->M) { /* J may not be known */
        for (int e = 0; e < c->entries; e++) p->values[e] = a * c->M[e];
    } else if (c->M) {
        for (int e = 0; e < c->entries; e++) p->values[e] = a * c->M[e] - b * c->J[e];
    } else {
        for (int e = 0; e < c->entries; e++) p->values[e] = -b * c->J[e];
        for (int j = 0; j < c->pattern.n; j++) p->values[c->diagonal[j]] += a;
    }
    return sparse_factor(p->factors[k], p->values);
}

void pencil_columns_solve(pencil_columns *p, int k, real *x) { sparse_solve(p->factors[k], x); }

/* ---- complex ---------------------------------------------------------------------------- */

static bool take_shifted(pencil_columns *p, int k)
{
    const jac_columns *c = p->columns;
    const size_t most = (size_t)(c->entries > c->pattern.n ? c->entries : c->pattern.n);
    if (!p->pairs) p->pairs = malloc((2 * most + 1) * sizeof *p->pairs);
    if (!p->shifted[k])
        p->shifted[k] =
            sparse_create_checked(&c->pattern, true, &p->by_columns, &c->shared->order);
    return p->pairs && p->shifted[k];
}

ivp_status pencil_columns_shift(pencil_columns *p, int k, real re, real im)
{
    if (!take_shifted(p, k)) return IVP_E_NOMEM;
    const jac_columns *c = p->columns;
    for (int e = 0; e < c->entries; e++) {
        p->pairs[2 * e] = (c->M ? re * c->M[e] : 0) - c->J[e];
        p->pairs[2 * e + 1] = c->M ? im * c->M[e] : 0;
    }
    for (int j = 0; !c->M && j < c->pattern.n; j++) {
        p->pairs[2 * c->diagonal[j]] += re;
        p->pairs[2 * c->diagonal[j] + 1] = im;
    }
    return sparse_factor(p->shifted[k], p->pairs);
}

void pencil_columns_solve_shift(pencil_columns *p, int k, real *re, real *im)
{
    const int n = p->columns->pattern.n;
    for (int i = 0; i < n; i++) {
        p->pairs[2 * i] = re[i];
        p->pairs[2 * i + 1] = im[i];
    }
    sparse_solve(p->shifted[k], p->pairs);
    for (int i = 0; i < n; i++) {
        re[i] = p->pairs[2 * i];
        im[i] = p->pairs[2 * i + 1];
    }
}
