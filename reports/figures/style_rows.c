/* style_rows.c -- label, colour, marker and dash of each result as a table.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/style_rows.h"

#include "reports/figures/style.h"
#include "reports/text/table.h"

static void add_ladder(table *t, const board *b, const ladder *l)
{
    const style s = style_of(b, l);
    char label[1024];
    ladder_label(b, l, label, sizeof label);
    for (int k = l->first; k < l->first + l->n; k++) {
        table_text(t, "%s", b->entries[k].r.cell.key);
        table_text(t, "%s", b->entries[k].machine);
        table_text(t, "%s", label);
        table_text(t, "#%06x", s.rgb);
        table_count(t, s.filled);
        table_text(t, "%s", s.dash);
    }
}

void style_rows(const board *b, FILE *f)
{
    table *t = table_new("key|machine|label|colour|shape|dash");
    for (int i = 0; i < b->nladders; i++) add_ladder(t, b, &b->ladders[i]);
    table_csv(t, f);
    table_free(t);
}
