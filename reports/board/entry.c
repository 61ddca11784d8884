/* entry.c -- properties of one result, one ladder and one group for reports.
 *
 * Only this file makes labels, so a solver has the same name in every figure and table.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/base/printable.h"
#include "reports/board/board.h"

double entry_rung(const entry *e) { return e->r.cell.h > 0 ? e->r.cell.h : e->r.cell.rtol; }

double entry_nominal(const entry *e)
{
    return e->r.cell.rung > 0 ? e->r.cell.rung : entry_rung(e);
}

const char *entry_rung_text(const entry *e, char *text, size_t size)
{
    if (e->r.cell.h > 0)
        snprintf(text, size, "h = %.3g", e->r.cell.h);
    else
        snprintf(text, size, "rtol = %.2g", e->r.cell.rtol);
    return text;
}

long entry_counter(const entry *e, const char *name)
{
    for (int i = 0; i < RECORD_COUNTERS; i++)
        if (!strcmp(record_counter(i), name)) return e->r.counters[i];
    return -1;
}

bool entry_is_wrong(const entry *e)
{
    return e->r.outcome == OUTCOME_OK && e->digits.known && e->digits.value < 0;
}

long entry_steps(const entry *e)
{
    const long rejected = entry_counter(e, "n_rejected"), failed = entry_counter(e, "n_failed");
    return rejected < 0 || failed < 0 ? -1 : entry_counter(e, "n_accepted") + rejected + failed;
}

void group_title(const group *g, char *text, size_t size)
{
    snprintf(text, size, *g->parameters ? "%s %s" : "%s", g->problem, g->parameters);
    tame(text, "");
}

const char *group_text(const group *g, const char *member)
{
    const char *text = json_string_value(json_object_get(g->scoring, member));
    return text ? text : "";
}

const char *group_stand_in(const group *g)
{
    return g->ref ? "" : g->closed ? "closed form" : g->published ? "published values" : "";
}

bool group_has_costs(const board *b, const group *g)
{
    for (int i = g->first; i < g->first + g->n; i++)
        if (b->entries[i].cpu.n > 0) return true;
    return false;
}

bool group_is_untimed(const board *b, const group *g, double level)
{
    for (int i = g->first; i < g->first + g->n; i++) {
        const entry *e = &b->entries[i];
        if (e->r.outcome == OUTCOME_OK && e->digits.known && e->digits.value >= level &&
            !e->cpu.n)
            return true;
    }
    return false;
}

const char *group_time_unit(const group *g)
{
    const char *tags = group_text(g, "tags");
    const bool seconds = !strcmp(group_text(g, "form"), "mech") || strstr(tags, "mechanical") ||
                         strstr(tags, "circuit");
    return seconds ? "s" : "";
}

void ladder_label(const board *b, const ladder *l, char *text, size_t size)
{
    const entry *e = &b->entries[l->first];
    const cell *c = &e->r.cell;
    int machine = 0;
    while (machine + 1 < b->nmachines && strcmp(b->machines[machine], e->machine)) machine++;
    char where[32] = "";
    if (b->nmachines > 1) snprintf(where, sizeof where, ", machine %d", machine + 1);
    snprintf(text, size, "%s@%s%s%s%s%s%s%s", c->solver, c->formulation, *c->options ? " " : "",
             c->options, l->steps ? ", constant steps" : "",
             c->no_events ? ", events not located" : "", where, *e->times ? " *" : "");
    tame(text, "");
}
