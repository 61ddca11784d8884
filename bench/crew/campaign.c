/* campaign.c -- the order of a campaign: priority cells, blocks, rounds, shuffling, page
 * updates.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/requested.h"
#include "bench/crew/repeated.h"
#include "bench/crew/results.h"

#include "bench/base/util.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64 */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void shuffle(task **v, int n, uint64_t *state)
{
    for (int i = n - 1; i > 0; i--) {
        const int j = (int)(next_random(state) % ((uint64_t)i + 1));
        task *t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

/* Where the next timing worker is set up while others solve; -1: there is no such core. */
static int spare_core(const campaign *k)
{
    return k->ncores > k->timing_jobs ? k->cores[k->ncores - 1 - k->timing_jobs] : -1;
}

/* The harness itself stays away from cores on which times are taken. */
static void choose_harness_cores(const campaign *k, bool timing)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    const int n = timing && spare_core(k) >= 0 ? k->ncores - k->timing_jobs : k->ncores;
    for (int i = 0; i < n; i++) CPU_SET((size_t)k->cores[i], &set);
    sched_setaffinity(0, sizeof set, &set);
}

/* A core that no timing worker is pinned to, counted from the last. */
static int free_core(const campaign *k)
{
    for (int i = 0; i < k->timing_jobs && i < k->ncores; i++) {
        const int core = k->cores[k->ncores - 1 - i];
        bool taken = false;
        for (int j = 0; j < k->crew.n; j++) taken |= k->crew.members[j]->place->core == core;
        if (!taken) return core;
    }
    return -1;
}

/* ---- the page ---------------------------------------------------------------------------- */

static long runs_done(const campaign *k)
{
    const progress_work *w = k->progress.work;
    return w[PROGRESS_ACCURACY].done + w[PROGRESS_TIMING].done;
}

static void begin_page(campaign *k)
{
    k->shown = runs_done(k);
    renewal_begin(&k->page);
    k->crew.guest = k->page.pid;
}

static void look_at_page(campaign *k)
{
    const int failed = k->page.failed;
    if (!renewal_look(&k->page)) return;
    k->crew.guest = 0;
    if (k->page.failed > failed)
        progress_note(&k->progress, "%s/index.html could not be made; ivpbench report says why",
                      k->page.folder);
    else if (k->page.made == 1)
        progress_note(&k->progress, "first page: %s/index.html", k->page.folder);
}

/* What is under way is waited for. false: interrupted. */
static bool wait_for_page(campaign *k)
{
    enum { MILLISECONDS = 200 };
    for (; k->page.pid; look_at_page(k)) {
        if (!crew_rest(&k->crew, MILLISECONDS)) return false;
        progress_tick(&k->progress);
    }
    return true;
}

/* Between two rounds, while nobody works, if there is something new. */
static campaign_end make_page(campaign *k)
{
    if (!wait_for_page(k)) return CAMPAIGN_STOPPED;
    if (k->shown == runs_done(k)) return CAMPAIGN_DONE;
    begin_page(k);
    return wait_for_page(k) ? CAMPAIGN_DONE : CAMPAIGN_STOPPED;
}

/* ---- rounds ------------------------------------------------------------------------------ */

/* The workers of a round. */
typedef struct duty {
    task **v;
    int n, next;
    int slots;  /* so many at a time */
    int timing; /* number of the timing worker, from 1; 0: accuracy; CHECKS */
} duty;

/* The rounds behind the last timing worker: a changed parameter, repeated.h. */
enum { CHECKS = -1, CHANGES = -2 };

static int count_solving(const campaign *k)
{
    int n = 0;
    for (int i = 0; i < k->crew.n; i++) n += k->crew.members[i]->turn == TURN_NOW;
    return n;
}

static bool add(campaign *k, const duty *d, task *t)
{
    child_duty one = { .timing = d->timing > 0 ? d->timing : 0 };
    if (one.timing) one.from = repeated_begin(&t->planned->cell);
    if (d->timing == CHANGES) one.from.repeat = -1;
    if (d->timing == CHECKS) repeated_choose(&t->r, &one.from);
    if (d->timing < 0) one.check = d->timing == CHECKS ? REQUEST_REPEAT : REQUEST_CHANGED;
    one.waits = one.timing && count_solving(k) >= d->slots;
    const int core = one.waits ? spare_core(k) : one.timing ? free_core(k) : -1;
    return crew_add(&k->crew, &t->planned->cell, &one, core, t, &k->why);
}

/* Those that wait take the places of those that are gone. */
static void begin_next(campaign *k, const duty *d)
{
    for (int i = 0; i < k->crew.n; i++) {
        child *c = k->crew.members[i];
        if (c->turn != TURN_NOW && count_solving(k) < d->slots) child_begin(c, free_core(k));
    }
}

static bool fill(campaign *k, duty *d)
{
    const int ahead = d->timing > 0 && spare_core(k) >= 0;
    begin_next(k, d);
    while (d->next < d->n && k->crew.n < d->slots + ahead && !crew_is_reserved(&k->crew)) {
        task *t = d->v[d->next++];
        if (!add(k, d, t)) return false;
    }
    return true;
}

/* While the next worker starts the result of the last is stored. */
static campaign_end run_round(campaign *k, duty *d)
{
    for (;;) {
        child *done;
        bool good = fill(k, d);
        const crew_event e = good ? crew_wait(&k->crew, &done) : CREW_IDLE;
        if (e == CREW_DONE) {
            good = fill(k, d);
            good = results_take(k, done) && good;
        }
        if (!good) return CAMPAIGN_BROKEN;
        if (e == CREW_IDLE) return CAMPAIGN_DONE;
        if (e == CREW_INTERRUPTED) return CAMPAIGN_STOPPED;
        progress_tick(&k->progress);
        look_at_page(k);
        if (d->timing <= 0 && renewal_due(&k->page)) begin_page(k);
    }
}

static bool is_due(const task *t, int timing)
{
    if (timing == CHANGES) return t->compared;
    if (t->over || t->waits) return false;
    if (timing == CHECKS) return t->checked;
    return timing ? t->accurate && t->timed < timing && t->planned->cell.workers >= timing
                  : !t->accurate;
}

/* Those that have round `timing` to do, of all or of those that come first; v NULL: only
 * counted. */
static int choose(task *tasks, int n, int timing, bool first, task **v)
{
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (!is_due(&tasks[i], timing) || (first && !tasks[i].planned->first)) continue;
        if (v) v[m] = &tasks[i];
        m++;
    }
    return m;
}

/* One round, in a new order. */
static campaign_end run_all(campaign *k, task *tasks, int n, int timing, bool first)
{
    duty d = { .v = grown(NULL, (size_t)n, sizeof *d.v),
               .slots = timing > 0 ? k->timing_jobs : k->jobs,
               .timing = timing };
    d.n = choose(tasks, n, timing, first, d.v);
    shuffle(d.v, d.n, &k->random);
    if (timing >= 0) progress_turn(&k->progress, timing ? PROGRESS_TIMING : PROGRESS_ACCURACY);
    choose_harness_cores(k, timing > 0);
    const campaign_end end = run_round(k, &d);
    choose_harness_cores(k, false);
    progress_rest(&k->progress);
    free(d.v);
    return end;
}

/* A first page, unless an earlier run has come beyond it. */
static campaign_end run_first(campaign *k, task *tasks, int n)
{
    if (!choose(tasks, n, 0, true, NULL)) return CAMPAIGN_DONE;
    const campaign_end end = run_all(k, tasks, n, 0, true);
    if (end == CAMPAIGN_DONE) begin_page(k); /* the others go on meanwhile */
    return end;
}

/* One timed cell of each configuration is also run with a changed parameter: the first whose
 * end does not depend on its start, else the first. */
static void choose_compared(task *tasks, int n)
{
    task *of = NULL;
    for (int i = 0; i < n; i++) {
        task *t = &tasks[i];
        if (!t->accurate || !t->timed || t->r.outcome != OUTCOME_OK) continue;
        const bool same =
            of && !cell_compare(&of->planned->cell, &t->planned->cell, CELL_LADDER);
        if (same && (repeated_is_blind(&of->r) || !repeated_is_blind(&t->r))) continue;
        if (same) of->compared = false;
        t->compared = true;
        of = t;
    }
}

/* One of each ladder that has told of moved solves, drawn when all times are taken. */
static void choose_checked(task *tasks, int n)
{
    task *of = NULL;
    uint64_t rungs = 0;
    for (int i = 0; i < n; i++) {
        task *t = &tasks[i];
        request_start from;
        if (t->over || !t->accurate || !repeated_choose(&t->r, &from)) continue;
        const bool same =
            of && !cell_compare(&of->planned->cell, &t->planned->cell, CELL_LADDER);
        rungs = same ? rungs + 1 : 1;
        if (repeated_noise() % rungs) continue;
        if (same) of->checked = false;
        t->checked = true;
        of = t;
    }
}

static campaign_end run_checks(campaign *k, task *tasks, int n)
{
    if (repeated_is_off()) return results_finish_rest(k) ? CAMPAIGN_DONE : CAMPAIGN_BROKEN;
    if (!results_look_at_ladders(k)) return CAMPAIGN_BROKEN;
    choose_compared(tasks, n);
    campaign_end end = run_all(k, tasks, n, CHANGES, false);
    choose_checked(tasks, n);
    if (end == CAMPAIGN_DONE) end = run_all(k, tasks, n, CHECKS, false);
    if (end != CAMPAIGN_DONE) return end;
    return results_look_for_blind(k) && results_finish_rest(k) ? CAMPAIGN_DONE
                                                               : CAMPAIGN_BROKEN;
}

/* Ladders that lack digits go on, so that all rungs are timed in the same rounds. */
static campaign_end run_accuracy(campaign *k, task *tasks, int n)
{
    campaign_end end = CAMPAIGN_DONE;
    for (int more = 1; more && end == CAMPAIGN_DONE;) {
        end = run_all(k, tasks, n, 0, false);
        if (end == CAMPAIGN_DONE && !requested_further(k, tasks, n, &more))
            end = CAMPAIGN_BROKEN;
    }
    return end;
}

static campaign_end run_block(campaign *k, task *tasks, int n)
{
    k->block = tasks;
    k->nblock = n;
    int rounds = 0;
    for (int i = 0; i < n; i++)
        if (tasks[i].planned->cell.workers > rounds) rounds = tasks[i].planned->cell.workers;
    campaign_end end = run_accuracy(k, tasks, n);
    for (int round = 1; end == CAMPAIGN_DONE && round <= rounds; round++) {
        if (!choose(tasks, n, round, false, NULL)) continue;
        const bool due =
            renewal_due(&k->page) || k->page.pid || (round == 1 && k->page.made < 2);
        if (due) end = make_page(k);
        if (end == CAMPAIGN_DONE) end = run_all(k, tasks, n, round, false);
    }
    return end == CAMPAIGN_DONE ? run_checks(k, tasks, n) : end;
}

/* Cells of one problem in one group are not torn apart. */
static bool belong_together(const plan_cell *a, const plan_cell *b)
{
    return !strcmp(a->cell.problem, b->cell.problem) &&
           !strcmp(a->cell.parameters, b->cell.parameters) && !strcmp(a->group, b->group);
}

/* Long enough for the workers of a cell to meet the machine at times that have nothing to do
 * with each other, short enough that a plan of hours finishes cells on the way. */
static int block_length(const plan *p, int first)
{
    enum { LEAST = 1000 };
    int n = 1;
    while (first + n < p->ncells &&
           (n < LEAST || belong_together(&p->cells[first + n - 1], &p->cells[first + n])))
        n++;
    return n;
}

static campaign_end run_blocks(campaign *k, task *tasks, const plan *p)
{
    campaign_end end = run_first(k, tasks, p->ncells);
    for (int i = 0, n; i < p->ncells && end == CAMPAIGN_DONE; i += n) {
        n = block_length(p, i);
        end = run_block(k, tasks + i, n);
    }
    renewal_stop(&k->page);
    k->crew.guest = 0;
    return end;
}

/* ---- the whole --------------------------------------------------------------------------- */

/* What is known is settled, so that the bar begins where the work does; then come the first
 * cells and the blocks. Whatever happens, workers are ended and memory is released on the way
 * out. */
campaign_end campaign_run(campaign *k, const plan *p)
{
    k->random = k->seed;
    task *tasks = need(calloc((size_t)p->ncells + 1, sizeof *tasks));
    campaign_end end = requested_begin(k, tasks, p) ? CAMPAIGN_DONE : CAMPAIGN_BROKEN;
    if (end == CAMPAIGN_DONE) end = run_blocks(k, tasks, p);
    crew_close(&k->crew);
    progress_end(&k->progress);
    for (int i = 0; i < p->ncells; i++) record_free(&tasks[i].r);
    free(tasks);
    return end;
}

void campaign_free(campaign *k)
{
    for (int i = 0; i < k->nforbidden; i++) free(k->forbidden[i].first);
    free(k->forbidden);
}
