/* curves.c -- the points of a ladder as a work-precision curve. */
#include "reports/tables/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

const digits *curves_scd(const entry *e) { return &e->scd; }
const digits *curves_mescd(const entry *e) { return &e->mescd; }

static bool is_point(const entry *e, const digits *d)
{
    return e->r.outcome == OUTCOME_OK && d->known && !d->hollow && e->cpu.n > 0;
}

cost_curve *curves_new(const board *b, const ladder *l, digits_of of)
{
    cost_point *p = need(calloc((size_t)l->n, sizeof *p));
    int n = 0;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &b->entries[k];
        if (is_point(e, of(e))) p[n++] = (cost_point){ of(e)->value, &e->cpu };
    }
    cost_curve *c = cost_curve_new(p, n);
    free(p);
    return c;
}

cost_curve *curves_at(const board *b, const ladder *l, digits_of of, double level)
{
    cost_curve *c = curves_new(b, l, of);
    const entry *cheapest = NULL;
    if (isfinite(cost_at(c, level))) return c;
    cost_curve_free(c);
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &b->entries[k];
        if (!is_point(e, of(e)) || of(e)->value < level) continue;
        if (!cheapest || e->cpu.median < cheapest->cpu.median) cheapest = e;
    }
    const cost_point p = { level, cheapest ? &cheapest->cpu : NULL };
    return cost_curve_new(&p, cheapest != NULL);
}

bool curves_at_the_bar(const board *b, const ladder *l, digits_of of, double level)
{
    bool any = false;
    for (int k = l->first; k < l->first + l->n; k++) {
        const digits *d = of(&b->entries[k]);
        if (!d->known || d->value < level) continue;
        if (!d->hollow) return false;
        any = true;
    }
    return any;
}

bool curves_comparable(const board *b, const ladder *x, const ladder *y)
{
    return x != y && b->entries[x->first].machine &&
           !strcmp(b->entries[x->first].machine, b->entries[y->first].machine);
}
