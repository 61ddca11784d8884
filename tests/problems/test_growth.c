/* test_growth.c -- large mechanisms: nothing grows as the square of what there is, and what
 * would is declined.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/large.h"
#include "tests/problems/sparse.h"
#include <stdlib.h>
#include <sys/resource.h>

#include "ivp/solver.h"
#include "kernel/problem/mech_matrix.h"

/* ---- growth ------------------------------------------------------------------------------ */

/* The most that this process has had. */
static long kilobytes(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

/* Kilobytes of a run. */
static long effort_of(const char *problem, const char *settings, double t1)
{
    reason why;
    instance *i = opened(problem, settings);
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .rtol = 1e-4, .atol = 1e-4, .t1 = t1
    };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_str_eq(evolve_elimination(e), "sparse"); /* without being asked for */
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    const long used = kilobytes();
    ck_assert_int_gt(evolve_counters(e)[IVP_N_ACCEPTED], 2);
    evolve_destroy(e);
    instance_close(i);
    return used;
}

/* 3,000 links have 9,000 unknowns: one full matrix were 648 MB. */
START_TEST(memory_grows_with_the_number_of_links)
{
    const long small = effort_of("chain", "N=60", 0.05);
    ck_assert_int_lt(effort_of("chain", "N=3000", 0.05) - small, 60000);
}
END_TEST

static const struct {
    const char *solver, *formulation;
} implicit[] = {
    { "linear_implicit_euler", "ggl" },
    { "hht", "ggl" },
    { "bdf", "ggl" },
    { "ida", "index2" },
    { "ida", "ggl" },
    { "ida", "baumgarte1" },
    { "radau_iia", "ggl" },
    { "radau_iia", "index2" },
    { "radau_iia", "index1" },
    { "rodas5p", "projected" },
    { "ndf", "index1" },
    { "cvode_bdf", "baumgarte1" },
    { "arkode_dirk", "index1" },
    { "linear_implicit_euler multiplier=explicit", "index1" },
    { "rosenbrock_nystrom", "projected" },
    { "w_method", "index1" },
    { "w_method jacobian=velocity", "baumgarte1" },
    { "llm", "index1" },
};
enum { IMPLICIT = sizeof implicit / sizeof *implicit };

/* 1,000 links have 3,000 unknowns and more: one full matrix of accelerations and multipliers
 * were 72 MB. What runs take is up to 13 MB, and 40 under a sanitizer, which keeps what was
 * given back. */
#ifdef __SANITIZE_ADDRESS__
enum { ONE_RUN = 60000 };
#else
enum { ONE_RUN = 40000 };
#endif
START_TEST(memory_of_implicit_methods)
{
    char solver[40];
    reason why;
    const char *choices = split(implicit[_i].solver, solver);
    const long before = kilobytes();
    instance *i = opened("chain", "N=1000");
    evolve *e = NULL;
    const evolve_setup setup = { .formulation = implicit[_i].formulation,
                                 .solver = solver,
                                 .options = choices,
                                 .rtol = 1e-3,
                                 .atol = 1e-3,
                                 .h = step_of(solver) / 10,
                                 .t1 = 1e-3 };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_gt(evolve_counters(e)[IVP_N_JAC], 0);
    ck_assert_int_lt(kilobytes() - before, ONE_RUN);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

static const struct {
    const char *solver, *formulation, *says;
} full[] = {
    { "dopri5", "state_space", "state_space chooses" },
    { "llm exponential=pade", "index1", "full matrices" },
    { "gsl_msbdf", "index1", "its matrices of " },
    { "gsl_bsimp", "index1", "its matrices of " },
    { "radau5", "index1", "its matrices of " },
    { "lsoda", "index1", "its matrices of " },
    { "dassl", "index1", "its matrices of " },
};
enum { FULL = sizeof full / sizeof *full };

/* What a solver cannot run without, in its own words, or NULL. */
static const char *missing_of(const char *solver)
{
    reason why;
    const ivp_solver *s = plugin_solver(solver, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    return s->missing ? s->missing() : NULL;
}

/* What would take full matrices of 6,000 unknowns, 288 MB each, says so where it may have 240,
 * and takes no memory for them. A sanitizer cannot live with a limit. */
START_TEST(full_matrices_of_many_unknowns_are_declined)
{
#ifdef __SANITIZE_ADDRESS__
    return;
#endif
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = 480ul << 20;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    char solver[40];
    reason why;
    const char *choices = split(full[_i].solver, solver);
    instance *i = opened("chain", "N=1501");
    evolve *e = NULL;
    const evolve_setup setup = { .formulation = full[_i].formulation,
                                 .solver = solver,
                                 .options = choices,
                                 .rtol = 1e-3,
                                 .atol = 1e-3 };
    ck_assert_int_eq(evolve_create(&e, i, &setup, &why), IVP_E_DECLINED);
    const char *missing = missing_of(solver);
    ck_assert_msg(strstr(why.text, missing ? missing : full[_i].says) != NULL, "%s", why.text);
    ck_assert_int_lt(kilobytes(), 60000);
    instance_close(i);
}
END_TEST

/* A loop's saddle point fills a hundredfold in an order that is not made for exchanges of rows:
 * 37 MB here, which nobody waits for; in the other one 9. A sanitizer keeps what was given
 * back. */
START_TEST(order_that_fills_is_given_up)
{
#ifdef __SANITIZE_ADDRESS__
    return;
#endif
    const long small = effort_of("track", "N=46", 1e-5);
    ck_assert_int_lt(effort_of("track", "N=736 nr=7", 1e-5) - small, 24000);
}
END_TEST

/* Entries of the iteration matrix, and evaluations that it costs. */
static int entries_of(const char *problem, const char *settings, long *evaluations)
{
    instance *i = opened(problem, settings);
    long count[IVP_NCOUNTERS] = { 0 };
    mech *m = sparse_mechanism(i, count);
    mech_matrix *k = mech_matrix_create(m, true);
    ivp_state s = accelerated(m, i);
    s.a = m->a;
    s.lambda = m->lambda;
    ck_assert_int_eq(mech_matrix_factor(k, m->at.M, m->at.G, &s, 1, 1e-6, 1e-3), IVP_OK);
    const int entries = mech_matrix_entries(k);
    *evaluations = count[IVP_N_JAC_EVALS];
    mech_matrix_destroy(k);
    mech_destroy(m);
    instance_close(i);
    return entries;
}

START_TEST(matrix_grows_with_the_number_of_links)
{
    long small, large;
    const int one = entries_of("chain", "N=100", &small),
              ten = entries_of("chain", "N=1000", &large);
    ck_assert_int_gt(one, 100);
    ck_assert_int_lt(ten, 10 * one + 200);
    ck_assert_int_eq(small, large);
    ck_assert_int_le(large, 7);
}
END_TEST

/* Of cars that nothing connects the coordinates are looked at side by side. */
START_TEST(matrix_of_cars)
{
    long one, three;
    const int entries = entries_of("hmmwv", "ncar=1", &one);
    ck_assert_int_le(entries_of("hmmwv", "ncar=3", &three), 3 * entries + 100);
    ck_assert_int_le(three, one + 10); /* roundings are zero or not */
}
END_TEST

/* What moves a node is a sum over all modes, which is linear: modes need no colours. */
START_TEST(matrix_of_modes)
{
    long small, large;
    const int few = entries_of("flexible_frame", "modes=30 attach=nodes", &small),
              many = entries_of("flexible_frame", "modes=90 attach=nodes", &large);
    ck_assert_int_gt(few, 1000);
    ck_assert_int_lt(many - few, 60 * (2 * 108 + 1)); /* M, and the nodes' rows and columns */
    ck_assert_int_le(large, small + 60); /* each of the 60 once, while the pattern is found */
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("growth");
    tcase_add_test(c, memory_grows_with_the_number_of_links);
    tcase_add_loop_test(c, memory_of_implicit_methods, 0, IMPLICIT);
    tcase_add_loop_test(c, full_matrices_of_many_unknowns_are_declined, 0, FULL);
    tcase_add_test(c, order_that_fills_is_given_up);
    tcase_add_test(c, matrix_grows_with_the_number_of_links);
    tcase_add_test(c, matrix_of_cars);
    tcase_add_test(c, matrix_of_modes);
    return suite_run("growth", c);
}
