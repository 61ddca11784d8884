/* prose_figure.c -- what to see in a figure, in a sentence.
 *
 * Named are the least and the largest of what it shows, of runs with as many digits as the
 * front page asks for, six, or as many as anybody has.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/page/prose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/metrics/order.h"

enum { LABEL = 512, MOST_RUNGS = 128 };
static const double usual_level = 6;

/* ---- what to see in a figure ------------------------------------------------------------- */

typedef struct view { /* of the runs of a problem */
    const board *b;
    const group *g;
    bool mescd;
    int quantity;
    double level; /* digits that a run must have */
} view;

static const digits *digits_in(const view *v, const entry *e)
{
    return v->mescd ? &e->mescd : &e->scd;
}

/* Six digits, or as many whole ones as the best run has. */
static double level_of(const view *v)
{
    double most = -INFINITY;
    for (int i = v->g->first; i < v->g->first + v->g->n; i++) {
        const digits *d = digits_in(v, &v->b->entries[i]);
        if (d->known) most = fmax(most, d->value);
    }
    return fmin(usual_level, floor(most));
}

typedef double (*measure)(const view *v, const entry *e);

static double of_seconds(const view *v, const entry *e)
{
    (void)v;
    return e->cpu.median;
}

static double of_f(const view *v, const entry *e)
{
    (void)v;
    return (double)entry_counter(e, "n_f");
}

static double of_steps(const view *v, const entry *e)
{
    (void)v;
    const long n = entry_steps(e);
    return n < 0 ? NAN : (double)n;
}

static double of_drift(const view *v, const entry *e)
{
    (void)v;
    return e->drift[0];
}

static double of_trajectory(const view *v, const entry *e)
{
    const trajectory_error *x = v->quantity < e->nquantities
                                    ? &e->quantities[v->quantity].error[TRAJECTORY_EXACT]
                                    : NULL;
    return x && x->n ? x->max : NAN;
}

/* Runs with digits enough of the least and the largest value above zero. */
static int extremes(const view *v, measure of, const entry *end[2])
{
    int n = 0;
    end[0] = end[1] = NULL;
    for (int i = v->g->first; i < v->g->first + v->g->n; i++) {
        const entry *e = &v->b->entries[i];
        const digits *d = digits_in(v, e);
        const double value = of(v, e);
        if (e->r.outcome != OUTCOME_OK || !d->known || d->value < v->level || !(value > 0))
            continue;
        if (!end[0] || value < of(v, end[0])) end[0] = e;
        if (!end[1] || value > of(v, end[1])) end[1] = e;
        n++;
    }
    return n;
}

/* "Of 40 runs with at least 6 digits (scd) A has the fewest steps (12), B the most (9000)." */
static void say_extremes(const view *v, measure of, const char *least, const char *largest,
                         const char *unit, FILE *f)
{
    const entry *end[2];
    char names[2][2 * LABEL];
    const int n = extremes(v, of, end);
    if (n < 2 || end[0] == end[1]) return;
    for (int i = 0; i < 2; i++) prose_run(v->b, end[i], names[i], sizeof names[i]);
    fprintf(
        f,
        "To see: of %d runs with at least %g digits (%s) %s has %s (%.3g%s), %s %s (%.3g%s).",
        n, v->level, v->mescd ? "mescd" : "scd", names[0], least, of(v, end[0]), unit, names[1],
        largest, of(v, end[1]), unit);
}

/* Least squares of digits over -log10 of the rungs; NAN of fewer than three runs. */
static double digits_a_decade(const view *v, const ladder *l)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        const digits *d = digits_in(v, &v->b->entries[k]);
        const double at = -log10(entry_rung(&v->b->entries[k]));
        if (!d->known || !isfinite(d->value) || d->capped) continue;
        n++, x += at, y += d->value, xx += at * at, xy += at * d->value;
    }
    const double width = n * xx - x * x;
    return n >= 3 && width > 0 ? (n * xy - x * y) / width : NAN;
}

static void say_tolerance(const view *v, FILE *f)
{
    double low = INFINITY, high = -INFINITY;
    char names[2][LABEL] = { "", "" };
    for (int i = v->g->ladder; i < v->g->ladder + v->g->nladders; i++) {
        const ladder *l = &v->b->ladders[i];
        const double slope = l->steps ? NAN : digits_a_decade(v, l);
        if (slope < low) ladder_label(v->b, l, names[0], LABEL);
        if (slope > high) ladder_label(v->b, l, names[1], LABEL);
        low = fmin(low, slope);
        high = fmax(high, slope);
    }
    if (low < high)
        fprintf(f,
                "To see: a decade of rtol buys from %.2f digits (%s, %s) to %.2f (%s), by a "
                "straight line through each ladder; 1 keeps what the tolerance promises.",
                low, v->mescd ? "mescd" : "scd", names[0], high, names[1]);
}

/* As in the figure: orders that are claimed, with their intervals. */
static void say_orders(const view *v, FILE *f)
{
    int claimed = 0, others = 0;
    for (int i = v->g->ladder; i < v->g->ladder + v->g->nladders; i++) {
        const ladder *l = &v->b->ladders[i];
        double h[MOST_RUNGS], error[MOST_RUNGS];
        char label[LABEL];
        int n = 0;
        if (!l->steps) continue;
        for (int k = l->first; k < l->first + l->n && n < MOST_RUNGS; k++) {
            const digits *d = digits_in(v, &v->b->entries[k]);
            h[n] = entry_rung(&v->b->entries[k]);
            error[n++] = d->known && !d->capped ? pow(10, -d->value) : NAN;
        }
        const observed_order o = order_observe(h, error, n);
        if (!order_is_claimed(&o)) {
            others++;
            continue;
        }
        ladder_label(v->b, l, label, sizeof label);
        fprintf(f, "%s%s %.2f [%.2f, %.2f]", claimed++ ? ", " : "To see: orders ", label,
                o.order, o.low, o.high);
    }
    if (others)
        fprintf(f, "%s%d ladder%s of steps show%s no order",
                claimed ? "; " : "To see: ", others, others > 1 ? "s" : "",
                others > 1 ? "" : "s");
    if (claimed + others) fputc('.', f);
}

char *prose_figure(const board *b, const group *g, prose_kind kind, bool mescd, int which)
{
    view v = { .b = b, .g = g, .mescd = mescd, .quantity = which };
    char *text = NULL;
    size_t size;
    FILE *f = need(open_memstream(&text, &size));
    v.level = level_of(&v);
    if (kind == PROSE_CPU)
        say_extremes(&v, of_seconds, "the least CPU time", "the most", " s", f);
    else if (kind == PROSE_F)
        say_extremes(&v, of_f, "the fewest evaluations of f", "the most", "", f);
    else if (kind == PROSE_TOLERANCE)
        say_tolerance(&v, f);
    else if (kind == PROSE_STEP)
        say_orders(&v, f);
    else if (kind == PROSE_STEPS)
        say_extremes(&v, of_steps, "the fewest steps", "the most", "", f);
    else if (kind == PROSE_DRIFT)
        say_extremes(&v, of_drift, "the least violation of positions", "the largest", "", f);
    else
        say_extremes(&v, of_trajectory, "the least error along its trajectory", "the largest",
                     "", f);
    fclose(f);
    return text;
}
