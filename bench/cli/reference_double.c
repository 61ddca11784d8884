/* reference_double.c -- the plan references_in_double, once for the problem and once more with
 * noise in f; what the runs agree on by reference/double/agreement.c becomes a file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/reference_double.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/cli/double_ladders.h"
#include "bench/cli/double_runs.h"
#include "bench/cli/run_plan.h"
#include "bench/cli/scratch.h"
#include "kernel/problem/plugin.h"
#include "reference/file/ref.h"

enum { NOISES = 2 };

bool reference_double_only(const char *problem)
{
    char path[4096];
    return plugin_path("problems", "double", problem, path, sizeof path) &&
           !plugin_path("problems", "quad", problem, path, sizeof path);
}

/* ---- plans ------------------------------------------------------------------------------- */

static char *problem_word(const double_request *q)
{
    return q->parameters && *q->parameters ? text_of("%s(%s)", q->problem, q->parameters)
                                           : copied(q->problem);
}

/* The plan as it is on file with the problem in its place; NULL: there is none. */
static char *plan_text(const double_request *q)
{
    static const char place[] = "\"PROBLEM\"";
    char *path = plan_find("references_in_double"), *text = path ? file_text(path) : NULL;
    char *at = text ? strstr(text, place) : NULL, *word = problem_word(q), *filled = NULL;
    if (at) filled = text_of("%.*s\"%s\"%s", (int)(at - text), text, word, at + strlen(place));
    free(word);
    free(text);
    free(path);
    return filled;
}

bool reference_double_settings(const double_request *q, char *settings, size_t room,
                               reason *why)
{
    plan p;
    char *text = plan_text(q);
    if (!text) return reason_set(why, "the plan references_in_double is not found");
    const bool read = scratch_plan(&p, text, why);
    free(text);
    if (!read) return false;
    const bool good = p.ncells > 0 && fits_into(settings, room, p.cells[0].cell.parameters);
    plan_free(&p);
    return good || reason_set(why, "%s: no solver takes it", q->problem);
}

static void announce(const double_request *q, const plan *p, const char *what)
{
    int runs = 0;
    for (int i = 0; i < p->ncells; i++) runs += !p->cells[i].declined;
    if (!q->quiet) cli_say("%s: grade double: %d runs %s", q->problem, runs, what);
}

static int run_into(const double_request *q, const plan *p, double_runs *runs, reason *why)
{
    char *store = scratch_store(why);
    if (!store) return CLI_INFRA;
    const run_options o = { .color = "auto",
                            .rerun = "all",
                            .store = q->problem,
                            .quiet = q->quiet,
                            .jobs = q->jobs > 0 ? q->jobs : -1,
                            .timing_jobs = -1,
                            .seed = 1,
                            .only_accuracy = true };
    int code = double_ladders_run(p, &o, store, q->until_s);
    if (code == CLI_OK && !double_runs_read(runs, store, why)) code = CLI_INFRA;
    partial_drop(store);
    free(store);
    return code;
}

/* Runs a plan into a file that goes away, and collects what arrived. */
static int run_and_collect(const double_request *q, const char *text, const char *what,
                           double_runs *runs, reason *why)
{
    plan p;
    if (!scratch_plan(&p, text, why)) return CLI_USAGE;
    announce(q, &p, what);
    const int code = run_into(q, &p, runs, why);
    plan_free(&p);
    return code;
}

/* ---- noise ------------------------------------------------------------------------------- */

static int middle_of(const agreement_choice *c, int h)
{
    return c->first[h] + AGREEMENT_WINDOW / 2;
}

static char *noisy_plan(const double_request *q, const double_runs *runs,
                        const agreement_choice *c)
{
    char *word = problem_word(q),
         *text = copied("defaults = { timeout_s = 60.0; memory_mb = 2048; "
                        "max_steps = 5000000; workers = 0; };\ngroups = {\n");
    for (int h = 0; h < AGREEMENT_HALVES; h++) {
        const double_ladder *l = &runs->ladders[c->ladder[h]];
        const int digits = (int)lround(-log10(l->rtol[middle_of(c, h)]));
        char *more =
            text_of("%s  noise%d = { problems = [ \"%s\" ]; solvers = [ \"%s@%s(noise=1)\", "
                    "\"%s@%s(noise=2)\" ]; tolerances = { from = %d; to = %d; }; };\n",
                    text, h, word, l->solver, l->formulation, l->solver, l->formulation, digits,
                    digits);
        free(text);
        text = more;
    }
    char *filled = text_of("%s};\n", text);
    free(text);
    free(word);
    return filled;
}

static bool has_noise_of(const double_ladder *noisy, const double_ladder *l)
{
    const size_t n = strlen(l->formulation);
    return !strcmp(noisy->solver, l->solver) &&
           !strncmp(noisy->formulation, l->formulation, n) && noisy->formulation[n] == '(';
}

/* The largest change of each component by the runs with noise of one half; how many arrived. */
static int add_noise(const double_runs *noisy, const double_ladder *l, int rung, double *noise)
{
    int arrived = 0;
    for (int i = 0; i < noisy->n; i++) {
        if (!has_noise_of(&noisy->ladders[i], l)) continue;
        arrived++;
        for (int k = 0; k < noisy->ncomponents; k++)
            noise[k] = fmax(noise[k], fabs(noisy->ladders[i].y[0][k] - l->y[rung][k]));
    }
    return arrived;
}

/* Noise that is not known is not 0: without all runs nothing can be told. */
static int measure_noise(const double_request *q, const double_runs *runs,
                         const agreement_choice *c, double *noise, reason *why)
{
    double_runs noisy = { 0 };
    char *text = noisy_plan(q, runs, c);
    int code =
        run_and_collect(q, text, "with an error of one unit of rounding in f", &noisy, why);
    free(text);
    for (int h = 0; code == CLI_OK && h < AGREEMENT_HALVES; h++) {
        const double_ladder *l = &runs->ladders[c->ladder[h]];
        if (add_noise(&noisy, l, middle_of(c, h), noise) == NOISES) continue;
        reason_set(why, "%s does not reach the end with noise in f", l->name);
        code = CLI_CHECK;
    }
    double_runs_free(&noisy);
    return code;
}

/* ---- the file ---------------------------------------------------------------------------- */

static char *method_text(const double_ladder *l, int first)
{
    return text_of("%s@%s in double, tolerances %.0e to %.0e", l->solver, l->formulation,
                   l->rtol[first], l->rtol[first + AGREEMENT_WINDOW - 1]);
}

static void fill_state(ref *r, const double_runs *runs, double *const half[], const double *bar)
{
    ref_state *s = r->states;
    s->t = runs->t1;
    for (int k = 0; k < s->n; k++) {
        ref_value *v = &s->v[k];
        snprintf(v->name, sizeof v->name, "%s", runs->components[k]);
        for (int h = 0; h < REF_HALVES; h++) {
            v->half[h] = half[h][k];
            snprintf(v->text[h], sizeof v->text[h], "%.17g", half[h][k]);
        }
        v->bar = bar[k];
        v->shift = -1;
    }
}

/* Events of the middle rungs; false: they are not the same ones. */
static bool fill_events(ref *r, const double_runs *runs, const agreement_choice *c)
{
    const double_events *e[REF_HALVES];
    for (int h = 0; h < REF_HALVES; h++)
        e[h] = &runs->ladders[c->ladder[h]].events[middle_of(c, h)];
    if (e[0]->n != e[1]->n) return false;
    r->events = need(calloc((size_t)e[0]->n + 1, sizeof *r->events));
    for (int k = 0; k < e[0]->n; k++) {
        const record_event *a = &e[0]->v[k], *b = &e[1]->v[k];
        ref_event *to = &r->events[r->nevents++];
        if (strcmp(a->guard, b->guard) != 0 || a->direction != b->direction) return false;
        *to = (ref_event){ .t = a->t,
                           .bar = 3 * fabs(a->t - b->t) + 4e-16 * fabs(a->t),
                           .direction = a->direction };
        snprintf(to->name, sizeof to->name, "%s", a->guard);
        snprintf(to->text[REF_A], sizeof to->text[REF_A], "%.17g", a->t);
        snprintf(to->text[REF_B], sizeof to->text[REF_B], "%.17g", b->t);
    }
    return true;
}

static ref *new_ref(const double_request *q, const double_runs *runs, const agreement_choice *c)
{
    const size_t n = (size_t)runs->ncomponents;
    const time_t now = time(NULL);
    struct tm utc;
    char made[16];
    strftime(made, sizeof made, "%Y-%m-%d", gmtime_r(&now, &utc));
    ref *r = need(calloc(1, sizeof *r));
    *r = (ref){ .problem = copied(q->problem),
                .parameters = copied(runs->parameters),
                .equations = copied("?"),
                .made = copied(made),
                .in_double = true,
                .t0 = runs->t0,
                .t1 = runs->t1,
                .ncomponents = runs->ncomponents,
                .nstates = 1 };
    r->components = need(calloc(n + 1, sizeof *r->components));
    for (size_t k = 0; k < n; k++)
        snprintf(r->components[k], sizeof r->components[k], "%s", runs->components[k]);
    r->states = need(calloc(1, sizeof *r->states));
    r->states->n = runs->ncomponents;
    r->states->v = need(calloc(n, sizeof *r->states->v));
    for (int h = 0; h < REF_HALVES; h++) {
        const double_ladder *l = &runs->ladders[c->ladder[h]];
        r->half[h].family = copied(l->family);
        r->half[h].method = method_text(l, c->first[h]);
    }
    return r;
}

static int write_file(const double_request *q, const double_runs *runs,
                      const agreement_choice *c, double *const half[], const double *bar,
                      reason *why)
{
    char path[4096];
    ref *r = new_ref(q, runs, c);
    int code = CLI_OK;
    fill_state(r, runs, half, bar);
    if (!fill_events(r, runs, c)) {
        reason_set(why, "the two families do not find the same events");
        code = CLI_CHECK;
    }
    ref_path(q->folder, q->problem, r->parameters, path, sizeof path);
    if (code == CLI_OK && !ref_write(r, path, why)) code = CLI_INFRA;
    if (code == CLI_OK && !q->says_nothing) puts(path);
    if (code == CLI_OK && !q->quiet)
        cli_say("%s: grade double: %s and %s agree; digits are not certified", q->problem,
                r->half[0].method, r->half[1].method);
    ref_free(r);
    return code;
}

/* ---- all of it --------------------------------------------------------------------------- */

static int agree(const double_request *q, const double_runs *runs, reason *why)
{
    const size_t n = (size_t)runs->ncomponents;
    agreement_ladder *ladders = double_runs_ladders(runs);
    agreement_choice c;
    double *room = need(calloc(4 * n + 1, sizeof *room)), *noise = room, *bar = room + n;
    double *half[] = { room + 2 * n, room + 3 * n };
    int code = CLI_CHECK;
    if (agreement_choose(ladders, runs->n, runs->ncomponents, runs->scale, &c, why))
        code = measure_noise(q, runs, &c, noise, why);
    for (size_t k = 0; k < n; k++) noise[k] += runs->least[k];
    if (code == CLI_OK && !agreement_value(ladders, &c, runs->ncomponents, runs->scale,
                                           runs->unit, noise, half, bar, why))
        code = CLI_CHECK;
    if (code == CLI_OK) code = write_file(q, runs, &c, half, bar, why);
    free(room);
    free(ladders);
    return code;
}

/* What interrupts waits until the runs look at it: no scratch file stays. */
static void hold_signals(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    sigset_t set;
    sigemptyset(&set);
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) sigaddset(&set, signals[k]);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

static int all_runs(const double_request *q, double_runs *runs, reason *why)
{
    char *text = plan_text(q);
    int code = CLI_INFRA;
    if (!text)
        reason_set(why, "the plan references_in_double is not found");
    else if (access(q->folder, W_OK))
        reason_set(why, "%s cannot be written: %s", q->folder, strerror(errno));
    else
        code = run_and_collect(q, text, "of solvers of several families", runs, why);
    free(text);
    return code;
}

int reference_double(const double_request *q)
{
    reason why = { "" };
    double_runs runs = { 0 };
    hold_signals();
    int code = all_runs(q, &runs, &why);
    if (code == CLI_OK && !runs.n) {
        reason_set(&why, "no solver reaches the end at any tolerance");
        code = CLI_CHECK;
    }
    if (code == CLI_OK) code = agree(q, &runs, &why);
    if (code == CLI_CHECK)
        cli_say("%s: no reference: cannot tell: %s", q->problem, why.text);
    else if (code != CLI_OK && *why.text &&
             strncmp(why.text, q->problem, strlen(q->problem)) != 0)
        cli_say("%s: %s", q->problem, why.text);
    else if (code != CLI_OK && *why.text)
        cli_say("%s", why.text);
    double_runs_free(&runs);
    return code;
}
