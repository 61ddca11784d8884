/* contract_probe.c -- all functions of a problem as one map, at the start and at points near
 * it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/cstep.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/status.h"

enum { POINTS = 6 }; /* the start, and points around it */

real probe_uniform(probe *p)
{
    p->seed = (p->seed * 1103515245ul + 12345ul) & 0x7ffffffful;
    return (real)p->seed / (real)0x3fffffff - 1;
}

bool probe_turn(const probe *p, int k)
{
    if (p->nz <= PROBE_MANY) return true;
    const int stride = POINTS * (1 + p->nz / (2 * PROBE_MANY));
    return k % stride == p->point;
}

ivp_mat probe_view(const probe *p, int block, real *out)
{
    const probe_block *b = &p->block[block];
    return (ivp_mat){ b->rows, b->cols, b->rows > 0 ? b->rows : 1, out + b->offset };
}

static void place_at_start(probe *p)
{
    const instance *i = p->i;
    const size_t n = (size_t)p->n, nq = (size_t)i->sizes.nq, ng = (size_t)i->sizes.ng;
    p->z[0] = i->t0;
    memcpy(p->z + 1, i->start, n * sizeof(real));
    if (p->m) memcpy(p->z + 1 + n, i->start + n + nq, ng * sizeof(real));
    if (i->problem->form == IVP_DAE) memcpy(p->z + 1 + n, i->start_yp, n * sizeof(real));
}

/* A time that is a break point, or an end of an interval with such, where derivatives have two
 * values, moves to the middle of a piece. */
static real off_breaks(const instance *i, real t)
{
    const double *b = i->problem->breaks;
    const real near = R(1e-4) * (i->t1 - i->t0);
    const int last = i->nbreaks - 1;
    if (last < 0) return t;
    if (ivp_abs(t - i->t0) < near) return (i->t0 + *b) / 2;
    for (int k = 0; k <= last; k++) {
        const real next = k < last ? b[k + 1] : i->t1;
        if (ivp_abs(t - b[k]) < near || (k == last && ivp_abs(t - next) < near))
            return (b[k] + next) / 2;
    }
    return t;
}

/* Point k: the start itself (but for the time), or every coordinate moved by up to reach (1
 * + its modulus), for odd k with all signs turned. */
static void place(probe *p, int k, real reach)
{
    place_at_start(p);
    p->seed = 7ul * (unsigned long)k + 1ul;
    for (int j = 0; k && j < p->nz; j++) {
        p->z[j] += (1 + ivp_abs(p->z[j])) * reach * probe_uniform(p);
        if (k % 2 && j) p->z[j] = -p->z[j];
    }
    p->z[0] = off_breaks(p->i, p->i->t0 + R(0.1) * k * (p->i->t1 - p->i->t0));
    for (int j = 0; j < p->nz; j++) p->dz[j] = probe_uniform(p);
}

void contract_hold_sides(instance *i, const ivp_state *s)
{
    for (int k = 0; k < i->nevents; k++) {
        const ivp_event *event = &i->problem->events[k];
        if (event->direction || event->needs_a) continue;
        i->side[k] = instance_guard(i, event, s) > 0 ? 1 : -1;
    }
    if (i->nevents) instance_sync(i);
}

static void hold_sides(probe *p)
{
    const ivp_state s = p->m
                            ? mech_state(p->m, p->z[0], p->z + 1)
                            : (ivp_state){ .t = p->z[0], .y = p->z + 1, .yp = p->z + 1 + p->n };
    contract_hold_sides(p->i, &s);
}

/* A neighbour outside the domain is pulled towards the start. */
static ivp_status place_inside(probe *p, int k)
{
    ivp_status st = IVP_DOMAIN;
    real reach = 1;
    for (int pull = 0; st && pull < 5; pull++) {
        place(p, k, reach /= 10);
        hold_sides(p);
        st = probe_evaluate(p, PROBE_ALL, p->z, p->out);
    }
    return st;
}

ivp_status probe_evaluate(probe *p, unsigned want, const real *z, real *out)
{
    const instance *i = p->i;
    const ivp_problem *problem = i->problem;
    const int n = p->n;
    if (!p->m) memset(out, 0, (size_t)p->nout * sizeof(real));
    ivp_status st = IVP_OK;
    const ivp_state s = { .t = z[0], .y = z + 1, .yp = z + 1 + n };
    if (p->m) {
        ivp_state at = mech_state(p->m, z[0], z + 1);
        at.lambda = at.x + p->m->nx;
        st = mech_terms(p->m, want, &at);
        memcpy(out, p->m->at.M.a, (size_t)p->nout * sizeof(real));
    } else if (problem->form == IVP_DAE) {
        st = problem->dae.F(&s, out, i->p);
    } else {
        st = problem->ode.f(&s, out, i->p);
        if (!st && problem->form == IVP_LIN)
            st = problem->ode.mass(&s, (ivp_mat){ n, n, n, out + n }, i->p);
    }
    return st ? st : vec_finite(out, (size_t)p->nout) ? IVP_OK : IVP_DOMAIN;
}

real probe_guard(const probe *p, int k, const real *z)
{
    const instance *i = p->i;
    ivp_state s = { .t = z[0], .y = z + 1, .yp = i->start_yp };
    if (p->m) {
        s = mech_state(p->m, z[0], z + 1);
        s.a = i->start + p->n;
        s.lambda = z + 1 + p->n;
    }
    return instance_guard(i, &i->problem->events[k], &s);
}

ivp_status probe_derive(probe *p, const real *dz, real *d)
{
    struct cstep *twin = p->i->twin;
    if (p->m) {
        const ivp_terms *a = &p->m->along;
        const cstep_blocks to = { a->M.a, a->G.a, a->f, a->d, a->g, a->gt, a->gamma };
        ivp_status st = mech_along(p->m, PROBE_ALL, p->z, dz, &to);
        memcpy(d, a->M.a, (size_t)p->nout * sizeof(real));
        return st;
    }
    if (p->i->problem->form == IVP_DAE) return cstep_F(twin, p->z, dz, d);
    ivp_status st = cstep_f(twin, p->z, dz, d);
    if (!st && p->i->problem->form == IVP_LIN)
        st = cstep_mass(twin, p->z, dz, p->n, 0, d + p->n);
    return st;
}

static void add_block(probe *p, const char *name, unsigned want, int rows, int cols)
{
    p->block[p->nblocks++] = (probe_block){ name, want, rows, cols, p->nout };
    p->nout += rows * cols;
}

static void set_blocks(probe *p)
{
    const ivp_sizes *s = &p->i->sizes;
    const int n = s->n, nq = s->nq, ng = s->ng;
    const ivp_form form = p->i->problem->form;
    p->nz = 1 + (form == IVP_DAE ? 2 * n : n) + (form == IVP_MECH ? ng : 0);
    if (form == IVP_MECH) { /* the order of mech_terms' storage */
        add_block(p, "M", IVP_M, nq, nq);
        add_block(p, "G", IVP_GQ, ng, nq);
        add_block(p, "f", IVP_F, nq, 1);
        add_block(p, "gamma", IVP_GAMMA, ng, 1);
        add_block(p, "g", IVP_CON, ng, 1);
        add_block(p, "gt", IVP_GT, ng, 1);
        add_block(p, "d", IVP_D, s->nx, 1);
    } else {
        add_block(p, form == IVP_DAE ? "F" : "f", 0, n, 1);
        if (form == IVP_LIN) add_block(p, "M", 0, n, n);
    }
}

/* Storage of the points and vectors; the caller frees it. */
static real *storage(probe *p)
{
    const size_t nz = (size_t)p->nz, nout = (size_t)p->nout;
    real *at = calloc(2 * nz + 4 * nout, sizeof *at);
    if (!at) return NULL;
    p->z = at;
    p->dz = p->z + nz;
    p->out = p->dz + nz;
    p->d = p->out + nout;
    p->e = p->d + nout;
    p->w = p->e + nout;
    return at;
}

bool probe_visit(instance *i, bool (*test)(probe *, void *, reason *), void *context,
                 reason *why)
{
    probe p = { .i = i, .n = i->sizes.n };
    if (i->mech && mech_full(i->mech, &p.m))
        return reason_set(why, "not enough memory for the check");
    set_blocks(&p);
    real *store = storage(&p);
    if (!store) return reason_set(why, "not enough memory for the check");
    bool good = true;
    for (int k = 0; good && k < POINTS; k++) {
        p.point = k;
        const ivp_status st = place_inside(&p, k);
        if (!st)
            good = test(&p, context, why);
        else if (k == 0)
            good = reason_set(why, "the functions fail at the start (%s)", status_name(st));
    }
    free(store);
    instance_reset(i);
    return good;
}

struct plain_test {
    bool (*test)(probe *, reason *);
};

static bool run_plain(probe *p, void *context, reason *why)
{
    return ((struct plain_test *)context)->test(p, why);
}

bool probe_everywhere(instance *i, bool (*test)(probe *, reason *), reason *why)
{
    return probe_visit(i, run_plain, &(struct plain_test){ test }, why);
}

const char *probe_differs(const probe *p, const real *a, const real *b)
{
    for (int k = 0; k < p->nblocks; k++) {
        const probe_block *at = &p->block[k];
        for (int j = at->offset; j < at->offset + at->rows * at->cols; j++)
            if (a[j] != b[j]) return at->name;
    }
    return NULL;
}

/* The largest entry of B, and whether no entry of A is further from B's than what the weakest
 * row may be: seen column by column, as they lie in memory, and in most cases enough. */
static bool agree_by_far(ivp_mat A, ivp_mat B, real tolerance, real floor, real *all)
{
    real most = 0;
    bool known = true;
    *all = 0;
    for (int j = 0; j < A.cols; j++) {
        const real *a = ivp_at(A, 0, j), *b = ivp_at(B, 0, j);
        for (int k = 0; k < A.rows; k++) {
            const real apart = ivp_abs(a[k] - b[k]);
            *all = ivp_max(*all, ivp_abs(b[k]));
            most = ivp_max(most, apart);
            known = known && apart >= 0;
        }
    }
    return known && most <= tolerance * R(1e-3) * *all + floor;
}

bool probe_agree(const char *what, ivp_mat A, ivp_mat B, real tolerance, real floor,
                 reason *why)
{
    real all;
    if (agree_by_far(A, B, tolerance, floor, &all)) return true;
    for (int k = 0; k < A.rows; k++) {
        real row = R(1e-3) * all;
        for (int j = 0; j < A.cols; j++) row = ivp_max(row, ivp_abs(*ivp_at(B, k, j)));
        for (int j = 0; j < A.cols; j++) {
            const real a = *ivp_at(A, k, j), b = *ivp_at(B, k, j);
            if (!(ivp_abs(a - b) <= tolerance * row + floor))
                return reason_set(why, "%s: entry (%d, %d) is %.15g, should be %.15g", what,
                                  k + 1, j + 1, (double)a, (double)b);
        }
    }
    return true;
}
