/* curves.c -- the points of a ladder as a work-precision curve.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_rng.h>

#include "bench/base/util.h"
#include "reports/board/rungs.h"

static bool is_point(const entry *e)
{
    return e->r.outcome == OUTCOME_OK && e->digits.known && !e->digits.hollow && e->cpu.n > 0 &&
           !*e->not_deterministic;
}

/* ---- points ------------------------------------------------------------------------------ */

/* One a rung: its run, or the mean of its runs, which is a cost of its own. */
typedef struct points {
    int n;
    cost_point *at;
    cost *means;
} points;

static void points_free(points *p)
{
    free(p->at);
    free(p->means);
}

/* The runs from k on: at least half of them must be points. */
static void add_mean(points *p, const board *b, int k, int end)
{
    const cost **part = need(calloc((size_t)(end - k), sizeof *part));
    double sum = 0;
    int n = 0;
    for (int i = k; i < end; i++) {
        const entry *e = &b->entries[i];
        if (!is_point(e)) continue;
        sum += e->digits.value;
        part[n++] = &e->cpu;
    }
    if (n && 2 * n >= end - k) {
        p->means[p->n] = cost_mean(part, n);
        p->at[p->n] = (cost_point){ sum / n, &p->means[p->n] };
        p->n++;
    }
    free(part);
}

static points points_new(const ladder *l)
{
    return (points){ 0, need(calloc((size_t)l->n + 1, sizeof(cost_point))),
                     need(calloc((size_t)l->n + 1, sizeof(cost))) };
}

static points points_of(const board *b, const ladder *l)
{
    points p = points_new(l);
    for (int k = l->first, end; k < l->first + l->n; k = end) {
        end = rung_end(b, l, k);
        add_mean(&p, b, k, end);
    }
    return p;
}

/* One run of each rung, drawn by chance. */
static points points_drawn(const board *b, const ladder *l, gsl_rng *by)
{
    points p = points_new(l);
    for (int k = l->first, end; k < l->first + l->n; k = end) {
        end = rung_end(b, l, k);
        const int one =
            end - k > 1 ? k + (int)gsl_rng_uniform_int(by, (unsigned long)(end - k)) : k;
        add_mean(&p, b, one, one + 1);
    }
    return p;
}

/* ---- curves ------------------------------------------------------------------------------ */

cost_curve *curves_new(const board *b, const ladder *l)
{
    points p = points_of(b, l);
    cost_curve *c = cost_curve_new(p.at, p.n);
    points_free(&p);
    return c;
}

static cost_curve *curve_at(const points *p, double level)
{
    cost_curve *c = cost_curve_new(p->at, p->n);
    const cost *cheapest = NULL;
    if (isfinite(cost_at(c, level))) return c;
    cost_curve_free(c);
    for (int k = 0; k < p->n; k++) {
        if (p->at[k].digits < level) continue;
        if (!cheapest || p->at[k].cost->median < cheapest->median) cheapest = p->at[k].cost;
    }
    const cost_point at = { level, cheapest };
    return cost_curve_new(&at, cheapest != NULL);
}

cost_curve *curves_at(const board *b, const ladder *l, double level)
{
    points p = points_of(b, l);
    cost_curve *c = curve_at(&p, level);
    points_free(&p);
    return c;
}

/* What the level costs on one drawn curve; infinite where it does not arrive. */
static double drawn_cost(const board *b, const ladder *l, double level, gsl_rng *by)
{
    points p = points_drawn(b, l, by);
    cost_curve *c = curve_at(&p, level);
    const double s = cost_at(c, level);
    points_free(&p);
    cost_curve_free(c);
    return isfinite(s) ? s : INFINITY;
}

double curves_stability(const board *b, const ladder *x, const ladder *y, double level)
{
    enum { DRAWS = 400, SEED = 14 };
    int held = 0;
    if (!ladder_is_jittered(b, x) && !ladder_is_jittered(b, y)) return NAN;
    gsl_rng *by = need(gsl_rng_alloc(gsl_rng_taus2));
    gsl_rng_set(by, SEED);
    for (int i = 0; i < DRAWS; i++) {
        const double s = drawn_cost(b, x, level, by), t = drawn_cost(b, y, level, by);
        held += s < t;
    }
    gsl_rng_free(by);
    return (double)held / DRAWS;
}

bool curves_at_the_bar(const board *b, const ladder *l, double level)
{
    bool any = false;
    for (int k = l->first; k < l->first + l->n; k++) {
        const digits *d = &b->entries[k].digits;
        if (!d->known || d->value < level) continue;
        if (!d->hollow) return false;
        any = true;
    }
    return any;
}

bool curves_comparable(const board *b, const ladder *x, const ladder *y)
{
    return x != y && b->entries[x->first].machine &&
           !strcmp(b->entries[x->first].machine, b->entries[y->first].machine);
}
