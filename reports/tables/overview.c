/* overview.c -- how the cells of each problem ended, and what judges them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "reports/tables/tables.h"

/* Families of both halves, or what stands in. */
static void add_reference(table *t, const group *g)
{
    const ref_half *h = g->ref ? g->ref->half : NULL;
    const char *other = group_stand_in(g);
    if (h && strcmp(h[REF_B].family, "none"))
        table_text(t, "%s, %s", h[REF_A].family, h[REF_B].family);
    else
        table_text(t, "%s", h ? h[REF_A].family : *other ? other : "none");
}

table *tables_overview(const board *b)
{
    table *t =
        table_new("problem|parameters|cells|finished|finished, inaccurate|failed|declined|"
                  "infrastructure|irreproducible|reference");
    for (int i = 0; i < b->ngroups; i++) {
        const group *g = &b->groups[i];
        int arrived = 0, wrong = 0, declined = 0, broken = 0, odd = 0;
        for (int k = g->first; k < g->first + g->n; k++) {
            const record *r = &b->entries[k].r;
            arrived += r->outcome == OUTCOME_OK;
            wrong += entry_is_wrong(&b->entries[k]);
            declined += r->outcome == OUTCOME_DECLINED;
            broken += r->outcome == OUTCOME_INFRASTRUCTURE;
            odd += r->irreproducible;
        }
        table_text(t, "%s", g->problem);
        table_text(t, "%s", g->parameters);
        table_count(t, g->n);
        table_count(t, arrived - wrong);
        table_count(t, wrong);
        table_count(t, g->n - arrived - declined - broken);
        table_count(t, declined);
        table_count(t, broken);
        table_count(t, odd);
        add_reference(t, g);
    }
    return t;
}
