/* fixed_order.c -- the saddle point of a mechanical problem, eliminated in a fixed order and
 * checked.
 *
 * Every solution is checked by its residual, and refined once if that exceeds the residual of a
 * stable solver. Accelerations are also refined if the residual is unusually large relative to
 * the right-hand side. Every factorisation detects entries outside the plan's pattern (a
 * contact that closes); the caller then pivots.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "kernel/linear/elimination_run.h"
#include "kernel/problem/mech.h"

struct fixed_order {
    elimination K;
    real largest; /* entry of |K| */
    real *r, *correction;
    int *outside, noutside; /* where M and G have nothing, behind M.a */
    real store[];
};

static size_t sz(int n) { return (size_t)n; }

/* The lower triangle of M and G, less the pattern. */
static void mark_outside(struct fixed_order *f, const mech *m, bool *inside)
{
    const int nq = m->nq, ng = m->ng;
    for (int k = 0; k < f->K.plan->nnonzero; k++) inside[f->K.plan->nonzero[k].from] = true;
    for (int j = 0; j < nq; j++)
        for (int i = j; i < nq; i++)
            if (!inside[i + j * nq]) f->outside[f->noutside++] = i + j * nq;
    for (int k = nq * nq; k < nq * nq + ng * nq; k++)
        if (!inside[k]) f->outside[f->noutside++] = k;
}

ivp_status mech_eliminate(mech *m, const elimination_plan *plan, const elimination_code *code)
{
    const size_t n = sz(plan->n), numbers = sz(m->nq) * sz(m->nq + m->ng);
    struct fixed_order *f =
        calloc(1, sizeof *f + (sz(plan->nnonzero) + sz(plan->nslots) + 2 * n) * sizeof(real));
    bool *inside = calloc(numbers + 1, sizeof *inside);
    if (f) f->outside = calloc(numbers + 1, sizeof *f->outside);
    if (!f || !inside || !f->outside) {
        fixed_order_destroy(f);
        free(inside);
        return IVP_E_NOMEM;
    }
    f->K = (elimination){ plan, code, f->store, f->store + plan->nnonzero };
    f->r = f->K.slot + plan->nslots;
    f->correction = f->r + n;
    mark_outside(f, m, inside);
    free(inside);
    m->fixed = f;
    return IVP_OK;
}

void fixed_order_destroy(struct fixed_order *f)
{
    if (f) free(f->outside);
    free(f);
}

bool fixed_order_fits(const mech *m)
{
    const struct fixed_order *f = m->fixed;
    if (f->K.code) return f->K.code->strays(m->at.M.a) == 0;
    elimination_bits strays = 0;
    for (int k = 0; k < f->noutside; k++)
        strays |= elimination_bits_of(m->at.M.a[f->outside[k]]);
    return strays == 0;
}

void fixed_order_factor(mech *m)
{
    m->fixed->largest = elimination_factor(&m->fixed->K, m->at.M.a);
}

/* x, whose residual r was too large: corrected once */
static bool refine(struct fixed_order *f, const real *b, real *x)
{
    elimination_size size;
    elimination_solve(&f->K, f->r, f->correction);
    for (int i = 0; i < f->K.plan->n; i++) x[i] += f->correction[i];
    const real left = elimination_residual(&f->K, f->largest, b, x, f->r, &size);
    return left <= ELIMINATION_WORTHLESS * size.unit;
}

bool fixed_order_solve(mech *m, bool closely, const real *b, real *x)
{
    struct fixed_order *f = m->fixed;
    elimination_size size;
    elimination_solve(&f->K, b, x);
    const real left = elimination_residual(&f->K, f->largest, b, x, f->r, &size);
    const real stable =
        closely ? elimination_stable(f->K.plan, &size) : ELIMINATION_STABLE * size.unit;
    return left <= stable || refine(f, b, x);
}

bool fixed_order_once(mech *m, const real *b, real *x)
{
    struct fixed_order *f = m->fixed;
    elimination_size size;
    const real left = elimination_solve_system(&f->K, m->at.M.a, b, x, f->r, &size);
    if (left <= elimination_stable(f->K.plan, &size)) return true;
    fixed_order_factor(m);
    return fixed_order_solve(m, true, b, x);
}

void fixed_order_expand(mech *m)
{
    const elimination *K = &m->fixed->K;
    memset(m->S.a, 0, sz(m->S.ld) * sz(m->S.cols) * sizeof(real));
    for (int k = 0; k < K->plan->nnonzero; k++) {
        const elimination_entry *e = &K->plan->nonzero[k];
        *ivp_at(m->S, e->row, e->column) = *ivp_at(m->S, e->column, e->row) = K->value[k];
    }
}
