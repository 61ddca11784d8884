/* plausible.c -- compares a worker's report with the observations of its parent.
 *
 * The parent has its own clock, the kernel's account of the process, and the heartbeat, which
 * the kernel of this program writes at every accepted step. A plug-in shares the worker's
 * memory. One that forges a complete result consistent with all of these is not detected
 * here.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/plausible.h"

#include "bench/crew/account.h"

#include "bench/base/util.h"
#include "bench/cell/stop.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

typedef struct look {
    const child *c;
    const record *r;
    reason *why;
} look;

#define wrong(l, ...) reason_set((l)->why, __VA_ARGS__)

/* Only the parent knows of limits and signals; a worker that has begun to solve has started. */
static bool outcome_may_be(const look *l)
{
    const outcome o = l->r->outcome;
    if (o == OUTCOME_TIMEOUT || o == OUTCOME_CRASH || o == OUTCOME_EXIT ||
        (o == OUTCOME_INFRASTRUCTURE && l->c->solved))
        return wrong(l, "the worker claims the outcome \"%s\"", outcome_name(o));
    if (o == OUTCOME_OK && !l->c->solved) return wrong(l, "a result without a solve");
    return true;
}

static bool counters_may_be(const look *l)
{
    for (int i = 0; i < RECORD_COUNTERS; i++)
        if (!record_counter_may_be(i, l->r->counters[i]))
            return wrong(l, "the counter %s is %ld", record_counter(i), l->r->counters[i]);
    return true;
}

/* Each trial of each method evaluates the equations. */
static bool evaluations_may_be(const look *l)
{
    const long rejected = record_counted(l->r, "n_rejected"), f = record_counted(l->r, "n_f"),
               trials = record_counted(l->r, "n_accepted") + (rejected > 0 ? rejected : 0);
    return l->r->outcome != OUTCOME_OK || f >= trials ||
           wrong(l, "implausible: %ld evaluations are counted in %ld steps", f, trials);
}

/* Counters and end of a watched run are those of the heartbeat's last beat. */
static bool beat_agrees(const look *l)
{
    const evolve_beat *b = l->c->beat;
    if (l->c->timing || l->r->outcome != OUTCOME_OK || !b) return true;
    const long accepted = record_counted(l->r, "n_accepted");
    if (accepted != b->steps)
        return wrong(l, "%ld steps are reported, %ld were seen", accepted, b->steps);
    if (!(fabs(l->r->t_reached - b->t) <= 0)) /* the page may hold anything */
        return wrong(l, "t = %.17g is reported, %.17g was seen", l->r->t_reached, b->t);
    return true;
}

/* "ok" is the end of the interval that the problem has, or an event that ends the run
 * before. */
static bool end_agrees(const look *l)
{
    double t0 = NAN, t1 = NAN;
    json_t *o = l->r->scoring && *l->r->scoring ? json_loads(l->r->scoring, 0, NULL) : NULL;
    const bool readable = o || !l->r->scoring || !*l->r->scoring;
    if (o) {
        t0 = json_number_value(json_object_get(o, "t0"));
        t1 = json_number_value(json_object_get(o, "t1"));
    }
    const bool stop = record_stopped(l->r, o);
    json_decref(o);
    if (!readable) return wrong(l, "the scoring data are no JSON");
    if (l->r->outcome == OUTCOME_OK && !stop &&
        !(fabs(l->r->t_reached - t1) <= 1e-9 * fabs(t1 - t0)))
        return wrong(l, "t = %.17g is reported as the end, which is %.17g", l->r->t_reached,
                     t1);
    return true;
}

static bool state_may_be(const look *l)
{
    const record *r = l->r;
    if (r->outcome != OUTCOME_OK) return true;
    if (!r->ncomponents) return wrong(l, "a result without an end state");
    for (int i = 0; i < r->ncomponents; i++)
        if (!isfinite(r->end_state[i]))
            return wrong(l, "%s is not finite in a result", r->components[i]);
    return true;
}

static bool series_may_be(const look *l)
{
    const record *r = l->r;
    for (int i = 0; i < r->nseries; i++)
        if (r->series[i].n != r->series[0].n)
            return wrong(l, "series %s has %d points, %s has %d", r->series[i].name,
                         r->series[i].n, r->series[0].name, r->series[0].n);
    for (int i = 0; i < r->nevents; i++)
        if (!isfinite(r->events[i].t)) return wrong(l, "the time of an event is not finite");
    if (l->c->timing && (r->nseries || r->nevents))
        return wrong(l, "a timing worker reports a trajectory");
    return true;
}

/* The samples are of this worker and fit into the time that it had. */
static bool samples_may_be(const look *l)
{
    const double slack = 0.02, life = l->c->ended - l->c->started,
                 most_cpu = child_cpu_s(l->c) + slack;
    double wall = 0, cpu = 0;
    if (!l->c->timing && l->r->nsamples) return wrong(l, "an accuracy run reports times");
    for (int i = 0; i < l->r->nsamples; i++) {
        const record_sample *x = &l->r->samples[i];
        if (x->worker != l->c->timing - 1)
            return wrong(l, "a time of worker %d is reported by worker %d", x->worker,
                         l->c->timing - 1);
        if (!(x->wall_s > 0) || !(x->cpu_s >= 0) || x->instructions < -1)
            return wrong(l, "a time of %g s, CPU %g s, is reported", x->wall_s, x->cpu_s);
        wall += x->wall_s;
        cpu += x->cpu_s;
    }
    if (wall > life || cpu > most_cpu)
        return wrong(l, "times of %g s, CPU %g s, are reported of a run of %g s, CPU %g s",
                     wall, cpu, life, most_cpu - slack);
    return true;
}

static bool rest_may_be(const look *l)
{
    const record *r = l->r;
    const double life = l->c->ended - l->c->started + 1;
    if (!isfinite(r->t_reached)) return wrong(l, "the time reached is not finite");
    if (!(r->setup_s >= 0 && r->setup_s < life) || !(fabs(r->overhead_s) < life))
        return wrong(l, "a set-up of %g s is reported", r->setup_s);
    return r->peak_kb >= 0 || wrong(l, "%ld kB of memory are reported", r->peak_kb);
}

bool plausible(const child *c, const record *r, reason *why)
{
    const look l = { c, r, why };
    return outcome_may_be(&l) && counters_may_be(&l) && rest_may_be(&l) && state_may_be(&l) &&
           series_may_be(&l) && samples_may_be(&l) && beat_agrees(&l) &&
           (c->timing ? account_may_be(c, r, why)
                      : c->duty.check || (evaluations_may_be(&l) && end_agrees(&l)));
}
