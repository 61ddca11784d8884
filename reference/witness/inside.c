/* inside.c -- the polynomial of each step's stages, looked at where no stage is.
 *
 *     y  = (p(t + d) + p(t - d)) / 2
 *     y' = (p(t + d) - p(t - d)) / (2 d)       d = 1e-9 h: in quad both lose nothing
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"

enum { SECONDS = 2 };

typedef struct peep {
    job *j;
    look *l;
    real tol;
    const real *peak;
    int n, next, met; /* times; those before are done, and so many events */
    double *t;
    real *y, *yp, *error, *slope_error, *back,
        *there; /* the last two: all unknowns of the run */
    real *then; /* parameters before the step */
} peep;

static bool equip(peep *p, const real *peak, size_t unknowns)
{
    instance *i = p->j->i;
    const size_t n = (size_t)i->sizes.n;
    p->n = look_afford(i, SECONDS);
    p->l = look_create(i, peak);
    p->t = calloc((size_t)p->n, sizeof *p->t);
    p->y = calloc(4 * n + 2 * unknowns + (size_t)i->nparams, sizeof *p->y);
    if (!p->l || !p->t || !p->y) return false;
    p->peak = peak;
    p->yp = p->y + n;
    p->error = p->yp + n;
    p->slope_error = p->error + n;
    p->back = p->slope_error + n;
    p->there = p->back + unknowns;
    p->then = p->there + unknowns;
    memcpy(p->then, i->p0, (size_t)i->nparams * sizeof *p->then);
    look_times(i->t0, i->t1, p->n, p->t);
    look_sort(p->t, p->n);
    return true;
}

static void put_away(peep *p)
{
    look_destroy(p->l);
    free(p->t);
    free(p->y);
}

/* Two states near t become a point; h is what the errors of slopes go by. */
static void look_between(peep *p, real t, real d, real h)
{
    for (int k = 0; k < p->j->i->sizes.n; k++) {
        p->y[k] = (p->there[k] + p->back[k]) / 2;
        p->yp[k] = (p->there[k] - p->back[k]) / (2 * d);
        p->error[k] = p->tol * ivp_max(p->peak[k], R(1e-4));
        p->slope_error[k] = 200 * p->error[k] / h;
    }
    const look_point at = { t, p->y, p->yp, p->error, p->slope_error };
    look_at(p->l, &at);
}

/* Events before t, all at one time together. */
static void pass_events(peep *p, const flow_breaks *e, real t)
{
    const ivp_event *events = p->j->i->problem->events;
    while (p->met < e->n && e->at[p->met].t < t) {
        const real now = e->at[p->met].t;
        int to = p->met;
        bool jumps = false;
        for (; to < e->n && e->at[to].t == now; to++)
            jumps = jumps || (e->at[to].event >= 0 && events[e->at[to].event].reset);
        for (; p->met < to; p->met++)
            if (e->at[p->met].event >= 0)
                look_event(p->l, e->at[p->met].event, e->at[p->met].direction, now, jumps);
    }
}

/* Parameters are those of the step, before a reset at its end, and sides are not told. */
static void exchange(instance *i, real *then, real *side)
{
    const size_t n = (size_t)i->nparams;
    bool same = true;
    for (size_t k = 0; k < n; k++) {
        const real now = i->p[k];
        same = same && now == then[k];
        i->p[k] = then[k];
        then[k] = now;
    }
    for (int k = 0; k < i->nevents; k++) {
        const real now = i->side[k];
        i->side[k] = side[k];
        side[k] = now;
    }
    if (!same) instance_sync(i);
}

static void look_into_step(peep *p, double to, const flow *f)
{
    const real from = flow_began(f), h = (real)to - from, d = R(1e-9) * h;
    for (; p->next < p->n && p->t[p->next] < to; p->next++) {
        const real t = (real)p->t[p->next];
        pass_events(p, flow_events(f), t);
        if (t < from || !flow_inside(f, t + d, p->there) || !flow_inside(f, t - d, p->back))
            continue;
        look_between(p, t, d, h);
    }
}

static void stepped(void *watcher, double t, const flow *f)
{
    peep *p = watcher;
    instance *i = p->j->i;
    real *side = calloc((size_t)i->nevents + 1, sizeof *side);
    if (!side) return;
    exchange(i, p->then, side);
    look_into_step(p, t, f);
    exchange(i, p->then, side);
    memcpy(p->then, i->p, (size_t)i->nparams * sizeof *p->then);
    free(side);
}

/* A closed form has no steps. */
static void look_along_closed_form(peep *p)
{
    const instance *i = p->j->i;
    const real span = (real)i->t1 - (real)i->t0, d = R(1e-12) * span;
    for (; p->next < p->n; p->next++) {
        const real t = (real)p->t[p->next];
        pass_events(p, &p->j->breaks, t);
        if (!i->problem->exact(t + d, p->there, i->p) &&
            !i->problem->exact(t - d, p->back, i->p))
            look_between(p, t, d, span);
    }
}

ivp_status inside_run(job *j, const recipe_run *run, const real *peak, const double *times,
                      int n, real *out, job_steps *steps, look_seen *seen, reason *why)
{
    const bool closed = flow_method_by_name(run->method) == FLOW_EXACT;
    const size_t nc = (size_t)j->nc, ng = (size_t)j->i->sizes.ng;
    peep p = { .j = j, .tol = closed ? R(1e-20) : decimal_read(run->tol) };
    *seen = (look_seen){ .width = j->i->t1 - j->i->t0 };
    ivp_status status = equip(&p, peak, nc + 2 * ng) ? IVP_OK : IVP_E_NOMEM;
    if (!status) status = job_run(j, run, times, n, out, steps, stepped, &p, why);
    instance_reset(j->i);
    if (!status && closed) look_along_closed_form(&p);
    complaints c = { .why = why };
    if (!status) {
        *why->text = 0;
        *seen = look_end(p.l, (real)times[n - 1], &c);
    }
    put_away(&p);
    return status ? status : c.n ? IVP_DOMAIN : IVP_OK;
}
