/* compare.c -- two stores, base and head, cell by cell: time, digits, outcomes.
 *
 * Slower counts only beyond the resolution of the samples: the lower end of the interval of the
 * ratio must exceed 1 + threshold. Times of different machines are not compared, digits are.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

/* The same cell of the same machine, else of any. */
static const entry *partner(const board *b, const entry *e)
{
    const entry *any = NULL;
    for (int i = 0; i < b->n; i++) {
        if (!cell_alike(&b->entries[i].r.cell, &e->r.cell, 1e-12)) continue;
        if (!strcmp(b->entries[i].machine, e->machine)) return &b->entries[i];
        any = &b->entries[i];
    }
    return any;
}

/* A score that vanished is a loss without bound; one that appeared is none. */
static double lost(const digits *base, const digits *head)
{
    if (!base->known) return 0;
    return head->known ? base->value - head->value : INFINITY;
}

/* An outcome that changed says more than digits, digits more than time. */
static compare_verdict judge(const compared_cell *c, const compare_limits *limits)
{
    const entry *a = c->base, *b = c->head;
    const cost_ratio *r = &c->ratio;
    if (a->r.outcome != b->r.outcome) return COMPARE_CHANGED;
    if (lost(&a->scd, &b->scd) > limits->digits || lost(&a->mescd, &b->mescd) > limits->digits)
        return COMPARE_WORSE;
    if (r->verdict == COST_MORE && r->low > 1 + limits->slower) return COMPARE_SLOWER;
    if (r->verdict == COST_LESS && r->high < 1 / (1 + limits->slower)) return COMPARE_FASTER;
    return COMPARE_ALIKE;
}

/* Counted alike, of the same width: the machine does not matter then. */
static bool comparable_counts(const entry *a, const entry *b)
{
    return a->instructions > 0 && b->instructions > 0 && a->lanes == b->lanes &&
           !strcmp(a->counted_by, b->counted_by);
}

/* A count has no spread worth an interval (docs/speed.md); the threshold alone decides. */
static cost_ratio ratio_of_counts(double x)
{
    return (cost_ratio){ x > 1 ? COST_MORE : x < 1 ? COST_LESS : COST_SAME, x, x, x, x, x };
}

static compared_cell compare_entries(const entry *a, const entry *b,
                                     const compare_limits *limits)
{
    compared_cell c = { .base = a,
                        .head = b,
                        .ratio = { COST_NO_OVERLAP, NAN, NAN, NAN, NAN, NAN } };
    if (limits->instructions) {
        c.timed = comparable_counts(a, b);
        if (c.timed) c.ratio = ratio_of_counts(b->instructions / a->instructions);
    } else {
        c.timed = !strcmp(a->machine, b->machine) && a->cpu.n > 0 && b->cpu.n > 0;
        if (c.timed) c.ratio = cost_compare_costs(&b->cpu, &a->cpu);
    }
    c.verdict = judge(&c, limits);
    return c;
}

static void count(comparison *c, const compared_cell *one, double *logs)
{
    const bool ended = one->base->r.outcome == OUTCOME_OK && one->head->r.outcome == OUTCOME_OK;
    c->cells++;
    c->slower += one->verdict == COMPARE_SLOWER;
    c->faster += one->verdict == COMPARE_FASTER;
    c->worse += one->verdict == COMPARE_WORSE;
    c->changed += one->verdict == COMPARE_CHANGED;
    c->untimed += ended && !one->timed;
    if (!ended || !one->timed) return;
    c->timed++;
    *logs += log(one->ratio.ratio);
}

comparison compare_boards(const board *base, const board *head, const compare_limits *limits)
{
    comparison c = { .cell = need(calloc((size_t)base->n + 1, sizeof *c.cell)) };
    double logs = 0;
    c.instructions = limits->instructions;
    for (int i = 0; i < base->n; i++) {
        const entry *b = partner(head, &base->entries[i]);
        if (!b) {
            c.only_base++;
            continue;
        }
        c.cell[c.cells] = compare_entries(&base->entries[i], b, limits);
        count(&c, &c.cell[c.cells], &logs);
    }
    for (int i = 0; i < head->n; i++) c.only_head += !partner(base, &head->entries[i]);
    c.metric = base->metric;
    c.mean = c.timed ? exp(logs / c.timed) : NAN;
    return c;
}

bool compare_passes(const comparison *c) { return !c->slower && !c->worse && !c->changed; }
