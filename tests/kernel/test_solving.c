/* test_solving.c -- how the equations of a mechanism are solved is an option of its
 * formulation: compiled and interpreted elimination give the same bits, the dense one its own,
 * and what was done is told.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

static evolve *open_run(instance *i, const char *solver, const char *formulation,
                        const char *options)
{
    reason why = { "" };
    evolve *e = NULL;
    const evolve_setup setup = { .formulation = formulation,
                                 .formulation_options = options,
                                 .solver = solver,
                                 .rtol = 1e-6,
                                 .atol = 1e-6 };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    return e;
}

static void end_state(const char *options, const char *told, double *state)
{
    instance *i = open_problem("andrews", NULL);
    evolve *e = open_run(i, "dopri5", "projected", options);
    ck_assert_str_eq(evolve_elimination(e), told);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_eq(evolve_state(e, state), IVP_OK);
    evolve_destroy(e);
    instance_close(i);
}

START_TEST(compiled_interpreted_and_dense)
{
    double compiled[METHOD_UNKNOWNS], interpreted[METHOD_UNKNOWNS], dense[METHOD_UNKNOWNS];
    end_state("", "static", compiled);
    end_state("elimination=interpreted", "interpreted", interpreted);
    end_state("elimination=dense", "dense", dense);
    ck_assert_mem_eq(compiled, interpreted, 14 * sizeof(double));
    ck_assert_mem_ne(compiled, dense, 14 * sizeof(double));
    ck_assert_double_lt(distance(compiled, dense, 7), 1e-7);
}
END_TEST

static const struct {
    const char *problem, *solver, *formulation, *options;
    int lanes; /* -1: the widest there are */
} batches[] = {
    { "andrews", "gauss", "index1", "", -1 },
    { "andrews", "gauss", "index1", "lanes=2", 2 },
    { "andrews", "gauss", "index1", "lanes=none", 0 },
    { "andrews", "gauss", "index1", "elimination=dense", 0 }, /* lanes need the fixed order */
    { "andrews", "gauss", "index1", "elimination=interpreted", -1 },
    { "andrews", "dopri5", "index1", "", 0 },
    { "hires", "gauss", "ode", "lanes=2", 2 },
};

START_TEST(width_of_lanes)
{
    instance *i = open_problem(batches[_i].problem, NULL);
    evolve *e = open_run(i, batches[_i].solver, batches[_i].formulation, batches[_i].options),
           *widest = open_run(i, "gauss", batches[_i].formulation, "");
    const int expected = batches[_i].lanes < 0 ? evolve_lanes(widest) : batches[_i].lanes;
    ck_assert_int_gt(evolve_lanes(widest), 1);
    ck_assert_int_eq(evolve_lanes(e), expected);
    evolve_destroy(e);
    evolve_destroy(widest);
    instance_close(i);
}
END_TEST

START_TEST(nothing_is_eliminated_in_an_ode)
{
    instance *i = open_problem("hires", NULL);
    evolve *e = open_run(i, "dopri5", "ode", "");
    ck_assert_str_eq(evolve_elimination(e), "");
    evolve_destroy(e);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("solving");
    tcase_add_test(t, compiled_interpreted_and_dense);
    tcase_add_loop_test(t, width_of_lanes, 0, (int)(sizeof batches / sizeof *batches));
    tcase_add_test(t, nothing_is_eliminated_in_an_ode);
    return suite_run("solving", t);
}
