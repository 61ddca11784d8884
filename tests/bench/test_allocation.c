/* test_allocation.c -- no in-house method allocates inside a step: of two runs of one object
 * the second takes no memory at all.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "bench/plugin/allocations.h"
#include "tests/solver_cases.h"

static long (*allocations)(void);
static long nobody_counts(void) { return 0; }

static void run_twice(instance *i, const ivp_solver *s, const char *formulation)
{
    reason why;
    evolve *e;
    const evolve_setup setup = setup_for(s, formulation, 1, 1e-4);
    REQUIRE(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s@%s: %s", s->name, formulation,
            why.text);
    const ivp_status first = evolve_run(e, NULL, NULL);
    const long before = allocations();
    const ivp_status second = evolve_run(e, NULL, NULL);
    const long after = allocations();
    const long steps = evolve_counters(e)[IVP_N_ACCEPTED];
    evolve_destroy(e);
    ck_assert_int_eq(first, second);
    REQUIRE(after == before, "%s@%s: %ld allocations in %ld steps", s->name, formulation,
            after - before, steps);
}

START_TEST(steps_take_no_memory)
{
    static const char *const problems[] = { "circular_track", "hires", "bouncing_balls" };
    const ivp_solver *s = solver_at(_i);
    for (int p = 0; s->attempt && p < 3; p++) {
        instance *i = opened(problems[p]);
        for (int k = 0; formulation_name(k); k++)
            if (fits(i, s->name, formulation_name(k))) run_twice(i, s, formulation_name(k));
        instance_close(i);
    }
}
END_TEST

/* The counter counts: else the test above could not fail. */
START_TEST(allocations_are_seen)
{
    const long before = allocations();
    instance_close(opened("hires"));
    if (allocations != nobody_counts) ck_assert_int_gt(allocations(), before);
}
END_TEST

int main(void)
{
    allocations = allocations_counter() ? allocations_counter() : nobody_counts;
    nsolvers = own_plugins("solvers", solvers);
    TCase *t = tcase_create("allocation");
    tcase_add_loop_test(t, steps_take_no_memory, 0, nsolvers);
    tcase_add_test(t, allocations_are_seen);
    return suite_run("allocation", t);
}
