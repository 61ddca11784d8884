/* test_allocation.c -- no in-house method allocates inside a step: of two runs of one object
 * the second takes no memory at all. */
#include <stdlib.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "tests/solver_cases.h"

/* With a sanitizer the allocator is not ours to replace. */
#ifdef __SANITIZE_ADDRESS__
static long allocations(void) { return 0; }
#else
static long taken;
static long allocations(void) { return taken; }

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);

void *malloc(size_t size)
{
    taken++;
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    taken++;
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    taken++;
    return __libc_realloc(p, size);
}
#endif

static void run_twice(instance *i, const ivp_solver *s, const char *formulation)
{
    char why[EVOLVE_WHY_MAX];
    evolve *e;
    const evolve_setup setup = setup_for(s, formulation, 1, 1e-4);
    REQUIRE(evolve_create(&e, i, &setup, why) == IVP_OK, "%s@%s: %s", s->name, formulation,
            why);
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
#ifndef __SANITIZE_ADDRESS__
    const long before = allocations();
    instance_close(opened("hires"));
    ck_assert_int_gt(allocations(), before);
#endif
}
END_TEST

int main(void)
{
    nsolvers = own_plugins("solvers", solvers);
    TCase *t = tcase_create("allocation");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, steps_take_no_memory, 0, nsolvers);
    tcase_add_test(t, allocations_are_seen);
    Suite *suite = suite_create("allocation");
    suite_add_tcase(suite, t);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed;
}
