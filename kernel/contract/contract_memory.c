/* contract_memory.c -- runs that are repeated hold no more memory than before: what a solver
 * takes in a run or a step and never gives back grows with each.
 *
 * Memory is looked at between rounds of runs, by one object and by objects that come and go.
 * Caches fill in the first rounds. A leak shows in each round behind them: at least LEAST_CHUNK
 * bytes of the heap a run, or LEAST_PAGES pages. The heap is exact; pages see interpreters and
 * other programs, which have heaps of their own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/solver.h>

#include <stdio.h>

#include "kernel/contract/contract_method.h"
#include "kernel/contract/contract_pair.h"
#include "kernel/contract/contract_probe.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

enum { RUNS = 4, WARM = 3, ROUNDS = 6, MORE = 60 };
static const double LEAST_CHUNK = 24, LEAST_PAGES = 4 * 4096;

typedef struct
    growth { /* least of the rounds behind the first ones; 0 where one did not grow */
    double heap, pages;
} growth;

typedef struct repeated {
    instance *i;
    evolve_setup setup;
    evolve *e; /* NULL: each run has an object of its own */
} repeated;

static bool run_one(const repeated *r, reason *why)
{
    evolve *e = r->e;
    if (!e && evolve_create(&e, r->i, &r->setup, why)) return false;
    const ivp_status st = evolve_run(e, NULL, NULL);
    if (st) reason_set(why, "the run ends with %s: %s", status_name(st), evolve_message(e));
    if (!r->e) evolve_destroy(e);
    return !st;
}

static bool run_round(const repeated *r, reason *why)
{
    for (int k = 0; k < RUNS; k++)
        if (!run_one(r, why)) return false;
    return true;
}

static double least(double before, double grown, bool first)
{
    return first || grown < before ? grown : before;
}

static bool is_leak(const growth *g) { return g->heap >= RUNS * LEAST_CHUNK; }

/* The C library keeps freed chunks of each size and counts them as in use, up to a bound: what
 * the heap seems to leak is repeated until that has ended. Pages come in lumps, which many
 * rounds would hide. */
static bool grows(const repeated *r, growth *g, reason *why)
{
    contract_held before = { 0 }, now;
    for (int k = 0; k < WARM + ROUNDS || (is_leak(g) && k < WARM + MORE); k++, before = now) {
        if (!run_round(r, why)) return false;
        now = contract_memory();
        if (k < WARM) continue;
        g->heap = least(g->heap, now.heap - before.heap, k == WARM);
        if (k < WARM + ROUNDS) g->pages = least(g->pages, now.pages - before.pages, k == WARM);
    }
    return true;
}

static contract_verdict judged(const repeated *r, const char *formulation, reason *why)
{
    growth g = { 0 };
    const char *what = r->e ? "of one object" : "each with an object of its own";
    if (!grows(r, &g, why)) return CONTRACT_BROKEN;
    if (is_leak(&g))
        reason_set(why, "on %s@%s each of %d runs %s leaves %.0f bytes or more behind",
                   r->i->problem->name, formulation, MORE * RUNS, what, g.heap / RUNS);
    else if (g.pages >= LEAST_PAGES)
        reason_set(why, "on %s@%s memory grows by %.0f kB or more with each %d runs %s",
                   r->i->problem->name, formulation, g.pages / 1024, RUNS, what);
    else
        return CONTRACT_KEPT;
    return CONTRACT_BROKEN;
}

/* A hundredth of the interval: a leak of a run shows in any. */
static evolve_setup short_run(const pair *p, const ivp_solver *s)
{
    const double length = (p->i->t1 - p->i->t0) / 100;
    evolve_setup setup = { .formulation = p->formulation,
                           .solver = s->name,
                           .max_steps = 200000,
                           .t1 = p->i->t0 + length };
    if (s->adaptive)
        setup.rtol = setup.atol = 1e-5;
    else
        setup.h = length / 100;
    return setup;
}

static contract_verdict both(const pair *p, const ivp_solver *s, reason *why)
{
    repeated r = { .i = p->i, .setup = short_run(p, s) };
    contract_verdict v = judged(&r, p->formulation, why);
    if (v != CONTRACT_KEPT) return v;
    if (evolve_create(&r.e, p->i, &r.setup, why)) return CONTRACT_BROKEN;
    v = judged(&r, p->formulation, why);
    evolve_destroy(r.e);
    return v;
}

contract_verdict contract_growth(const ivp_solver *s, reason *why)
{
    pair p;
    if (!contract_memory) return contract_idle(why, "this program does not measure it");
    if (!pair_find(&p, s, why)) return CONTRACT_BROKEN;
    const contract_verdict v = both(&p, s, why);
    instance_close(p.i);
    return v;
}
