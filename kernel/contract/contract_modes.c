/* contract_modes.c -- until when the equations are those of the start: a reset may change
 * parameters, such as the mode of a mass that sticks or slides, and what they are behind it a
 * closed form does not say. Behind an event that ends the run a closed form stays what it was.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400 };

/* Does the reset change a parameter, from the start? */
static bool changes_parameters(instance *i, const ivp_event *e)
{
    const size_t np = (size_t)i->nparams, nc = (size_t)instance_ncomponents(i);
    if (!e->reset || !np) return false;
    real *y = malloc(nc * sizeof *y), *held = malloc(np * sizeof *held);
    bool changes = false;
    if (y && held) {
        memcpy(y, i->start, nc * sizeof *y);
        memcpy(held, i->p, np * sizeof *held);
        e->reset((real)i->t0, y, i->p);
        changes = memcmp(held, i->p, np * sizeof *held) != 0;
        memcpy(i->p, held, np * sizeof *held);
        instance_sync(i);
    }
    free(y);
    free(held);
    return changes;
}

static bool ends_run(const ivp_event *e) { return e->then == IVP_STOP || e->stops; }

/* The last sample along the closed form before that guard leaves the side that it has first, or
 * stays at zero, to rounding, as behind an end. */
static real last_before(instance *i, const ivp_event *e, real *y)
{
    const real t0 = (real)i->t0, span = (real)i->t1 - t0;
    real first = 0, last = t0, most = 0;
    for (int k = 1; k < SAMPLES; k++) {
        const real t = t0 + span * (real)k / SAMPLES;
        if (i->problem->exact(t, y, i->p)) break;
        const ivp_state s = instance_view(i, t, y, NULL);
        const real guard = instance_guard(i, e, &s);
        if (first == 0) first = guard;
        most = ivp_max(most, ivp_abs(guard));
        if (guard * first <= R(1e-9) * most * ivp_abs(first)) return last;
        last = t;
    }
    return (real)i->t1;
}

real contract_same_equations(instance *i)
{
    real until = (real)i->t1;
    real *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    for (int k = 0; y && k < i->nevents; k++) {
        const ivp_event *e = &i->problem->events[k];
        if (ends_run(e) || changes_parameters(i, e))
            until = ivp_min(until, last_before(i, e, y));
    }
    free(y);
    return until;
}
