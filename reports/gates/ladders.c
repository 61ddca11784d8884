/* ladders.c -- the ladders of a store against the rules that hold for all of them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/gates/ladders.h"

#include <math.h>

/* What all exceptions that apply to a ladder allow together. */
struct allowance {
    unsigned outcomes;
    double fall; /* NAN: nothing was said */
};

static struct allowance allowed(const ladder_rules *r, const cell *c, const char *tags)
{
    struct allowance a = { 1u << OUTCOME_OK | 1u << OUTCOME_DECLINED, NAN };
    for (int k = 0; k < r->n; k++) {
        if (!condition_fits(&r->exceptions[k].where, c, tags)) continue;
        a.outcomes |= r->exceptions[k].outcomes;
        a.fall = fmax(a.fall, r->exceptions[k].fall); /* a NAN loses */
    }
    return a;
}

/* No more than the reference has; NAN where nothing is known. */
static double digits_of(const entry *e)
{
    const digits *d = e->scd.known ? &e->scd : &e->mescd;
    return d->known ? d->value : NAN;
}

static void say(FILE *f, const entry *e, int *found)
{
    char title[1024];
    cell_title(&e->r.cell, title, sizeof title);
    fprintf(f, "%s%s: ", (*found)++ ? "    " : "FAILED ", title);
}

/* The two best of the coarser rungs. */
struct heights {
    double best, second;
};

static void climb(struct heights *h, double height)
{
    if (height > h->best) {
        h->second = h->best;
        h->best = height;
    } else if (height > h->second)
        h->second = height;
}

static void check_rung(const ladder_rules *r, const struct allowance *a, const entry *e,
                       struct heights *h, FILE *f, int *found)
{
    if (!(a->outcomes >> e->r.outcome & 1u)) {
        say(f, e, found);
        fprintf(f, "%s, which no exception explains\n", outcome_name(e->r.outcome));
    }
    if (e->r.irreproducible) {
        say(f, e, found);
        fprintf(f, "two runs of it differ\n");
    }
    const double height = e->r.outcome == OUTCOME_OK ? digits_of(e) : NAN;
    if (isnan(height)) return;
    const double usual = h->second >= r->floor ? r->fall_at_floor : r->fall;
    if (height < h->second - fmax(usual, a->fall)) {
        say(f, e, found);
        fprintf(f, "%.1f digits, where coarser rungs had %.1f and %.1f\n", height, h->best,
                h->second);
    }
    climb(h, height);
}

int ladders_check(const ladder_rules *r, const board *b, FILE *f)
{
    int failed = 0;
    for (int i = 0; i < b->nladders; i++) {
        const entry *e = &b->entries[b->ladders[i].first];
        const char *tags = group_text(&b->groups[b->ladders[i].group], "tags");
        const struct allowance a = allowed(r, &e->r.cell, tags);
        struct heights h = { -INFINITY, -INFINITY };
        int found = 0;
        for (int k = 0; k < b->ladders[i].n; k++) check_rung(r, &a, &e[k], &h, f, &found);
        failed += found > 0;
    }
    fprintf(f, "%d of %d ladders are climbed\n", b->nladders - failed, b->nladders);
    return failed;
}
