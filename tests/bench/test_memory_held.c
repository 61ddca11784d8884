/* test_memory_held.c -- no solver of this tree holds more memory with each run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include <ivp/solver.h>

#include "bench/plugin/allocations.h"
#include "kernel/contract/contract.h"
#include "kernel/problem/plugin.h"
#include "tests/plugin_roots.h"

#include "tests/suite.h" /* last: it has macros of common names */

/* Those of this tree, libraries and interpreters among them. */
START_TEST(no_solver_holds_more_memory_with_each_run)
{
    enum { MOST = 512 };
    static char names[MOST][PLUGIN_NAME_MAX];
    char why[PLUGIN_WHY_MAX];
    const int n = plugin_list("solvers", names, MOST);
    const solver_promise *p = solver_promises;
    while (strcmp(p->text, "runs that are repeated hold no more memory") != 0) p++;
    for (int k = 0; k < n && k < MOST; k++) {
        if (!strncmp(names[k], "t_", 2)) continue;
        const ivp_solver *s = plugin_solver(names[k], why);
        if (!s || (s->missing && s->missing())) continue;
        ck_assert_msg(solver_check(p, s, why) != CONTRACT_BROKEN, "%s: %s", names[k], why);
    }
}
END_TEST

int main(void)
{
    use_plugin_roots();
    contract_memory = allocations_held();
    TCase *tc = tcase_create("memory held");
    tcase_add_test(tc, no_solver_holds_more_memory_with_each_run);
    return suite_run("memory held", tc);
}
