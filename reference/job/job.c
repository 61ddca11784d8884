/* job.c -- a problem opened for its reference, and single runs of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/job/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"

ivp_status job_open(job *j, const char *problem, const char *settings, reason *why)
{
    *j = (job){ 0 };
    ivp_status status = instance_open(&j->i, problem, settings, why);
    if (status) return status;
    status = recipe_for(&j->recipe, j->i->problem, why);
    if (status) {
        job_close(j);
        return status;
    }
    instance_settings(j->i, j->settings, sizeof j->settings);
    j->nc = instance_ncomponents(j->i);
    const ivp_observable *o = j->i->problem->observables;
    for (j->width = j->nc; o && o->name; o++) j->width++;
    j->row = calloc((size_t)j->width, sizeof *j->row);
    if (!j->row) status = IVP_E_NOMEM;
    if (!status && !j->recipe.digits) status = flow_find_breaks(j->i, &j->breaks, why);
    if (status) job_close(j);
    return status;
}

void job_close(job *j)
{
    if (j->i) instance_close(j->i);
    free(j->breaks.at);
    free(j->row);
    recipe_free(&j->recipe);
    *j = (job){ 0 };
}

void job_name(const job *j, int k, char name[32])
{
    if (k < j->nc)
        instance_component_name(j->i, k, name, 32);
    else
        snprintf(name, 32, "%s", j->i->problem->observables[k - j->nc].name);
}

/* ---- runs -------------------------------------------------------------------------------- */

typedef struct watched {
    job_steps *steps;
    int n; /* q, u, x or y */
    job_watch watch;
    void *watcher;
    const flow *f;
    bool full; /* no memory for another step */
} watched;

static void raise_peaks(real *peak, const real *y, int n)
{
    for (int k = 0; k < n; k++) peak[k] = ivp_max(peak[k], ivp_abs(y[k]));
}

static void stepped(void *watcher, real t, const real *y)
{
    watched *w = watcher;
    if (w->watch) w->watch(w->watcher, (double)t, w->f);
    if (!w->steps || w->full) return;
    raise_peaks(w->steps->peak, y, w->n);
    double *larger = realloc(w->steps->t, ((size_t)w->steps->n + 1) * sizeof *larger);
    w->full = !larger;
    if (w->full) return;
    w->steps->t = larger;
    larger[w->steps->n++] = (double)t;
}

void job_forget_steps(job_steps *steps)
{
    free(steps->t);
    free(steps->peak);
    free(steps->events.at);
    *steps = (job_steps){ 0 };
}

/* Events that no run can tell apart come in the order of their guards. */
static void put_in_order(flow_breaks *b, real same)
{
    for (int k = 1; k < b->n; k++)
        for (int back = k; back > 0; back--) {
            const flow_break one = b->at[back - 1], two = b->at[back];
            if (two.t - one.t > same || one.event <= two.event) break;
            b->at[back - 1] = two;
            b->at[back] = one;
        }
}

static bool take_events(const job *j, const flow_breaks *from, double until, flow_breaks *out)
{
    for (int k = 0; k < from->n; k++)
        if (from->at[k].event >= 0 && from->at[k].t <= (real)until &&
            !flow_breaks_add(out, from->at[k]))
            return false;
    put_in_order(out, R(1e-15) * ((real)j->i->t1 - (real)j->i->t0));
    return true;
}

static void take(job *j, flow *f, bool twin, double t, real *row)
{
    if (twin)
        j->i->problem->twin.map(flow_state(f), row, j->i->p);
    else
        memcpy(row, flow_state(f), (size_t)j->nc * sizeof *row);
    memcpy(j->row, row, (size_t)j->nc * sizeof *row);
    real *const yp = j->i->start_yp; /* observables of the state alone: y' only has to exist */
    const ivp_state s = instance_view(j->i, t, j->row, yp);
    for (int k = j->nc; k < j->width; k++)
        row[k] = instance_observe(j->i, &j->i->problem->observables[k - j->nc], &s);
}

/* What a run integrates: the problem, or its twin with breaks of its own. */
typedef struct subject {
    instance *i;
    flow_breaks found_breaks;
    const flow_breaks *breaks;
    bool twin;
} subject;

static ivp_status choose(const job *j, bool twin, subject *s, reason *why)
{
    *s = (subject){ .i = j->i, .breaks = &j->breaks, .twin = twin };
    if (!twin) return IVP_OK;
    const char *name = j->i->problem->twin.problem;
    s->i = NULL;
    s->breaks = &s->found_breaks;
    reason_set(why, "%s names no twin", j->i->problem->name);
    ivp_status status = name && j->i->problem->form != IVP_MECH
                            ? instance_open(&s->i, name, j->settings, why)
                            : IVP_E_INVALID;
    if (!status) status = flow_find_breaks(s->i, &s->found_breaks, why);
    return status;
}

static void dismiss(subject *s)
{
    if (s->twin && s->i) instance_close(s->i);
    free(s->found_breaks.at);
}

static ivp_status run_through(job *j, flow *f, const subject *s, const double *times, int n,
                              bool closed, real *out, watched *w, reason *why)
{
    ivp_status status = IVP_OK;
    job_steps *steps = w->steps;
    w->f = f;
    flow_set_watch(f, stepped, w);
    for (int k = 0; k < n && !status; k++) {
        status = flow_to(f, times[k], why);
        if (!status) take(j, f, s->twin, times[k], out + (size_t)k * (size_t)j->width);
    }
    const flow_breaks *events = closed ? &j->breaks : flow_events(f);
    if (!status && steps && n && !s->twin)
        w->full |= !take_events(j, events, times[n - 1], &steps->events);
    return status;
}

ivp_status job_run(job *j, const recipe_run *run, const double *times, int n, real *out,
                   job_steps *steps, job_watch watch, void *watcher, reason *why)
{
    const flow_method method = flow_method_by_name(run->method);
    const real tol = run->tol ? decimal_read(run->tol) : 0;
    const bool twin = flow_by_twin(run->method);
    if (!method || !ivp_finite(tol)) {
        reason_set(why, "'%s %s' is no method with a tolerance", run->method,
                   run->tol ? run->tol : "");
        return IVP_E_INVALID;
    }
    /* unknowns of a twin are others: its largest values are those at the stored times */
    watched w = { steps, twin ? 0 : j->i->sizes.n, watch, watcher, NULL, false };
    if (steps) steps->peak = calloc((size_t)j->i->sizes.n, sizeof *steps->peak);
    if (steps && !steps->peak) return IVP_E_NOMEM;
    if (steps) raise_peaks(steps->peak, j->i->start, j->i->sizes.n);
    subject s;
    flow *f = NULL;
    ivp_status status = choose(j, twin, &s, why);
    if (!status) status = flow_open(&f, s.i, method, tol, s.breaks, why);
    if (!status) status = run_through(j, f, &s, times, n, method == FLOW_EXACT, out, &w, why);
    flow_close(f);
    dismiss(&s);
    if (!status && w.full) status = IVP_E_NOMEM;
    if (status == IVP_E_NOMEM) reason_set(why, "no memory");
    return status;
}

/* ---- published values -------------------------------------------------------------------- */

static bool same_settings(const job *j, const char *params)
{
    instance *other;
    char text[512];
    reason why;
    if (instance_open(&other, j->i->problem->name, params, &why)) return false;
    instance_settings(other, text, sizeof text);
    instance_close(other);
    return !strcmp(text, j->settings);
}

const ivp_published *job_published(const job *j)
{
    const ivp_published *p = j->i->problem->published;
    while (p && p->values && !same_settings(j, p->params ? p->params : "")) p++;
    return p && p->values ? p : NULL;
}

bool published_value(const ivp_published *p, const char *component, char text[64])
{
    const size_t length = strlen(component);
    for (const char *word = p->values; *word; word += strspn(word, " ")) {
        const size_t n = strcspn(word, " ");
        if (n > length + 1 && n - length < 64 && !strncmp(word, component, length) &&
            word[length] == '=') {
            snprintf(text, 64, "%.*s", (int)(n - length - 1), word + length + 1);
            return true;
        }
        word += n;
    }
    return false;
}
