/* course.c -- a proof carried from time to time: the longest steps that can be verified.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/proof.h"

#include <math.h>
#include <stdio.h>

/* ---- steps ------------------------------------------------------------------------------- */

static bool stuck(proof *p, const char *obstacle)
{
    return reason_set(&p->why, "%s: at t = %.9g %s", p->system->name,
                      arf_get_d(arb_midref(p->t), ARF_RND_NEAR), obstacle);
}

/* A time of few bits below `most`, or the rest of the way. */
static void propose(arb_t h, const proof *p, double most, const arb_t until)
{
    enum { STEP_BITS = 20 };
    arb_t rest;
    arb_init(rest);
    arb_set_d(h, most);
    arf_set_round(arb_midref(h), arb_midref(h), STEP_BITS, ARF_RND_DOWN);
    arb_sub(rest, until, p->t, ARF_PREC_EXACT);
    if (arb_ge(h, rest)) arb_set(h, rest);
    arb_clear(rest);
}

/* What comes of a step over h: 1 it is done, 0 it cannot be verified, -1 nor whether there is
 * an event. */
static int attempt(proof *p, step *s, const arb_t h)
{
    if (!step_holds(s, h)) return 0;
    const int event = p->system->guards ? proof_event_within(p, h) : 0;
    if (event == 0) {
        p->broken = !step_to(s, &p->state, h);
        arb_set(p->t, s->t);
    }
    return event < 0 ? -1 : 1;
}

/* The longest h, from the proposal down, over which the tube holds; events are passed. */
static bool one_step(proof *p, const arb_t until)
{
    enum { TRIES = 100 };
    step *s = &p->law[p->mode].step;
    int done = 0;
    arb_t h;
    arb_init(h);
    step_from(s, &p->state, p->t);
    double most = s->most * s->trust;
    for (int k = 0; k < TRIES && done <= 0; k++) {
        propose(h, p, most, until);
        most = arf_get_d(arb_midref(h), ARF_RND_NEAR);
        done = attempt(p, s, h);
        if (done == 0) s->trust = fmin(s->trust, 0.85 * most / s->most);
        if (done <= 0) p->refused++, most *= done ? 0.5 : 0.85;
    }
    arb_clear(h);
    if (done <= 0) return stuck(p, "no step can be verified");
    if (p->broken) return stuck(p, "the enclosure is lost in a step or an event");
    s->trust = fmin(s->trust * 1.03, 1.5);
    p->steps++;
    return true;
}

/* The cloud has grown to the size of the solution: no digit is left. */
static bool exhausted(const proof *p)
{
    const step *s = &p->law[p->mode].step;
    bool lost = false;
    for (int i = 0; i < p->system->n; i++)
        lost = lost || mag_cmp_2exp_si(arb_radref(s->hull + i), 0) > 0;
    return lost;
}

bool proof_reach(proof *p, const arb_t until)
{
    while (arb_lt(p->t, until)) {
        if (!one_step(p, until)) return false;
        if (exhausted(p)) return stuck(p, "the enclosure is wider than 1");
    }
    return true;
}
