/* requested.c -- see requested.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/requested.h"

#include "bench/crew/watched.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdlib.h>

/* ---- requests ---------------------------------------------------------------------------- */

static void expect(campaign *k, const cell *c)
{
    k->progress.ncells++;
    progress_expect(&k->progress, PROGRESS_ACCURACY, 1, plan_accuracy_s / k->jobs);
    progress_expect(&k->progress, PROGRESS_TIMING, c->workers,
                    c->workers * plan_timing_s(c) / k->timing_jobs);
}

/* The bar begins where the work does: all are expected before earlier results are found. */
static bool request_cells(campaign *k, task **v, int n)
{
    const cell **cells = need(calloc((size_t)n + 1, sizeof *cells));
    for (int i = 0; i < n; i++) cells[i] = &v[i]->planned->cell;
    bool good = store_plan(k->store, cells, n);
    if (!good) reason_set(&k->why, "%s", store_error(k->store));
    for (int i = 0; i < n; i++) expect(k, cells[i]);
    for (int i = 0; i < n && good; i++) {
        v[i]->waits = false;
        good = results_resume(k, v[i]);
    }
    free(cells);
    return good;
}

bool requested_begin(campaign *k, task *tasks, const plan *p)
{
    task **now = need(calloc((size_t)p->ncells + 1, sizeof *now));
    int n = 0;
    progress_begin(&k->progress, 0);
    for (int i = 0; i < p->ncells; i++) {
        const plan_cell *c = &p->cells[i];
        task *t = &tasks[i], *coarser = c->coarser ? &tasks[c->coarser - 1] : NULL;
        *t = (task){ .planned = c, .coarser = coarser, .waits = c->until.digits > 0 };
        if (t->waits && coarser) coarser->decides = true;
        if (!t->waits) now[n++] = t;
    }
    const bool good = request_cells(k, now, n);
    free(now);
    return good;
}

/* ---- what a rung says -------------------------------------------------------------------- */

static rung_result result_of(const campaign *k, const record *r)
{
    rung_result is = { .known = true, .digits = NAN };
    is.arrived = r->outcome == OUTCOME_OK;
    if (!is.arrived || !k->scorer.digits) return is;
    is.digits = k->scorer.digits(k->scorer.of, r, &is.limit);
    is.seconds = watched_seconds(r);
    return is;
}

/* A rung that an earlier run finished stands in the store alone. */
static const rung_result *look(const campaign *k, task *t)
{
    record r;
    if (t->rung.known || (!t->accurate && !t->over)) return &t->rung;
    if (t->accurate)
        t->rung = result_of(k, &t->r);
    else if (store_load(k->store, t->planned->cell.key, k->machine, &r)) {
        t->rung = result_of(k, &r);
        record_free(&r);
    }
    return &t->rung;
}

/* ---- beyond the end ---------------------------------------------------------------------- */

/* Has a rung of the ladder, from this one up, the digits? */
static bool has_digits(const campaign *k, task *t, double wanted)
{
    for (; t; t = t->coarser)
        if (look(k, t)->digits >= wanted) return true;
    return false;
}

static bool is_wanted(const campaign *k, const task *t)
{
    const plan_until *until = &t->planned->until;
    if (!t->coarser || t->coarser->waits) return false;
    const rung_result *is = look(k, t->coarser);
    const double most_s = until->seconds > 0 ? until->seconds : t->planned->cell.timeout_s;
    return is->arrived && isfinite(is->digits) && !is->limit && is->seconds <= most_s &&
           !has_digits(k, t->coarser, until->digits);
}

/* Those of one pass are chosen before one of them is asked: a rung follows on a known one. */
bool requested_further(campaign *k, task *tasks, int ntasks, int *n)
{
    task **now = need(calloc((size_t)ntasks + 1, sizeof *now));
    *n = 0;
    for (int i = 0; i < ntasks; i++)
        if (tasks[i].waits && is_wanted(k, &tasks[i])) now[(*n)++] = &tasks[i];
    const bool good = !*n || request_cells(k, now, *n);
    free(now);
    return good;
}
