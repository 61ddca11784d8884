/* generate.c -- from a recipe to a reference: four runs for the states and their bars, one by
 * rounded constants, one through the samples of the trajectory.
 *
 * Loose and tight runs of one family differ in the tolerance and, by Radau, in the number of
 * stages, so that neither the step control nor the coefficients are the same twice. The slope
 * that turns the rounding of a decimal time into a shift comes from two neighbouring states of
 * the rounded run: two digits of it are enough.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/generate.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "reference/job/quad_text.h"
#include "reference/make/equations.h"
#include "reference/make/located.h"
#include "reference/make/track.h"

enum { MOST_TIMES = 16, MOST_LAWS = 10 };

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

/* ---- what is run ------------------------------------------------------------------------- */

/* Family of a method, as files name it: methods of one family say nothing about each other. */
static const char *family_of(const char *method)
{
    if (!method) return "none";
    if (!strcmp(method, "exact")) return "closed_form";
    return strncmp(method, "radau", 5) ? "extrapolation" : "radau";
}

void generate_method(const recipe *r, int half, char *text, size_t size)
{
    const recipe_run *loose = &r->half[half][RECIPE_LOOSE];
    const recipe_run *tight = &r->half[half][RECIPE_TIGHT];
    if (r->digits)
        snprintf(text, size, half == REF_A ? "%s digits" : "", r->digits);
    else if (r->published && half == REF_B)
        snprintf(text, size, "end state as printed");
    else if (!loose->method)
        snprintf(text, size, "closed form");
    else if (!strcmp(loose->method, tight->method))
        snprintf(text, size, "%s in quad, tolerances %s and %s", tight->method, loose->tol,
                 tight->tol);
    else
        snprintf(text, size, "%s at %s and %s at %s in quad", loose->method, loose->tol,
                 tight->method, tight->tol);
}

/* Inner times of the recipe that lie inside, or a twentieth and all tenths; and the end. */
static int stop_times(const job *j, double shift, double times[MOST_TIMES])
{
    const double t0 = j->i->t0, t1 = j->i->t1;
    const char *given = j->recipe.times;
    const double far =
        fmax(fabs(t0), fabs(t1)) / (t1 - t0); /* digits that the clock itself needs */
    const int digits = far > 100 ? (int)fmin(17, 6 + ceil(log10(far))) : 6;
    int n = 0;
    for (int k = 0; k < 10 && !given; k++) {
        char text[32]; /* a short decimal, so that people can ask for the same time */
        snprintf(text, sizeof text, "%.*g", digits,
                 t0 + ((k ? 2 * k : 1) - shift) * (t1 - t0) / (double)20);
        times[n++] = strtod(text, NULL);
    }
    for (char *end; given && *given && n < MOST_TIMES - 1; given = end + strspn(end, " ")) {
        const double t = strtod(given, &end);
        if (end == given) break;
        if (t > t0 && t < t1) times[n++] = t;
    }
    times[n++] = t1;
    return n;
}

/* Each time and one shortly before it: for slopes. */
static int twin_times(const job *j, const double *times, int n, double *twins)
{
    for (int s = 0; s < n; s++) {
        const double back = (double)R(1e-7) * (times[s] - j->i->t0);
        twins[2 * s] = times[s] - fmax(back, 64 * DBL_EPSILON * fabs(times[s]));
        twins[2 * s + 1] = times[s];
    }
    return 2 * n;
}

/* The runs at these times; `shifted` too, unless NULL. */
static void plan(const job *j, const double *times, int n, const double *twins,
                 one_run runs[RUN_COUNT])
{
    static const char *const labels[RUN_COUNT] = { "A loose", "A tight", "B loose", "B tight",
                                                   "rounded" };
    for (int k = 0; k < RUN_SHIFTED; k++)
        runs[k] = (one_run){ .run = j->recipe.half[k / 2][k % 2], .times = times, .n = n };
    runs[RUN_SHIFTED] =
        (one_run){ .run = runs[RUN_A_TIGHT].run, .times = twins, .n = 2 * n, .rounded = true };
    for (int k = 0; k < RUN_COUNT; k++) {
        runs[k].label = labels[k];
        runs[k].done = !runs[k].run.method || !runs[k].times; /* nothing to do */
    }
}

/* ---- parts of the file ------------------------------------------------------------------- */

static void today(char *text, size_t size)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm when;
    strftime(text, size, "%Y-%m-%d", gmtime_r(&now, &when));
}

static bool fill_head(const job *j, const char *equations, ref *r)
{
    char made[32], method[160];
    bool ok = true;
    const recipe *c = &j->recipe;
    for (int h = 0; h < REF_HALVES; h++) {
        const bool printed = c->digits ? h == REF_A : c->published && h == REF_B;
        const char *family = family_of(c->half[h][RECIPE_TIGHT].method);
        generate_method(c, h, method, sizeof method);
        r->half[h].family = copy(printed ? "published" : family, &ok);
        r->half[h].method = copy(method, &ok);
    }
    today(made, sizeof made);
    r->problem = copy(j->i->problem->name, &ok);
    r->parameters = copy(j->settings, &ok);
    r->equations = copy(equations, &ok);
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

static void fill_half(ref_value *v, int half, real x)
{
    if (ivp_finite(x))
        decimal(x, DECIMAL_ALL, v->text[half]);
    else
        snprintf(v->text[half], sizeof v->text[half], "?");
    v->half[half] = (double)x;
}

/* What a decimal time is beyond its double. */
static real time_shift(double t)
{
    char text[32];
    snprintf(text, sizeof text, "%.15g", t);
    return decimal_read(text) - (real)t;
}

/* Constants rounded, and the time: the slope from two states of the rounded run. */
static double shift_of(const job *j, const one_run runs[RUN_COUNT], int state, int k)
{
    const one_run *shifted = &runs[RUN_SHIFTED];
    if (!shifted->rows) return -1;
    const size_t width = (size_t)j->width, at = (size_t)state * width + (size_t)k;
    const size_t here = (size_t)(2 * state + 1) * width + (size_t)k;
    const real x = shifted->rows[here], before = shifted->rows[here - width];
    const real dt = (real)shifted->times[2 * state + 1] - (real)shifted->times[2 * state];
    const real late = time_shift(shifted->times[2 * state + 1]) / dt;
    return (double)(ivp_abs(x - runs[RUN_A_TIGHT].rows[at]) + ivp_abs((x - before) * late));
}

static bool fill_states(const job *j, ref *r, const one_run runs[RUN_COUNT])
{
    bool ok = true;
    const one_run *A = &runs[RUN_A_TIGHT], *B = &runs[RUN_B_TIGHT];
    r->states = room((size_t)A->n, sizeof *r->states, &ok);
    for (int s = 0; ok && s < A->n; s++) {
        ref_value *v = room((size_t)j->width, sizeof *v, &ok);
        r->states[r->nstates++] = (ref_state){ .t = A->times[s], .n = j->width, .v = v };
        for (int k = 0; k < j->width && ok; k++) {
            const size_t at = (size_t)s * (size_t)j->width + (size_t)k;
            job_name(j, k, v[k].name);
            fill_half(&v[k], REF_A, A->rows[at]);
            fill_half(&v[k], REF_B, B->rows[at]);
            v[k].bar = (double)(certify_bar(runs, at) + R(1e-34) * ivp_abs(A->rows[at]));
            v[k].shift = shift_of(j, runs, s, k);
        }
    }
    return ok;
}

/* ---- ways to a reference ----------------------------------------------------------------- */

static ivp_status assemble(job *j, ref *r, const one_run runs[RUN_COUNT],
                           const runs_context *context, reason *why)
{
    bool ok = fill_states(j, r, runs);
    r->laws = room(MOST_LAWS, sizeof *r->laws, &ok);
    if (!ok) return IVP_E_NOMEM;
    r->nlaws = certify_laws(j, runs, r->laws, MOST_LAWS);
    ivp_status status = located_fill(j, r, runs);
    if (!status) status = located_breaks(j, runs);
    if (status || j->recipe.bare) return status;
    return track_pieces(j, r, runs, context, why);
}

/* The published end state as a run that knows nothing else. */
static ivp_status take_published(const job *j, one_run *run, reason *why)
{
    const size_t width = (size_t)j->width, reals = (size_t)run->n * width;
    const ivp_published *p = job_published(j);
    run->rows = calloc(reals, sizeof *run->rows);
    if (!run->rows) return IVP_E_NOMEM;
    for (size_t k = 0; k < reals; k++) run->rows[k] = (real)NAN;
    for (int k = 0; k < j->nc; k++) {
        char name[32], text[64];
        job_name(j, k, name);
        if (p && published_value(p, name, text))
            run->rows[reals - width + (size_t)k] = decimal_read(text);
    }
    if (!p) reason_set(why, "%s has no published values", j->i->problem->name);
    return p ? IVP_OK : IVP_E_INVALID;
}

static ivp_status integrated(job *j, ref *r, const runs_context *context, reason *why)
{
    static const int hundredths[] = {
        0, 7, 19, 31
    }; /* own times are no reason to refuse: others will do */
    double times[MOST_TIMES], twins[2 * MOST_TIMES];
    one_run runs[RUN_COUNT];
    ivp_status status = IVP_DOMAIN;
    for (int turn = 0; turn < 4 && status == IVP_DOMAIN; turn++) {
        if (turn) runs_free(runs, RUN_COUNT);
        const int n = stop_times(j, hundredths[turn] / (double)100, times);
        twin_times(j, times, n, twins);
        plan(j, times, n, twins, runs);
        status = runs_make(j, runs, RUN_COUNT, context, why);
        if (status) break;
        status = located_agree(j, runs, why);
        if (j->recipe.times) break;
    }
    if (!status && j->recipe.published) status = take_published(j, &runs[RUN_B_TIGHT], why);
    if (!status && !j->recipe.published) status = certify(j, runs, why);
    if (!status) status = assemble(j, r, runs, context, why);
    if (!status) runs_forget(j, runs, RUN_COUNT, context);
    runs_free(runs, RUN_COUNT);
    return status;
}

/* End values as printed; their bars from the digits that are known to be right. */
static ivp_status published(job *j, ref *r, reason *why)
{
    bool ok = true;
    const ivp_published *p = job_published(j);
    ref_value *v = room((size_t)j->nc, sizeof *v, &ok);
    r->states = room(1, sizeof *r->states, &ok);
    if (!ok) return IVP_E_NOMEM;
    r->states[r->nstates++] = (ref_state){ .t = j->i->t1, .n = j->nc, .v = v };
    r->nobservables = 0; /* are not published */
    for (int k = 0; k < j->nc; k++) {
        job_name(j, k, v[k].name);
        if (!p || !published_value(p, v[k].name, v[k].text[REF_A])) {
            reason_set(why, "%s: no published value of %s for these parameters", r->problem,
                       v[k].name);
            return IVP_E_INVALID;
        }
        snprintf(v[k].text[REF_B], sizeof v[k].text[REF_B], "?");
        v[k].half[REF_A] = (double)decimal_read(v[k].text[REF_A]);
        v[k].half[REF_B] = (double)NAN;
        v[k].bar = fabs(v[k].half[REF_A]) * pow(10, -strtod(j->recipe.digits, NULL));
        v[k].shift = -1;
    }
    return IVP_OK;
}

ivp_status generate(job *j, const runs_context *context, ref **out, reason *why)
{
    bool ok = true;
    ref *r = room(1, sizeof *r, &ok);
    *out = NULL;
    reason_set(why, "no memory");
    ivp_status status = ok && fill_head(j, context->equations, r) ? IVP_OK : IVP_E_NOMEM;
    if (!status)
        status = j->recipe.digits ? published(j, r, why) : integrated(j, r, context, why);
    if (!status)
        *out = r;
    else
        ref_free(r);
    return status;
}

ivp_status generate_at(job *j, double t, const runs_context *context, generated_state *out,
                       reason *why)
{
    one_run runs[RUN_COUNT];
    const size_t width = (size_t)j->width;
    *out = (generated_state){ calloc(2 * width, sizeof(real)), NULL };
    if (!out->a) return IVP_E_NOMEM;
    out->bar = out->a + width;
    plan(j, &t, 1, NULL, runs);
    ivp_status status = runs_make(j, runs, RUN_COUNT, context, why);
    if (!status) status = located_agree(j, runs, why);
    if (!status && !j->recipe.published) status = certify(j, runs, why);
    for (size_t k = 0; k < width && !status; k++) {
        out->a[k] = runs[RUN_A_TIGHT].rows[k];
        out->bar[k] = certify_bar(runs, k) + R(1e-34) * ivp_abs(out->a[k]);
    }
    runs_forget(j, runs, RUN_COUNT, context);
    runs_free(runs, RUN_COUNT);
    return status;
}
