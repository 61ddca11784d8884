/* track.c -- the trajectory in pieces, from samples on the steps of half A.
 *
 * The samples are ends of steps, not values of a stage polynomial between them: that has the
 * order of the stages only. A piece covers about six steps of the tight run, so two of them
 * that are alike make one interval of the source.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/track.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/flow/fit.h"
#include "reference/make/certify.h"

/* Components without accelerations and multipliers, then observables. */
static int columns_of(const job *j, int *column)
{
    const ivp_sizes *s = &j->i->sizes;
    const int kept = j->i->problem->form == IVP_MECH ? 2 * s->nq + s->nx : j->nc;
    int w = 0;
    for (int k = 0; k < j->width; k++)
        if (k < kept || k >= j->nc) column[w++] = k;
    return w;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool is_break(const job *j, double t)
{
    for (int k = 0; k < j->breaks.n; k++)
        if ((double)j->breaks.at[k].t == t) return true;
    return false;
}

static double length_of(const job_steps *s, int k, double t0)
{
    return k < s->n ? s->t[k] - (k ? s->t[k - 1] : t0) : 0;
}

/* Ends of intervals from the steps: each in so many parts, or with parts = 0 two alike as one:
 * pieces are longer than that, and every sample is a step of the run through them. */
static int divide(const job_steps *s, int parts, double t0, double *t)
{
    double from = t0;
    int n = 0;
    for (int k = 0; k < s->n; from = s->t[k++]) {
        const double h = length_of(s, k, t0), next = length_of(s, k + 1, t0);
        if (parts == 0 && next > h / 2 && next < 2 * h) k++;
        const int m = parts > 0 ? parts : 1;
        for (int l = 1; l <= m; l++) t[n++] = from + (s->t[k] - from) * l / m;
    }
    return n;
}

/* Ascending times without splinters: a break or the end replaces a neighbour that is too close.
 * Returns how many intervals there are. */
static int clean(const job *j, const double *t, int n, double *out)
{
    const double t0 = j->i->t0, t1 = j->i->t1, least = (double)R(1e-11) * (t1 - t0);
    int kept = 0;
    out[0] = t0;
    for (int k = 0; k < n; k++) {
        const double last = out[kept];
        const bool hard = t[k] == t1 || is_break(j, t[k]), close = t[k] - last < least;
        if (t[k] <= last || t[k] > t1 || (!hard && close)) continue;
        if (hard && kept && close && !is_break(j, last)) kept--;
        out[++kept] = t[k];
    }
    return kept;
}

static bool find_intervals(const job *j, const job_steps *steps, int parts, fit_source *s)
{
    const size_t most =
        (size_t)steps->n * (size_t)(parts > 0 ? parts : 1) + (size_t)j->breaks.n + 2;
    double *t = calloc(most, sizeof *t);
    s->seam = calloc(most, sizeof *s->seam);
    s->t = calloc(most + 1, sizeof *s->t);
    if (t && s->t && s->seam) {
        int n = divide(steps, parts, j->i->t0, t);
        t[n++] = j->i->t1;
        for (int k = 0; k < j->breaks.n; k++) t[n++] = (double)j->breaks.at[k].t;
        qsort(t, (size_t)n, sizeof *t, compare_times);
        s->n = clean(j, t, n, s->t);
        for (int i = 1; i < s->n; i++) s->seam[i] = is_break(j, s->t[i]);
    }
    free(t);
    return t && s->t && s->seam;
}

/* Rows of the columns at the samples of all intervals. */
static ivp_status sample(job *j, fit_source *s, const recipe_run *run, const int *column,
                         const runs_context *context, reason *why)
{
    const size_t n = (size_t)s->n * FIT_NODES, width = (size_t)s->width;
    double *times = calloc(n, sizeof *times);
    s->rows = calloc(n * width, sizeof *s->rows);
    if (!times || !s->rows) return free(times), IVP_E_NOMEM;
    for (size_t k = 0; k < n; k++)
        times[k] = fit_time(s, (int)(k / FIT_NODES), (int)(k % FIT_NODES));
    one_run one = { .run = *run, .label = "trajectory", .times = times, .n = (int)n };
    const ivp_status status = runs_make(j, &one, 1, context, why);
    for (size_t k = 0; k < n && !status; k++)
        for (size_t i = 0; i < width; i++)
            s->rows[k * width + i] = one.rows[k * (size_t)j->width + (size_t)column[i]];
    if (!status) runs_forget(j, &one, 1, context);
    runs_free(&one, 1);
    free(times);
    return status;
}

static double largest_bar(const ref *r, int k)
{
    double most = 0;
    for (int s = 0; s < r->nstates; s++) most = fmax(most, r->states[s].v[k].bar);
    return most;
}

/* On the whole way where a run has looked, else at the stored times. */
static double largest_value(const ref *r, const one_run *along, int n, int k)
{
    double most = along->steps.peak && k < n ? (double)along->steps.peak[k] : 0;
    for (int s = 0; s < r->nstates; s++) most = fmax(most, fabs(r->states[s].v[k].half[REF_A]));
    return most;
}

/* What a column counts as at least: no finer than 1e-16 of it is its bar, and what
 * certify_nothing() takes for rounding counts as the largest of its kind. */
static real *floors(const job *j, const ref *r, const one_run *along, const int *column,
                    int width)
{
    real *floor = calloc((size_t)width + 1, sizeof *floor), most = 0;
    for (int k = 0; floor && k < width; k++) {
        floor[k] = (real)largest_value(r, along, j->i->sizes.n, column[k]);
        if (column[k] < j->nc) most = ivp_max(most, floor[k]);
    }
    for (int k = 0; floor && k < width; k++) {
        const real bar = ivp_max((real)largest_bar(r, column[k]), 0);
        floor[k] = certify_nothing(floor[k], most) ? most : bar / R(1e-16);
    }
    return floor;
}

static void source_free(fit_source *s)
{
    free(s->t);
    free(s->seam);
    free(s->rows);
    free(s->scale);
    *s = (fit_source){ .width = s->width, .floor = s->floor };
}

/* Intervals are halved until sixteen samples tell all about each. */
static ivp_status resolve(job *j, fit_source *s, const one_run *along, const recipe_run *run,
                          const int *column, const runs_context *context, reason *why)
{
    real tail = INFINITY;
    for (int parts = 0; parts <= 8; parts = parts ? 2 * parts : 1) {
        source_free(s);
        s->scale = calloc((size_t)s->width, sizeof *s->scale);
        if (!s->scale || !find_intervals(j, &along->steps, parts, s)) return IVP_E_NOMEM;
        const ivp_status status = sample(j, s, run, column, context, why);
        if (status) return status;
        tail = fit_prepare(s);
        if (tail < R(1e-17)) return IVP_OK;
    }
    reason_set(why, "%s: the trajectory is not smooth between steps (%.1e remains)",
               j->i->problem->name, (double)tail);
    return IVP_DOMAIN;
}

static bool finish(const job *j, ref *r, const fit_source *s, const int *column)
{
    ref_pieces *p = &r->pieces;
    double *error = calloc((size_t)s->width, sizeof *error);
    const bool fitted = error && fit_pieces(s, p, error);
    p->names = calloc((size_t)s->width, sizeof *p->names);
    p->bar = error;
    if (!fitted || !p->names) return false;
    for (int k = 0; k < s->width; k++) {
        job_name(j, column[k], p->names[k]);
        /* and the rounding of their evaluation in double */
        p->bar[k] += largest_bar(r, column[k]) + (double)(R(3e-16) * s->scale[k]);
    }
    return true;
}

ivp_status track_pieces(job *j, ref *r, const one_run runs[RUN_COUNT],
                        const runs_context *context, reason *why)
{
    int *column = calloc((size_t)j->width, sizeof *column);
    if (!column) return IVP_E_NOMEM;
    fit_source s = { .width = columns_of(j, column) };
    const one_run *A = &runs[RUN_A_TIGHT], *along = A->steps.n ? A : &runs[RUN_B_TIGHT];
    real *const floor = floors(j, r, along, column, s.width);
    s.floor = floor;
    if (!floor) return free(column), IVP_E_NOMEM;
    ivp_status status = resolve(j, &s, along, &A->run, column, context, why);
    if (!status && !finish(j, r, &s, column)) status = IVP_E_NOMEM;
    source_free(&s);
    free(floor);
    free(column);
    return status;
}
