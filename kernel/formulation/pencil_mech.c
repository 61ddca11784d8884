/* pencil_mech.c -- see pencil_mech.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/pencil_mech.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/problem/mech_matrix.h"

struct pencil_mech {
    ivp_model *m;
    sparse_saddle *saddle;
    real *b; /* nq + ng */
    struct number {
        real a, b;
    } number[SHIFTS];
    real store[];
};

ivp_status pencil_mech_open(ivp_model *m, int count, pencil_mech **out)
{
    sparse_saddle *saddle = NULL;
    *out = NULL;
    const bool fits = m->view & (IVP_FIRST | IVP_SECOND) && count < SHIFTS;
    const ivp_status st = fits ? sparse_saddle_open(m, &saddle) : IVP_OK;
    if (st || !saddle) return st;
    pencil_mech *p = *out = calloc(1, sizeof *p + (size_t)(m->nq + m->ng) * sizeof *p->b);
    if (!p) return IVP_E_NOMEM;
    p->m = m;
    p->saddle = saddle;
    p->b = p->store;
    return IVP_OK;
}

void pencil_mech_close(pencil_mech *p) { free(p); }
void pencil_mech_begin(pencil_mech *p) { sparse_saddle_begin(p->saddle); }

ivp_status pencil_mech_linearise(pencil_mech *p, real t, const real *y, real *ft)
{
    const int nq = p->m->nq;
    const ivp_status st = first_point(p->m, t, y, &y);
    if (st) return st;
    const ivp_state at = { .t = t, .y = y, .q = y, .u = y + nq, .x = y + 2 * nq };
    if (!ft) return sparse_saddle_linearise(p->saddle, &at, NULL);
    memset(ft, 0, (size_t)nq * sizeof *ft);
    const ivp_status linearised = sparse_saddle_linearise(p->saddle, &at, p->b);
    memcpy(ft + nq, p->b, (size_t)nq * sizeof *ft);
    return linearised;
}

ivp_status pencil_mech_factor(pencil_mech *p, int k, real a, real b)
{
    p->number[k] = (struct number){ a, b };
    return sparse_saddle_shift(p->saddle, k, a / b, 0);
}

void pencil_mech_solve(pencil_mech *p, int k, real *x)
{
    const int nq = p->m->nq;
    const real a = p->number[k].a, b = p->number[k].b;
    real *z = x + nq;
    for (int i = 0; i < nq; i++) {
        x[i] /= a;
        z[i] /= b;
    }
    sparse_saddle_mass(p->saddle, z, p->b);
    sparse_saddle_subtract(p->saddle, x, p->b);
    sparse_saddle_solve_shift(p->saddle, k, p->b, NULL);
    memcpy(z, p->b, (size_t)nq * sizeof *z);
    for (int i = 0; i < nq; i++) x[i] += b / a * z[i];
}

ivp_status pencil_mech_along(pencil_mech *p, const real *x, real *Jx)
{
    const size_t nq = (size_t)p->m->nq;
    const ivp_status st = sparse_saddle_along(p->saddle, x, x + nq, p->b);
    memcpy(Jx, x + nq, nq * sizeof *Jx);
    memcpy(Jx + nq, p->b, nq * sizeof *Jx);
    return st;
}

void pencil_mech_forget_positions(pencil_mech *p) { sparse_saddle_drop_positions(p->saddle); }
