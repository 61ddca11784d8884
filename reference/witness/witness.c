/* witness.c -- what would have to be true of a reference if it were right.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/witness.h"

#include <stdio.h>
#include <stdlib.h>

#include "reference/witness/facts.h"
#include "reference/witness/trail.h"

enum { SECONDS = 2, A_PIECE = 8 };

/* Times of the golden ratio's sequence, and some in each piece. NULL: no memory. */
static double *times_of(const ref *r, instance *i, int *n)
{
    const ref_pieces *p = &r->pieces;
    const int all = look_afford(i, SECONDS);
    *n = all + A_PIECE * p->n;
    double *t = calloc((size_t)*n, sizeof *t);
    if (!t) return NULL;
    look_times(r->t0, r->t1, all, t);
    for (int k = 0; k < p->n; k++)
        look_times(p->t[k], p->t[k + 1], A_PIECE, t + all + A_PIECE * k);
    look_sort(t, *n);
    return t;
}

/* false: no memory */
static bool along(const ref *r, instance *i, const real *peak, complaints *c, look_seen *seen,
                  int *jumps)
{
    int n;
    double *t = times_of(r, i, &n);
    trail *a = t ? trail_create(r, i, peak) : NULL;
    const bool good = a && trail_walk(a, t, n, c, seen);
    if (good) *jumps = trail_jumps(a);
    trail_destroy(a);
    free(t);
    return good;
}

bool witness_needs_run(const ref *r) { return !r->pieces.n; }

static void record(ref *r, const look_seen *seen, int jumps)
{
    r->witness.there = true;
    r->witness.times = seen->times;
    r->witness.width = seen->width;
    r->witness.defect = seen->worst;
    r->witness.events = seen->events;
    r->witness.jumps = jumps;
}

bool witness(ref *r, job *j, const look_seen *inside, reason *why)
{
    complaints c = { .why = why };
    look_seen seen = { .width = r->t1 - r->t0 };
    int jumps = 0;
    real *peak = calloc((size_t)j->i->sizes.n, sizeof *peak);
    reason_set(why, "%s: no memory", r->problem);
    if (!peak) return false;
    *why->text = 0;
    trail_peaks(r, j->i->sizes.n, peak);
    instance_reset(j->i);
    r->witness.exact = facts_exact(r, j, peak, &c);
    facts_invariants(r, j, peak, &c);
    r->witness.published = facts_published(r, j, peak);
    bool good = true;
    if (r->pieces.n)
        good = along(r, j->i, peak, &c, &seen, &jumps);
    else if (inside)
        seen = *inside;
    record(r, &seen, jumps);
    free(peak);
    return good && !c.n;
}
