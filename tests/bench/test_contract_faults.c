/* test_contract_faults.c -- the contract of a solver finds each fault that one was made for, by
 * the promise that it breaks, keeps solvers that are right, and says what it did not try.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ivp/solver.h>

#include "bench/base/util.h"
#include "bench/plugin/allocations.h"
#include "kernel/contract/contract.h"
#include "kernel/problem/plugin.h"
#include "tests/plugin_roots.h"

#include "tests/suite.h" /* last: it has macros of common names */

static const struct {
    const char *solver, *promise; /* that it breaks; NULL: none */
} cases[] = {
    { "t_pair", NULL },
    { "t_order", "errors fall with the order that is declared" },
    { "t_slopes", "dense output is right inside a step" },
    { "t_blind", "an error test sees the error of a step" },
    { "t_stale", "a state that was moved is all that a step starts from" },
    { "t_allocates", "a step takes no memory" },
    { "t_keeps", "runs that are repeated hold no more memory" },
    { "t_hoards", "runs that are repeated hold no more memory" },
    { "t_setting", "recommended settings are options that it takes" },
    { "t_nodes", "y' = f(t, y)" },
    { "t_beyond", "nothing is written beyond its arrays" },
    { "t_no_mass", "M y' = f, M constant" },
    { "t_node", "the error of one small step falls with the order" },
    { "t_weight", "an error test of small steps is of its order" },
    { "t_short", "an error test of small steps is of its order" },
    { "t_overlap", "two systems in one stay what each of them is" },
    { "t_refuses", "y' = f(t, y)" },
    { "t_last", "an error test sees each component" },
    { "t_norm", "an error test of two equal systems says no less than of one" },
    { "t_long", "no step is longer than hmax" },
    { "t_first", NULL },
    { "t_cash_karp", NULL },
    { "t_midpoint", NULL },
    { "t_ros3p", NULL },
};
enum { CASES = sizeof cases / sizeof *cases };

static const ivp_solver *solver(const char *name)
{
    reason why;
    const ivp_solver *s = plugin_solver(name, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    return s;
}

START_TEST(each_fault_breaks_its_promise)
{
    reason why;
    const char *due = cases[_i].promise;
    const ivp_solver *s = solver(cases[_i].solver);
    bool found = !due;
    for (const solver_promise *p = solver_promises; p->text; p++) {
        if (due && strcmp(p->text, due)) continue;
        const contract_verdict verdict = solver_check(p, s, &why);
        if (!due)
            ck_assert_msg(verdict != CONTRACT_BROKEN, "%s: %s: %s", s->name, p->text, why.text);
        if (!due) continue;
        found = true;
        if (verdict == CONTRACT_IDLE && (!contract_allocations || !contract_memory)) continue;
        ck_assert_msg(verdict == CONTRACT_BROKEN, "%s: %s: %d, %s", s->name, due, verdict,
                      why.text);
        ck_assert_msg(strlen(why.text) > 20, "says only \"%s\"", why.text);
    }
    ck_assert(found);
}
END_TEST

/* AddressSanitizer has a heap of its own, which is not measured. */
enum { NOT_TRIED = 21 + SANITIZED };

/* Of a solver that wraps a library, has no dense output, keeps a history, recommends
 * nothing, and takes neither M y' = f nor F(t, y, y') = 0. */
START_TEST(what_is_not_tested_is_not_kept)
{
    reason why;
    int idle = 0;
    const ivp_solver *s = solver("gsl_msbdf");
    for (const solver_promise *p = solver_promises; p->text; p++) {
        const contract_verdict verdict = solver_check(p, s, &why);
        ck_assert_msg(verdict != CONTRACT_BROKEN, "%s: %s", p->text, why.text);
        if (verdict != CONTRACT_IDLE) continue;
        ck_assert_msg(strchr(why.text, ' ') != NULL, "%s: no reason", p->text);
        idle++;
    }
    ck_assert_int_eq(idle, NOT_TRIED);
}
END_TEST

int main(void)
{
    use_plugin_roots();
    contract_allocations = allocations_counter();
    contract_memory = allocations_held();
    TCase *tc = tcase_create("solvers");
    tcase_add_loop_test(tc, each_fault_breaks_its_promise, 0, CASES);
    tcase_add_test(tc, what_is_not_tested_is_not_kept);
    return suite_run("contract faults", tc);
}
