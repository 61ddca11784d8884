/* look_guards.c -- guards along a trajectory beside the events that are on file. */
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
    return instance_scalar(l->i, event_of(l, k)->guard, &s);
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
    if ((unknown || lost) && is_doubtful(l, p, k, value)) return; /* the next time tells */
    if (unknown) note(g, &g->unknown, p->t);
    if (lost) note(g, &g->lost, p->t);
    g->before = now;
    g->since = p->t;
    g->due = 0;
}

void look_guards(look *l, const look_point *p)
{
    const ivp_state s = instance_view(l->i, p->t, l->z, p->yp);
    real *value = l->value;
    for (int k = 0; k < l->ne; k++) value[k] = instance_scalar(l->i, event_of(l, k)->guard, &s);
    for (int k = 0; k < l->ne; k++) {
        look_guard *g = &l->guard[k];
        if (event_of(l, k)->then == IVP_KINK || !ivp_finite(value[k])) continue;
        g->most = ivp_max(g->most, ivp_abs(value[k]));
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
    for (int w = 0; w < l->ne && jumped; w++) /* it may have gone anywhere */
        if (!l->guard[w].due) l->guard[w].due = ANYTHING;
}

void look_guards_end(look *l, complaints *c)
{
    for (int k = 0; k < l->ne; k++) {
        const look_guard *g = &l->guard[k];
        const char *const name = event_of(l, k)->name;
        if (g->unknown)
            complaints_add(
                c,
                "guard %s goes through zero between t = %.9g and %.9g, where no event is on file "
                "(%d times in all)",
                name, (double)g->from, (double)g->to, g->unknown);
        if (g->lost)
            complaints_add(
                c,
                "guard %s does not change its sign between t = %.9g and %.9g, where an event is on "
                "file (%d times in all)",
                name, (double)g->from, (double)g->to, g->lost);
    }
}
