/* results.c -- stores the result of each worker, and reads results of earlier runs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/results.h"

#include "bench/crew/repeated.h"
#include "bench/crew/watched.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool broken(campaign *k) { return reason_set(&k->why, "%s", store_error(k->store)); }

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

/* The cell has its outcome. */
static void conclude(campaign *k, task *t)
{
    t->over = true;
    k->outcomes[t->r.outcome]++;
    if (t->r.outcome == OUTCOME_INFRASTRUCTURE && !*k->infrastructure)
        snprintf(k->infrastructure, sizeof k->infrastructure, "%s", t->r.detail);
    note_failure(k, t->planned, t->r.outcome);
    progress_drop(&k->progress, PROGRESS_TIMING, t->planned->cell.workers - t->timed);
    progress_cell(&k->progress, &t->r);
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
    progress_run(&k->progress, PROGRESS_ACCURACY);
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

/* A worker that failed where the accuracy run did not: its outcome is the cell's. */
static void take_failure(task *t, const record *r, const char *where)
{
    char *detail = text_of("%s%s", where, r->detail);
    replace(&t->r.detail, detail);
    free(detail);
    replace(&t->r.status, r->status);
    replace(&t->r.output, r->output);
    t->r.outcome = r->outcome;
}

static void accuse(task *t, const char *sentence)
{
    replace(&t->r.detail, sentence);
    replace(&t->r.status, outcome_name(OUTCOME_MISBEHAVED));
    t->r.outcome = OUTCOME_MISBEHAVED;
}

static bool same_end(const record *a, const record *b)
{
    return a->ncomponents == b->ncomponents &&
           !memcmp(a->counters, b->counters, sizeof a->counters) &&
           !memcmp(a->end_state, b->end_state, (size_t)a->ncomponents * sizeof *a->end_state);
}

/* Once, behind remarks of the method. */
static void remark_start(record *r, const char *why)
{
    static const char says[] = "no timed solve began at a moved start, because";
    if (!why || !*why || strstr(r->detail, says)) return;
    char *detail = text_of("%s%s%s %s", r->detail, *r->detail ? "; " : "", says, why);
    replace(&r->detail, detail);
    free(detail);
}

static void note_timing(task *t, const record *r, const child_duty *duty, double cpu_s)
{
    char where[48];
    snprintf(where, sizeof where, "in timing worker %d: ", t->timed);
    if (r->outcome != OUTCOME_OK)
        take_failure(t, r, where);
    else if (r->irreproducible || !same_end(&t->r, r))
        t->r.irreproducible = true;
    if (r->outcome != OUTCOME_OK) return;
    remark_start(&t->r, r->repeats.not_moved);
    repeated_note(&t->r, r, &duty->from, cpu_s);
}

/* The samples are stored at once; the verdict on the cell comes with the check of a moved start
 * (repeated.h), or with the first worker that failed. The end states of all runs must be equal
 * to the bit. */
static bool take_timing(campaign *k, task *t, record *r, const child_duty *duty, double cpu_s)
{
    request_start from;
    t->timed++;
    progress_run(&k->progress, PROGRESS_TIMING);
    note_timing(t, r, duty, cpu_s);
    if (t->r.outcome == OUTCOME_OK && t->r.irreproducible && !repeated_may_differ(&t->r))
        accuse(t, "implausible: a timed run does not end as the watched run did");
    const bool all = t->timed == t->planned->cell.workers,
               last = t->r.outcome != OUTCOME_OK || (all && !repeated_choose(&t->r, &from));
    const bool good = last ? store_finish(k->store, &t->r, r->samples, r->nsamples)
                           : store_add_samples(k->store, &t->r, r->samples, r->nsamples);
    if (good && last) conclude(k, t);
    record_free(r);
    return good || broken(k);
}

static bool finish(campaign *k, task *t)
{
    reason why;
    if (t->r.outcome == OUTCOME_OK && !repeated_may_be(&t->r, &why)) accuse(t, why.text);
    if (!store_finish(k->store, &t->r, NULL, 0)) return broken(k);
    conclude(k, t);
    return true;
}

bool results_finish_rest(campaign *k)
{
    bool good = true;
    for (int i = 0; i < k->nblock && good; i++) {
        task *t = &k->block[i];
        if (!t->over && t->accurate && t->timed >= t->planned->cell.workers)
            good = finish(k, t);
    }
    return good;
}

/* A solver that evaluates the equations ends elsewhere when they are others: by a share of the
 * state far above rounding, or after other steps. */
static bool ends_alike(const record *a, const record *b)
{
    bool alike = a->ncomponents == b->ncomponents &&
                 !memcmp(a->counters, b->counters, sizeof a->counters);
    for (int i = 0; alike && i < a->ncomponents; i++)
        alike = fabs(a->end_state[i] - b->end_state[i]) <= 1e-10 * fabs(a->end_state[i]);
    return alike;
}

static bool accuse_late(campaign *k, task *t, const char *sentence)
{
    if (t->over) k->outcomes[OUTCOME_OK]--;
    accuse(t, sentence);
    if (!store_finish(k->store, &t->r, NULL, 0)) return broken(k);
    if (t->over)
        k->outcomes[OUTCOME_MISBEHAVED]++;
    else
        conclude(k, t);
    return true;
}

/* All timed rungs of this one's ladder; or those of them that are blind. */
static bool accuse_ladder(campaign *k, const task *of, const char *sentence, bool only_blind)
{
    bool good = true;
    for (int i = 0; i < k->nblock && good; i++) {
        task *t = &k->block[i];
        if (t->r.outcome == OUTCOME_OK && t->timed &&
            !cell_compare(&t->planned->cell, &of->planned->cell, CELL_LADDER) &&
            (!only_blind || repeated_is_blind(&t->r)))
            good = accuse_late(k, t, sentence);
    }
    return good;
}

/* One rung that cannot be repeated costs the ladder. */
static bool take_check(campaign *k, task *t, record *r, const child_duty *duty)
{
    bool good = true;
    if (r->outcome == OUTCOME_INFRASTRUCTURE) {
        take_failure(t, r, "in the check of a timed run: ");
        good = finish(k, t);
    } else if (!repeated_agrees(&t->r, &duty->from, r))
        good = accuse_ladder(k, t, "implausible: a timed run cannot be repeated", false);
    record_free(r);
    return good;
}

/* Two rungs three decades apart, in more steps than an exact formula takes. */
static bool is_flat(const record *a, const record *b)
{
    enum { FEW = 3 };
    const double p = a->cell.rtol, q = b->cell.rtol;
    if (!(p > 0 && q > 0) || fmax(p, q) < 999 * fmin(p, q)) return false;
    return record_counted(a, "n_accepted") > FEW && ends_alike(a, b);
}

static bool is_sensitive(const campaign *k, const char *problem, const char *parameters)
{
    for (int i = 0; i < k->nblock; i++) {
        const task *t = &k->block[i];
        if (!strcmp(t->planned->cell.problem, problem) && t->r.outcome == OUTCOME_OK &&
            !strcmp(t->planned->cell.parameters, parameters) && repeated_is_sensitive(&t->r))
            return true;
    }
    return false;
}

/* The number of rungs from i on that are of its ladder; blind: all that were moved. */
static int rungs_of(const campaign *k, int i, bool *blind)
{
    request_start from;
    int n = 0, moved = 0, sighted = 0;
    for (; i + n < k->nblock; n++) {
        const task *t = &k->block[i + n];
        if (cell_compare(&k->block[i].planned->cell, &t->planned->cell, CELL_LADDER)) break;
        const bool has = t->r.outcome == OUTCOME_OK && repeated_choose(&t->r, &from);
        moved += has;
        sighted += has && !repeated_is_blind(&t->r);
    }
    *blind = moved && !sighted;
    return n;
}

/* No end of a ladder depends on its start, but those of other solvers of the problem do: no
 * damping of the equations has removed it. */
bool results_look_for_blind(campaign *k)
{
    bool good = true, blind;
    for (int i = 0, n; i < k->nblock && good; i += n) {
        const cell *c = &k->block[i].planned->cell;
        n = rungs_of(k, i, &blind);
        if (blind && is_sensitive(k, c->problem, c->parameters))
            good = accuse_ladder(
                k, &k->block[i],
                "implausible: its end is the same to the bit from all moved starts, while "
                "ends of another solver differ",
                true);
    }
    return good;
}

bool results_look_at_ladders(campaign *k)
{
    bool good = true;
    for (int i = 0; i < k->nblock; i++)
        for (int j = i + 1; j < k->nblock && good; j++) {
            task *a = &k->block[i], *b = &k->block[j];
            if (cell_compare(&a->planned->cell, &b->planned->cell, CELL_LADDER)) break;
            if (a->timed && b->timed && a->r.outcome == OUTCOME_OK &&
                b->r.outcome == OUTCOME_OK && is_flat(&a->r, &b->r))
                good = accuse_ladder(k, a,
                                     "implausible: neither its end nor its work depends on the "
                                     "tolerance, over three decades",
                                     false);
        }
    return good;
}

/* Where no parameter can be changed, or the changed problem is not solved, an end that does not
 * depend on the start has no other excuse. */
static bool take_changed(campaign *k, task *t, record *r)
{
    bool good = true;
    char *sentence =
        text_of("implausible: its end and its work stay the same with %s", r->scoring);
    if (r->outcome == OUTCOME_OK && ends_alike(&t->r, r))
        good = accuse_ladder(k, t, sentence, false);
    else if (r->outcome != OUTCOME_OK && r->outcome != OUTCOME_INFRASTRUCTURE &&
             !repeated_may_forget(&t->r))
        good = accuse_ladder(
            k, t, "implausible: its end is the same to the bit from all moved starts", true);
    free(sentence);
    record_free(r);
    return good;
}

/* What the worker's end means for the record: an interrupted worker has no outcome. */
bool results_take(campaign *k, child *c)
{
    record r;
    task *t = c->owner;
    const child_duty duty = c->duty;
    const double cpu_s = child_cpu_s(c), life_s = c->ended - c->started;
    child_verdict(c, &r);
    if (duty.check == REQUEST_CHANGED) return take_changed(k, t, &r);
    if (duty.check) return take_check(k, t, &r, &duty);
    if (duty.timing) return take_timing(k, t, &r, &duty, cpu_s);
    if (t->decides && r.outcome == OUTCOME_OK)
        watched_note(&r, fmin(cpu_s, life_s - r.setup_s - r.overhead_s));
    return take_accuracy(k, t, &r);
}

/* Declined by name: an outcome without a worker. */
static bool put_declined(campaign *k, task *t)
{
    t->r = (record){ .cell = t->planned->cell, .outcome = OUTCOME_DECLINED };
    t->r.status = copied("declined");
    t->r.detail = copied(t->planned->declined);
    t->r.output = copied("");
    t->r.scoring = copied("");
    progress_known(&k->progress, PROGRESS_ACCURACY, 1);
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
bool results_resume(campaign *k, task *t)
{
    const cell *c = &t->planned->cell;
    outcome o = OUTCOME_OK;
    int known = store_knows(k->store, c->key, k->machine, &o);
    const bool failed = (known & STORE_FINISHED) && o != OUTCOME_OK;
    if (k->rerun == 2 || (k->rerun == 1 && failed) || (failed && o == OUTCOME_INFRASTRUCTURE))
        known = 0; /* what was the harness's own fault is tried again */
    const bool complete = o != OUTCOME_OK || !c->workers || (known & STORE_TIMED);
    if ((known & STORE_FINISHED) && complete) {
        t->over = true;
        k->skipped++;
        note_failure(k, t->planned, o);
        k->progress.cells++;
        progress_known(&k->progress, PROGRESS_ACCURACY, 1);
        progress_drop(&k->progress, PROGRESS_TIMING, c->workers);
        return true;
    }
    if (known && store_load(k->store, c->key, k->machine, &t->r)) {
        t->accurate = true;
        t->timed = workers_done(&t->r);
        if (t->timed > c->workers) t->timed = c->workers;
        progress_known(&k->progress, PROGRESS_ACCURACY, 1);
        progress_known(&k->progress, PROGRESS_TIMING, t->timed);
        request_start from;
        if (t->timed < c->workers || repeated_choose(&t->r, &from)) return true;
        if (!store_finish(k->store, &t->r, NULL, 0)) return broken(k);
        conclude(k, t); /* complete: fewer workers are asked for now than then */
        return true;
    }
    return !t->planned->declined || put_declined(k, t);
}
