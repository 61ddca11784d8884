/* test_plausible.c -- results that cannot be, where no plug-in can be made to claim them at
 * will.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"
#include "bench/crew/plausible.h"

#include "tests/suite.h"
#include <math.h>
#include <string.h>

static char name[] = "x", *names[] = { name };
static double end[] = { 1 };
static char scoring[] = "{\"t0\": 0.0, \"t1\": 2.0}";

/* A watched run of no steps that has reached t = 2, as the heartbeat saw it. */
static bool may_be(double reached, double seen, char *words)
{
    reason why = { "" };
    evolve_beat beat = { .t = seen };
    const child c = { .beat = &beat, .solved = true, .ended = 1 };
    const record r = { .outcome = OUTCOME_OK,
                       .t_reached = reached,
                       .components = names,
                       .end_state = end,
                       .ncomponents = 1,
                       .scoring = words };
    return plausible(&c, &r, &why);
}

START_TEST(a_result_may_be) { ck_assert(may_be(2, 2, scoring)); }
END_TEST

/* What is no number compares with nothing, and so differs. */
START_TEST(a_heartbeat_that_is_no_number)
{
    ck_assert(!may_be(2, NAN, scoring));
    ck_assert(!may_be(2, 1, scoring));
}
END_TEST

START_TEST(an_end_nobody_knows)
{
    char nothing[] = "";
    ck_assert(!may_be(2, 2, nothing));
    ck_assert(!may_be(1, 1, scoring));
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("plausible");
    tcase_add_test(t, a_result_may_be);
    tcase_add_test(t, a_heartbeat_that_is_no_number);
    tcase_add_test(t, an_end_nobody_knows);
    return suite_run("plausible", t);
}
