/* profile_ladder.c -- what one line of a work-precision diagram is in a performance profile: of
 * the figure and of the page alike.
 *
 * A run takes part if `rank` ranks it. Runs behind a long set-up, and runs that may differ from
 * each other, have digits and no rank: they neither solve a problem nor fail.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>

#include "reports/figures/profile.h"

const double profile_floor = 1e-5;

bool profile_point(const void *unused, const entry *e, double *at, double *spent)
{
    (void)unused;
    *at = e->digits.value;
    *spent = fmax(e->cpu.median, profile_floor);
    return e->r.outcome != OUTCOME_DECLINED && e->r.outcome != OUTCOME_INFRASTRUCTURE &&
           e->digits.known && e->cpu.median > 0 && !(e->long_setup > 0) &&
           !*e->not_deterministic;
}

bool profile_is_unranked(const board *b, const ladder *l, double level)
{
    for (int i = l->first; i < l->first + l->n; i++) {
        const entry *e = &b->entries[i];
        if (e->r.outcome == OUTCOME_OK && e->digits.known && e->digits.value >= level &&
            (e->long_setup > 0 || *e->not_deterministic))
            return true;
    }
    return false;
}
