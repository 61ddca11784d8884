/* test_prepare.c -- derived values and declared structure: along a run with an event that
 * changes a parameter, in banded Jacobians, in the contract.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"
#include "kernel/stepping/evolve.h"
#include "tests/kernel/prepare_case.h"

#include <string.h>

static double *end; /* of the run that is watched */

static void keep(void *watcher, const evolve_point *point)
{
    const instance *i = watcher;
    end[0] = point->state->y[0];
    end[1] = point->state->y[1];
    ck_assert(instance_observe(i, i->problem->observables, point->state) == end[0]);
}

static void run_through(instance *i, double *state)
{
    reason why;
    evolve *e = NULL;
    const evolve_setup setup = {
        .solver = "dopri5", .formulation = "ode", .rtol = 1e-10, .atol = 1e-12
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    end = state;
    ck_assert_msg(!evolve_run(e, keep, i), "%s", evolve_message(e));
    evolve_destroy(e);
}

START_TEST(an_event_changes_what_is_derived)
{
    instance *i = open_prepared(NULL);
    double first[2], second[2];
    run_through(i, first);
    ck_assert_double_eq_tol(first[0], exp(-1.5 * sqrt(2.0)), 1e-9);
    ck_assert_double_eq_tol(first[1], 0.5, 1e-9);
    run_through(i, second);
    ck_assert_mem_eq(first, second, sizeof first);
    instance_close(i);
}
END_TEST

/* ---- declared structure ------------------------------------------------------------------ */

enum { N = 12 };

/* The Jacobian of t_band; how many evaluations it took. */
static long jacobian(const char *settings, double *J)
{
    reason why;
    instance *i = NULL;
    ivp_model *m = NULL;
    ck_assert_msg(!instance_open(&i, "t_band", settings, &why), "%s", why.text);
    ck_assert_msg(!model_open(&m, i, IVP_AS_ODE, NULL, IVP_FIRST, &why), "%s", why.text);
    ck_assert_int_eq(ivp_rhs_jac(m, 0, i->start, (ivp_mat){ N, N, N, J }), IVP_OK);
    const long n = m->count[IVP_N_JAC_EVALS];
    const ivp_band band = ivp_band_of(m);
    const bool told = !strcmp(settings, "declared=band");
    ck_assert_int_eq(band.lower, told ? 1 : N - 1);
    ck_assert_int_eq(band.upper, told ? 1 : N - 1);
    model_close(m);
    instance_close(i);
    return n;
}

START_TEST(banded_jacobian_costs_its_diagonals)
{
    double full[N * N], banded[N * N];
    ck_assert_int_eq(jacobian("declared=nothing", full), N);
    ck_assert_int_eq(jacobian("declared=band", banded), 3);
    ck_assert_mem_eq(full, banded, sizeof full);
    ck_assert(full[N] == 1); /* dy1'/dy2 = y1 */
    ck_assert(full[1] == 1); /* dy2'/dy1 */
    ck_assert(full[2] == 0);
}
END_TEST

static const struct {
    const char *settings, *says;
} declarations[] = {
    { "declared=nothing", NULL },
    { "declared=band", NULL },
    { "declared=pattern", NULL },
    { "declared=narrow_band", "jac(1, 2) is not zero" },
    { "declared=narrow_pattern", "jac(1, 2) is not zero" },
};

START_TEST(contract_sees_what_lies_outside)
{
    reason why = { "" };
    instance *i = NULL;
    const problem_promise *promise = problem_promises;
    while (promise->text && !strstr(promise->text, "structure")) promise++;
    ck_assert(promise->kept);
    ck_assert_msg(!instance_open(&i, "t_band", declarations[_i].settings, &why), "%s",
                  why.text);
    const bool kept = promise->kept(i, &why);
    ck_assert_int_eq(kept, !declarations[_i].says);
    if (!kept) ck_assert_msg(strstr(why.text, declarations[_i].says), "%s", why.text);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = prepare_tests();
    tcase_add_test(t, an_event_changes_what_is_derived);
    tcase_add_test(t, banded_jacobian_costs_its_diagonals);
    tcase_add_loop_test(t, contract_sees_what_lies_outside, 0,
                        sizeof declarations / sizeof *declarations);
    return suite_run("prepare and structure", t);
}
