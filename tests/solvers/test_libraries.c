/* test_libraries.c -- the wrapped libraries: IDA's rules for multipliers, KLU against dense,
 * typed failures, tables of ARKODE, options of CVODE, statistics that become counters; none of
 * them prints, brings MPI along or hides its version.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"

#include <unistd.h>

#include "tests/solver_cases.h"

static result solve(const char *problem, const evolve_setup *setup)
{
    instance *i = opened(problem);
    const result r = run(i, setup);
    instance_close(i);
    return r;
}

static evolve_setup ida_on(const char *formulation, double rtol, const char *options)
{
    return (evolve_setup){ .formulation = formulation,
                           .solver = "ida",
                           .rtol = rtol,
                           .atol = rtol,
                           .options = options,
                           .max_steps = 50000 };
}

/* Multipliers must leave the norms: with plain tolerances even the stabilised index-2 form ends
 * at the start, where the accelerations' multipliers are zero and weighed by atol alone. */
START_TEST(ida_needs_multipliers_out_of_the_norms)
{
    evolve_setup setup = ida_on("ggl", 1e-8, NULL);
    const result rule = solve("andrews", &setup);
    setup.options = "multiplier_atol=1";
    const result bare = solve("andrews", &setup);
    ck_assert_int_eq(rule.status, IVP_OK);
    ck_assert_int_eq(bare.status, IVP_E_DIVERGED);
}
END_TEST

/* The corrector of the very first step; recorded as it is. */
START_TEST(ida_fails_on_index_3_of_andrews)
{
    const evolve_setup setup = ida_on("index3", 1e-8, NULL);
    const result r = solve("andrews", &setup);
    ck_assert_int_eq(r.status, IVP_E_DIVERGED);
    ck_assert(r.t == 0);
    ck_assert_int_eq(r.counters[IVP_N_ACCEPTED], 0);
    ck_assert_int_gt(r.counters[IVP_N_FAILED], 0);
    ck_assert(strchr(r.why.text, ' ') != NULL);
}
END_TEST

/* The pattern that KLU works on is learnt; a forgotten entry would spoil Newton's iteration. */
START_TEST(klu_agrees_with_dense)
{
    static const struct {
        const char *problem, *formulation;
        double t1, rtol;
    } cases[] = {
        { "hires", "ode", 20, 1e-8 },
        { "car_axle", "ggl", 0.2, 1e-8 },
        { "andrews", "ggl", 0.005, 1e-8 },
        { "transistor_amplifier", "lin", 0.005, 1e-8 },
        { "circular_track", "index1", 2, 1e-8 },
        { "wheelset", "dae", 0.1, 1e-8 },
    };
    evolve_setup setup = ida_on(cases[_i].formulation, cases[_i].rtol, NULL);
    setup.t1 = cases[_i].t1;
    instance *i = opened(cases[_i].problem);
    const result dense = run(i, &setup);
    setup.options = "linear_solver=klu";
    const result klu = run(i, &setup);
    ck_assert_int_eq(dense.status, IVP_OK);
    ck_assert_int_eq(klu.status, IVP_OK);
    for (int k = 0; k < i->sizes.n; k++)
        REQUIRE(fabs(klu.state[k] - dense.state[k]) < 1e-5 * (1 + fabs(dense.state[k])),
                "%s component %d: %.12g with KLU, %.12g dense", cases[_i].problem, k,
                klu.state[k], dense.state[k]);
    const double work =
        (double)klu.counters[IVP_N_NEWTON] / (double)dense.counters[IVP_N_NEWTON];
    REQUIRE(fabs(work - 1) < 0.3, "%s: KLU needs %.2f times as many iterations",
            cases[_i].problem, work);
    instance_close(i);
}
END_TEST

/* What was learnt in one run must not show in the next: on andrews the pattern grows as the
 * mechanism leaves its rest. */
START_TEST(klu_forgets_between_runs)
{
    reason why;
    evolve_setup setup = ida_on("ggl", 1e-6, "linear_solver=klu");
    setup.t1 = 0.005;
    instance *i = opened("andrews");
    evolve *e;
    result first, second;
    REQUIRE(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    run_again(e, &first);
    run_again(e, &second);
    ck_assert_int_eq(first.status, IVP_OK);
    ck_assert(distance(first.state, second.state, instance_ncomponents(i)) == 0);
    ck_assert_int_eq(first.counters[IVP_N_F], second.counters[IVP_N_F]);
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

/* Diagonals that are declared are used, and change rounding errors and the price of a
 * Jacobian. */
START_TEST(bands_agree_with_dense)
{
    static const struct {
        const char *solver, *problem, *formulation;
    } cases[] = {
        { "ida", "t_band", "ode" },
        { "ida", "t_elements", "lin" },
        { "cvode_bdf", "t_band", "ode" },
        { "arkode_dirk", "t_band", "ode" },
        { "arkode_dirk", "t_elements", "lin" },
    };
    reason why;
    evolve_setup setup = { .formulation = cases[_i].formulation,
                           .solver = cases[_i].solver,
                           .rtol = 1e-7,
                           .atol = 1e-7 };
    instance *i;
    ck_assert_int_eq(instance_open(&i, cases[_i].problem, "declared=band", &why), IVP_OK);
    const result band = run(i, &setup);
    setup.options = "linear_solver=dense";
    const result full = run(i, &setup);
    setup.options = "linear_solver=klu";
    const result klu = run(i, &setup);
    ck_assert_int_eq(band.status, IVP_OK);
    ck_assert_int_eq(full.status, IVP_OK);
    ck_assert_double_le(distance(band.state, full.state, 12), 1e-10);
    ck_assert_int_eq(band.counters[IVP_N_ACCEPTED], full.counters[IVP_N_ACCEPTED]);
    ck_assert_int_gt(band.counters[IVP_N_JAC], 0);
    if (!strcmp(cases[_i].solver, "arkode_dirk") && !strcmp(cases[_i].formulation, "lin")) {
        ck_assert_int_eq(klu.status, IVP_E_INVALID);
        ck_assert_msg(strstr(klu.why.text, "klu with a matrix M") != NULL, "%s", klu.why.text);
    } else
        ck_assert_double_le(distance(klu.state, full.state, 12), 1e-10);
    instance_close(i);
}
END_TEST

/* GSL does not tell what it factors and solves: the evaluations do. Each column of the tableau
 * is a factorisation, n evaluations and n + 1 solutions; a step has f at its end besides. */
START_TEST(columns_of_bsimp_are_counted)
{
    const result r = solve(
        "hires", &(evolve_setup){
                     .formulation = "ode", .solver = "gsl_bsimp", .rtol = 1e-8, .atol = 1e-8 });
    const long *c = r.counters;
    ck_assert_int_eq(r.status, IVP_OK);
    ck_assert_int_gt(c[IVP_N_LU], 2 * c[IVP_N_JAC]);
    ck_assert_int_le(c[IVP_N_LU], 7 * c[IVP_N_JAC]);
    const long evaluations = c[IVP_N_SOLVE] - c[IVP_N_LU]; /* inside of columns */
    ck_assert_int_ge(c[IVP_N_F], evaluations + c[IVP_N_ACCEPTED]);
    ck_assert_int_lt(c[IVP_N_F] - evaluations, 50 * c[IVP_N_JAC]);
}
END_TEST

/* With a wrong Jacobian Newton's iteration still converges on small steps, but on a stiff
 * problem not on the large ones that an implicit method is made for. */
START_TEST(newton_has_the_right_matrix)
{
    static const char *const names[] = { "ida", "cvode_bdf", "gsl_msbdf", "gsl_bsimp",
                                         "arkode_dirk" };
    const result r = solve("van_der_pol", &(evolve_setup){ .formulation = "ode",
                                                           .solver = names[_i],
                                                           .rtol = 1e-5,
                                                           .atol = 1e-5,
                                                           .max_steps = 100000 });
    ck_assert_int_eq(r.status, IVP_OK);
    ck_assert_int_lt(r.counters[IVP_N_ACCEPTED], 3000);
    ck_assert_int_lt(20 * r.counters[IVP_N_FAILED], r.counters[IVP_N_ACCEPTED]);
}
END_TEST

START_TEST(steps_that_never_end_are_counted)
{
    const result r = solve("van_der_pol", &(evolve_setup){ .formulation = "ode",
                                                           .solver = "cvode_adams",
                                                           .rtol = 1e-4,
                                                           .atol = 1e-4,
                                                           .max_steps = 1000 });
    ck_assert_int_eq(r.status, IVP_E_TOO_MANY_STEPS);
    ck_assert_int_eq(r.counters[IVP_N_ACCEPTED], 1000);
}
END_TEST

START_TEST(impossible_orders_are_refused)
{
    static const struct {
        const char *solver, *formulation, *options;
    } cases[] = {
        { "ida", "ode", "max_order=6" },          { "ida", "ode", "max_order=2.5" },
        { "ida", "ode", "multiplier_atol=0" },    { "cvode_bdf", "ode", "max_order=0" },
        { "cvode_adams", "ode", "max_order=13" },
    };
    const evolve_setup setup = { .formulation = cases[_i].formulation,
                                 .solver = cases[_i].solver,
                                 .options = cases[_i].options,
                                 .rtol = 1e-4,
                                 .atol = 1e-4 };
    const result r = solve("hires", &setup);
    ck_assert_int_eq(r.status, IVP_E_INVALID);
    ck_assert_msg(strstr(r.why.text, "must be") != NULL, "%s", r.why.text);
}
END_TEST

/* Lower orders take more steps at the same tolerance. */
START_TEST(max_order_is_obeyed)
{
    static const char *const names[] = { "ida", "cvode_bdf", "cvode_adams" };
    long steps[3];
    for (int k = 0; k < 3; k++) {
        char options[40];
        snprintf(options, sizeof options, "max_order=%d", k == 2 ? 5 : k + 1);
        const result r = solve("hires", &(evolve_setup){ .formulation = "ode",
                                                         .solver = names[_i],
                                                         .options = options,
                                                         .rtol = 1e-6,
                                                         .atol = 1e-6,
                                                         .t1 = 5 });
        ck_assert_int_eq(r.status, IVP_OK);
        steps[k] = r.counters[IVP_N_ACCEPTED];
    }
    REQUIRE(steps[0] > 2 * steps[1] && steps[1] > steps[2], "%s: %ld, %ld, %ld steps",
            names[_i], steps[0], steps[1], steps[2]);
}
END_TEST

START_TEST(tables_of_arkode_have_their_orders)
{
    static const struct {
        const char *solver, *options;
        int order;
    } tables[] = {
        { "arkode_erk", "table=dormand_prince", 5 },
        { "arkode_erk", "table=bogacki_shampine", 3 },
        { "arkode_erk", "table=zonneveld", 4 },
        { "arkode_erk", "table=cash_karp", 5 },
        { "arkode_erk", "table=fehlberg", 5 },
        { "arkode_dirk", "table=esdirk4", 4 },
        { "arkode_dirk", "table=esdirk5", 5 },
        { "arkode_dirk", "table=kvaerno4", 4 },
        { "arkode_dirk", "table=kvaerno5", 5 },
        { "arkode_dirk", "table=sdirk4", 4 },
        { "arkode_dirk", "table=esdirk3", 3 },
        { "arkode_dirk", "table=trbdf2", 2 },
    };
    const ladder l = approach((evolve_setup){
        .formulation = "index1", .solver = tables[_i].solver, .options = tables[_i].options });
    expect_order(&l, tables[_i].order, tables[_i].options);
}
END_TEST

/* What a method does not do is not counted, what it does is. */
START_TEST(statistics_become_counters)
{
    static const struct {
        const char *solver, *options;
        bool jacobians, iterates;
    } cases[] = {
        { "ida", NULL, true, true },
        { "ida", "linear_solver=klu", true, true },
        { "cvode_bdf", NULL, true, true },
        { "cvode_adams", NULL, false, true },
        { "cvode_adams", "corrector=newton", true, true },
        { "arkode_erk", NULL, false, false },
        { "gsl_rk8pd", NULL, false, false },
        { "gsl_msbdf", NULL, true, true },
        { "arkode_dirk", NULL, true, true },
        { "arkode_dirk", "linear_solver=klu", true, true },
        { "cvode_bdf", "linear_solver=klu", true, true },
    };
    const result r = solve("hires", &(evolve_setup){ .formulation = "ode",
                                                     .solver = cases[_i].solver,
                                                     .options = cases[_i].options,
                                                     .rtol = 1e-5,
                                                     .atol = 1e-5,
                                                     .t1 = 50 });
    const long *c = r.counters;
    ck_assert_int_eq(r.status, IVP_OK);
    ck_assert_int_eq(c[IVP_N_JAC] > 0, cases[_i].jacobians);
    ck_assert_int_eq(c[IVP_N_LU] > 0, cases[_i].jacobians);
    ck_assert_int_ge(c[IVP_N_LU], c[IVP_N_JAC]);
    ck_assert_int_eq(c[IVP_N_SOLVE], cases[_i].jacobians ? c[IVP_N_NEWTON] : 0);
    ck_assert_int_eq(c[IVP_N_NEWTON] > 0, cases[_i].iterates);
    ck_assert_int_ge(c[IVP_N_F], c[IVP_N_ACCEPTED] + c[IVP_N_REJECTED]);
    ck_assert_int_gt(c[IVP_N_REJECTED], 0);
    if (cases[_i].iterates) ck_assert_int_ge(c[IVP_N_F], c[IVP_N_NEWTON]);
}
END_TEST

/* What goes wrong is a status; the terminal is not theirs. */
START_TEST(failures_print_nothing)
{
    static const struct {
        const char *problem, *formulation, *solver;
        double rtol;
    } cases[] = {
        { "andrews", "index3", "ida", 1e-8 },     { "hires", "ode", "cvode_bdf", 1e-17 },
        { "hires", "ode", "cvode_adams", 1e-17 }, { "hires", "ode", "arkode_erk", 1e-17 },
        { "hires", "ode", "gsl_msbdf", 1e-30 },   { "hires", "ode", "arkode_dirk", 1e-17 },
        { "hires", "ode", "gsl_bsimp", 1e-30 },
    };
    FILE *f = tmpfile();
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    dup2(fileno(f), STDOUT_FILENO);
    dup2(fileno(f), STDERR_FILENO);
    const result r = solve(cases[_i].problem, &(evolve_setup){
                                                  .formulation = cases[_i].formulation,
                                                  .solver = cases[_i].solver,
                                                  .rtol = cases[_i].rtol,
                                                  .atol = cases[_i].rtol,
                                                  .max_steps = 1000,
                                              });
    fflush(NULL);
    const off_t printed = lseek(fileno(f), 0, SEEK_END);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    fclose(f);
    ck_assert_int_lt(r.status, 0);
    ck_assert_int_eq(printed, 0);
}
END_TEST

/* A library that was built with MPI must not load it: that costs 150 ms a worker. */
START_TEST(nobody_loads_mpi)
{
    static const char *const wrapped[] = { "ida",         "cvode_bdf", "cvode_adams",
                                           "arkode_erk",  "gsl_rk8pd", "gsl_msbdf",
                                           "arkode_dirk", "gsl_bsimp" };
    reason why;
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++) {
        const ivp_solver *s = plugin_solver(wrapped[i], &why);
        ck_assert_msg(s != NULL, "%s", why.text);
        ck_assert_msg(s->library && strpbrk(s->library, "0123456789") &&
                          !strncmp(s->source, s->library, strlen(s->library)),
                      "%s: %s", wrapped[i], s->source);
    }
    char *maps = file_text("/proc/self/maps");
    ck_assert_ptr_nonnull(maps);
    ck_assert_ptr_null(strstr(maps, "/libmpi"));
    free(maps);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("libraries");
    tcase_add_test(t, ida_needs_multipliers_out_of_the_norms);
    tcase_add_test(t, ida_fails_on_index_3_of_andrews);
    tcase_add_loop_test(t, klu_agrees_with_dense, 0, 6);
    tcase_add_test(t, klu_forgets_between_runs);
    tcase_add_loop_test(t, bands_agree_with_dense, 0, 5);
    tcase_add_test(t, columns_of_bsimp_are_counted);
    tcase_add_loop_test(t, newton_has_the_right_matrix, 0, 5);
    tcase_add_test(t, steps_that_never_end_are_counted);
    tcase_add_loop_test(t, impossible_orders_are_refused, 0, 5);
    tcase_add_loop_test(t, max_order_is_obeyed, 0, 3);
    tcase_add_loop_test(t, tables_of_arkode_have_their_orders, 0, 12);
    tcase_add_loop_test(t, statistics_become_counters, 0, 11);
    tcase_add_loop_test(t, failures_print_nothing, 0, 7);
    tcase_add_test(t, nobody_loads_mpi);
    return suite_run("libraries", t);
}
