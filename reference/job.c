/* job.c -- a problem opened for generation, and its runs. */
#include "reference/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/decimal.h"

enum { SECONDS_BETWEEN_LINES = 5 };

ivp_status job_open(job *j, const char *problem, const char *settings, char *why)
{
    *j = (job){ .shown = time(NULL) };
    ivp_status status = instance_open(&j->i, problem, settings, why);
    if (status) return status;
    j->recipe = *recipe_for(problem);
    if (!j->recipe.problem &&
        (j->i->problem->form == IVP_LIN || j->i->problem->form == IVP_DAE)) {
        j->recipe.method = FLOW_IEX; /* of another problem */
        j->recipe.loose = "1e-16";
        j->recipe.tight = "1e-18";
        j->recipe.check = "1e-13";
    }
    instance_settings(j->i, j->settings, sizeof j->settings);
    j->nc = instance_ncomponents(j->i);
    const ivp_observable *o = j->i->problem->observables;
    for (j->width = j->nc; o && o->name; o++) j->width++;
    j->row = calloc((size_t)j->width, sizeof *j->row);
    if (!j->row) status = IVP_E_NOMEM;
    if (!status && j->recipe.method) status = flow_find_breaks(j->i, &j->breaks, why);
    if (status) job_close(j);
    return status;
}

void job_close(job *j)
{
    if (j->i) instance_close(j->i);
    free(j->breaks.at);
    free(j->row);
    *j = (job){ 0 };
}

void job_name(const job *j, int k, char name[32])
{
    if (k < j->nc)
        instance_component_name(j->i, k, name, 32);
    else
        snprintf(name, 32, "%s", j->i->problem->observables[k - j->nc].name);
}

/* ---- runs
 * ------------------------------------------------------------------------------------ */

typedef struct watched {
    job *j;
    const char *what;
    step_list *steps;
    bool full; /* no memory for another step */
} watched;

static void show(const watched *w, double t)
{
    const time_t now = time(NULL);
    if (!w->j->progress || now - w->j->shown < SECONDS_BETWEEN_LINES) return;
    w->j->shown = now;
    w->j->progress(w->j->i->problem->name, w->what, t, w->j->i->t1);
}

static void watch(void *watcher, real t)
{
    watched *w = watcher;
    show(w, (double)t);
    if (!w->steps || w->full) return;
    double *larger = realloc(w->steps->t, ((size_t)w->steps->n + 1) * sizeof *larger);
    w->full = !larger;
    if (w->full) return;
    w->steps->t = larger;
    larger[w->steps->n++] = (double)t;
}

static void take(job *j, flow *f, double t, real *row)
{
    memcpy(row, flow_state(f), (size_t)j->nc * sizeof *row);
    real *const yp = j->i->start_yp; /* observables of the state alone: y' only has to exist */
    const ivp_state s = instance_view(j->i, t, flow_state(f), yp);
    for (int k = j->nc; k < j->width; k++)
        row[k] = instance_scalar(j->i, j->i->problem->observables[k - j->nc].value, &s);
}

ivp_status job_run(job *j, flow_method method, const char *tol, const double *times, int n,
                   real *out, step_list *steps, char *why)
{
    char what[64];
    snprintf(what, sizeof what, "%s %s", flow_method_name(method), tol ? tol : "");
    watched w = { j, what, steps, false };
    flow *f = NULL;
    const real tolerance = tol ? decimal_read(tol) : 0;
    ivp_status status = flow_open(&f, j->i, method, tolerance, &j->breaks, why);
    if (status) return status;
    flow_set_watch(f, watch, &w);
    for (int k = 0; k < n && !status; k++) {
        status = flow_to(f, times[k], why);
        if (!status) take(j, f, times[k], out + (size_t)k * (size_t)j->width);
    }
    flow_close(f);
    if (!status && w.full) status = IVP_E_NOMEM;
    if (status == IVP_E_NOMEM) snprintf(why, PLUGIN_WHY_MAX, "no memory");
    return status;
}

ivp_status job_pair(job *j, const double *times, int n, real *values, real *others,
                    step_list *steps, char *why)
{
    const recipe *r = &j->recipe;
    const bool exact = r->method == FLOW_EXACT;
    const flow_method integrated = exact ? FLOW_GBS : r->method;
    ivp_status status =
        job_run(j, integrated, r->loose, times, n, others, exact ? steps : NULL, why);
    if (!status)
        status = job_run(j, r->method, r->tight, times, n, values, exact ? NULL : steps, why);
    return status;
}

real job_bar(real value, real other)
{
    return 10 * ivp_abs(value - other) + R(1e-32) * ivp_abs(value);
}

/* Guard of break k in a row of components. */
static real guard(const job *j, int k, real *row)
{
    const flow_break *b = &j->breaks.at[k];
    const ivp_state s = instance_view(j->i, b->t, row, j->i->start_yp);
    return instance_scalar(j->i, j->i->problem->events[b->event].guard, &s);
}

/* Error of the guard over its rate, which comes from the closed form a nanosecond later. */
static void bars_from(job *j, const real *exact, const real *later, const real *other)
{
    const real dt = R(1e-9);
    for (int k = 0; k < j->breaks.n; k++) {
        if (j->breaks.at[k].event < 0) continue;
        const size_t at = (size_t)k * (size_t)j->width;
        real row[3];
        const real *const from[3] = { exact, later, other };
        for (int l = 0; l < 3; l++) {
            memcpy(j->row, from[l] + at, (size_t)j->width * sizeof *j->row);
            row[l] = guard(j, k, j->row);
        }
        const real rate = (row[1] - row[0]) / dt;
        j->breaks.at[k].bar = job_bar(j->breaks.at[k].t, j->breaks.at[k].t) +
                              10 * ivp_abs((row[2] - row[0]) / rate);
    }
}

ivp_status job_event_bars(job *j, char *why)
{
    const int n = j->breaks.n;
    if (!n || j->recipe.method != FLOW_EXACT) return IVP_OK;
    const size_t reals = (size_t)n * (size_t)j->width;
    real *rows = calloc(3 * reals, sizeof *rows);
    double *times = calloc(2 * (size_t)n, sizeof *times);
    ivp_status status = rows && times ? IVP_OK : IVP_E_NOMEM;
    for (int k = 0; k < n && !status; k++) {
        times[k] = (double)j->breaks.at[k].t;
        times[n + k] = (double)(j->breaks.at[k].t + R(1e-9));
    }
    if (!status) status = job_run(j, FLOW_EXACT, NULL, times, 2 * n, rows, NULL, why);
    if (!status)
        status = job_run(j, FLOW_GBS, j->recipe.loose, times, n, rows + 2 * reals, NULL, why);
    if (!status) bars_from(j, rows, rows + reals, rows + 2 * reals);
    free(rows);
    free(times);
    return status;
}

/* ---- published values ----------------------------------------------------------------------
 */

static bool same_settings(const job *j, const char *params)
{
    instance *other;
    char why[PLUGIN_WHY_MAX], text[512];
    if (instance_open(&other, j->i->problem->name, params, why)) return false;
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
