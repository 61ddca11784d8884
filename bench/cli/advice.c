/* advice.c -- see advice.h. The last round is a plan with jitter, ranked like any store.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/advice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/base/tags.h"
#include "bench/base/util.h"
#include "bench/cell/cell_options.h"
#include "bench/cli/advice_plan.h"
#include "bench/cli/reference_double.h"
#include "bench/cli/run_plan.h"
#include "bench/cli/scratch.h"
#include "bench/cli/verb_board.h"
#include "bench/plan/fits.h"
#include "reports/board/rungs.h"

enum { FINALISTS = 6 };
/* A finalist's expected cost is at most so many times the least. */
static const double NEAR = 2;

/* ---- probes ------------------------------------------------------------------------------ */

static int ask(advice *a, cell *requested, reason *why)
{
    fits *f = fits_start();
    fits_answer answer;
    fits_ask(f, requested, &answer);
    fits_stop(f);
    if (answer.verdict != FITS_YES) {
        reason_set(why, "%s", answer.why.text);
        return answer.unasked ? CLI_INFRA : CLI_USAGE;
    }
    *requested = answer.cell;
    snprintf(a->probes.tags, sizeof a->probes.tags, "%s", answer.tags);
    return CLI_OK;
}

static double least_steps(const race *r, const char *const *families)
{
    double least = NAN;
    for (int i = 0; i < r->n; i++) {
        const racer *who = &r->racers[i];
        bool one = false;
        for (int k = 0; families[k]; k++)
            one |= who->family && !strcmp(who->family, families[k]);
        for (int k = RACE_LOOSEST; one && k < RACE_RUNGS; k++)
            if (who->run[k].state == RACE_ARRIVED && who->run[k].digits >= r->digits &&
                who->run[k].steps > 0)
                least = fmin(isnan(least) ? INFINITY : least, (double)who->run[k].steps);
    }
    return least;
}

static void probe_stiffness(advice *a)
{
    static const char *const explicit_ones[] = { "explicit_rk", NULL },
                             *const implicit_ones[] = { "radau", "rosenbrock", NULL };
    const double e = least_steps(&a->race, explicit_ones),
                 i = least_steps(&a->race, implicit_ones);
    a->probes.stiffness = isnan(i) ? NAN : isnan(e) ? INFINITY : e / i;
}

/* ---- the reference ----------------------------------------------------------------------- */

/* Makes one of grade double if nothing judges the problem. */
static int judge(advice *a, const cell *requested)
{
    char path[4096], home[4096];
    reason why;
    race *r = &a->race;
    a->judge = "reference";
    if (ref_locate(r->references, requested->problem, requested->parameters, path, sizeof path))
        return CLI_OK;
    a->judge = "closed form";
    if (tags_fit("closed", a->probes.tags)) return CLI_OK;
    a->judge = "reference of grade double";
    const double start = now_s();
    ref_home(home, sizeof home);
    char *inside = text_of("%s/", r->references ? r->references : home);
    const bool there = folders_above(inside, &why);
    free(inside);
    if (!there) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    const int code =
        reference_double(&(double_request){ .problem = requested->problem,
                                            .parameters = requested->parameters,
                                            .folder = r->references ? r->references : home,
                                            .jobs = r->jobs,
                                            .quiet = true,
                                            .until_s = r->start_s + r->budget_s / 2,
                                            .says_nothing = true });
    a->reference_s = now_s() - start;
    if (code != CLI_OK) a->judge = "";
    return code;
}

/* ---- the last round ---------------------------------------------------------------------- */

static int finalists(const race *r, const racer *list[FINALISTS])
{
    const racer **order = race_order(r);
    double first = NAN;
    int n = 0;
    for (int i = 0; i < r->n && n < FINALISTS; i++) {
        if (order[i]->burdened || race_best_rung(r, order[i]) < 0) continue;
        const double s = race_expected(r, order[i]);
        if (!n) first = s;
        if (s <= NEAR * first) list[n++] = order[i];
    }
    free(order);
    return n;
}

static int run_last(advice *a, reason *why)
{
    const racer *list[FINALISTS];
    const int n = finalists(&a->race, list);
    if (!n) return CLI_CHECK;
    char *text = advice_plan_of(&a->race, list, n);
    plan p;
    const bool read = scratch_plan(&p, text, why);
    free(text);
    a->store = read ? scratch_store(why) : NULL;
    if (!a->store) return CLI_INFRA;
    const run_options o = { .color = "auto",
                            .rerun = "all",
                            .quiet = true,
                            .jobs = a->race.jobs > 0 ? a->race.jobs : -1,
                            .timing_jobs = -1,
                            .seed = 1,
                            .given = cell_not_given() };
    const int code = run_cells(&p, &o, a->store);
    a->race.ncells += p.ncells;
    plan_free(&p);
    return code == CLI_SOLVER ? CLI_OK : code;
}

static int rank_last(advice *a)
{
    a->last = verb_board(a->store, a->race.references);
    if (!a->last) return CLI_INFRA;
    if (!a->last->ngroups || !a->last->nmachines) return CLI_CHECK;
    a->request = (rank_request){ .level = a->race.digits,
                                 .cost = "CPU [s]",
                                 .by = RANK_BY_CONFIGURATION };
    a->ranking = ranking_of(a->last, &a->last->groups[0], a->last->machines[0], &a->request);
    return a->ranking.arrived ? CLI_OK : CLI_CHECK;
}

/* ---- what is asked of the ranking -------------------------------------------------------- */

bool advice_is_tied(const advice *a, int i)
{
    const rank_runner *v = a->ranking.runners;
    return !i || cost_compare(v[i].curve, v[0].curve, a->race.digits).verdict == COST_SAME;
}

int advice_tied(const advice *a)
{
    int n = 0;
    for (int i = 0; i < a->ranking.arrived; i++) n += advice_is_tied(a, i);
    return n;
}

static bool mean_point(const void *context, const entry *e, double *at, double *spent)
{
    (void)context;
    if (e->r.outcome != OUTCOME_OK || !e->digits.known || !(e->cpu.n > 0)) return false;
    *at = e->digits.value;
    *spent = e->cpu.median;
    return true;
}

/* Means of the runs of the rung that begins at k; false: there are none. */
static bool rung_mean(const advice *a, const ladder *l, int k, int end, double *at,
                      double *spent)
{
    const ladder one = { .group = l->group, .first = l->first + k, .n = end - k };
    double *x = need(calloc(2 * (size_t)one.n, sizeof *x)), *y = x + one.n;
    const bool some = rung_means(a->last, &one, mean_point, NULL, x, y) > 0;
    *at = x[0];
    *spent = y[0];
    free(x);
    return some;
}

/* The cheapest rung whose mean has the digits, else the tightest one. */
double advice_rtol(const advice *a, int i)
{
    const ladder *l = a->ranking.runners[i].ladder;
    double best = INFINITY, rtol = NAN;
    for (int k = 0, end; k < l->n; k = end) {
        double at, spent;
        end = rung_end(a->last, l, k);
        if (!rung_mean(a, l, k, end, &at, &spent)) continue;
        const bool arrives = at >= a->race.digits;
        if (arrives ? spent >= best : isfinite(best)) continue;
        if (arrives) best = spent;
        rtol = entry_nominal(&a->last->entries[l->first + k]);
    }
    return rtol;
}

static void probe_winner(advice *a)
{
    const ladder *l = a->ranking.runners[0].ladder;
    const entry *first = &a->last->entries[l->first], *last = first + l->n - 1;
    a->probes.components = first->r.ncomponents;
    a->probes.events = first->r.nevents;
    const double decades = log10(entry_rung(first) / entry_rung(last));
    a->probes.gain = decades > 0.5 && first->digits.known && last->digits.known
                         ? (last->digits.value - first->digits.value) / decades
                         : NAN;
}

/* ---- all of it --------------------------------------------------------------------------- */

int advice_find(advice *a, const race *q)
{
    reason why = { "" };
    *a =
        (advice){ .race = *q,
                  .judge = "",
                  .probes = { .components = -1, .events = -1, .stiffness = NAN, .gain = NAN } };
    a->race.start_s = now_s();
    cell requested = { 0 };
    snprintf(requested.problem, sizeof requested.problem, "%s", q->problem);
    snprintf(requested.parameters, sizeof requested.parameters, "%s", q->parameters);
    int code = ask(a, &requested, &why);
    if (code == CLI_OK) code = judge(a, &requested);
    if (code == CLI_OK) code = race_run_rounds(&a->race);
    if (code == CLI_OK) {
        probe_stiffness(a);
        code = run_last(a, &why);
    }
    if (code == CLI_OK) code = rank_last(a);
    if (code == CLI_OK) probe_winner(a);
    if (*why.text) cli_say("%s", why.text);
    a->wall_s = now_s() - a->race.start_s;
    return code;
}

void advice_free(advice *a)
{
    ranking_free(&a->ranking);
    if (a->last) board_close(a->last);
    if (a->store) partial_drop(a->store);
    free(a->store);
    race_free(&a->race);
}
