/* costs.c -- cost at equal accuracy: ranks only where the samples resolve a difference, and
 * never within a factor 10 of the reference's error bar.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/tables/curves.h"
#include "reports/tables/tables.h"

static const double levels[] = { 2, 4, 6, 8, 10, 12 };
enum { NLEVELS = sizeof levels / sizeof *levels };

typedef struct field {
    const board *b;
    const ladder **ladders;
    cost_curve **curves;
    int n;
} field;

/* Solvers that are cheaper beyond doubt stand before; tied: some cannot be told apart. */
static int rank_of(const field *f, int i, double level, bool *tied)
{
    int rank = 1;
    *tied = false;
    for (int j = 0; j < f->n; j++) {
        if (!curves_comparable(f->b, f->ladders[i], f->ladders[j])) continue;
        const verdict v = cost_compare(f->curves[i], f->curves[j], level).verdict;
        rank += v == COST_MORE;
        *tied = *tied || v == COST_SAME;
    }
    return rank;
}

static bool reaches_a_level(const field *f, int i)
{
    for (int k = 0; k < NLEVELS; k++)
        if (isfinite(cost_at(f->curves[i], levels[k])) ||
            curves_at_the_bar(f->b, f->ladders[i], levels[k]))
            return true;
    return false;
}

static void add_rank(table *t, const field *f, int i, double level)
{
    const double s = cost_at(f->curves[i], level);
    bool tied = false;
    table_number(t, "%.3g", s);
    if (isfinite(s)) {
        const int rank = rank_of(f, i, level, &tied);
        table_text(t, "%d%s", rank, tied ? "~" : "");
    } else {
        table_text(t, "%s", curves_at_the_bar(f->b, f->ladders[i], level) ? "not ranked" : "");
    }
}

static void add_rows(table *t, const field *f)
{
    char label[1024];
    for (int i = 0; i < f->n; i++) {
        if (!reaches_a_level(f, i)) continue;
        ladder_label(f->b, f->ladders[i], label, sizeof label);
        table_text(t, "%s", label);
        for (int k = 0; k < NLEVELS; k++) add_rank(t, f, i, levels[k]);
    }
}

table *table_costs(const board *b, const group *g)
{
    table *t = table_new("solver|2 digits [s]|rank at 2|4 digits [s]|rank at 4|"
                         "6 digits [s]|rank at 6|8 digits [s]|rank at 8|"
                         "10 digits [s]|rank at 10|12 digits [s]|rank at 12");
    field f = { .b = b };
    f.ladders = need(calloc((size_t)b->nladders + 1, sizeof *f.ladders));
    f.curves = need(calloc((size_t)b->nladders + 1, sizeof *f.curves));
    for (int i = 0; i < b->nladders; i++) {
        if (&b->groups[b->ladders[i].group] != g) continue;
        f.ladders[f.n] = &b->ladders[i];
        f.curves[f.n++] = curves_new(b, &b->ladders[i]);
    }
    add_rows(t, &f);
    for (int i = 0; i < f.n; i++) cost_curve_free(f.curves[i]);
    free(f.curves);
    free(f.ladders);
    return t;
}
