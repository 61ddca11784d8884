/* error_chart.c -- see the header.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/error_chart.h"

#include <math.h>
#include <stdlib.h>

#include "reports/figures/border.h"
#include "reports/figures/figure.h"
#include "reports/figures/front.h"

enum { MOST_RUNGS = 128 };
/* Of the frame: a row of failures. */
static const double row_height = 0.034;

double error_of(const error_chart *c, const entry *e)
{
    const digits *y = c->y->of(e);
    return e->r.outcome == OUTCOME_OK && y->known ? pow(10, -y->value) : NAN;
}

static bool is_located(const diagram *d, const ladder *l)
{
    return !d->board->entries[l->first].r.cell.no_events;
}

bool error_chart_has(const error_chart *c, const ladder *l, int panel)
{
    return l->group == c->d->group && l->steps == c->steps &&
           (panel < 0 || is_located(c->d, l) == (panel == 0));
}

static bool has_tolerances(const diagram *d, const ladder *l)
{
    return l->group == d->group && !l->steps && is_located(d, l);
}

static bool has_steps(const diagram *d, const ladder *l)
{
    return l->group == d->group && l->steps && is_located(d, l);
}

static bool has_blind_tolerances(const diagram *d, const ladder *l)
{
    return l->group == d->group && !l->steps && !is_located(d, l);
}

static bool has_blind_steps(const diagram *d, const ladder *l)
{
    return l->group == d->group && l->steps && !is_located(d, l);
}

/* Each panel has curves of its own in front. */
static bool *choose(const error_chart *c)
{
    bool *front =
        front_chosen(c->d, c->steps ? has_steps : has_tolerances, c->y, &cost_axes[0]);
    bool *blind = front_chosen(c->d, c->steps ? has_blind_steps : has_blind_tolerances, c->y,
                               &cost_axes[0]);
    for (int i = 0; i < c->d->board->nladders; i++) front[i] = front[i] || blind[i];
    free(blind);
    return front;
}

char error_letter(const error_chart *c, const entry *e)
{
    return border_letter(e, c->y->of(e));
}

static bool has_failures(const error_chart *c, const ladder *l)
{
    for (int k = l->first; k < l->first + l->n; k++)
        if (error_letter(c, &c->d->board->entries[k])) return true;
    return false;
}

bool error_has_row(const error_chart *c, int i)
{
    return c->front[i] && has_failures(c, &c->d->board->ladders[i]);
}

static void measure_ranges(error_chart *c)
{
    const board *b = c->d->board;
    c->rung = c->error = span_empty();
    for (int i = 0; i < b->nladders; i++) {
        const ladder *l = &b->ladders[i];
        if (!error_chart_has(c, l, -1)) continue;
        c->panels |= is_located(c->d, l) ? 1 : 2;
        c->rows += error_has_row(c, i);
        for (int k = l->first; k < l->first + l->n; k++) {
            span_add(&c->rung, entry_rung(&b->entries[k]));
            if (!error_letter(c, &b->entries[k]))
                span_add(&c->error, error_of(c, &b->entries[k]));
        }
    }
}

observed_order error_order(const error_chart *c, const ladder *l)
{
    double h[MOST_RUNGS], error[MOST_RUNGS];
    int n = 0;
    for (int k = l->first; k < l->first + l->n && n < MOST_RUNGS; k++) {
        h[n] = entry_rung(&c->d->board->entries[k]);
        error[n++] = error_of(c, &c->d->board->entries[k]);
    }
    return order_observe(h, error, n);
}

/* Without an order a diagram over step sizes says nothing: errors of a method that steps across
 * events, or of steps that are too long, are chance. */
static bool has_order(const error_chart *c)
{
    for (int i = 0; i < c->d->board->nladders; i++) {
        const ladder *l = &c->d->board->ladders[i];
        const observed_order o =
            error_chart_has(c, l, -1) ? error_order(c, l) : (observed_order){ 0 };
        if (order_is_claimed(&o) && o.order > 0.5) return true;
    }
    return false;
}

bool error_chart_measure(error_chart *c)
{
    c->front = choose(c);
    measure_ranges(c);
    const bool one_point = !c->rows && !(c->error.low < c->error.high);
    if (span_is_empty(&c->error) || one_point || (c->steps && !has_order(c))) return false;
    figure_decades(&c->error.low, &c->error.high);
    const double share = row_height * (c->rows + 0.6);
    const double decades = log10(c->error.high / c->error.low);
    c->top = c->error.high * pow(10, c->rows ? decades * share / (1 - share) : 0);
    return true;
}

double error_row_height(const error_chart *c, int row)
{
    return c->error.high * pow(c->top / c->error.high, 1 - (row + 1.0) / (c->rows + 0.6));
}
