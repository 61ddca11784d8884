/* passport.c -- fills a passport: the promises of the contract, and what three runs cost.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/passport.h"

#include <ivp/solver.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/base/util.h"
#include "kernel/contract/contract.h"
#include "kernel/contract/contract_pair.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"

static void describe(passport *p, const ivp_solver *s)
{
    snprintf(p->name, sizeof p->name, "%s", s->name);
    snprintf(p->title, sizeof p->title, "%s", s->title);
    snprintf(p->source, sizeof p->source, "%s", s->source);
    p->order = s->order;
    p->adaptive = s->adaptive;
}

static void try_promises(passport *p, const ivp_solver *s)
{
    reason why;
    for (const solver_promise *of = solver_promises; of->text; of++) {
        if (p->npromises >= PASSPORT_PROMISES) break;
        passport_promise *row = &p->promise[p->npromises];
        const contract_verdict v = solver_check(of, s, &why);
        snprintf(row->text, sizeof row->text, "%s", of->text);
        snprintf(row->said, sizeof row->said, "%s", why.text);
        row->verdict = v == CONTRACT_KEPT     ? PASSPORT_KEPT
                       : v == CONTRACT_BROKEN ? PASSPORT_BROKEN
                                              : PASSPORT_NOT_TRIED;
        p->npromises++;
    }
}

/* ---- cost -------------------------------------------------------------------------------- */

static double cpu_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double error_of(const instance *i, evolve *e)
{
    const size_t n = (size_t)instance_ncomponents(i);
    real *end = need(calloc(2 * n, sizeof *end)), *exact = end + n;
    double worst = (double)NAN;
    if (i->problem->exact && !evolve_state(e, end) &&
        !i->problem->exact(evolve_t(e), exact, i->p)) {
        worst = 0;
        for (int k = 0; k < i->sizes.n; k++) worst = fmax(worst, fabs(end[k] - exact[k]));
    }
    free(end);
    return worst;
}

static void run_once(passport_cost *c, const pair *on, const ivp_solver *s, int level)
{
    static const double tolerances[PASSPORT_COSTS] = { 1e-3, 1e-5, 1e-7 };
    static const int steps[PASSPORT_COSTS] = { 100, 400, 1600 };
    const double length = (on->i->t1 - on->i->t0) / 20;
    evolve_setup setup = { .formulation = on->formulation,
                           .solver = s->name,
                           .max_steps = 100000,
                           .t1 = on->i->t0 + length };
    reason why = { "" };
    evolve *e;
    c->requested = s->adaptive ? tolerances[level] : length / steps[level];
    if (s->adaptive)
        setup.rtol = setup.atol = c->requested;
    else
        setup.h = c->requested;
    c->error = (double)NAN;
    c->steps = c->rejected = c->evaluations = -1;
    if (evolve_create(&e, on->i, &setup, &why)) {
        snprintf(c->outcome, sizeof c->outcome, "%s", why.text);
        return;
    }
    const double before = cpu_s();
    const ivp_status st = evolve_run(e, NULL, NULL);
    c->cpu_s = cpu_s() - before + evolve_elsewhere_s(e);
    c->steps = evolve_counters(e)[IVP_N_ACCEPTED];
    c->rejected = evolve_counters(e)[IVP_N_REJECTED];
    c->evaluations = evolve_counters(e)[IVP_N_F];
    snprintf(c->outcome, sizeof c->outcome, "%s%s%s", status_name(st), st ? ": " : "",
             st ? evolve_message(e) : "");
    if (!st) c->error = error_of(on->i, e);
    evolve_destroy(e);
}

static void measure(passport *p, const ivp_solver *s)
{
    reason why;
    pair on;
    if (!pair_find(&on, s, &why)) return;
    snprintf(p->problem, sizeof p->problem, "%s@%s", on.i->problem->name, on.formulation);
    for (int k = 0; k < PASSPORT_COSTS; k++) {
        run_once(&p->cost[k], &on, s, k);
        p->ncosts++;
    }
    instance_close(on.i);
}

bool passport_fill(passport *p, const char *name, reason *why)
{
    reason no = { "" };
    const ivp_solver *s = plugin_solver(name, &no);
    if (!s) return reason_set(why, "%s", no.text);
    describe(p, s);
    try_promises(p, s);
    measure(p, s);
    p->finished = true;
    return true;
}

bool passport_holds(const passport *p)
{
    bool holds = p->finished;
    for (int k = 0; k < p->npromises; k++) holds &= p->promise[k].verdict != PASSPORT_BROKEN;
    return holds;
}
