/* slips.c -- one solver or problem under its contract, for tools/mutants*.sh.
 *
 *     slips SOLVER digest     the bits of states and counters of runs on all small problems, as
 *                             one number: has a changed source changed any result?
 *     slips SOLVER contract   what is broken, a line each; exit 1 if something is
 *     slips PROBLEM problem   the same of a problem, with each choice of its words
 *     slips PROBLEM ends      where runs of radau_iia with a tolerance of 1e-8 end, a line for
 *                             each component, of each choice
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <ivp/solver.h>

#include "bench/plugin/allocations.h"
#include "kernel/contract/contract.h"
#include "kernel/contract/contract_battery.h"
#include "kernel/formulation/formulation.h"
#include "kernel/problem/status.h"
#include "kernel/stepping/evolve.h"
#include "tests/kernel/problem_cases.h"

static uint64_t digest = 1469598103934665603u; /* FNV-1a */

static void add(const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t k = 0; k < size; k++) digest = (digest ^ byte[k]) * 1099511628211u;
}

static void see(void *watcher, const evolve_point *point)
{
    const instance *i = watcher;
    add(&point->t, sizeof point->t);
    add(point->state->y, (size_t)i->sizes.n * sizeof *point->state->y);
}

static void run_once(const battery_place *p, double h, double tol)
{
    const evolve_setup setup = { .formulation = p->on.formulation,
                                 .solver = p->s->name,
                                 .h = h,
                                 .rtol = tol,
                                 .atol = tol,
                                 .max_steps = 2000 };
    reason why;
    evolve *e;
    if (evolve_create(&e, p->on.i, &setup, &why)) return;
    const ivp_status st = evolve_run(e, see, p->on.i);
    add(&st, sizeof st);
    add(evolve_counters(e), IVP_NCOUNTERS * sizeof(long));
    evolve_destroy(e);
    instance_reset(p->on.i);
}

static contract_verdict run_all(const battery_place *p, void *context, reason *why)
{
    (void)context, (void)why->text;
    if (p->s->fixed_step) run_once(p, (p->on.i->t1 - p->on.i->t0) / 20, 0);
    if (p->s->adaptive) run_once(p, 0, 1e-4);
    if (p->s->adaptive) run_once(p, 0, 1e-7);
    return CONTRACT_KEPT;
}

static int check(const ivp_solver *s)
{
    reason why;
    int broken = 0;
    contract_allocations = allocations_counter();
    contract_memory = allocations_held();
    for (const solver_promise *p = solver_promises; p->text; p++) {
        if (solver_check(p, s, &why) != CONTRACT_BROKEN) continue;
        printf("%s: %s\n", p->text, why.text);
        fflush(stdout);
        broken++;
        break;
    }
    return broken > 0;
}

/* Does one of the promises break? It is said. */
static bool breaks(const problem_case *c)
{
    reason why;
    instance *i;
    if (instance_open(&i, c->name, c->settings, &why))
        return printf("it opens: %s\n", why.text) > 0;
    bool broken = false;
    for (const problem_promise *p = problem_promises; p->text && !broken; p++) {
        broken = problem_check(p, i, &why) == CONTRACT_BROKEN;
        if (broken) printf("%s: %s\n", p->text, why.text);
    }
    instance_close(i);
    return broken;
}

static int check_problem(const char *name)
{
    bool broken = false;
    add_problem(name);
    for (int k = 0; k < ncases && !broken; k++) broken = breaks(&cases[k]);
    return broken;
}

static void print_ends(const problem_case *c, instance *i, const char *formulation)
{
    const evolve_setup setup = { .formulation = formulation,
                                 .solver = "radau_iia",
                                 .rtol = 1e-8,
                                 .atol = 1e-8,
                                 .max_steps = 5000 };
    reason why;
    evolve *e;
    real *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    if (!y || evolve_create(&e, i, &setup, &why)) {
        free(y);
        return;
    }
    const ivp_status st = evolve_run(e, NULL, NULL);
    if (st)
        printf("%s@%s 0 %s\n", c->settings, formulation, status_name(st));
    else if (!evolve_state(e, y))
        for (int k = 0; k < i->sizes.n; k++)
            printf("%s@%s %d %.17g\n", c->settings, formulation, k + 1, (double)y[k]);
    evolve_destroy(e);
    free(y);
}

static int print_all_ends(const char *name)
{
    reason why;
    const char *f;
    add_problem(name);
    for (int k = 0; k < ncases; k++) {
        instance *i;
        if (instance_open(&i, cases[k].name, cases[k].settings, &why)) return 1;
        for (int j = 0; (f = formulation_name(j)) != NULL; j++) print_ends(&cases[k], i, f);
        instance_close(i);
    }
    return 0;
}

int main(int argc, char **argv)
{
    reason why = { "" };
    if (argc != 3) return 2;
    setrlimit(RLIMIT_CPU, &(struct rlimit){ 60, 60 }); /* a slip may run for ever */
    if (!strcmp(argv[2], "problem")) return check_problem(argv[1]);
    if (!strcmp(argv[2], "ends")) return print_all_ends(argv[1]);
    const ivp_solver *s = plugin_solver(argv[1], &why);
    if (!s) return printf("%s\n", why.text), 1;
    if (!strcmp(argv[2], "contract")) return check(s);
    battery_visit(s, 0, run_all, NULL, &why);
    printf("%016llx\n", (unsigned long long)digest);
    return 0;
}
