/* battery_cases.h -- the features of the contract, looped over methods or over libraries.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_BATTERY_CASES_H
#define TESTS_BATTERY_CASES_H

#include "kernel/contract/contract.h"
#include "tests/solver_cases.h"

static bool of_methods;

/* Something is tried of every solver, and nothing is broken. */
START_TEST(features_are_kept)
{
    const ivp_solver *s = solver_at(_i);
    reason why = { "" };
    int kept = 0;
    if (!s->attempt == of_methods) return;
    for (const solver_promise *p = solver_promises; p->text; p++) {
        if (!p->feature) continue;
        const contract_verdict v = solver_check(p, s, &why);
        REQUIRE(v != CONTRACT_BROKEN, "%s: %s: %s", s->name, p->text, why.text);
        REQUIRE(v == CONTRACT_KEPT || strchr(why.text, ' '), "%s: %s: no reason", s->name,
                p->text);
        kept += v == CONTRACT_KEPT;
    }
    REQUIRE(kept > 0, "%s: nothing was tried", s->name);
}
END_TEST

static int battery_of(bool methods)
{
    of_methods = methods;
    return run_on_all_solvers(
        "battery", (const loop_test[]){ { features_are_kept, 1, 0 }, { NULL, 0, 0 } });
}

#endif
