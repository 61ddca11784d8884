/* trail.c -- see trail.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/trail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct trail {
    const ref *r;
    instance *i;
    look *l;
    complaints *c;
    const real *peak;
    int n, next, jumps; /* q, u, x or y; the next event on file; jumps that resets make */
    bool *fired;        /* of each event on file */
    real *y, *yp, *error, *slope_error, *row;
    double margin; /* so near to an event nothing is looked at: its time is a double */
};

static int piece_at(const ref_pieces *p, double t)
{
    int low = 0, high = p->n;
    while (high - low > 1) {
        const int mid = low + (high - low) / 2;
        if (p->t[mid] <= t)
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* T_n' = n U_n-1 */
static void column_at(const double *c, int degree, double s, double *y, double *slope)
{
    double T0 = 1, T1 = s, U0 = 1, U1 = 2 * s;
    *y = c[0] + c[1] * s;
    *slope = c[1];
    for (int n = 2; n <= degree; n++) {
        const double T = 2 * s * T1 - T0, U = 2 * s * U1 - U0;
        *y += c[n] * T;
        *slope += c[n] * n * U1;
        T0 = T1, T1 = T, U0 = U1, U1 = U;
    }
}

static void point_at(trail *a, double t)
{
    const ref_pieces *p = &a->r->pieces;
    const int i = piece_at(p, t);
    const double from = p->t[i], to = p->t[i + 1], length = to - from;
    const double s = ((t - from) - (to - t)) / length;
    for (int k = 0; k < a->n; k++) {
        double y, slope;
        const size_t at = (size_t)i * (size_t)p->width + (size_t)k;
        column_at(p->c + at * ((size_t)p->degree + 1), p->degree, s, &y, &slope);
        a->y[k] = (real)y;
        a->yp[k] = (real)(2 * slope / length);
        a->error[k] = (real)p->bar[k] + R(2e-16) * a->peak[k];
        a->slope_error[k] = 2 * (real)(p->degree * p->degree) * a->error[k] / (real)length;
    }
}

static int guard_of(const trail *a, const char *name)
{
    int k = 0;
    while (k < a->i->nevents && strcmp(a->i->problem->events[k].name, name) != 0) k++;
    return k;
}

/* Events at one time are told together; `to`: behind the last of them. */
static bool tell_events(trail *a, int to)
{
    const ref *r = a->r;
    bool jumps = false;
    for (int e = a->next; e < to; e++)
        jumps = jumps || a->i->problem->events[guard_of(a, r->events[e].name)].reset;
    for (int e = a->next; e < to; e++)
        look_event(a->l, guard_of(a, r->events[e].name), r->events[e].direction,
                   (real)r->events[e].t, jumps);
    return jumps;
}

/* Where pieces meet nearest to an event: its time may be a rounding beside. */
static double seam_near(const trail *a, double t)
{
    const ref_pieces *p = &a->r->pieces;
    int i = piece_at(p, t);
    if (i + 1 < p->n && p->t[i + 1] - t < t - p->t[i]) i++;
    return fabs(p->t[i] - t) <= a->margin ? p->t[i] : t;
}

/* Algebraic unknowns are solved for behind a reset: what it makes of them does not count. */
static bool resets_all(const trail *a)
{
    const ivp_form form = a->i->problem->form;
    return form == IVP_ODE || form == IVP_MECH;
}

static void compare_jump(trail *a, double t, double seam)
{
    for (int k = 0; k < a->n; k++) {
        const real on = (real)ref_value_at(a->r, k, seam, 1), due = a->row[k];
        const real scale = ivp_max(a->peak[k], ivp_abs(due));
        if (ivp_abs(on - due) <= R(1e-9) * scale + 100 * (real)a->r->pieces.bar[k]) continue;
        complaints_add(
            a->c,
            "behind the reset at t = %.9g %s is %.9g on the trajectory, the reset makes it "
            "%.9g",
            t, a->r->components[k], (double)on, (double)due);
        return;
    }
}

/* Of the events at one time, first to last - 1, the one that fires next; those that `fired` are
 * done. Files have them in the order of their guards, whereas a reset may take the guard of an
 * earlier one through zero. Without one at or beyond zero: the first that is left. */
static int next_to_fire(const trail *a, int first, int last, real t)
{
    int left = -1;
    for (int e = first; e < last; e++) {
        const ref_event *one = &a->r->events[e];
        if (a->fired[e]) continue;
        if (left < 0) left = e;
        if (look_beyond(a->l, guard_of(a, one->name), one->direction, t, a->row) > R(-1e-9))
            return e;
    }
    return left;
}

/* Their resets, each once. */
static void fire(trail *a, int first, int last, real t)
{
    for (int n = first; n < last; n++) {
        const int next = last - first > 1 ? next_to_fire(a, first, last, t) : first;
        const ivp_event *e = &a->i->problem->events[guard_of(a, a->r->events[next].name)];
        a->fired[next] = true;
        if (!e->reset) continue;
        e->reset(t, a->row, a->i->p);
        instance_sync(a->i); /* the next guard may hang on parameters that it has set */
    }
}

/* All events at the next event's time: resets, from left limits to right ones. */
static void pass(trail *a)
{
    const ref *r = a->r;
    instance *i = a->i;
    const double t = r->events[a->next].t, seam = seam_near(a, t);
    int to = a->next;
    while (to < r->nevents && r->events[to].t - t <= (double)R(4e-15) * fabs(t)) to++;
    const bool jumps = tell_events(a, to);
    for (int k = 0; k < a->n; k++) a->row[k] = (real)ref_value_at(r, k, seam, -1);
    if (i->problem->form == IVP_MECH) instance_complete(i, (real)t, a->row);
    fire(a, a->next, to, (real)t);
    a->next = to;
    a->jumps += jumps;
    if (jumps && resets_all(a)) compare_jump(a, t, seam);
}

/* Too near to an event, before or behind it. */
static bool is_near_event(const trail *a, double t)
{
    const ref *r = a->r;
    return (a->next < r->nevents && r->events[a->next].t - t < a->margin) ||
           (a->next && t - r->events[a->next - 1].t < a->margin);
}

/* Where it ends: at a stop, or with the interval. */
static double end_of(const trail *a)
{
    const ref *r = a->r;
    const ref_event *last = r->nevents ? &r->events[r->nevents - 1] : NULL;
    const bool stops = last && a->i->problem->events[guard_of(a, last->name)].then == IVP_STOP;
    return stops ? last->t : r->t1;
}

static void look_here(trail *a, double t)
{
    point_at(a, t);
    const look_point at = { (real)t, a->y, a->yp, a->error, a->slope_error };
    look_at(a->l, &at);
}

/* A guard may come through zero and go back between two times. */
static void look_at_turns(trail *a)
{
    for (int k = 0; k < a->i->nevents; k++) {
        const real turn = look_turns(a->l, k);
        if (!ivp_finite(turn)) continue;
        point_at(a, (double)turn);
        const look_point at = { turn, a->y, a->yp, a->error, a->slope_error };
        look_turn(a->l, k, &at);
    }
}

static void walk(trail *a, const double *t, int n, double end)
{
    for (int k = 0; k < n && t[k] < end - a->margin; k++) {
        while (a->next < a->r->nevents && a->r->events[a->next].t < t[k]) pass(a);
        if (is_near_event(a, t[k])) continue;
        look_here(a, t[k]);
        look_at_turns(a);
    }
    while (a->next < a->r->nevents && a->r->events[a->next].t < end) pass(a);
}

/* ---- the whole --------------------------------------------------------------------------- */

void trail_peaks(const ref *r, int n, real *peak)
{
    for (int k = 0; k < n; k++) {
        double most = 0;
        for (int s = 0; s < r->nstates; s++)
            most = fmax(most, fabs(r->states[s].v[k].half[REF_A]));
        for (int i = 0; i < r->pieces.n; i++) {
            const double mid = (r->pieces.t[i] + r->pieces.t[i + 1]) / 2;
            most = fmax(most, fabs(ref_value_at(r, k, mid, 1)));
        }
        peak[k] = (real)most;
    }
}

trail *trail_create(const ref *r, instance *i, const real *peak)
{
    const size_t n = (size_t)i->sizes.n, nc = (size_t)instance_ncomponents(i);
    const double far = fmax(fabs(r->t0), fabs(r->t1));
    trail *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    *a = (trail){ .r = r, .i = i, .peak = peak, .n = (int)n };
    a->y = calloc(4 * n + nc, sizeof *a->y);
    a->fired = calloc((size_t)r->nevents + 1, sizeof *a->fired);
    if (!a->y || !a->fired) {
        trail_destroy(a);
        return NULL;
    }
    real **const parts[] = { &a->yp, &a->error, &a->slope_error, &a->row };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) *parts[k] = a->y + (k + 1) * n;
    a->margin = fmax((double)R(1e-9) * (r->t1 - r->t0), (double)R(1e-15) * far);
    return a;
}

void trail_destroy(trail *a)
{
    if (!a) return;
    free(a->fired);
    free(a->y);
    free(a);
}

bool trail_walk(trail *a, const double *t, int n, complaints *c, look_seen *seen)
{
    const double end = end_of(a);
    a->c = c;
    a->next = a->jumps = 0;
    memset(a->fired, 0, ((size_t)a->r->nevents + 1) * sizeof *a->fired);
    a->l = look_create(a->i, a->peak);
    if (!a->l) return false;
    instance_reset(a->i);
    walk(a, t, n, end);
    *seen = look_end(a->l, (real)end, c);
    instance_reset(a->i);
    look_destroy(a->l);
    a->l = NULL;
    return true;
}

int trail_jumps(const trail *a) { return a->jumps; }
