/* fastest.c -- the lower envelope of work-precision curves.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/speed/fastest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static bool is_problem(const group *g, const char *problem)
{
    char text[1024];
    snprintf(text, sizeof text, *g->parameters ? "%s(%s)" : "%s", g->problem, g->parameters);
    return !strcmp(text, problem);
}

static bool takes_part(const board *b, const ladder *l, const fastest_of *of)
{
    const entry *e = &b->entries[l->first];
    const cell *c = &e->r.cell;
    char name[2 * CELL_TEXT + 2];
    if (!is_problem(&b->groups[l->group], of->problem)) return false;
    snprintf(name, sizeof name, "%s@%s", c->solver, c->formulation);
    if (of->configuration)
        return !strcmp(strchr(of->configuration, '@') ? name : c->solver, of->configuration);
    return e->lanes <= of->lanes && (*e->library != '\0') == of->wrapped;
}

/* A disturbed run takes longer, never shorter: of few samples the least says most. */
static double at(const board *b, const ladder *l, double level)
{
    cost_point *p = need(calloc((size_t)l->n, sizeof *p));
    cost *least = need(calloc((size_t)l->n, sizeof *least));
    double above = INFINITY;
    int n = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &b->entries[k];
        if (e->r.outcome != OUTCOME_OK || !e->mescd.known || e->mescd.hollow || !e->cpu.n)
            continue;
        least[n] = e->cpu;
        least[n].median = e->cpu.min;
        p[n] = (cost_point){ e->mescd.value, &least[n] };
        if (e->mescd.value >= level) above = fmin(above, e->cpu.min);
        n++;
    }
    cost_curve *c = cost_curve_new(p, n);
    const double between = cost_at(c, level);
    cost_curve_free(c);
    free(p);
    free(least);
    return isfinite(between) ? between : above;
}

double fastest_at(const board *b, const fastest_of *of, double level, char *label, size_t size)
{
    double best = INFINITY;
    if (size) *label = '\0';
    for (int i = 0; i < b->nladders; i++) {
        if (!takes_part(b, &b->ladders[i], of)) continue;
        const double s = at(b, &b->ladders[i], level);
        if (!(s < best)) continue;
        best = s;
        ladder_label(b, &b->ladders[i], label, size);
    }
    return best;
}

bool fastest_ran(const board *b, const fastest_of *of)
{
    bool ran = false;
    for (int i = 0; i < b->nladders; i++) ran |= takes_part(b, &b->ladders[i], of);
    return ran;
}
