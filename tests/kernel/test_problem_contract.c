/* test_problem_contract.c -- contract of every problem that is found: it keeps the kernel's
 * list of promises, and what it says to people is complete.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"
#include "tests/kernel/problem_cases.h"

START_TEST(promises_are_kept)
{
    reason why = { "" };
    instance *i = open_case(_i);
    for (const problem_promise *promise = problem_promises; promise->text; promise++)
        ck_assert_msg(problem_check(promise, i, &why) != CONTRACT_BROKEN, "%s %s: %s: %s",
                      cases[_i].name, cases[_i].settings, promise->text, why.text);
    instance_close(i);
}
END_TEST

static bool said(const char *text) { return text && *text; }

static bool documented(const ivp_observable *list)
{
    for (const ivp_observable *o = list; o && o->name; o++) {
        if (!said(o->name) || !said(o->unit) || !said(o->meaning)) return false;
        for (const ivp_observable *other = list; other < o; other++)
            if (strcmp(other->name, o->name) == 0) return false;
    }
    return true;
}

/* More than is asked of plug-ins from outside. */
START_TEST(descriptor_is_documented)
{
    instance *i = open_case(_i);
    const ivp_problem *p = i->problem;
    REQUIRE(said(p->title) && said(p->source), "no title or source");
    REQUIRE(documented(p->observables), "an observable lacks a part or has a name twice");
    REQUIRE(documented(p->invariants), "an invariant lacks a part or has a name twice");
    for (const ivp_param *q = p->params; q && q->name; q++)
        ck_assert_msg(said(q->meaning) && (q->choices || strchr(q->meaning, '[')),
                      "%s: parameter %s lacks its meaning or [unit]", p->name, q->name);
    instance_close(i);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { promises_are_kept, descriptor_is_documented, NULL };
    return run_on_all_cases("problem contract", tests);
}
