/* ended.c -- where a ladder ends: not asked is not failed.
 *
 * A question beyond the finest rung has no answer where this rung arrived and no coarser one
 * had more digits: a finer one might have given them. It has one, no, where the finest rung
 * failed, lost digits, is at the error bar of the reference, or at the end of double precision.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/board/rungs.h"

#include <math.h>
#include <stdio.h>

#include "bench/base/util.h"

#define LEAST_RTOL 1.5e-13 /* nobody is asked for less than 1e-13 */

static bool counts(const entry *e)
{
    return e->r.outcome != OUTCOME_DECLINED && e->r.outcome != OUTCOME_INFRASTRUCTURE;
}

/* The run of entries from k on, before `end`, with the most digits; NULL: none has any, or one
 * of them does not arrive. */
static const entry *best_of(const board *b, int k, int end)
{
    const entry *best = NULL;
    for (; k < end; k++) {
        const entry *e = &b->entries[k];
        if (!counts(e)) continue;
        if (e->r.outcome != OUTCOME_OK || !e->digits.known) return NULL;
        if (!best || e->digits.value > best->digits.value) best = e;
    }
    return best;
}

static bool was_requested(const board *b, int k, int end)
{
    for (; k < end; k++)
        if (counts(&b->entries[k])) return true;
    return false;
}

ladder_end ladder_ended(const board *b, const ladder *l)
{
    ladder_end r = { 0 };
    double most = -INFINITY;
    for (int k = l->first, end; k < l->first + l->n; k = end) {
        end = rung_end(b, l, k);
        if (!was_requested(b, k, end)) continue;
        const entry *e = best_of(b, k, end);
        r.open = e && !e->digits.hollow && e->digits.value > most &&
                 (l->steps || entry_nominal(e) > LEAST_RTOL);
        r.finest = e;
        r.rungs++;
        if (e) most = fmax(most, e->digits.value);
    }
    return r;
}

void ladder_end_text(const ladder_end *end, char *text, size_t size)
{
    char rung[64];
    snprintf(text, size, "the %s rung asked, %s, gave %.1f digits%s",
             end->rungs > 1 ? "finest" : "only",
             entry_rung_text(end->finest, rung, sizeof rung), end->finest->digits.value,
             end->rungs > 1 ? ", still climbing" : "");
}
