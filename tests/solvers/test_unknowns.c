/* test_unknowns.c -- a hundred thousand unknowns: no solver keeps a matrix of n^2 numbers, or
 * of n^2 bytes, in any form of the equations.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugin_roots.h"
#include "tests/suite.h"
#include <string.h>
#include <sys/resource.h>

#include <ivp/solver.h>

#include "kernel/problem/instance.h"
#include "kernel/problem/plugin.h"
#include "kernel/stepping/evolve.h"

/* n^2 bytes are 10,000 MB; n numbers are 0.8. */
enum { MOST_KB = 700 * 1024 };

static const struct {
    const char *problem, *formulation, *solver, *options;
} runs[] = {
    { "t_upwind", "ode", "ndf", NULL },
    { "t_upwind", "ode", "rodas5p", NULL },
    { "t_upwind", "ode", "radau_iia", NULL },
    { "t_upwind", "ode", "cvode_bdf", NULL },
    { "t_upwind", "ode", "cvode_bdf", "linear_solver=gmres" },
    { "t_upwind", "ode", "arkode_dirk", NULL },
    { "t_upwind", "ode", "ida", NULL },
    { "t_upwind", "ode", "ida", "linear_solver=gmres" },
    { "t_upwind_lin", "lin", "rodas5p", NULL },
    { "t_upwind_lin", "lin", "radau_iia", NULL },
    { "t_upwind_lin", "lin", "ida", NULL },
    { "t_upwind_dae", "dae", "radau_iia", NULL },
    { "t_upwind_dae", "dae", "ida", NULL },
    { "t_upwind_dae", "dae", "ida", "linear_solver=gmres" },
};
enum { RUNS = sizeof runs / sizeof *runs };

START_TEST(nothing_grows_as_the_square)
{
    reason why = { "" };
    instance *i;
    evolve *e;
    struct rusage used;
    const evolve_setup setup = { .formulation = runs[_i].formulation,
                                 .solver = runs[_i].solver,
                                 .options = runs[_i].options,
                                 .rtol = 1e-3,
                                 .atol = 1e-3,
                                 .t1 = 1e-5 };
    ck_assert_msg(!instance_open(&i, runs[_i].problem, "N=100000", &why), "%s", why.text);
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    getrusage(RUSAGE_SELF, &used);
    ck_assert_int_lt(used.ru_maxrss, MOST_KB);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* Full matrices are declined with the bytes that they would take. */
START_TEST(full_matrices_are_declined_by_their_bytes)
{
    reason why = { "" };
    instance *i;
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "ode", .solver = "t_full_euler", .h = 1e-6, .t1 = 1e-5
    };
    ck_assert_int_eq(instance_open(&i, "t_upwind", "N=100000", &why), IVP_OK);
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_E_DECLINED);
    ck_assert_msg(strstr(why.text, "take 8e+04 MB at least") != NULL, "%s", why.text);
    instance_close(i);
}
END_TEST

/* A decomposition of 3,000 unknowns takes 1.8 s at the rate of kernel/formulation/model_private.h. */
START_TEST(first_factors_that_take_too_long_are_declined)
{
    reason why = { "" };
    instance *i;
    evolve *e = NULL;
    evolve_setup setup = {
        .formulation = "ode", .solver = "gsl_msbdf", .rtol = 1e-3, .atol = 1e-3, .cpu_s = 1.7
    };
    ck_assert_int_eq(instance_open(&i, "t_upwind", "N=3000", &why), IVP_OK);
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_E_DECLINED);
    ck_assert_msg(strstr(why.text, "take 1.8 CPU s at least, and a run may take 1.7") != NULL,
                  "%s", why.text);
    setup.cpu_s = 1.9;
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    evolve_destroy(e);
    setup.cpu_s = 1;
    setup.solver = "lsode_bdf"; /* which takes the diagonals of the pattern */
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* A real and a complex matrix of 3,000 unknowns take 0.45 s at LAPACK's rate there, the real one
 * alone 0.09 s. Without a limit nothing is declined. */
START_TEST(codes_in_python_are_declined_by_their_first_factors)
{
    reason why = { "" };
    instance *i;
    evolve *e = NULL;
    const ivp_solver *s = plugin_solver("scipy_radau", &why);
    ck_assert_msg(s, "%s", why.text);
    if (s->missing && s->missing()) return;
    evolve_setup setup = {
        .formulation = "ode", .solver = "scipy_radau", .rtol = 1e-3, .atol = 1e-3, .cpu_s = 0.44
    };
    ck_assert_int_eq(instance_open(&i, "t_upwind", "N=3000", &why), IVP_OK);
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_E_DECLINED);
    ck_assert_msg(strstr(why.text, "take 0.45 CPU s at least, and a run may take 0.44") != NULL,
                  "%s", why.text);
    setup.cpu_s = 0.46;
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    evolve_destroy(e);
    setup.cpu_s = 0.1;
    setup.solver = "scipy_bdf";
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

int main(void)
{
    use_plugin_roots();
    TCase *t = tcase_create("unknowns");
    tcase_add_loop_test(t, nothing_grows_as_the_square, 0, RUNS);
    tcase_add_test(t, full_matrices_are_declined_by_their_bytes);
    tcase_add_test(t, first_factors_that_take_too_long_are_declined);
    tcase_add_test(t, codes_in_python_are_declined_by_their_first_factors);
    return suite_run("unknowns", t);
}
