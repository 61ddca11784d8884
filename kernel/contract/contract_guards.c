/* contract_guards.c -- what the side of a guard does to the equations.
 *
 *     its own sign     changes nothing
 *     the other sign   continues the other branch, somewhere, in events that restart without
 *                      moving the state; contacts may couple
 *
 * An event may also restart where nothing changes. Then the equations are smooth across its
 * guard: along a line through a zero of it, between two points, second differences
 *
 *     D(h) = |out(h) - 2 out(0) + out(-h)|
 *
 * fall by 256 from h to h / 16. A jump leaves them as they are; a kink makes 16 of it, and
 * |x|^1.5 makes 64.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

/* What was seen of the guards, from point to point. */
typedef struct seen {
    bool *has_branch, *crossed, *bends; /* by guard */
    real *before, *at;                  /* the last point; one on the line to the next */
    bool begun;
} seen;

/* ---- sides ------------------------------------------------------------------------------- */

/* The name of a block that takes another value on that side of guard k than where the guard
 * decides, or NULL. */
static const char *changed_by_side(probe *p, int k, real side)
{
    real *const place = &p->i->side[k], held = *place;
    *place = 0;
    probe_evaluate(p, PROBE_ALL, p->z, p->out);
    *place = side;
    probe_evaluate(p, PROBE_ALL, p->z, p->e);
    *place = held;
    return probe_differs(p, p->out, p->e);
}

/* ---- across a guard ---------------------------------------------------------------------- */

static void place_between(const probe *p, const seen *s, real part)
{
    for (int j = 0; j < p->nz; j++) s->at[j] = s->before[j] + part * (p->z[j] - s->before[j]);
}

static real guard_between(const probe *p, const seen *s, int k, real part)
{
    place_between(p, s, part);
    return probe_guard(p, k, s->at);
}

/* Where guard k vanishes on the line, by bisection; negative: nowhere */
static real zero_between(const probe *p, const seen *s, int k)
{
    enum { HALVINGS = 50 };
    const real first = guard_between(p, s, k, 0);
    real low = 0, high = 1;
    if (!(first * guard_between(p, s, k, 1) < 0)) return -1;
    for (int n = 0; n < HALVINGS; n++) {
        const real middle = (low + high) / 2;
        if (first * guard_between(p, s, k, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* D(h) of the head there, into d; false: not defined */
static bool second_difference(probe *p, const seen *s, real part, real h, real *d)
{
    static const int at[3] = { -1, 0, 1 }, weight[3] = { 1, -2, 1 };
    memset(d, 0, (size_t)p->nout * sizeof *d);
    for (int n = 0; n < 3; n++) {
        place_between(p, s, part + at[n] * h);
        if (probe_evaluate(p, PROBE_ALL, s->at, p->w)) return false;
        for (int o = 0; o < p->nout; o++) d[o] += weight[n] * p->w[o];
    }
    return true;
}

static bool bends(const probe *p)
{
    for (int o = 0; o < p->nout; o++) {
        const real rounding = R(1e-10) * (1 + ivp_abs(p->out[o]) + ivp_abs(p->w[o]));
        if (!(ivp_abs(p->e[o]) <= ivp_abs(p->d[o]) / 128 + rounding)) return true;
    }
    return false;
}

/* With the sign of guard k deciding, on the line from the last point. */
static void look_across(probe *p, const seen *s, int k)
{
    const real h = R(0.01), part = zero_between(p, s, k), held = p->i->side[k];
    if (part < 0) return;
    p->i->side[k] = 0;
    if (second_difference(p, s, part, h, p->d) && second_difference(p, s, part, h / 16, p->e)) {
        s->crossed[k] = true;
        s->bends[k] = s->bends[k] || bends(p);
    }
    p->i->side[k] = held;
}

/* ---- all of it --------------------------------------------------------------------------- */

static bool side_is_neutral(probe *p, void *context, char *why)
{
    seen *s = context;
    for (int k = 0; k < p->i->nevents; k++) {
        const ivp_event *e = &p->i->problem->events[k];
        const real guard = probe_guard(p, k, p->z);
        if (!ivp_finite(guard))
            return broken(why, "the guard of event %s is not finite", e->name);
        const char *name = changed_by_side(p, k, guard > 0 ? 1 : -1);
        if (name)
            return broken(why, "%s changes when event %s is given the side of its own sign",
                          name, e->name);
        s->has_branch[k] = s->has_branch[k] || changed_by_side(p, k, guard > 0 ? -1 : 1);
        if (s->begun) look_across(p, s, k);
    }
    memcpy(s->before, p->z, (size_t)p->nz * sizeof *s->before);
    s->begun = true;
    return true;
}

static bool branches_suit(const instance *i, const seen *s, char *why)
{
    for (int k = 0; k < i->nevents; k++) {
        const ivp_event *e = &i->problem->events[k];
        const bool smooth = s->crossed[k] && !s->bends[k];
        if (e->then == IVP_RECORD && s->has_branch[k])
            return broken(why, "event %s only records, but its side changes the equations",
                          e->name);
        if (e->then == IVP_RESTART && !e->reset && !s->has_branch[k] && !smooth)
            return broken(why,
                          "the side of event %s has no effect: ask ivp_side() which branch "
                          "holds",
                          e->name);
    }
    return true;
}

bool contract_sides(instance *i, char *why)
{
    const size_t n = (size_t)i->nevents + 1, nz = 1 + 2 * (size_t)instance_ncomponents(i);
    bool *flags = calloc(3 * n, sizeof *flags);
    real *points = calloc(2 * nz, sizeof *points);
    seen s = { .has_branch = flags };
    bool good = flags && points;
    if (good) {
        s.crossed = flags + n;
        s.bends = flags + 2 * n;
        s.before = points;
        s.at = points + nz;
        good = probe_visit(i, side_is_neutral, &s, why) && branches_suit(i, &s, why);
    } else {
        broken(why, "not enough memory for the check");
    }
    free(flags);
    free(points);
    return good;
}
