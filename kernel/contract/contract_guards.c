/* contract_guards.c -- what the side of a guard does to the equations.
 *
 *     its own sign     changes nothing
 *     the other sign   continues the other branch, somewhere, in events that restart without
 *                      moving the state; contacts may couple
 *
 * Along a line through a zero of a guard, between two points, with its sign deciding,
 *
 *     D(h) = |out(h) - 2 out(0) + out(-h)|
 *     T(h) = |out(2 h) - 2 out(h) + 2 out(-h) - out(-2 h)|
 *
 * fall by 256 and by 4096 from h to h / 16 where the equations are smooth. A jump leaves them
 * as they are; a kink makes 16 of both, |x|^1.5 makes 64. A second derivative that jumps makes
 * 256 of T.
 *
 *     smooth                an event may restart where nothing changes
 *     D bends               the event is more than a record
 *     T bends at a kink     its side has an effect, where that of another event has: solvers
 *                           that are told of kinks see smooth pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

/* What was seen of the guards, from point to point. */
typedef struct seen_guard {
    bool has_branch, crossed;
    bool bends;       /* D */
    bool bends_alone; /* T, and its side has no effect there */
} seen_guard;

typedef struct seen {
    seen_guard *guard;
    real *before, *at; /* the last point; one on the line to the next */
    bool begun;
} seen;

/* ---- sides ------------------------------------------------------------------------------- */

/* The name of a block that takes another value on that side of guard k than where the guard
 * decides, or NULL. */
static const char *changed_by_side(probe *p, int k, real side, const real *z)
{
    real *const place = &p->i->side[k], held = *place;
    *place = 0;
    probe_evaluate(p, PROBE_ALL, z, p->out);
    *place = side;
    probe_evaluate(p, PROBE_ALL, z, p->e);
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

/* D(h) or T(h) of the head there, into d; false: not defined */
static bool difference(probe *p, const seen *s, real part, real h, const int weight[5], real *d)
{
    memset(d, 0, (size_t)p->nout * sizeof *d);
    for (int n = 0; n < 5; n++) {
        if (!weight[n]) continue;
        place_between(p, s, part + (real)(n - 2) * h);
        if (probe_evaluate(p, PROBE_ALL, s->at, p->w)) return false;
        for (int o = 0; o < p->nout; o++) d[o] += weight[n] * p->w[o];
    }
    return true;
}

static const real reach = R(2e-3); /* h, part of the line */

/* From h to h / 16, does any entry fall by less than that factor? *known: is it defined? */
static bool bends(probe *p, const seen *s, real part, const int weight[5], real factor,
                  bool *known)
{
    const real h = reach;
    *known =
        difference(p, s, part, h, weight, p->d) && difference(p, s, part, h / 16, weight, p->e);
    for (int o = 0; o < p->nout && *known; o++) {
        const real rounding = R(1e-10) * (1 + ivp_abs(p->out[o]) + ivp_abs(p->w[o]));
        if (!(ivp_abs(p->e[o]) <= ivp_abs(p->d[o]) / factor + rounding)) return true;
    }
    return false;
}

/* At the zero, but not on both sides of it. */
static bool bends_there(probe *p, const seen *s, real part, const int weight[5], real factor,
                        bool *known)
{
    bool near;
    return bends(p, s, part, weight, factor, known) &&
           !bends(p, s, part - 4 * reach, weight, factor, &near) && near &&
           !bends(p, s, part + 4 * reach, weight, factor, &near) && near;
}

/* Does another guard vanish there too? Then a bend may be its own. */
static bool is_shared(const probe *p, const seen *s, int k, real part)
{
    for (int j = 0; j < p->i->nevents; j++) {
        const real before = guard_between(p, s, j, part - reach / 8);
        if (j != k && before * guard_between(p, s, j, part + reach / 8) < 0) return true;
    }
    return false;
}

/* Does the side have an effect on either side of the zero, near it? */
static bool branches_near(probe *p, const seen *s, int k, real part)
{
    for (int n = -1; n <= 1; n += 2) {
        place_between(p, s, part + (real)n * reach);
        const real side = probe_guard(p, k, s->at) > 0 ? -1 : 1;
        if (changed_by_side(p, k, side, s->at)) return true;
    }
    return false;
}

/* With the sign of guard k deciding, on the line from the last point. */
static void look_across(probe *p, const seen *s, int k)
{
    static const int second[5] = { 0, 1, -2, 1, 0 }, third[5] = { -1, 2, 0, -2, 1 };
    const real part = zero_between(p, s, k), held = p->i->side[k];
    seen_guard *g = &s->guard[k];
    bool known, three;
    if (part < 0) return;
    p->i->side[k] = 0;
    const bool bend = bends(p, s, part, second, 128, &known);
    const bool bend3 = bends_there(p, s, part, third, 1024, &three);
    p->i->side[k] = held;
    g->crossed = g->crossed || known;
    g->bends = g->bends || bend;
    if (bend3 && !is_shared(p, s, k, part) && !branches_near(p, s, k, part))
        g->bends_alone = true;
}

/* ---- all of it --------------------------------------------------------------------------- */

static bool side_is_neutral(probe *p, void *context, reason *why)
{
    seen *s = context;
    for (int k = 0; k < p->i->nevents; k++) {
        const ivp_event *e = &p->i->problem->events[k];
        const real guard = probe_guard(p, k, p->z);
        if (!ivp_finite(guard))
            return reason_set(why, "the guard of event %s is not finite", e->name);
        const char *name = changed_by_side(p, k, guard > 0 ? 1 : -1, p->z);
        if (name)
            return reason_set(why, "%s changes when event %s is given the side of its own sign",
                              name, e->name);
        seen_guard *g = &s->guard[k];
        g->has_branch = g->has_branch || changed_by_side(p, k, guard > 0 ? -1 : 1, p->z);
        if (s->begun) look_across(p, s, k);
    }
    memcpy(s->before, p->z, (size_t)p->nz * sizeof *s->before);
    s->begun = true;
    return true;
}

static bool suits(const ivp_event *e, const seen_guard *g, bool sides_matter, reason *why)
{
    const bool smooth = g->crossed && !g->bends;
    if (e->then == IVP_RECORD && (g->has_branch || g->bends))
        return reason_set(why, "event %s only records, but %s", e->name,
                          g->has_branch ? "its side changes the equations"
                                        : "the equations bend where it is");
    if (e->then == IVP_RESTART && !e->reset && !g->has_branch && !smooth)
        return reason_set(
            why, "the side of event %s has no effect: ask ivp_side() which branch holds",
            e->name);
    if (e->then == IVP_KINK && g->bends_alone && sides_matter)
        return reason_set(
            why,
            "the equations bend at event %s whatever its side is: ask ivp_side() which "
            "branch holds, as for other events",
            e->name);
    return true;
}

static bool branches_suit(const instance *i, const seen *s, reason *why)
{
    bool matter = false, good = true;
    for (int k = 0; k < i->nevents; k++) matter = matter || s->guard[k].has_branch;
    for (int k = 0; k < i->nevents && good; k++)
        good = suits(&i->problem->events[k], &s->guard[k], matter, why);
    return good;
}

bool contract_sides(instance *i, reason *why)
{
    const size_t n = (size_t)i->nevents + 1, nz = 1 + 2 * (size_t)instance_ncomponents(i);
    seen_guard *guards = calloc(n, sizeof *guards);
    real *points = calloc(2 * nz, sizeof *points);
    bool good = guards && points;
    if (good) {
        seen s = { .guard = guards, .before = points, .at = points + nz };
        good = probe_visit(i, side_is_neutral, &s, why) && branches_suit(i, &s, why);
    } else {
        reason_set(why, "not enough memory for the check");
    }
    free(guards);
    free(points);
    return good;
}
