/* notes.c -- notes below the tables of runs: what times contain, and what is not ranked.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/printable.h"
#include "reports/tables/tables.h"

#include <string.h>

static bool was_told(const entry *const *list, int i)
{
    for (int k = 0; k < i; k++)
        if (!strcmp(list[k]->times, list[i]->times)) return true;
    return false;
}

static void not_ranked(const entry *e, FILE *f)
{
    fprintf(f, "not ranked: %s@%s is not deterministic: ", e->r.cell.solver,
            e->r.cell.formulation);
    put_tame(f, e->not_deterministic);
    fputc('\n', f);
}

void tables_times(const entry *const *list, int n, FILE *f)
{
    for (int i = 0; i < n; i++) {
        if (!*list[i]->times || was_told(list, i)) continue;
        fputs("* times contain ", f);
        put_tame(f, list[i]->times);
        fputc('\n', f);
    }
    for (int i = 0; i < n; i++)
        if (*list[i]->not_deterministic) not_ranked(list[i], f);
}
