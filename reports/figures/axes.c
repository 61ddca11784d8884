/* axes.c -- what the diagrams can have on their axes, and ranges.
 *
 * A new axis is a row here: every work-precision diagram is drawn for each pair of rows.
 * Counters are deterministic and compare across machines; CPU time does not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <string.h>

#include "reports/figures/diagrams.h"

static double cpu(const entry *e) { return e->cpu.median; }
static double cpu_low(const entry *e) { return e->cpu.low; }
static double cpu_high(const entry *e) { return e->cpu.high; }

/* #f of the test set: every evaluation of forces or right-hand side, those of Jacobians not */
static double evaluations(const entry *e)
{
    const long n = entry_counter(e, "n_f");
    return n > 0 ? (double)n : NAN;
}

const cost_axis cost_axes[] = {
    { "cpu", "CPU time of one solve [s]", cpu, cpu_low, cpu_high },
    { "nf", "evaluations of f [1]", evaluations, NULL, NULL },
    { 0 },
};

static const digits *scd_of(const entry *e) { return &e->scd; }
static const digits *mescd_of(const entry *e) { return &e->mescd; }

const digit_axis digit_axes[] = {
    { "scd", "scd: significant correct digits at the end [1]",
      "relative error at the end, 10^{-scd} [1]", scd_of },
    { "mescd", "mescd: mixed-error significant correct digits at the end [1]",
      "mixed error at the end, 10^{-mescd} [1]", mescd_of },
    { 0 },
};

span span_empty(void) { return (span){ INFINITY, -INFINITY }; }

void span_add(span *s, double v)
{
    if (!isfinite(v)) return;
    s->low = fmin(s->low, v);
    s->high = fmax(s->high, v);
}

bool span_is_empty(const span *s) { return s->low > s->high; }

bool diagram_shows(const diagram *d, const ladder *l)
{
    if (l->group != d->group) return false;
    return d->no_events || !d->board->entries[l->first].r.cell.no_events;
}

bool diagram_failed(const entry *e)
{
    return e->r.outcome != OUTCOME_OK && e->r.outcome != OUTCOME_DECLINED &&
           e->r.outcome != OUTCOME_INFRASTRUCTURE;
}
