/* campaign.c -- blocks, rounds, shuffling, and what is kept of each worker. */
#include "bench/crew/campaign.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A cell under way. */
typedef struct task {
    const plan_cell *planned;
    record r;      /* of its accuracy run, series left out once they are stored */
    bool accurate; /* r is there */
    bool over;     /* finished, or finished before */
    int timed;     /* timing workers done */
} task;

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

static bool broken(campaign *k)
{
    return fail(k->why, sizeof k->why, "%s", store_error(k->store));
}

/* A group that forbids failures is remembered with its first one: the run's exit code is to be
 * explained by name. */
static void note_failure(campaign *k, const plan_cell *p, outcome o)
{
    if (!p->must_succeed || o == OUTCOME_OK || o == OUTCOME_DECLINED) return;
    int i = 0;
    while (i < k->nforbidden && strcmp(k->forbidden[i].group, p->group)) i++;
    if (i == k->nforbidden) {
        char title[1024];
        cell_title(&p->cell, title, sizeof title);
        k->forbidden = grown(k->forbidden, (size_t)++k->nforbidden, sizeof *k->forbidden);
        k->forbidden[i] =
            (struct forbidden){ .group = p->group,
                                .first = text_of("%s: %s", title, outcome_name(o)) };
    }
    k->forbidden[i].n++;
}

void campaign_free(campaign *k)
{
    for (int i = 0; i < k->nforbidden; i++) free(k->forbidden[i].first);
    free(k->forbidden);
}

/* The cell has its outcome. */
static void conclude(campaign *k, task *t)
{
    t->over = true;
    k->outcomes[t->r.outcome]++;
    note_failure(k, t->planned, t->r.outcome);
    progress_cell(&k->progress, &t->r);
    progress_run(&k->progress, t->planned->cell.workers - t->timed);
}

static void drop_series(record *r)
{
    for (int i = 0; i < r->nseries; i++) {
        free(r->series[i].name);
        free(r->series[i].v);
    }
    r->nseries = 0;
}

/* An accuracy run that failed ends the cell: there is nothing to time. */
static bool take_accuracy(campaign *k, task *t, record *r)
{
    r->cell = t->planned->cell;
    const bool last = r->outcome != OUTCOME_OK || r->cell.workers == 0;
    progress_run(&k->progress, 1);
    if (!store_put_part(k->store, r, last)) {
        record_free(r);
        return broken(k);
    }
    drop_series(r);
    t->r = *r;
    t->accurate = true;
    if (last) conclude(k, t);
    return true;
}

static void replace(char **text, const char *by)
{
    free(*text);
    *text = copied(by);
}

/* A timing worker that failed where the accuracy run did not: its outcome is the cell's. */
static void take_failure(task *t, const record *r)
{
    char *detail = text_of("in timing worker %d: %s", t->timed, r->detail);
    replace(&t->r.detail, detail);
    free(detail);
    replace(&t->r.status, r->status);
    replace(&t->r.output, r->output);
    t->r.outcome = r->outcome;
}

static bool same_end(const record *a, const record *b)
{
    return a->ncomponents == b->ncomponents &&
           !memcmp(a->end_state, b->end_state, (size_t)a->ncomponents * sizeof *a->end_state);
}

/* The samples are stored at once; the verdict on the cell comes with those of the last worker or
 * the first that failed. The end states of all runs must be equal to the bit. */
static bool take_timing(campaign *k, task *t, record *r)
{
    t->timed++;
    progress_run(&k->progress, 1);
    if (r->outcome != OUTCOME_OK)
        take_failure(t, r);
    else if (r->irreproducible || !same_end(&t->r, r))
        t->r.irreproducible = true;
    const bool last = r->outcome != OUTCOME_OK || t->timed == t->planned->cell.workers;
    const bool good = last ? store_finish(k->store, &t->r, r->samples, r->nsamples)
                           : store_add_samples(k->store, &t->r, r->samples, r->nsamples);
    if (good && last) conclude(k, t);
    record_free(r);
    return good || broken(k);
}

/* What the worker's end means for the record: an interrupted worker has no outcome. */
static bool take(campaign *k, child *c)
{
    record r;
    task *t = c->owner;
    const bool timing = c->timing > 0;
    child_verdict(c, &r);
    return timing ? take_timing(k, t, &r) : take_accuracy(k, t, &r);
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

/* Runs the tasks, `slots` at a time. timing: number of the timing worker, from 1, or 0. */
static campaign_end run_round(campaign *k, task **v, int n, int slots, int timing)
{
    for (int next = 0;;) {
        while (next < n && k->crew.n < slots) {
            task *t = v[next++];
            if (!crew_add(&k->crew, &t->planned->cell, timing, timing ? free_core(k) : -1, t,
                          k->why, sizeof k->why))
                return CAMPAIGN_BROKEN;
        }
        child *done;
        switch (crew_wait(&k->crew, &done)) {
        case CREW_IDLE:
            return CAMPAIGN_DONE;
        case CREW_INTERRUPTED:
            return CAMPAIGN_STOPPED;
        case CREW_TICK:
            progress_tick(&k->progress);
            break;
        case CREW_DONE:
            if (!take(k, done)) return CAMPAIGN_BROKEN;
            break;
        }
    }
}

/* The tasks that round number `timing` has to do. */
static int choose(task *tasks, int n, int timing, task **v)
{
    int m = 0;
    for (int i = 0; i < n; i++) {
        const task *t = &tasks[i];
        const bool due =
            timing ? t->accurate && t->timed < timing && t->planned->cell.workers >= timing
                   : !t->accurate;
        if (!t->over && due) v[m++] = &tasks[i];
    }
    return m;
}

static campaign_end run_block(campaign *k, task *tasks, int n, uint64_t *random)
{
    task **v = grown(NULL, (size_t)n, sizeof *v);
    int rounds = 0;
    for (int i = 0; i < n; i++)
        if (tasks[i].planned->cell.workers > rounds) rounds = tasks[i].planned->cell.workers;
    campaign_end end = CAMPAIGN_DONE;
    for (int round = 0; end == CAMPAIGN_DONE && round <= rounds; round++) {
        const int m = choose(tasks, n, round, v);
        shuffle(v, m, random);
        end = run_round(k, v, m, round ? k->timing_jobs : k->jobs, round);
    }
    free(v);
    return end;
}

/* Declined by name: an outcome without a worker. */
static bool put_declined(campaign *k, task *t)
{
    t->r = (record){ .cell = t->planned->cell, .outcome = OUTCOME_DECLINED };
    t->r.status = copied("declined");
    t->r.detail = copied(t->planned->declined);
    t->r.output = copied("");
    t->r.scoring = copied("");
    progress_run(&k->progress, 1);
    if (!store_put(k->store, &t->r)) return broken(k);
    conclude(k, t);
    return true;
}

/* Workers are numbered in the order of the rounds, so the largest number tells how many have
 * been. */
static int workers_done(const record *r)
{
    int n = 0;
    for (int i = 0; i < r->nsamples; i++)
        if (r->samples[i].worker >= n) n = r->samples[i].worker + 1;
    return n;
}

/* Picks up where an earlier run of the same plan ended. */
static bool resume(campaign *k, task *t)
{
    const cell *c = &t->planned->cell;
    outcome o = OUTCOME_OK;
    int known = store_knows(k->store, c->key, k->machine, &o);
    const bool failed = (known & STORE_FINISHED) && o != OUTCOME_OK;
    if (k->rerun == 2 || (k->rerun == 1 && failed) || (failed && o == OUTCOME_INFRASTRUCTURE))
        known = 0; /* what was the harness's own fault is tried again */
    const bool whole = o != OUTCOME_OK || !c->workers || (known & STORE_TIMED);
    if ((known & STORE_FINISHED) && whole) {
        t->over = true;
        k->skipped++;
        note_failure(k, t->planned, o);
        k->progress.cells++;
        progress_run(&k->progress, 1 + c->workers);
        return true;
    }
    if (known && store_load(k->store, c->key, k->machine, &t->r)) {
        t->accurate = true;
        t->timed = workers_done(&t->r);
        if (t->timed > c->workers) t->timed = c->workers;
        progress_run(&k->progress, 1 + t->timed);
        if (t->timed < c->workers) return true;
        if (!store_finish(k->store, &t->r, NULL, 0)) return broken(k);
        conclude(k, t); /* complete: fewer workers are asked for now than then */
        return true;
    }
    return !t->planned->declined || put_declined(k, t);
}

/* Cells of one problem in one group are not torn apart. */
static bool belong_together(const plan_cell *a, const plan_cell *b)
{
    return !strcmp(a->cell.problem, b->cell.problem) &&
           !strcmp(a->cell.parameters, b->cell.parameters) && !strcmp(a->group, b->group);
}

/* Long enough for the workers of a cell to meet the machine at times that have nothing to do with
 * each other, short enough that a plan of hours finishes cells on the way. */
static int block_length(const plan *p, int first)
{
    enum { LEAST = 1000 };
    int n = 1;
    while (first + n < p->ncells &&
           (n < LEAST || belong_together(&p->cells[first + n - 1], &p->cells[first + n])))
        n++;
    return n;
}

static int total_runs(const plan *p)
{
    int n = 0;
    for (int i = 0; i < p->ncells; i++) n += 1 + p->cells[i].cell.workers;
    return n;
}

/* What is asked for, so that reports know which of several versions of a cell is meant. */
static bool mark(campaign *k, const plan *p)
{
    const cell **cells = need(calloc((size_t)p->ncells + 1, sizeof *cells));
    for (int i = 0; i < p->ncells; i++) cells[i] = &p->cells[i].cell;
    const bool good = store_plan(k->store, cells, p->ncells);
    free(cells);
    return good || broken(k);
}

/* Two passes: first what is known is settled, so that the bar begins where the work does; then
 * the blocks. Whatever happens, workers are ended and memory is released on the way out. */
campaign_end campaign_run(campaign *k, const plan *p)
{
    uint64_t random = k->seed;
    campaign_end end = mark(k, p) ? CAMPAIGN_DONE : CAMPAIGN_BROKEN;
    task *tasks = need(calloc((size_t)p->ncells + 1, sizeof *tasks));
    progress_begin(&k->progress, total_runs(p), p->ncells);
    for (int i = 0; i < p->ncells && end == CAMPAIGN_DONE; i++) {
        tasks[i].planned = &p->cells[i];
        if (!resume(k, &tasks[i])) end = CAMPAIGN_BROKEN;
    }
    for (int i = 0, n; i < p->ncells && end == CAMPAIGN_DONE; i += n) {
        n = block_length(p, i);
        end = run_block(k, tasks + i, n, &random);
    }
    crew_close(&k->crew);
    progress_end(&k->progress);
    for (int i = 0; i < p->ncells; i++) record_free(&tasks[i].r);
    free(tasks);
    return end;
}
