/* test_memory_held.c -- no solver of this tree holds more memory with each run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include <ivp/solver.h>

#include "bench/plugin/allocations.h"
#include "kernel/contract/contract.h"
#include "kernel/problem/plugin.h"
#include "tests/plugin_roots.h"

#include "tests/suite.h" /* last: it has macros of common names */

static const solver_promise *promise(void)
{
    const solver_promise *p = solver_promises;
    while (strcmp(p->text, "runs that are repeated hold no more memory") != 0) p++;
    return p;
}

/* Each look finds so much more, the first `bound` times. */
static double found, bound;
static contract_held more;

static contract_held pretended(void)
{
    if (found < bound) found++;
    return (contract_held){ more.heap * found, more.pages * found };
}

/* Freed chunks that the C library keeps are no leak, however slowly it fills its lists. Pages
 * have no such lists. */
START_TEST(what_ends_to_grow_is_no_leak)
{
    static const struct {
        double bound;
        contract_held more;
        const char *sentence; /* NULL: the promise is kept */
    } cases[] = { { 0, { 200, 0 }, NULL },
                  { 20, { 200, 0 }, NULL },
                  { 1e9, { 200, 0 }, "leaves 50 bytes or more" },
                  { 20, { 0, 20480 }, "memory grows by 20 kB or more" },
                  { 20, { 200, 20480 }, "memory grows by 20 kB or more" } };
    reason why = { "" };
    const ivp_solver *s = plugin_solver("dopri5", &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    found = 0, bound = cases[_i].bound, more = cases[_i].more;
    contract_memory = pretended;
    const contract_verdict verdict = solver_check(promise(), s, &why);
    contract_memory = allocations_held();
    ck_assert_msg((verdict == CONTRACT_BROKEN) == !!cases[_i].sentence, "%d: %s", _i, why.text);
    if (cases[_i].sentence)
        ck_assert_msg(strstr(why.text, cases[_i].sentence) != NULL, "%s", why.text);
}
END_TEST

/* Those of this tree, libraries and interpreters among them. */
START_TEST(no_solver_holds_more_memory_with_each_run)
{
    enum { MOST = 512 };
    static char names[MOST][PLUGIN_NAME_MAX];
    reason why;
    const int n = plugin_list("solvers", names, MOST);
    const solver_promise *p = promise();
    for (int k = 0; k < n && k < MOST; k++) {
        if (!strncmp(names[k], "t_", 2)) continue;
        const ivp_solver *s = plugin_solver(names[k], &why);
        if (!s || (s->missing && s->missing())) continue;
        ck_assert_msg(solver_check(p, s, &why) != CONTRACT_BROKEN, "%s: %s", names[k],
                      why.text);
    }
}
END_TEST

int main(void)
{
    use_plugin_roots();
    contract_memory = allocations_held();
    TCase *tc = tcase_create("memory held");
    tcase_add_loop_test(tc, what_ends_to_grow_is_no_leak, 0, 5);
    tcase_add_test(tc, no_solver_holds_more_memory_with_each_run);
    return suite_run("memory held", tc);
}
