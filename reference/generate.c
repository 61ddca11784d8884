/* generate.c -- from a recipe to a reference: two runs for the states and their bars, a third
 * one through the points of the trajectory. */
#include "reference/generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference/decimal.h"
#include "reference/digest.h"
#include "reference/thin.h"

/* Candidates: so many for each point of the trajectory, and in each step. */
enum { GRID_DIGITS = 20, CANDIDATES = 5, LEAST_PARTS = 16 };

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

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

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

/* Candidates: each step divided into equal parts; times of events twice. */
static int grid_times(const job *j, const step_list *steps, double **out)
{
    const int points = CANDIDATES * j->recipe.points;
    const int parts = steps->n ? (points + steps->n / 2) / steps->n : 0;
    const int m = parts > LEAST_PARTS ? parts : LEAST_PARTS;
    double *t = calloc((size_t)steps->n * (size_t)m + (size_t)j->breaks.n + 2, sizeof *t);
    *out = t;
    if (!t) return 0;
    double from = j->i->t0;
    int n = 0;
    t[n++] = from;
    for (int k = 0; k < steps->n; k++) {
        for (int l = 1; l <= m; l++) {
            const double next = l < m ? from + (steps->t[k] - from) * l / m : steps->t[k];
            if (next > t[n - 1]) t[n++] = next;
        }
        from = steps->t[k];
    }
    for (int k = 0; k < j->breaks.n; k++) t[n++] = (double)j->breaks.at[k].t;
    qsort(t, (size_t)n, sizeof *t, compare_times);
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
    r->method = copy(method, &ok);
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
            decimal(values[at], DECIMAL_ALL, v[k].text);
            v[k].value = (double)values[at];
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
        decimal(b->t, DECIMAL_ALL, e->text);
        snprintf(e->name, sizeof e->name, "%s", j->i->problem->events[b->event].name);
    }
    return ok;
}

/* Components without accelerations and multipliers, then observables. */
static int grid_columns(const job *j, int *column)
{
    const ivp_sizes *s = &j->i->sizes;
    const int kept = j->i->problem->form == IVP_MECH ? 2 * s->nq + s->nx : j->nc;
    int w = 0;
    for (int k = 0; k < j->width; k++)
        if (k < kept || k >= j->nc) column[w++] = k;
    return w;
}

static bool fill_grid(const job *j, ref *r, const double *times, int n, const real *rows)
{
    bool ok = true;
    int *column = room((size_t)j->width, sizeof *column, &ok);
    if (!ok) return false;
    const int w = r->width = grid_columns(j, column);
    r->grid_t = room((size_t)n, sizeof *r->grid_t, &ok);
    r->grid_bar = room((size_t)w, sizeof *r->grid_bar, &ok);
    r->grid = room((size_t)n * (size_t)w, sizeof *r->grid, &ok);
    r->grid_text = room((size_t)n * (size_t)w, sizeof *r->grid_text, &ok);
    for (int k = 0; k < n && ok; k++) {
        r->grid_t[r->ngrid++] = times[k];
        for (int i = 0; i < w; i++) {
            char text[DECIMAL_MAX];
            const real x = rows[(size_t)k * (size_t)j->width + (size_t)column[i]];
            decimal(x, GRID_DIGITS, text);
            snprintf(r->grid_text[k * w + i], sizeof r->grid_text[0], "%s", text);
            r->grid[(size_t)k * (size_t)w + (size_t)i] = (double)x;
        }
    }
    free(column);
    return ok;
}

/* Largest difference between trajectory and states where both exist, and the last digit. */
static void grid_bars(const job *j, ref *r, const double *times, int n, const real *values,
                      const real *rows)
{
    const size_t width = (size_t)j->width;
    for (int k = 0, w = 0; k < j->width; k++) {
        char name[32];
        job_name(j, k, name);
        if (k < j->nc && strchr("al", *name)) continue;
        real worst = 0, largest = 0;
        for (int g = 0, s = 0; g < r->ngrid; g++) {
            const real x = rows[(size_t)g * width + (size_t)k];
            largest = ivp_max(largest, ivp_abs(x));
            while (s < n && times[s] < r->grid_t[g]) s++;
            if (s < n && times[s] == r->grid_t[g])
                worst = ivp_max(worst, ivp_abs(x - values[(size_t)s * width + (size_t)k]));
        }
        r->grid_bar[w++] = (double)(10 * worst + R(1e-19) * largest);
    }
}

/* ---- ways to a reference
 * ------------------------------------------------------------------------ */

/* Keeps the chosen candidates and the stored times; returns how many. */
static int choose(const job *j, double *t, real *rows, int n, const double *times, int ntimes)
{
    bool ok = true;
    const size_t width = (size_t)j->width;
    int *column = room(width, sizeof *column, &ok), kept = 0;
    bool *keep = room((size_t)n, sizeof *keep, &ok);
    if (ok) {
        const samples s = { n, j->width, t, rows, grid_columns(j, column), column };
        for (int k = 0, i = 0; k < n; k++) {
            while (i < ntimes && times[i] < t[k]) i++;
            keep[k] = i < ntimes && times[i] == t[k];
        }
        thin(&s, j->recipe.points, keep);
    }
    for (int k = 0; k < n; k++) {
        if (ok && !keep[k]) continue;
        t[kept] = t[k];
        memmove(rows + (size_t)kept++ * width, rows + (size_t)k * width, width * sizeof *rows);
    }
    free(column);
    free(keep);
    return kept;
}

static ivp_status trajectory(job *j, ref *r, const step_list *steps, const double *times, int n,
                             const real *values, char *why)
{
    double *t = NULL;
    int ng = grid_times(j, steps, &t);
    real *rows = calloc((size_t)ng * (size_t)j->width + 1, sizeof *rows);
    ivp_status status = t && rows ? IVP_OK : IVP_E_NOMEM;
    const recipe *c = &j->recipe;
    if (!status) status = job_run(j, c->method, c->loose, t, ng, rows, NULL, why);
    if (!status) ng = choose(j, t, rows, ng, times, n);
    if (!status && !fill_grid(j, r, t, ng, rows)) status = IVP_E_NOMEM;
    if (!status) grid_bars(j, r, times, n, values, rows);
    free(t);
    free(rows);
    return status;
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
    if (!status) status = trajectory(j, r, &steps, times, n, values, why);
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
        published_value(p, r->states[0].v[k].name, r->states[0].v[k].text);
    if (!fill_grid(j, r, NULL, 0, NULL)) return IVP_E_NOMEM;
    for (int k = 0; k < r->width; k++) r->grid_bar[k] = -1;
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
