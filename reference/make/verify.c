/* verify.c -- regenerates at lower cost and compares; lays published values beside ours.
 *
 * What is checked, from cheap to dear: the file's digest (by reading it), its name, the digest
 * of the equations, the names of all components, the halves against their bars, the trajectory
 * against the states, half A with its events against an integration with fewer stages, which
 * knows nothing of the tolerances that made the file, so that its digits are those of a third
 * opinion; and what the witness says (witness.h).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/verify.h"

#include <stdlib.h>
#include <string.h>

#include "reference/job/quad_text.h"
#include "reference/make/certify.h"
#include "reference/make/equations.h"
#include "reference/make/scan.h"
#include "reference/witness/inside.h"
#include "reference/witness/trail.h"
#include "reference/witness/witness.h"

/* Correct digits of x where y is right: 0 to 36. */
static double digits(real x, real y, real scale)
{
    const real d = ivp_abs(x - y) / ivp_max(scale, R(1e-300));
    return d < R(1e-36) ? DECIMAL_ALL : fmax(0, -log10((double)d));
}

static real largest(const ref *r, int k)
{
    real most = 0;
    for (int s = 0; s < r->nstates; s++)
        most = ivp_max(most, ivp_abs((real)r->states[s].v[k].half[REF_A]));
    return most;
}

/* Its largest value; 1 where that is zero as far as the bars can tell, the largest of all where
 * it is zero but for rounding beside that (certify.h). */
static real scale_of(const ref *r, int k, real most)
{
    const real scale = largest(r, k);
    real bar = 0;
    for (int s = 0; s < r->nstates; s++) bar = ivp_max(bar, (real)r->states[s].v[k].bar);
    if (!(scale > bar)) return 1;
    return certify_nothing(scale, most) ? most : scale;
}

/* Fewest digits over components and states, relative to the component's largest value: one that
 * passes through zero would lose digits that nobody misses. */
static double agreement(const ref *r, int width, const real *rows, char worst[32])
{
    double least = DECIMAL_ALL;
    real most = 0;
    for (int k = 0; k < r->ncomponents; k++) most = ivp_max(most, largest(r, k));
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->ncomponents; k++) {
            const ref_value *v = &r->states[s].v[k];
            const real x = rows[(size_t)s * (size_t)width + (size_t)k];
            const double d = digits(x, decimal_read(v->text[REF_A]), scale_of(r, k, most));
            if (d >= least) continue;
            least = d;
            memcpy(worst, v->name, sizeof v->name);
        }
    return least;
}

static bool same_problem(const ref *r, job *j, reason *why)
{
    char hex[EQUATIONS_MAX];
    if (equations_digest(j->i, hex)) return false;
    if (strcmp(hex, r->equations) != 0)
        return reason_set(why,
                          "%s: the equations have changed since the reference was made; "
                          "`ivpbench reference make %s` makes it anew",
                          r->problem, r->problem);
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->states[s].n; k++) {
            char name[32];
            job_name(j, k, name);
            if (k < j->width && !strcmp(name, r->states[s].v[k].name)) continue;
            return reason_set(why, "%s: the reference has %s where the problem has %s",
                              r->problem, r->states[s].v[k].name,
                              k < j->width ? name : "nothing");
        }
    return true;
}

static void print_laws(const ref *r, FILE *out)
{
    for (int k = 0; k < r->nlaws; k++) {
        const ref_law *law = &r->laws[k];
        const double worst = fmax(law->variation[REF_A], law->variation[REF_B]);
        if (law->size > 0)
            fprintf(out, "; %s varies by %.1e of %.3g", law->name, worst, law->size);
        else
            fprintf(out, "; %s %.1e", law->name, worst);
    }
}

/* Of value k of a state; an observable may have the name of a component. */
static int column_of(const ref *r, const ref_value *v, int k)
{
    char name[sizeof v->name + 4];
    snprintf(name, sizeof name, "%s%s", k < r->ncomponents ? "" : "obs:", v->name);
    return ref_column(r, name);
}

/* The halves within the bars, and the trajectory through the states. */
static bool consistent(const ref *r, reason *why)
{
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->states[s].n; k++) {
            const ref_value *v = &r->states[s].v[k];
            const real a = decimal_read(v->text[REF_A]), b = decimal_read(v->text[REF_B]);
            const int column = column_of(r, v, k);
            if (ivp_abs(a - b) > R(1.01) * (real)v->bar) /* bars have three digits */
                return reason_set(why,
                                  "%s: the halves of %s at t = %.17g are further "
                                  "apart than their bar",
                                  r->problem, v->name, r->states[s].t);
            if (column < 0) continue;
            const double on_track = ref_value_at(r, column, r->states[s].t, -1);
            const double after = ref_value_at(r, column, r->states[s].t, 1);
            const double off =
                fmin(fabs(on_track - v->half[REF_A]), fabs(after - v->half[REF_A]));
            if (off <= (double)R(1.01) * r->pieces.bar[column]) continue;
            return reason_set(why,
                              "%s: the trajectory of %s misses its state at t = %.17g by %.1e",
                              r->problem, v->name, r->states[s].t, off);
        }
    return true;
}

/* The same guards in the same directions, at times that agree as well as states must. */
static bool same_events(const ref *r, const job *j, const flow_breaks *found, reason *why)
{
    const real far = pow(R(0.1), (real)j->recipe.least) * ((real)r->t1 - (real)r->t0);
    for (int k = 0; k < r->nevents && k < found->n; k++) {
        const ref_event *e = &r->events[k];
        const flow_break *b = &found->at[k];
        if (!strcmp(e->name, j->i->problem->events[b->event].name) &&
            e->direction == b->direction && ivp_abs(b->t - decimal_read(e->text[REF_A])) <= far)
            continue;
        return reason_set(why, "%s: event %d on file is %s at t = %.17g, not so found",
                          r->problem, k + 1, e->name, e->t);
    }
    if (r->nevents == found->n) return true;
    return reason_set(why, "%s: %d events are on file, %d were found", r->problem, r->nevents,
                      found->n);
}

/* The run of the check; looked into where the file has no trajectory. */
static bool run_again(const ref *r, job *j, real *rows, job_steps *steps, look_seen *seen,
                      reason *why)
{
    const recipe_run *check = &j->recipe.check;
    double *times = calloc((size_t)r->nstates, sizeof *times);
    real *peak = calloc((size_t)j->nc, sizeof *peak);
    bool ok = times && peak;
    for (int s = 0; s < r->nstates && ok; s++) times[s] = r->states[s].t;
    if (ok) trail_peaks(r, j->i->sizes.n, peak);
    if (ok && witness_needs_run(r))
        ok = !inside_run(j, check, peak, times, r->nstates, rows, steps, seen, why);
    else if (ok)
        ok = !job_run(j, check, times, r->nstates, rows, steps, NULL, NULL, why);
    free(times);
    free(peak);
    return ok;
}

static bool regenerate(const ref *r, job *j, look_seen *seen, FILE *out, reason *why)
{
    real *rows = calloc((size_t)r->nstates * (size_t)j->width, sizeof *rows);
    const recipe_run *check = &j->recipe.check;
    job_steps steps = { 0 };
    bool ok = rows && run_again(r, j, rows, &steps, seen, why) &&
              same_events(r, j, &steps.events, why);
    if (ok) {
        char worst[32] = "";
        const double d = agreement(r, j->width, rows, worst);
        fprintf(out, "%s%s%s: file and equations unchanged; %s %s agrees to %.1f digits (%s)",
                r->problem, *r->parameters ? " " : "", r->parameters, check->method, check->tol,
                d, worst);
        print_laws(r, out);
        fputc('\n', out);
        ok = d >= j->recipe.least;
        if (!ok)
            reason_set(why, "%s: %.1f digits agree, expected at least %d", r->problem, d,
                       j->recipe.least);
    }
    job_forget_steps(&steps);
    free(rows);
    return ok;
}

static bool is_published(const ref *r) { return !strcmp(r->half[REF_A].family, "published"); }

/* The sentence of the witness, and a table of published values that nobody should score by. */
static void print_witness(const ref *r, FILE *out)
{
    char text[512];
    ref_witnessed(r, text, sizeof text);
    fprintf(out, "%s%s%s: %s%s\n", r->problem, *r->parameters ? " " : "", r->parameters, text,
            r->witness.published >= 0 && r->witness.published < 2
                ? ": the table contradicts the certified end state"
                : "");
}

static bool refused(const ref *r, reason *why)
{
    return reason_set(why, "%s: no certificate: %s", r->problem, why->text);
}

static bool ask(ref *r, job *j, const look_seen *seen, FILE *out, reason *why)
{
    reason unscanned;
    if (!witness(r, j, seen, why)) return refused(r, why);
    if (!scan_in_double(r, &unscanned)) {
        reason_set(why, "%s", unscanned.text);
        return refused(r, why);
    }
    if (r->pieces.n && !r->scan.times)
        fprintf(out, "%s: no scan in double: %s\n", r->problem, unscanned.text);
    print_witness(r, out);
    return true;
}

bool verify_made(ref *r, job *j, FILE *out, reason *why)
{
    look_seen seen = { 0 };
    const bool needed = witness_needs_run(r) && !is_published(r);
    if (needed && !regenerate(r, j, &seen, out, why)) return false;
    return ask(r, j, needed ? &seen : NULL, out, why);
}

static bool verify(ref *r, FILE *out, reason *why)
{
    job j;
    if (job_open(&j, r->problem, r->parameters, why)) return false;
    bool ok = same_problem(r, &j, why);
    look_seen seen = { 0 };
    if (ok && !is_published(r))
        ok = consistent(r, why) && regenerate(r, &j, &seen, out, why) &&
             ask(r, &j, &seen, out, why);
    else if (ok)
        fprintf(out, "%s: file and equations unchanged; published, %s\n", r->problem,
                r->half[REF_A].method);
    job_close(&j);
    return ok;
}

/* A file under another problem's name, or another parameter's, would be taken for theirs. */
static bool named_right(const ref *r, const char *path, reason *why)
{
    char right[1024];
    const char *slash = strrchr(path, '/');
    ref_path("", r->problem, r->parameters, right, sizeof right);
    if (!strcmp(slash ? slash + 1 : path, right + 1)) return true;
    return reason_set(why, "%s: is the reference of \"%s %s\" and should be named %s", path,
                      r->problem, r->parameters, right + 1);
}

bool verify_file(const char *path, FILE *out, reason *why)
{
    ref *r;
    if (!ref_read(&r, path, why)) return false;
    const bool ok = named_right(r, path, why) && verify(r, out, why);
    ref_free(r);
    return ok;
}

bool verify_witness(const char *path, FILE *out, reason *why)
{
    ref *r;
    job j;
    if (!ref_read(&r, path, why)) return false;
    bool ok = named_right(r, path, why) && !job_open(&j, r->problem, r->parameters, why);
    if (ok) {
        ok =
            same_problem(r, &j, why) && verify_made(r, &j, out, why) && ref_write(r, path, why);
        job_close(&j);
    }
    ref_free(r);
    return ok;
}

/* Digits that the bar leaves. */
static double certified(const ref_value *v)
{
    if (v->bar < 0) return 0;
    return digits((real)v->bar, 0, (real)fabs(v->half[REF_A]));
}

bool verify_published(const ref *r, const job *j, FILE *out, reason *why)
{
    const ivp_published *p = job_published(j);
    if (!p) return reason_set(why, "%s: no published values for these parameters", r->problem);
    const ref_state *end = &r->states[r->nstates - 1];
    fprintf(out, "%s, t = %.17g\npublished: %s\nours:      %s\n\n%-10s %26s %40s %7s %10s\n",
            r->problem, end->t, p->source, r->half[REF_A].method, "component", "published",
            "ours", "digits", "certified");
    double least = DECIMAL_ALL;
    for (int k = 0; k < r->ncomponents; k++) {
        char text[64];
        const ref_value *v = &end->v[k];
        if (!published_value(p, v->name, text)) continue;
        const real ours = decimal_read(v->text[REF_A]);
        const double d = digits(decimal_read(text), ours, ivp_abs(ours));
        least = d < least ? d : least;
        fprintf(out, "%-10s %26s %40s %7.1f %10.1f\n", v->name, text, v->text[REF_A], d,
                certified(v));
    }
    fprintf(out, "\nfewest digits: %.1f\n", least);
    return true;
}

/* Fewest digits right of published values of components that count. */
static double published_digits(const ref *r, const ivp_published *p, const bool *counts,
                               bool absolute)
{
    const ref_state *end = &r->states[r->nstates - 1];
    double least = INFINITY;
    char text[64];
    for (int k = 0; k < r->ncomponents; k++) {
        if (!counts[k] || !published_value(p, end->v[k].name, text)) continue;
        const real value = decimal_read(end->v[k].text[REF_A]);
        least = fmin(least, digits(decimal_read(text), value, absolute ? 1 : ivp_abs(value)));
    }
    return least;
}

/* And of the end state itself, by its bars. */
static double certified_digits(const ref *r, const bool *counts, bool absolute)
{
    const ref_state *end = &r->states[r->nstates - 1];
    double least = DECIMAL_ALL;
    for (int k = 0; k < r->ncomponents; k++) {
        const real value = decimal_read(end->v[k].text[REF_A]), bar = (real)end->v[k].bar;
        if (counts[k] && bar >= 0)
            least = fmin(least, digits(value + bar, value, absolute ? 1 : ivp_abs(value)));
    }
    return least;
}

void verify_digits(const ref *r, job *j, FILE *out)
{
    reason why;
    const ivp_problem *p = j->i->problem;
    bool *counts = calloc((size_t)instance_ncomponents(j->i) + 1, sizeof *counts);
    const char *scored = p->scd ? p->scd : p->form == IVP_MECH ? "q" : "all";
    if (!counts || !instance_mask(j->i, scored, counts, &why)) {
        free(counts);
        return;
    }
    fprintf(out, "certified %.1f\n", certified_digits(r, counts, p->scored_absolute));
    const bool value =
        strcmp(r->half[REF_A].family, "published") != 0; /* else with themselves */
    for (const ivp_published *v = p->published; value && v && v->values; v++) {
        const double least = published_digits(r, v, counts, p->scored_absolute);
        if (!strcmp(v->params, j->settings) && isfinite(least))
            fprintf(out, "published %.1f %s\n", least, v->source);
    }
    free(counts);
}
