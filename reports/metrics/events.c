/* events.c -- located events against those of the reference: mutual nearest neighbours.
 *
 * Both lists ascend in time, so that the nearest is found by halving. Counting alone would take
 * a missed and a spurious event for a match; the order alone would let one missed event spoil
 * all that follow. Nearest neighbours that choose each other do neither.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/metrics/events.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

static bool same_kind(const event_point *a, const event_point *b)
{
    return a->direction == b->direction && !strcmp(a->name, b->name);
}

/* The first of the list that is not before t. */
static int first_from(const event_point *list, int n, double t)
{
    int low = 0, high = n;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (list[middle].t < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The next of the same kind from i on, in steps of +1 or -1, other than `not`; -1: none. */
static int next_of_kind(const event_point *e, const event_point *list, int n, int i, int step,
                        int not )
{
    while (i >= 0 && i < n && (i == not || !same_kind(e, &list[i]))) i += step;
    return i >= 0 && i < n ? i : -1;
}

/* Nearest of the list of the same kind, other than `not`; -1: none. Of equally near ones the
 * first. */
static int nearest(const event_point *e, const event_point *list, int n, int not )
{
    const int from = first_from(list, n, e->t);
    const int right = next_of_kind(e, list, n, from, 1, not );
    int left = next_of_kind(e, list, n, from - 1, -1, not );
    for (int k = left; k >= 0 && list[k].t == list[left].t;) {
        left = k;
        k = next_of_kind(e, list, n, k - 1, -1, not );
    }
    if (left < 0 || right < 0) return left < 0 ? right : left;
    return fabs(list[left].t - e->t) <= fabs(list[right].t - e->t) ? left : right;
}

/* A zero located twice (after a restart on the wrong side of the guard) lies next to its twin;
 * a zero that does not exist lies anywhere. */
static bool is_duplicate(const event_point *computed, int k, const int *partner,
                         const event_point *ref, int nref, int r)
{
    const int twin = partner[r], neighbour = nearest(&ref[r], ref, nref, r);
    const double room = neighbour >= 0 ? fabs(ref[neighbour].t - ref[r].t) : INFINITY;
    return twin >= 0 && fabs(computed[k].t - computed[twin].t) < 0.1 * room;
}

/* Simultaneous events of the reference have no order to be kept. */
static int count_reordered(const event_point *ref, int nref, const int *partner)
{
    int last = -1, count = 0;
    for (int r = 0; r < nref; r++) {
        if (partner[r] < 0) continue;
        if (last >= 0 && ref[r].t > ref[last].t && partner[r] < partner[last]) count++;
        last = r;
    }
    return count;
}

/* partner[r]: own event that belongs to reference event r, or -1. */
static void pair_up(const event_point *computed, int nown, const event_point *ref, int nref,
                    int *partner, event_errors *e)
{
    for (int r = 0; r < nref; r++) {
        const int k = nearest(&ref[r], computed, nown, -1);
        const bool mutual = k >= 0 && nearest(&computed[k], ref, nref, -1) == r;
        partner[r] = mutual ? k : -1;
        if (!mutual) continue;
        const double shift = fabs(computed[k].t - ref[r].t);
        e->time_error = e->matched ? fmax(e->time_error, shift) : shift;
        e->computed[e->matched] = computed[k].t;
        e->ref[e->matched++] = ref[r].t;
    }
}

event_errors events_match(const event_point *computed, int nown, const event_point *ref,
                          int nref)
{
    event_errors e = { .expected = nref, .found = nown, .time_error = NAN };
    int *partner = need(calloc((size_t)nref, sizeof *partner));
    e.computed = need(calloc((size_t)nref, sizeof *e.computed));
    e.ref = need(calloc((size_t)nref, sizeof *e.ref));
    pair_up(computed, nown, ref, nref, partner, &e);
    e.missed = nref - e.matched;
    e.reordered = count_reordered(ref, nref, partner);
    for (int k = 0; k < nown; k++) {
        const int r = nearest(&computed[k], ref, nref, -1);
        if (r >= 0 && partner[r] == k) continue;
        if (r >= 0 && is_duplicate(computed, k, partner, ref, nref, r))
            e.duplicated++;
        else
            e.spurious++;
    }
    free(partner);
    return e;
}

void events_free(event_errors *e)
{
    free(e->computed);
    free(e->ref);
    e->computed = e->ref = NULL;
}
