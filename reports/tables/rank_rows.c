/* rank_rows.c -- rankings of several problems as one table in CSV.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/tables/rank.h"

#include <math.h>

#include "reports/text/table.h"

static void add_place(table *t, const ranking *f, int i)
{
    bool tied = false;
    const bool there = i < f->arrived;
    if (there)
        table_count(t, ranking_rank(f, i, &tied));
    else
        table_text(t, "%s", "");
    table_text(t, "%s", !there ? "" : tied ? "true" : "false");
}

static void add_cost(table *t, const ranking *f, int i)
{
    cost_ratio r = { .ratio = NAN, .low = NAN, .high = NAN };
    if (i < f->arrived) r = cost_compare(f->runners[i].curve, f->runners[0].curve, f->q->level);
    table_number(t, "%.3g", f->runners[i].s);
    table_number(t, "%.3g", r.ratio);
    table_number(t, "%.3g", r.low);
    table_number(t, "%.3g", r.high);
}

static void add_ranking(table *t, const ranking *f)
{
    char label[1024];
    for (int i = 0; i < f->n; i++) {
        ladder_label(f->b, f->runners[i].ladder, label, sizeof label);
        table_text(t, "%s", f->g->problem);
        table_text(t, "%s", f->g->parameters);
        table_text(t, "%s", f->machine);
        add_place(t, f, i);
        table_text(t, "%s", ranking_name(f, i) ? ranking_name(f, i) : label);
        table_text(t, "%s", label);
        add_cost(t, f, i);
    }
}

void rank_rows(const board *b, const rank_request *q, bool (*takes)(void *, const group *),
               void *context, FILE *f)
{
    table *t = table_new("problem|parameters|machine|rank|tied|name|label|cost|ratio|low|high");
    for (int i = 0; i < b->ngroups; i++)
        for (int m = 0; m < b->nmachines && takes(context, &b->groups[i]); m++) {
            ranking here = ranking_of(b, &b->groups[i], b->machines[m], q);
            add_ranking(t, &here);
            ranking_free(&here);
        }
    table_csv(t, f);
    table_free(t);
}
