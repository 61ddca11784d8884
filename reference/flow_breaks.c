/* flow_breaks.c -- where a right-hand side changes: events along a closed form, known breaks.
 */
#include "reference/flow.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SAMPLES = 20000
}; /* of the interval; closer pairs of zeros of one guard would be lost */

typedef struct scan {
    instance *i;
    real *canonical;
} scan;

static real guard_at(const scan *s, int k, real t, ivp_status *status)
{
    ivp_state state = instance_view(s->i, t, s->canonical, NULL);
    if (!*status) *status = s->i->problem->exact(t, &state, s->i->p);
    if (!*status && s->i->problem->form == IVP_MECH)
        *status = instance_complete(s->i, t, s->canonical);
    return *status ? 0 : instance_scalar(s->i, s->i->problem->events[k].guard, &state);
}

/* Zero of guard k between a and b, where it has the signs of fa and -fa. */
static real bisect(const scan *s, int k, real a, real b, real fa, ivp_status *status)
{
    for (int n = 0; n < 2 * 113; n++) {
        const real mid = a + (b - a) / 2;
        if (mid <= a || mid >= b) break;
        const real f = guard_at(s, k, mid, status);
        if ((f > 0) == (fa > 0))
            a = mid;
        else
            b = mid;
    }
    return b;
}

static bool add(flow_breaks *b, flow_break one)
{
    flow_break *larger = realloc(b->at, ((size_t)b->n + 1) * sizeof *larger);
    if (!larger) return false;
    b->at = larger;
    b->at[b->n++] = one;
    return true;
}

static int by_time(const void *a, const void *b)
{
    const flow_break *x = a, *y = b;
    return (x->t > y->t) - (x->t < y->t);
}

static ivp_status scan_guard(const scan *s, int k, flow_breaks *out)
{
    const instance *i = s->i;
    const int wanted = i->problem->events[k].direction;
    const real t0 = i->t0, dt = ((real)i->t1 - t0) / (real)SAMPLES;
    ivp_status status = IVP_OK;
    real before = guard_at(s, k, t0, &status);
    for (int n = 1; n <= SAMPLES && !status; n++) {
        const real a = t0 + (real)(n - 1) * dt, b = t0 + (real)n * dt;
        const real now = guard_at(s, k, b, &status);
        const int direction = now > 0 ? 1 : -1;
        if (!status && before != 0 && (now > 0) != (before > 0) && wanted * direction >= 0) {
            const real t = bisect(s, k, a, b, before, &status);
            const flow_break one = { .t = t, .event = k, .direction = direction };
            if (!status && !add(out, one)) status = IVP_E_NOMEM;
        }
        before = now;
    }
    return status;
}

ivp_status flow_find_breaks(instance *i, flow_breaks *out, char *why)
{
    *out = (flow_breaks){ 0 };
    const ivp_problem *p = i->problem;
    if (i->nevents && !p->exact) {
        snprintf(why, PLUGIN_WHY_MAX,
                 "%s has events but no closed form: this generator cannot restart there",
                 p->name);
        return IVP_E_EVENT_LOST;
    }
    const scan s = { i, calloc((size_t)instance_ncomponents(i), sizeof(real)) };
    ivp_status status = s.canonical ? IVP_OK : IVP_E_NOMEM;
    for (int k = 0; k < i->nevents && !status; k++) status = scan_guard(&s, k, out);
    for (const double *t = p->breaks; t && *t && !status; t++)
        if (*t > i->t0 && *t < i->t1 && !add(out, (flow_break){ .t = *t, .event = -1 }))
            status = IVP_E_NOMEM;
    if (out->n) qsort(out->at, (size_t)out->n, sizeof *out->at, by_time);
    free(s.canonical);
    if (status)
        snprintf(why, PLUGIN_WHY_MAX, "%s: %s while looking for events", p->name,
                 ivp_status_name(status));
    return status;
}
