/* flow_breaks.c -- where a right-hand side changes: events along a closed form, known ones. */
#include <stdio.h>
#include <stdlib.h>

#include "reference/flow/flow_inner.h"

/* Samples of the interval, where a guard does not say how close its zeros are. */
enum { SAMPLES = 20000 };

typedef struct scan {
    instance *i;
    real *canonical;
    real *before, *now; /* guards at two neighbouring samples */
} scan;

static ivp_status state_at(const scan *s, real t, ivp_state *state)
{
    *state = instance_view(s->i, t, s->canonical, NULL);
    const ivp_status status = s->i->problem->exact(t, s->canonical, s->i->p);
    return status ? status : instance_complete(s->i, t, s->canonical);
}

static ivp_status guards_at(const scan *s, real t, real *guard)
{
    ivp_state state;
    const ivp_status status = state_at(s, t, &state);
    for (int k = 0; k < s->i->nevents && !status; k++)
        guard[k] = instance_scalar(s->i, s->i->problem->events[k].guard, &state);
    return status;
}

/* Zero of guard k between a and b, where its sign changes from that at a. */
static real bisect(const scan *s, int k, real a, real b, real at_a)
{
    for (int n = 0; n < 2 * 113; n++) {
        const real mid = a + (b - a) / 2;
        ivp_state state;
        if (mid <= a || mid >= b || state_at(s, mid, &state)) break;
        const real f = instance_scalar(s->i, s->i->problem->events[k].guard, &state);
        if ((f > 0) == (at_a > 0))
            a = mid;
        else
            b = mid;
    }
    return b;
}

bool flow_breaks_add(flow_breaks *b, flow_break one)
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

void flow_breaks_sort(flow_breaks *b)
{
    if (b->n) qsort(b->at, (size_t)b->n, sizeof *b->at, by_time);
}

/* Two samples between any two zeros of a guard. */
static int samples(const instance *i)
{
    double n = 0;
    for (int k = 0; k < i->nevents; k++) {
        const double spacing = i->problem->events[k].spacing;
        n = fmax(n, spacing > 0 ? ceil(2 * (i->t1 - i->t0) / spacing) : SAMPLES);
    }
    return (int)fmin(n, (double)10 * SAMPLES);
}

/* Guard k between samples at a and b: an event where its sign changes the wanted way. */
static ivp_status look_between(const scan *s, int k, real a, real b, flow_breaks *out)
{
    const real was = s->before[k], is = s->now[k];
    const int wanted = s->i->problem->events[k].direction, direction = is > 0 ? 1 : -1;
    if (was == 0 || (is > 0) == (was > 0) || wanted * direction < 0) return IVP_OK;
    const real t = bisect(s, k, a, b, was);
    const flow_break one = { .t = t, .event = k, .direction = direction };
    return flow_breaks_add(out, one) ? IVP_OK : IVP_E_NOMEM;
}

static ivp_status scan_guards(const scan *s, flow_breaks *out)
{
    const instance *i = s->i;
    const int n = samples(i);
    const real t0 = i->t0, dt = ((real)i->t1 - t0) / (real)(n > 0 ? n : 1);
    ivp_status status = n ? guards_at(s, t0, s->before) : IVP_OK;
    for (int l = 1; l <= n && !status; l++) {
        const real a = t0 + (real)(l - 1) * dt, b = t0 + (real)l * dt;
        status = guards_at(s, b, s->now);
        for (int k = 0; k < i->nevents && !status; k++) {
            status = look_between(s, k, a, b, out);
            s->before[k] = s->now[k];
        }
    }
    return status;
}

ivp_status flow_find_breaks(instance *i, flow_breaks *out, char *why)
{
    *out = (flow_breaks){ 0 };
    const ivp_problem *p = i->problem;
    const size_t nc = (size_t)instance_ncomponents(i), ne = (size_t)i->nevents;
    real *room = calloc(nc + 2 * ne + 1, sizeof *room);
    const scan s = { i, room, room + nc, room + nc + ne };
    ivp_status status = room ? IVP_OK : IVP_E_NOMEM;
    if (!status && p->exact) status = scan_guards(&s, out);
    for (const double *t = p->breaks; t && *t && !status; t++)
        if (*t > i->t0 && *t < i->t1 &&
            !flow_breaks_add(out, (flow_break){ .t = *t, .event = -1 }))
            status = IVP_E_NOMEM;
    flow_breaks_sort(out);
    free(room);
    if (status)
        snprintf(why, PLUGIN_WHY_MAX, "%s: %s while looking for events", p->name,
                 ivp_status_name(status));
    return status;
}
