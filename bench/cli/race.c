/* race.c -- the rounds of a race: each is a plan in memory, run into one store.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/cell/cell_options.h"
#include "bench/cli/run_plan.h"
#include "bench/cli/scratch.h"
#include "bench/cli/verb_board.h"

/* The order by which digits are expected to cost: cost ~ 10^(digits / ORDER). */
static const double ORDER = 5;
/* A run at the limit of time is out if the limit is so many times the best expected cost. */
static const double HOPELESS = 10;
/* Limits of the CPU time of a solve: the first, its growth, the last; of max_steps. */
static const double FIRST_S = 0.05, GROWTH = 8, LAST_S = 10;
enum { STEPS = 500000, ROUNDS = 5, KEPT = 8 };
/* Share of the budget that the rounds before the last one may use. */
static const double SHARE = 0.6;

double race_left_s(const race *r) { return r->budget_s - (now_s() - r->start_s); }

static bool in_time(const race *r) { return race_left_s(r) > (1 - SHARE) * r->budget_s; }

/* ---- what runs tell ---------------------------------------------------------------------- */

static bool arrives(const race *r, const race_run *run)
{
    return run->state == RACE_ARRIVED && run->digits >= r->digits;
}

int race_best_rung(const race *r, const racer *who)
{
    int best = -1;
    for (int k = RACE_LOOSEST; k < RACE_RUNGS; k++)
        if (arrives(r, &who->run[k]) && (best < 0 || who->run[k].cpu_s < who->run[best].cpu_s))
            best = k;
    return best;
}

double race_expected(const race *r, const racer *who)
{
    const int best = race_best_rung(r, who);
    if (best >= 0) return who->run[best].cpu_s;
    double least = NAN;
    for (int k = RACE_LOOSEST; k < RACE_RUNGS; k++) {
        const race_run *run = &who->run[k];
        if (run->state != RACE_ARRIVED || isnan(run->digits)) continue;
        const double s = run->cpu_s * pow(10, (r->digits - run->digits) / ORDER);
        if (isnan(least) || s < least) least = s;
    }
    return least;
}

typedef struct place {
    double expected;
    const racer *who;
} place;

static int by_expectation(const void *a, const void *b)
{
    const double x = ((const place *)a)->expected, y = ((const place *)b)->expected;
    if (isnan(x) || isnan(y)) return isnan(x) - isnan(y);
    return (x > y) - (x < y);
}

const racer **race_order(const race *r)
{
    place *places = need(calloc((size_t)r->n + 1, sizeof *places));
    for (int i = 0; i < r->n; i++)
        places[i] = (place){ race_expected(r, &r->racers[i]), &r->racers[i] };
    qsort(places, (size_t)r->n, sizeof *places, by_expectation);
    const racer **list = need(calloc((size_t)r->n + 1, sizeof *list));
    for (int i = 0; i < r->n; i++) list[i] = places[i].who;
    free(places);
    return list;
}

/* The rung that might make a racer better; -1: none. One that has the digits goes one rung
 * looser: that run is cheaper than those before, and many methods gain less than a digit a
 * decade. */
static int next_rung(const race *r, const racer *who)
{
    int next = race_best_rung(r, who);
    if (next >= 0) {
        next--;
    } else {
        int most = -1;
        for (int k = RACE_LOOSEST; k < RACE_RUNGS; k++)
            if (who->run[k].state == RACE_ARRIVED && !isnan(who->run[k].digits)) most = k;
        if (most < 0) return -1;
        const double lacks = ceil(r->digits - who->run[most].digits);
        next = (int)fmin(most + fmin(fmax(lacks, 1), 4), RACE_TIGHTEST);
    }
    const bool there = next >= RACE_LOOSEST && next < RACE_RUNGS;
    return there && who->run[next].state == RACE_UNTRIED ? next : -1;
}

/* ---- one round --------------------------------------------------------------------------- */

static bool same_runner(const cell *a, const cell *b)
{
    return !strcmp(a->solver, b->solver) && !strcmp(a->formulation, b->formulation) &&
           !strcmp(a->options, b->options);
}

static racer *racer_of(race *r, const cell *c)
{
    for (int i = 0; i < r->n; i++)
        if (same_runner(&r->racers[i].cell, c)) return &r->racers[i];
    return NULL;
}

static void take(race *r, const entry *e)
{
    racer *who = racer_of(r, &e->r.cell);
    const int k = (int)lround(-log10(e->r.cell.rtol));
    if (!who || k < 0 || k >= RACE_RUNGS) return;
    race_run *run = &who->run[k];
    if (!who->family) who->family = copied(e->family);
    who->burdened |= *e->times != '\0';
    const bool scored = e->digits.known && !e->digits.hollow && e->cpu.n > 0;
    run->state = e->r.outcome == OUTCOME_OK        ? RACE_ARRIVED
                 : e->r.outcome == OUTCOME_TIMEOUT ? RACE_SLOW
                                                   : RACE_FAILED;
    run->digits = scored ? e->digits.value : NAN;
    run->cpu_s = scored ? e->cpu.median : NAN;
    run->steps = entry_steps(e);
}

static int read_store(race *r)
{
    board *b = verb_board(r->store, r->references);
    if (!b) return CLI_INFRA;
    for (int i = 0; i < b->n; i++) take(r, &b->entries[i]);
    return verb_board_close(b, CLI_OK);
}

/* Cells of the racers whose rung is not -1, under a limit of time. */
static int run_round(race *r, const int *rung, double limit_s)
{
    reason why;
    plan p = { .text = (char *)"race",
               .cells = need(calloc((size_t)r->n + 1, sizeof *p.cells)) };
    int code = CLI_OK;
    for (int i = 0; i < r->n && code == CLI_OK; i++) {
        if (rung[i] < 0) continue;
        plan_cell *c = &p.cells[p.ncells++];
        c->cell = r->racers[i].cell;
        c->cell.rtol = c->cell.atol = pow(10, -rung[i]);
        c->cell.timeout_s = limit_s;
        c->group = (char *)"race";
        if (cell_make_key(&c->cell, &why)) continue;
        cli_say("%s", why.text);
        code = CLI_INFRA;
    }
    const run_options o = { .color = "auto",
                            .rerun = "all",
                            .quiet = true,
                            .jobs = r->jobs > 0 ? r->jobs : -1,
                            .timing_jobs = r->jobs > 0 ? r->jobs : 2,
                            .seed = 1,
                            .given = cell_not_given() };
    r->ncells += p.ncells;
    r->rounds++;
    if (code == CLI_OK && p.ncells) code = run_cells(&p, &o, r->store);
    free(p.cells);
    return code == CLI_OK ? read_store(r) : code;
}

static double best_expected(const race *r)
{
    double least = NAN;
    for (int i = 0; i < r->n; i++) {
        const double s = race_expected(r, &r->racers[i]);
        if (!r->racers[i].burdened && (isnan(least) || s < least)) least = s;
    }
    return least;
}

/* ---- first: all of them ------------------------------------------------------------------ */

static int first_rung(const race *r)
{
    return (int)fmin(fmax(round(r->digits), RACE_LOOSEST), RACE_TIGHTEST);
}

static int run_all(race *r)
{
    int *rung = need(calloc((size_t)r->n + 1, sizeof *rung)), code = CLI_OK, out = r->n;
    const int first = first_rung(r);
    for (double limit = FIRST_S; code == CLI_OK && out && limit <= LAST_S; limit *= GROWTH) {
        const double best = best_expected(r);
        if (limit > FIRST_S && (limit / GROWTH > HOPELESS * best || !in_time(r))) break;
        for (int i = 0; i < r->n; i++) {
            const race_state s = r->racers[i].run[first].state;
            rung[i] = s == RACE_UNTRIED || s == RACE_SLOW ? first : -1;
        }
        code = run_round(r, rung, limit);
        out = 0;
        for (int i = 0; i < r->n; i++) out += r->racers[i].run[first].state == RACE_SLOW;
    }
    free(rung);
    return code;
}

/* ---- halving ----------------------------------------------------------------------------- */

static int marked(const race *r, const racer *const *order, int keep, int *rung)
{
    int n = 0;
    for (int i = 0; i < r->n; i++) rung[i] = -1;
    for (int i = 0, kept = 0; i < r->n && kept < keep; i++) {
        if (order[i]->burdened || isnan(race_expected(r, order[i]))) continue;
        kept++;
        const int next = next_rung(r, order[i]);
        rung[order[i] - r->racers] = next;
        n += next >= 0;
    }
    return n;
}

/* Has the one with the least expected cost not shown the digits yet? */
static bool leader_is_open(const race *r)
{
    const racer **order = race_order(r);
    int k = 0;
    while (k < r->n && order[k]->burdened) k++;
    const bool open = k < r->n && race_best_rung(r, order[k]) < 0;
    free(order);
    return open;
}

/* One round for the best few is worth more than the time that it takes too much, and so are
 * those in which the one that looks best has yet to show the digits. */
static int halve(race *r)
{
    int *rung = need(calloc((size_t)r->n + 1, sizeof *rung)), code = CLI_OK, keep = r->n;
    for (int k = 0; k < ROUNDS && code == CLI_OK && (!k || in_time(r) || leader_is_open(r));
         k++) {
        keep = keep / 2 > KEPT && in_time(r) ? keep / 2 : KEPT;
        const racer **order = race_order(r);
        const int n = marked(r, order, keep, rung);
        const double best = best_expected(r);
        free(order);
        if (!n) break;
        code = run_round(r, rung, fmin(fmax(HOPELESS * best, FIRST_S), LAST_S));
    }
    free(rung);
    return code;
}

/* ---- all of it --------------------------------------------------------------------------- */

static bool enter_all(race *r, reason *why)
{
    cell c = plan_defaults();
    c.rtol = c.atol = pow(10, -first_rung(r));
    c.workers = 1;
    c.min_time_s = 0.002;
    c.max_steps = STEPS;
    snprintf(c.parameters, sizeof c.parameters, "%s", r->parameters);
    plan p;
    if (!plan_of_try(&p, r->problem, r->solvers ? r->solvers : "*", &c, why)) return false;
    r->racers = need(calloc((size_t)p.ncells + 1, sizeof *r->racers));
    for (int i = 0; i < p.ncells; i++) {
        if (p.cells[i].declined || p.cells[i].cell.h > 0) continue;
        racer *who = &r->racers[r->n++];
        who->cell = p.cells[i].cell;
        for (int k = 0; k < RACE_RUNGS; k++)
            who->run[k] = (race_run){ .digits = NAN, .cpu_s = NAN, .steps = -1 };
    }
    plan_free(&p);
    return r->n > 0 || reason_set(why, "%s: no solver takes it", r->problem);
}

int race_run_rounds(race *r)
{
    reason why;
    if (!enter_all(r, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    r->store = scratch_store(&why);
    if (!r->store) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    if (!r->quiet) cli_say("%s: %d configurations", r->problem, r->n);
    int code = run_all(r);
    if (code == CLI_OK) code = halve(r);
    return code;
}

void race_free(race *r)
{
    for (int i = 0; i < r->n; i++) free(r->racers[i].family);
    free(r->racers);
    if (r->store) partial_drop(r->store);
    free(r->store);
    *r = (race){ 0 };
}
