/* contract_modes.c -- until when the equations are those of a piece: a reset may change
 * parameters, such as the mode of a mass that sticks or slides. Behind an event that ends the
 * run a closed form stays what it was.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400, HALVINGS = 60 };

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

typedef struct way { /* of one guard along the closed form */
    instance *i;
    const ivp_event *e;
    const real *p; /* of the closed form */
    real *y;
    real first, most; /* its first value, and the largest modulus */
    bool known;
} way;

/* The guard there, 0 where the closed form is not known. */
static real guard_at(way *w, real t)
{
    w->known = !w->i->problem->exact(t, w->y, w->p);
    if (!w->known) return 0;
    const ivp_state s = instance_view(w->i, t, w->y, NULL);
    const real guard = instance_guard(w->i, w->e, &s);
    if (w->first == 0) w->first = guard;
    w->most = ivp_max(w->most, ivp_abs(guard));
    return guard;
}

/* Has the guard left the side that it has first, or does it stay at zero, to rounding, as
 * behind an end? */
static bool has_left(way *w, real t)
{
    const real guard = guard_at(w, t);
    return w->known && guard * w->first <= R(1e-9) * w->most * ivp_abs(w->first);
}

/* last := the last time before `left` at which it has not */
static void find_leaving(way *w, real *last, real left)
{
    for (int n = 0; n < HALVINGS; n++) {
        const real middle = (*last + left) / 2;
        *(has_left(w, middle) ? &left : last) = middle;
    }
}

/* Does the guard come to zero and jump between last and t, as where a reset throws it back?
 * Then last := the time before that. */
static bool is_thrown_back(way *w, real *last, real t)
{
    const real least = w->most / 20;
    real low = *last, high = t, before = guard_at(w, low), behind = guard_at(w, high);
    if (!(ivp_abs(behind - before) > least)) return false;
    for (int n = 0; n < HALVINGS; n++) {
        const real middle = (low + high) / 2, here = guard_at(w, middle);
        const bool early = ivp_abs(here - before) > ivp_abs(behind - here);
        *(early ? &high : &low) = middle;
        *(early ? &behind : &before) = here;
    }
    if (ivp_abs(behind - before) <= least || ivp_abs(before) > R(1e-3) * w->most) return false;
    *last = low;
    return true;
}

/* The time at which it leaves its side, or the end */
static real leaves_at(way *w, real from)
{
    const real t0 = (real)w->i->t0, span = (real)w->i->t1 - t0;
    real last = from + span * R(1e-9);
    for (int k = 1; k < SAMPLES; k++) {
        const real t = t0 + span * (real)k / SAMPLES;
        if (t <= from + span / SAMPLES / 2) continue;
        const bool left = has_left(w, t);
        if (!w->known) break;
        if (left) find_leaving(w, &last, t);
        if (left || is_thrown_back(w, &last, t)) return last;
        last = t;
    }
    return (real)w->i->t1;
}

const ivp_event *contract_next_mode(instance *i, const real *p, real from, real *until)
{
    const ivp_event *next = NULL;
    real *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    *until = (real)i->t1;
    for (int k = 0; y && k < i->nevents; k++) {
        const ivp_event *e = &i->problem->events[k];
        if (!ends_run(e) && !changes_parameters(i, e)) continue;
        const real at = leaves_at(&(way){ .i = i, .e = e, .p = p, .y = y }, from);
        if (at >= *until) continue;
        *until = at;
        next = e;
    }
    free(y);
    return next;
}

real contract_same_equations(instance *i)
{
    real until;
    contract_next_mode(i, i->p, (real)i->t0, &until);
    return until;
}
