/* test_try.c -- `ivpbench try`: one problem, some solvers, no plan.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#include <math.h>

/* Column k of the row that begins with a name, as a number. */
static double column(const char *name, int k)
{
    char *row = text_of("\n%s ", name);
    const char *at = strstr(said, row);
    ck_assert_msg(at != NULL, "no row of %s in %s", name, said);
    at++;
    for (; k > 0; k--) {
        at += strcspn(at, " \n");
        at += strspn(at, " ");
    }
    free(row);
    return strtod(at, NULL);
}

enum { MESCD = 1, SCD, STEPS, NF, NJAC, NLU, CPU, RATIO };

START_TEST(solvers_stand_side_by_side)
{
    ck_assert_int_eq(
        shell("$BUILD/ivpbench try hires --solver 'cvode_bdf,dopri5@ode' --rtol 1e-5"), 0);
    says("configuration  mescd");
    ck_assert_double_gt(column("cvode_bdf@ode", MESCD), 3);
    ck_assert_double_gt(column("dopri5@ode", MESCD), 6);
    ck_assert_double_gt(column("dopri5@ode", NF), column("cvode_bdf@ode", NF));
    ck_assert_double_eq(column("dopri5@ode", NLU), 0);
    const double ratio = column("dopri5@ode", CPU) / column("cvode_bdf@ode", CPU);
    ck_assert_double_eq(column("cvode_bdf@ode", RATIO), 1);
    ck_assert_double_eq_tol(column("dopri5@ode", RATIO) / ratio, 1, 0.02);
    ck_assert(strstr(said, "cvode_bdf@ode") < strstr(said, "dopri5@ode"));
}
END_TEST

/* The same cell as that of a plan with the same words, to the key. */
START_TEST(words_mean_the_same_as_in_plans)
{
    ck_assert_int_eq(
        shell(
            "$BUILD/ivpbench try 'van_der_pol(mu=2)' -S "
            "'ida(linear_solver=klu,max_order=4)@ode' --rtol 1e-4 --workers 0 -o $HERE/a.db && "
            "$BUILD/ivpbench export --format jsonl --store $HERE/a.db | grep -o '\"key\": "
            "*\"[0-9a-f]*\"' | cut -c1-40"),
        0);
    char *line = strstr(said, "\"key\"");
    ck_assert_msg(line != NULL, "%s", said);
    char *key = copied(line);
    write_plan(
        "groups = { one = { problems = [ \"van_der_pol(mu=2.0)\" ]; solvers = ( { name = "
        "\"ida\"; options = \"linear_solver=klu max_order=4\"; formulations = [ \"ode\" ]; } "
        ");\n"
        "tolerances = { from = 4; to = 4; }; }; };\n");
    ck_assert_int_eq(
        shell("$BUILD/ivpbench run $HERE/plan.cfg --only-accuracy -qo $HERE/b.db && "
              "$BUILD/ivpbench export --format jsonl --store $HERE/b.db | "
              "grep -o '\"key\": *\"[0-9a-f]*\"' | cut -c1-40"),
        0);
    says(key);
    free(key);
}
END_TEST

static const struct attempt {
    const char *line;
    int code;
    const char *answer;
} attempts[] = {
    { "try hires", 2, "give one problem and --solver" },
    { "try hires -S dopri", 2, "ivpbench: unknown solver \"dopri\"; did you mean dopri5?" },
    { "try hirse -S dopri5", 2, "ivpbench: unknown problem \"hirse\"; did you mean hires?" },
    { "try andrews -S 'ida@gggl'", 2, "gggl" },
    { "try hires -S 'dopri5(x=1)'", 2, "x" },
    { "try hires -S 'dopri5('", 2, "NAME(option=value ...)@FORMULATION is expected" },
    { "try bouncing_balls -S t_aborts,t_good --h 1e-2 --workers 0", 0,
      "t_aborts@ode, constant steps: crash at t" },
    { "try hires -S hht", 3, "hires hht@*: left out: " },
    { "try brusselator_1d -S 'ida(linear_solver=gmres)'", 3,
      "brusselator_1d ida(linear_solver=gmres)@*: left out: " },
    { "try hires -S dopri5 --h 1e-3 --rtol soon", 2, "option --rtol" },
    { "try hires -S dopri5 --rtol 1e-40", 2, "doubles have no more than 16 digits" },
    { "list solver", 2, "did you mean solvers?" },
    { "info linear_solver", 2, "linear_solver is an option of arkode_dirk, cvode_bdf, daspk, ida" },
    { "info ggl", 2, "ggl is a formulation: ivpbench try PROBLEM --solver SOLVER@ggl" },
    { "info mu", 2, "mu is a parameter of arenstorf, " },
    { "rank --store $HERE/none.db", 3, "there is no store /tmp/" },
    { "report --store $HERE/none.db", 3, "none.db: ivpbench run PLAN makes it" },
    { "try hires -S dopri5@ode --workers 0 -o $HERE/a.db >/dev/null; $BUILD/ivpbench rank "
      "--store $HERE/a.db",
      0, "no times in this store" },
};

START_TEST(requests_get_answers)
{
    const struct attempt *a = &attempts[_i];
    char *line = text_of("$BUILD/ivpbench %s", a->line);
    ck_assert_msg(shell(line) == a->code, "%s: %s", line, said);
    says(a->answer);
    free(line);
}
END_TEST

/* Nobody goes on from a store that is gone. */
START_TEST(an_interrupted_try_promises_nothing)
{
    ck_assert_int_eq(
        shell("timeout -s INT 1 $BUILD/ivpbench try two_bit_adder -S radau_iia --rtol 1e-4 "
              "--workers 0 || true"),
        0);
    says("ivpbench: interrupted\n");
    says_not("goes on from here");
}
END_TEST

START_TEST(tags_that_fit_nothing_are_an_error)
{
    write_plan("groups = { a = { problems = [ \"*\" ]; tags = \"nosuchtag\";\n"
               "  solvers = [ \"dopri5\" ]; tolerances = { from = 3; to = 3; }; }; };\n");
    ck_assert_int_eq(shell("$BUILD/ivpbench run $HERE/plan.cfg -o $HERE/a.db"), 2);
    says("plan.cfg:1: the tags of the group fit none of its problems");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("try");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, solvers_stand_side_by_side);
    tcase_add_test(t, words_mean_the_same_as_in_plans);
    tcase_add_test(t, an_interrupted_try_promises_nothing);
    tcase_add_test(t, tags_that_fit_nothing_are_an_error);
    tcase_add_loop_test(t, requests_get_answers, 0, (int)(sizeof attempts / sizeof *attempts));
    return suite_run("try", t);
}
