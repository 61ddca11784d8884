/* look_guards.c -- guards along a trajectory beside the events that are on file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/look_inner.h"

#include <string.h>

enum { ANYTHING = 2 };

static const ivp_event *event_of(const look *l, int k) { return &l->i->problem->events[k]; }

static real value_at(look *l, int k, real t, const real *y, const real *yp)
{
    const size_t bytes = (size_t)l->n * sizeof *y;
    const bool mechanical = l->i->problem->form == IVP_MECH;
    memcpy(l->z, y, bytes);
    if (mechanical && instance_complete(l->i, t, l->z)) return 0;
    const ivp_state s = instance_view(l->i, t, l->z, yp);
    return instance_guard(l->i, event_of(l, k), &s);
}

/* Can the errors of the trajectory, ten times, turn it round? */
static bool is_doubtful(look *l, const look_point *p, int k, real g)
{
    real *moved = l->moved, most = 0;
    for (int turn = 0; turn < 2; turn++) {
        for (int j = 0; j < l->n; j++)
            moved[j] = p->y[j] + ((j * 7 + turn * (j + 1)) % 2 ? 1 : -1) * p->error[j];
        most = ivp_max(most, ivp_abs(value_at(l, k, p->t, moved, p->yp) - g));
    }
    return ivp_abs(g) <= 10 * most;
}

/* One of the two things that a guard must not do; the first place is kept. */
static void note(look_guard *g, int *count, real to)
{
    if (g->lost + g->unknown == 0) {
        g->from = g->since;
        g->to = to;
    }
    ++*count;
}

static void judge(look *l, const look_point *p, int k, int now, real value)
{
    look_guard *g = &l->guard[k];
    const int way = now - g->before > 0 ? 1 : -1, direction = event_of(l, k)->direction;
    const bool changed = g->before && g->before != now, kept = g->before == now;
    const bool unknown = changed && !g->due && (!direction || direction == way);
    const bool lost = kept && (g->due == 1 || g->due == -1);
    const bool first = !g->before; /* a start on a guard has no side but by rounding */
    if ((first || unknown || lost) && is_doubtful(l, p, k, value)) return; /* the next tells */
    if (unknown) note(g, &g->unknown, p->t);
    if (lost) note(g, &g->lost, p->t);
    g->before = now;
    g->since = p->t;
    g->due = 0;
}

/* Extremum of the parabola through (t0, g0), (t1, g1), (t, value), where |g1| is the smallest:
 * by divided differences
 *
 *     g0 + d01 (x - t0) + d (x - t0)(x - t1),    x = (t0 + t1)/2 - d01/(2 d)
 *
 * Wanted where it is below a tenth of |g1|, on either side of zero. */
static real turn_of(const look_guard *g, real t, real value)
{
    const real d01 = (g->g[1] - g->g[0]) / (g->t[1] - g->t[0]),
               d12 = (value - g->g[1]) / (t - g->t[1]);
    const real d = (d12 - d01) / (t - g->t[0]), x = (g->t[0] + g->t[1]) / 2 - d01 / (2 * d);
    const bool smallest =
        ivp_abs(g->g[1]) <= ivp_abs(g->g[0]) && ivp_abs(g->g[1]) <= ivp_abs(value);
    const bool one_side = g->g[0] * value > 0 && g->g[1] * value > 0;
    if (!smallest || !one_side || !(x > g->t[0] && x < t)) return (real)NAN;
    const real least = g->g[0] + d01 * (x - g->t[0]) + d * (x - g->t[0]) * (x - g->t[1]);
    return least * value < value * g->g[1] / 10 ? x : (real)NAN;
}

static void remember(look_guard *g, real t, real value)
{
    g->turn = g->seen == 2 ? turn_of(g, t, value) : (real)NAN;
    if (g->seen) {
        g->t[0] = g->t[g->seen - 1];
        g->g[0] = g->g[g->seen - 1];
    }
    g->seen = g->seen ? 2 : 1;
    g->t[g->seen - 1] = t;
    g->g[g->seen - 1] = value;
}

real look_turns(const look *l, int k) { return l->guard[k].turn; }

void look_turn(look *l, int k, const look_point *p)
{
    look_guard *g = &l->guard[k];
    const real value = value_at(l, k, p->t, p->y, p->yp);
    const int now = value > 0 ? 1 : -1, direction = event_of(l, k)->direction;
    const bool through = ivp_abs(value) > R(1e-11) * g->most && g->before && now != g->before;
    if (!through || (direction && direction != now) || is_doubtful(l, p, k, value)) return;
    if (g->lost + g->unknown == 0) {
        g->from = g->t[0];
        g->to = g->t[1];
    }
    g->unknown++;
}

void look_guards(look *l, const look_point *p)
{
    const ivp_state s = instance_view(l->i, p->t, l->z, p->yp);
    real *value = l->value;
    for (int k = 0; k < l->ne; k++) value[k] = instance_guard(l->i, event_of(l, k), &s);
    for (int k = 0; k < l->ne; k++) {
        look_guard *g = &l->guard[k];
        if (event_of(l, k)->then == IVP_KINK || !ivp_finite(value[k])) continue;
        g->most = ivp_max(g->most, ivp_abs(value[k]));
        remember(g, p->t, value[k]);
        if (ivp_abs(value[k]) > R(1e-11) * g->most)
            judge(l, p, k, value[k] > 0 ? 1 : -1, value[k]);
    }
}

void look_event(look *l, int k, int direction, real t, bool jumped)
{
    look_guard *g = &l->guard[k];
    l->seen.events++;
    if (g->before == direction && !g->due) note(g, &g->lost, t); /* is on that side already */
    g->due = jumped || g->due ? ANYTHING : direction;
    for (int w = 0; w < l->ne; w++) { /* it may have gone anywhere */
        if (jumped && !l->guard[w].due) l->guard[w].due = ANYTHING;
        l->guard[w].seen = 0;
        l->guard[w].turn = (real)NAN;
    }
}

real look_beyond(look *l, int k, int direction, real t, const real *y)
{
    const real g = (real)direction * value_at(l, k, t, y, NULL), most = l->guard[k].most;
    return most > 0 ? g / most : g;
}

void look_guards_end(look *l, complaints *c)
{
    for (int k = 0; k < l->ne; k++) {
        const look_guard *g = &l->guard[k];
        const char *const name = event_of(l, k)->name;
        if (g->unknown)
            complaints_add(
                c,
                "guard %s goes through zero between t = %.9g and %.9g, where no event is on "
                "file (%d times in all)",
                name, (double)g->from, (double)g->to, g->unknown);
        if (g->lost)
            complaints_add(
                c,
                "guard %s does not change its sign between t = %.9g and %.9g, where an event "
                "is on file (%d times in all)",
                name, (double)g->from, (double)g->to, g->lost);
    }
}
