/* look.c -- defects along a trajectory, counted row by row.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/look_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VECTORS = 8 };

/* Parts of what a row is made of, of its component's largest value over the interval, and how
 * often what the errors of the trajectory do to it. */
static const real of_parts = R(1e-6), of_peak = R(1e-7), of_errors = 100;

look *look_create(instance *i, const real *peak)
{
    const size_t n = (size_t)i->sizes.n, nc = (size_t)instance_ncomponents(i);
    const size_t ne = (size_t)i->nevents, nn = i->problem->form == IVP_LIN ? n * n : 0;
    look *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (look){ .i = i, .n = (int)n, .ne = (int)ne, .peak = peak, .last = (real)i->t0 };
    l->row = calloc(n, sizeof *l->row);
    l->guard = calloc(ne + 1, sizeof *l->guard);
    l->z = calloc(nc + VECTORS * n + 2 * nn + ne, sizeof *l->z);
    if (!l->row || !l->guard || !l->z) {
        look_destroy(l);
        return NULL;
    }
    for (size_t k = 0; k < ne; k++) l->guard[k].turn = (real)NAN;
    real **const parts[VECTORS] = { &l->F,      &l->size, &l->other,  &l->moved,
                                    &l->movedp, &l->zero, &l->wobble, &l->unused };
    for (size_t k = 0; k < VECTORS; k++) *parts[k] = l->z + nc + k * n;
    l->M = l->z + nc + VECTORS * n;
    l->M0 = l->M + nn;
    l->value = l->M0 + nn;
    return l;
}

void look_destroy(look *l)
{
    if (!l) return;
    free(l->row);
    free(l->guard);
    free(l->z);
    free(l);
}

/* ---- defects ----------------------------------------------------------------------------- */

static real plain_limit(const look *l, int k)
{
    const ivp_form form = l->i->problem->form;
    const real span = (real)l->i->t1 - (real)l->i->t0;
    const bool explicit_form = form == IVP_ODE || form == IVP_MECH;
    return of_parts * l->size[k] + (explicit_form ? of_peak * l->peak[k] / span : 0);
}

static bool within(const look *l)
{
    bool all = true;
    for (int k = 0; k < l->n; k++) all = all && ivp_abs(l->F[k]) <= R(1e-3) * plain_limit(l, k);
    return all;
}

/* Signs of the errors: bits of 11 (k + 1) mod 16, so that of any two neighbours among sixteen
 * components some pattern moves them apart. Where two always moved alike, what they do to a row
 * could cancel. */
enum { PATTERNS = 4 };
static int sign_of(int k, int turn) { return (11 * (k + 1) % 16) >> turn & 1 ? 1 : -1; }

static void move(look *l, const look_point *p, int turn)
{
    for (int k = 0; k < l->n; k++) {
        l->moved[k] = p->y[k] + sign_of(k, turn) * p->error[k];
        l->movedp[k] = p->yp[k] + sign_of(k + 5, turn) * p->slope_error[k];
    }
}

/* Largest change of each row by the errors; false where that cannot be evaluated. */
static bool find_wobble(look *l, const look_point *p)
{
    for (int turn = 0; turn < PATTERNS; turn++) {
        move(l, p, turn);
        if (look_rows(l, p->t, l->moved, l->movedp, l->other, l->unused)) return false;
        for (int k = 0; k < l->n; k++)
            l->wobble[k] = ivp_max(turn ? l->wobble[k] : 0, ivp_abs(l->other[k] - l->F[k]));
    }
    return true;
}

static void judge_row(look *l, real t, int k, real limit)
{
    const real off = ivp_abs(l->F[k]);
    const double part = (double)(off / ivp_max(limit, R(1e-300)));
    look_row *row = &l->row[k];
    l->seen.worst = fmax(l->seen.worst, part);
    if (part <= 1) return;
    if (!row->count++) *row = (look_row){ 1, t, l->F[k], l->size[k] };
}

/* The errors are asked for only where they may matter: that costs four times as much as the
 * defect. */
static void judge_rows(look *l, const look_point *p)
{
    const bool near = within(l), known = !near && find_wobble(l, p);
    for (int k = 0; k < l->n && (near || known); k++)
        judge_row(l, p->t, k, plain_limit(l, k) + (near ? 0 : of_errors * l->wobble[k]));
}

void look_at(look *l, const look_point *p)
{
    if (look_rows(l, p->t, p->y, p->yp, l->F, l->size)) return;
    l->seen.times++;
    l->seen.width = fmax(l->seen.width, (double)(p->t - l->last));
    l->last = p->t;
    look_guards(l, p);
    judge_rows(l, p);
}

look_seen look_end(look *l, real t, complaints *c)
{
    l->seen.width = fmax(l->seen.width, (double)(t - l->last));
    for (int k = 0; k < l->n; k++) {
        const look_row *row = &l->row[k];
        char often[40] = "";
        if (row->count > 1)
            snprintf(often, sizeof often, ", and at %d later times", row->count - 1);
        if (row->count)
            complaints_add(
                c,
                "row %d of the equations is off by %.2g (its parts are %.2g) at t = %.9g%s: "
                "steps saw nothing of what happens there, or a guard is on its other side",
                k + 1, (double)row->off, (double)row->size, (double)row->t, often);
    }
    if (l->mass_varied)
        complaints_add(
            c,
            "the mass matrix varies along the solution, and .ode.mass_varies does not say so");
    look_guards_end(l, c);
    return l->seen;
}

/* ---- times ------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* By the cost of the rows at the start, and as much for the trajectory. */
int look_afford(instance *i, double seconds)
{
    enum { TRIALS = 16, LEAST = 256, MOST = 1 << 17 };
    look *l = look_create(i, i->start);
    if (!l) return LEAST;
    const clock_t began = clock();
    for (int k = 0; k < TRIALS; k++)
        look_rows(l, (real)i->t0, i->start, i->start_yp, l->F, l->size);
    const double each = 2 * (double)(clock() - began) / CLOCKS_PER_SEC / TRIALS;
    int n = LEAST;
    while (2 * n * each < seconds && n < MOST) n *= 2;
    look_destroy(l);
    return n;
}

void look_times(double t0, double t1, int n, double *t)
{
    for (int k = 0; k < n; k++) {
        const double x = (k + (double)R(0.5)) * (double)R(0.6180339887498949);
        t[k] = t0 + (t1 - t0) * (x - floor(x));
    }
}

void look_sort(double *t, int n) { qsort(t, (size_t)n, sizeof *t, compare); }
