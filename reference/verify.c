/* verify.c -- regenerates at lower cost and compares; lays published values beside ours. */
#include "reference/verify.h"

#include <stdlib.h>
#include <string.h>

#include "reference/decimal.h"
#include "reference/digest.h"

enum { LEAST_DIGITS = 12 };

/* Correct digits of x where y is right: 0 to 36. */
static double digits(real x, real y, real scale)
{
    const real d = ivp_abs(x - y) / ivp_max(scale, R(1e-300));
    return d < R(1e-36) ? DECIMAL_ALL : fmax(0, -log10((double)d));
}

static real scale_of(const ref *r, int k)
{
    real scale = 0;
    for (int s = 0; s < r->nstates; s++)
        scale = ivp_max(scale, ivp_abs((real)r->states[s].v[k].half[REF_A]));
    return scale;
}

/* Fewest digits over components and states, relative to the component's largest value. */
static double agreement(const ref *r, int width, const real *rows, char worst[32])
{
    double least = DECIMAL_ALL;
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->ncomponents; k++) {
            const ref_value *v = &r->states[s].v[k];
            const real x = rows[(size_t)s * (size_t)width + (size_t)k];
            const double d = digits(x, decimal_read(v->text[REF_A]), scale_of(r, k));
            if (d >= least) continue;
            least = d;
            memcpy(worst, v->name, sizeof v->name);
        }
    return least;
}

static bool same_problem(const ref *r, job *j, char *why)
{
    char hex[EQUATIONS_MAX];
    if (equations_digest(j->i, hex)) return false;
    if (strcmp(hex, r->equations) != 0) {
        snprintf(why, PLUGIN_WHY_MAX,
                 "%s: the equations have changed since the reference was made; "
                 "`ivpbench reference make %s` makes it anew",
                 r->problem, r->problem);
        return false;
    }
    for (int s = 0; s < r->nstates; s++)
        for (int k = 0; k < r->states[s].n; k++) {
            char name[32];
            job_name(j, k, name);
            if (k < j->width && !strcmp(name, r->states[s].v[k].name)) continue;
            snprintf(why, PLUGIN_WHY_MAX, "%s: the reference has %s where the problem has %s",
                     r->problem, r->states[s].v[k].name, k < j->width ? name : "nothing");
            return false;
        }
    return true;
}

/* What nothing enforced: drift off the constraints, change of the invariants over the stored
 * states relative to the largest; nothing to say about problems that have neither. */
static void laws(const ref *r, job *j, FILE *out)
{
    const ivp_observable *law = j->i->problem->invariants;
    real low[8] = { 0 }, high[8] = { 0 }, worst = 0;
    int nlaws = 0;
    while (law && law[nlaws].name && nlaws < 8) nlaws++;
    for (int s = 0; s < r->nstates; s++) {
        for (int k = 0; k < r->ncomponents; k++)
            j->row[k] = decimal_read(r->states[s].v[k].text[REF_A]);
        const ivp_state state = instance_view(j->i, r->states[s].t, j->row, j->i->start_yp);
        real drift[3] = { 0 };
        instance_drift(j->i, &state, drift);
        worst = ivp_max(worst, ivp_max(drift[0], drift[1]));
        for (int k = 0; k < nlaws; k++) {
            const real x = instance_scalar(j->i, law[k].value, &state);
            low[k] = s ? ivp_min(low[k], x) : x;
            high[k] = s ? ivp_max(high[k], x) : x;
        }
    }
    if (j->i->sizes.ng) fprintf(out, "; drift %.1e", (double)worst);
    for (int k = 0; k < nlaws; k++) {
        const real size = ivp_max(ivp_abs(low[k]), ivp_abs(high[k]));
        fprintf(out, "; %s varies by %.1e of %.3g", law[k].name, (double)(high[k] - low[k]),
                (double)size);
    }
}

static bool regenerate(const ref *r, job *j, FILE *out, char *why)
{
    const size_t n = (size_t)r->nstates;
    double *times = calloc(n, sizeof *times);
    real *rows = calloc(n * (size_t)j->width, sizeof *rows);
    bool ok = times && rows;
    for (size_t s = 0; s < n && ok; s++) times[s] = r->states[s].t;
    const recipe *c = &j->recipe;
    const flow_method method = c->method == FLOW_EXACT ? FLOW_GBS : c->method;
    ok = ok && !job_run(j, method, c->check, times, r->nstates, rows, NULL, why);
    if (ok) {
        char worst[32] = "";
        const double d = agreement(r, j->width, rows, worst);
        fprintf(out, "%s%s%s: file and equations unchanged; %s %s agrees to %.1f digits (%s)",
                r->problem, *r->parameters ? " " : "", r->parameters, flow_method_name(method),
                c->check, d, worst);
        laws(r, j, out);
        fputc('\n', out);
        const int least = c->least ? c->least : LEAST_DIGITS;
        ok = d >= least;
        if (!ok)
            snprintf(why, PLUGIN_WHY_MAX, "%s: %.1f digits agree, expected at least %d",
                     r->problem, d, least);
    }
    free(times);
    free(rows);
    return ok;
}

static bool verify(const ref *r, generate_progress progress, FILE *out, char *why)
{
    job j;
    if (job_open(&j, r->problem, r->parameters, why)) return false;
    j.progress = progress;
    bool ok = same_problem(r, &j, why);
    if (ok && j.recipe.method)
        ok = regenerate(r, &j, out, why);
    else if (ok)
        fprintf(out, "%s: file and equations unchanged; %s\n", r->problem, r->half[REF_A].method);
    job_close(&j);
    return ok;
}

bool verify_file(const char *path, generate_progress progress, FILE *out, char *why)
{
    ref *r;
    if (!ref_read(&r, path, why, PLUGIN_WHY_MAX)) return false;
    const bool ok = verify(r, progress, out, why);
    ref_free(r);
    return ok;
}

bool verify_published(const ref *r, const job *j, FILE *out, char *why)
{
    const ivp_published *p = job_published(j);
    if (!p) {
        snprintf(why, PLUGIN_WHY_MAX, "%s: no published values for these parameters",
                 r->problem);
        return false;
    }
    const ref_state *end = &r->states[r->nstates - 1];
    fprintf(out, "%s, t = %.17g\npublished: %s\nours:      %s\n\n%-10s %24s %40s %7s\n",
            r->problem, end->t, p->source, r->half[REF_A].method, "component", "published", "ours",
            "digits");
    double least = DECIMAL_ALL;
    for (int k = 0; k < r->ncomponents; k++) {
        char text[64];
        const ref_value *v = &end->v[k];
        if (!published_value(p, v->name, text)) continue;
        const real ours = decimal_read(v->text[REF_A]);
        const double d = digits(decimal_read(text), ours, ivp_abs(ours));
        least = d < least ? d : least;
        fprintf(out, "%-10s %24s %40s %7.1f\n", v->name, text, v->text[REF_A], d);
    }
    fprintf(out, "\nfewest digits: %.1f\n", least);
    return true;
}
