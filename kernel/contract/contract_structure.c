/* contract_structure.c -- nothing lies outside the structure that a problem declares: the
 * entries of its pattern, the diagonals of its band.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

typedef struct structure {
    unsigned block;
    const char *name;
    int rows, cols;
    bool *may; /* rows x cols, column-major; NULL: everywhere */
    bool beyond;
} structure;

static void mark(void *to, unsigned block, int i, int j)
{
    structure *s = to;
    if (block != s->block) return;
    if (i < 0 || j < 0 || i >= s->rows || j >= s->cols)
        s->beyond = true;
    else
        s->may[i + j * s->rows] = true;
}

/* The band belongs to all blocks that are n x n; a mechanical problem has none. */
static bool allowed(const probe *p, const structure *s, int i, int j)
{
    const ivp_sizes *n = &p->i->sizes;
    const bool banded = !p->m && (n->ml || n->mu);
    if (banded && (i > j + n->ml || j > i + n->mu)) return false;
    return !s->may || s->may[i + j * s->rows];
}

static bool inside(const probe *p, const structure *s, ivp_mat A, int column, reason *why)
{
    for (int j = 0; j < A.cols; j++)
        for (int i = 0; i < A.rows; i++)
            if (*ivp_at(A, i, j) != 0 && !allowed(p, s, i, column + j))
                return reason_set(why,
                                  "%s(%d, %d) is not zero, but outside the structure that is "
                                  "declared",
                                  s->name, i + 1, column + j + 1);
    return true;
}

/* df/dy, or dF/dy + c dF/dy', column by column */
static bool jacobian_inside(probe *p, const structure *s, reason *why)
{
    const bool dae = p->i->problem->form == IVP_DAE;
    bool good = true;
    memset(p->dz, 0, (size_t)p->nz * sizeof(real));
    for (int j = 0; good && j < p->n; j++) {
        p->dz[1 + j] = 1;
        if (dae) p->dz[1 + p->n + j] = R(0.37);
        const ivp_status st = probe_derive(p, p->dz, p->d);
        p->dz[1 + j] = 0;
        if (dae) p->dz[1 + p->n + j] = 0;
        good = st || inside(p, s, (ivp_mat){ p->n, 1, p->n, p->d }, j, why);
    }
    return good;
}

static bool block_inside(probe *p, void *context, reason *why)
{
    const structure *s = context;
    if (s->block == IVP_JAC) return jacobian_inside(p, s, why);
    const int block = !p->m ? 1 : s->block == IVP_M ? PROBE_M : PROBE_G;
    return inside(p, s, probe_view(p, block, p->out), 0, why);
}

static bool check(instance *i, structure s, reason *why)
{
    const ivp_problem *problem = i->problem;
    s.may = calloc((size_t)s.rows * (size_t)s.cols + 1, sizeof *s.may);
    if (!s.may) return reason_set(why, "not enough memory for the check");
    bool *may = s.may;
    if (problem->pattern)
        problem->pattern(&(ivp_pattern){ mark, &s }, i->p);
    else
        s.may = NULL;
    const bool good =
        s.beyond ? reason_set(why, ".pattern names an entry of %s beyond its size", s.name)
                 : probe_visit(i, block_inside, &s, why);
    free(may);
    return good;
}

bool contract_structure(instance *i, reason *why)
{
    const ivp_sizes *n = &i->sizes;
    const structure M = { .block = IVP_M, .name = "M", .rows = n->nq, .cols = n->nq };
    const structure G = { .block = IVP_GQ, .name = "G", .rows = n->ng, .cols = n->nq };
    const structure mass = { .block = IVP_M, .name = "M", .rows = n->n, .cols = n->n };
    const structure jac = { .block = IVP_JAC, .name = "jac", .rows = n->n, .cols = n->n };
    if (i->problem->form == IVP_MECH) return check(i, M, why) && check(i, G, why);
    return check(i, jac, why) && (i->problem->form != IVP_LIN || check(i, mass, why));
}
