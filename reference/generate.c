/* generate.c -- from a recipe to a reference: two runs for the states and their bars, a third
 * one through the points of the trajectory. */
#include "reference/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference/decimal.h"
#include "reference/digest.h"

static void *room(size_t n, size_t size, bool *ok)
{
    void *p = calloc(n + 1, size);
    if (!p) *ok = false;
    return p;
}

static char *copy(const char *text, bool *ok)
{
    char *p = strdup(text);
    if (!p) *ok = false;
    return p;
}

/* ---- times
 * ----------------------------------------------------------------------------------- */

/* Inner times of the recipe (or tenths of the interval) that lie inside, and the end. */
static int stop_times(const job *j, double times[32])
{
    const double t0 = j->i->t0, t1 = j->i->t1;
    const char *words = j->recipe.times;
    int n = 0;
    for (int k = 1; k < 10 && !words; k++) {
        char text[32]; /* a short decimal, so that people can ask for the same time */
        snprintf(text, sizeof text, "%.6g", t0 + k * (t1 - t0) / (double)10);
        times[n++] = strtod(text, NULL);
    }
    for (char *end; words && *words && n < 31; words = end + strspn(end, " ")) {
        const double t = strtod(words, &end);
        if (end == words) break;
        if (t > t0 && t < t1) times[n++] = t;
    }
    times[n++] = t1;
    return n;
}

/* ---- parts of the file
 * ------------------------------------------------------------------------ */

static bool fill_head(const job *j, ref *r)
{
    char hex[EQUATIONS_MAX], made[32], method[128];
    bool ok = equations_digest(j->i, hex) == IVP_OK;
    const recipe *c = &j->recipe;
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm when;
    strftime(made, sizeof made, "%Y-%m-%d", gmtime_r(&now, &when));
    if (!c->method)
        snprintf(method, sizeof method, "published, %s digits", c->digits);
    else if (c->method == FLOW_EXACT)
        snprintf(method, sizeof method, "closed form; bars against gbs %s", c->loose);
    else
        snprintf(method, sizeof method, "%s in quad, tolerance %s; bars against %s",
                 flow_method_name(c->method), c->tight, c->loose);
    r->problem = copy(j->i->problem->name, &ok);
    r->parameters = copy(j->settings, &ok);
    r->equations = copy(hex, &ok);
    r->half[REF_A].family = copy(c->method ? "extrapolation" : "published", &ok);
    r->half[REF_A].method = copy(method, &ok);
    r->half[REF_B].family = copy("none", &ok);
    r->half[REF_B].method = copy("", &ok);
    r->made = copy(made, &ok);
    r->t0 = j->i->t0;
    r->t1 = j->i->t1;
    r->ncomponents = j->nc;
    r->nobservables = j->width - j->nc;
    r->components = room((size_t)j->nc, sizeof *r->components, &ok);
    r->observables = room((size_t)r->nobservables, sizeof *r->observables, &ok);
    for (int k = 0; k < j->width && ok; k++)
        job_name(j, k, k < j->nc ? r->components[k] : r->observables[k - j->nc]);
    return ok;
}

static bool fill_states(const job *j, ref *r, const double *times, int n, const real *values,
                        const real *others)
{
    bool ok = true;
    r->states = room((size_t)n, sizeof *r->states, &ok);
    if (!ok) return false;
    for (int s = 0; s < n && ok; s++) {
        ref_value *v = room((size_t)j->width, sizeof *v, &ok);
        r->states[r->nstates++] = (ref_state){ .t = times[s], .n = j->width, .v = v };
        for (int k = 0; k < j->width && ok; k++) {
            const size_t at = (size_t)s * (size_t)j->width + (size_t)k;
            job_name(j, k, v[k].name);
            decimal(values[at], DECIMAL_ALL, v[k].text[REF_A]);
            snprintf(v[k].text[REF_B], sizeof v[k].text[REF_B], "?");
            v[k].half[REF_A] = (double)values[at];
            v[k].half[REF_B] = (double)NAN;
            v[k].shift = -1;
            v[k].bar = (double)job_bar(values[at], others[at]);
        }
    }
    return ok;
}

static bool fill_events(const job *j, ref *r)
{
    bool ok = true;
    r->events = room((size_t)j->breaks.n, sizeof *r->events, &ok);
    for (int k = 0; k < j->breaks.n && ok; k++) {
        const flow_break *b = &j->breaks.at[k];
        if (b->event < 0) continue;
        ref_event *e = &r->events[r->nevents++];
        *e = (ref_event){ .t = (double)b->t, .bar = (double)b->bar, .direction = b->direction };
        decimal(b->t, DECIMAL_ALL, e->text[REF_A]);
        snprintf(e->text[REF_B], sizeof e->text[REF_B], "?");
        snprintf(e->name, sizeof e->name, "%s", j->i->problem->events[b->event].name);
    }
    return ok;
}

static ivp_status integrated(job *j, ref *r, char *why)
{
    double times[32];
    const int n = stop_times(j, times);
    step_list steps = { 0 };
    const size_t reals = (size_t)n * (size_t)j->width;
    real *values = calloc(2 * reals, sizeof *values), *others = values + reals;
    ivp_status status = values ? IVP_OK : IVP_E_NOMEM;
    if (!status) status = job_pair(j, times, n, values, others, &steps, why);
    if (!status && !fill_states(j, r, times, n, values, others)) status = IVP_E_NOMEM;
    if (!status) status = job_event_bars(j, why);
    if (!status && !fill_events(j, r)) status = IVP_E_NOMEM;
    free(steps.t);
    free(values);
    return status;
}

/* End values as printed; their bars from the digits that are known to be right. */
static ivp_status published(job *j, ref *r, char *why)
{
    const ivp_published *p = job_published(j);
    real values[256], others[256];
    if (!p || j->width > 256) {
        snprintf(why, PLUGIN_WHY_MAX, "%s has no published values for these parameters",
                 j->i->problem->name);
        return IVP_E_INVALID;
    }
    const real relative = pow(R(10.0), -decimal_read(j->recipe.digits)) / 10;
    j->width = j->nc; /* observables are not published */
    r->nobservables = 0;
    for (int k = 0; k < j->nc; k++) {
        char name[32], text[64] = "0";
        job_name(j, k, name);
        if (!published_value(p, name, text)) {
            snprintf(why, PLUGIN_WHY_MAX, "%s: no published value of %s", r->problem, name);
            return IVP_E_INVALID;
        }
        values[k] = decimal_read(text);
        others[k] = values[k] * (1 - relative);
    }
    if (!fill_states(j, r, &j->i->t1, 1, values, others)) return IVP_E_NOMEM;
    for (int k = 0; k < j->nc; k++) /* as printed, not as quad rounds it */
        published_value(p, r->states[0].v[k].name, r->states[0].v[k].text[REF_A]);
    return IVP_OK;
}

ivp_status generate(job *j, ref **out, char *why)
{
    bool ok = true;
    ref *r = room(1, sizeof *r, &ok);
    *out = NULL;
    snprintf(why, PLUGIN_WHY_MAX, "no memory");
    ivp_status status = ok && fill_head(j, r) ? IVP_OK : IVP_E_NOMEM;
    if (!status) status = j->recipe.method ? integrated(j, r, why) : published(j, r, why);
    if (!status)
        *out = r;
    else
        ref_free(r);
    return status;
}
