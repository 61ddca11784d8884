/* test_plan.c -- plans: what they multiply to, and what is said of those that are wrong.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/plan_inner.h"
#include "bench/base/util.h"

#include "tests/plan/plan_case.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is wrong, with its line ------------------------------------------------------- */

static const struct {
    const char *text, *says;
} wrong[] = {
    /* numbers that nobody means */
    { GROUP(BALLS
            "solvers = [ \"dopri5\" ];\n steps = { hmax = 0.1; halvings = 2147483647; };"),
      ":5: halvings: must not be more than 60" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n steps = { hmax = 0.1; halvings = 1100; };"),
      ":5: halvings: must not be more than 60" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { to = 1e9; };"),
      ":5: to: must not be more than 100" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ]; tags = \"stiff &\";\n" LADDER),
      ":4: tags: tags \"stiff &\": a tag" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { protocol = 3; };"),
      ":5: protocol: true or false is expected" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { to = 400; };"),
      ":5: to: must not be more than 100" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { to = 90; per_decade = 900; };"),
      ":5: tolerances: more than 1000 rungs" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { to = 9; jitter = 0; };"),
      ":5: jitter: must be positive" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n"
                  " tolerances = { to = 90; per_decade = 9; jitter = 9; };"),
      ":5: tolerances: more than 1000 rungs" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n memory_mb = 9223372036854775807L;" LADDER),
      ":5: memory_mb: must not be more" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { h0 = 1e400; };"),
      ":5: h0: must be" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { h0 = [ 1, 2 ]; };"),
      ":5: h0: one of" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { h0 = true; };"),
      ":5: h0: one of" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { h0 = \"inf*rtol\"; };"),
      ":5: h0: one of" },
    { GROUP(BALLS "solvers = ( { name = \"dopri5\"; optoins = \"x\"; } );" LADDER),
      "optoins: unknown setting; did you mean options?" },
    { GROUP("problems = [ \"bouncing_balls(K=1 K=2)\" ];\nsolvers = [ \"dopri5\" ];" LADDER),
      "twice" },
    { GROUP("problems = [ \"@\" ];\nsolvers = [ \"@\" ];" LADDER), "" },
    { "groups = {\n g = {\n", ":" },
    { "\n @include \"/dev/zero\"\n", ":2: there is no file /dev/zero to include" },
    { GROUP("problems = [ \"andrews\" ];\n solvers = [ \"dopri5@index1\" ];" LADDER
            "\n elimination = \"thin\";"),
      "no choice for elimination" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];" LADDER "\n elimination = 3;"),
      ":5: elimination: \"static\"" },
    { "", "groups" },
    { "grops = { };", ":1: grops: unknown setting; did you mean groups?" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerance = { };"), ":5: tolerance: unknown" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];"), ":2: g: a ladder is missing" },
    { GROUP("solvers = [ \"dopri5\" ];" LADDER), ":2: g: `problems` and `solvers`" },
    { GROUP(BALLS "solvers = [ 3 ];" LADDER), "is expected" },
    { GROUP(BALLS "solvers = [ \"dopri5(\" ];" LADDER), "is expected" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { from = 6; to = 3; };"),
      ":5: tolerances: `to` must not be less" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { per_decade = 0; };"),
      ":5: per_decade: must be positive" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { from = \"a\"; };"),
      ":5: from: a number is expected" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { atol = 0.0; };"),
      ":5: atol: must be positive" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n tolerances = { h0 = \"x*rtol\"; };"),
      ":5: h0: " },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n steps = { halvings = 3; };"),
      ":5: steps: the longest step" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n steps = { hmax = 1.0; share = 0.1; };"),
      ":5: steps: the longest step" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n events = 7;" LADDER), ":5: events: " },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n failures = \"x\";" LADDER), ":5: failures: " },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n timeout_s = -1;" LADDER),
      ":5: timeout_s: must be" },
    { GROUP(BALLS "solvers = [ \"dopri5\" ];\n workers = 1.5;" LADDER),
      ":5: workers: a whole" },
    { GROUP("problems = [ \"boucing\" ];\n solvers = [ \"dopri5\" ];" LADDER),
      ":3: unknown problem \"boucing\"" },
    { GROUP("problems = [ \"bouncing_balls(K=x)\" ];\n solvers = [ \"dopri5\" ];" LADDER),
      ":3: " },
    { GROUP("problems = [ \"bouncing_balls(nosuch=1)\" ];\n solvers = [ \"dopri5\" ];" LADDER),
      "nosuch" },
    { GROUP(BALLS "solvers = [ \"dopri6\" ];" LADDER), ":4: unknown solver \"dopri6\"" },
    { GROUP(BALLS "solvers = [ \"cvode_bdf(nosuch=1)\" ];" LADDER), "nosuch" },
    { GROUP(BALLS "solvers = [ \"hht(alpha=0)@ode\" ];" LADDER), ":4: alpha = 0 of hht" },
    { GROUP(BALLS "solvers = [ \"dopri5@index9\" ];" LADDER), "index9" },
    { GROUP(
          "problems = [ \"andrews\" ];\n solvers = [ \"dopri5@projected(nosuch=1)\" ];" LADDER),
      ":4: " },
    { GROUP(
          "problems = [ \"andrews\" ];\n solvers = [ \"dopri5@projected(newton=1\" ];" LADDER),
      ":4: formulation projected(newton=1: a closing" },
};

START_TEST(wrong_plans)
{
    plan p;
    ck_assert(!read_text(&p, wrong[_i].text, NULL));
    ck_assert_msg(strstr(why.text, wrong[_i].says) != NULL, "%s", why.text);
    ck_assert_msg(strstr(why.text, file) != NULL, "%s", why.text);
}
END_TEST

/* Each name would be compared with all before it: 14143 of them are 10^8 comparisons. */
START_TEST(too_many_groups)
{
    enum { N = 20000, ROOM = 16 };
    plan p;
    char *text = need(malloc(N * ROOM + 100)), *end = text;
    end += sprintf(end, "groups = {\n");
    for (int i = 0; i < N; i++) end += sprintf(end, "g%d = { };\n", i);
    sprintf(end, "};\n");
    ck_assert(!read_text(&p, text, NULL));
    ck_assert_msg(strstr(why.text, ":14144: too many settings in one group") != NULL, "%s",
                  why.text);
    free(text);
}
END_TEST

/* What looks like settings in comments and strings is none, and groups in a list are apart. */
START_TEST(not_too_many_settings)
{
    char *signs = need(calloc(20001, 1));
    memset(signs, '=', 20000);
    char *text = text_of("# %s\n/* \n %s */ // %s\ntitle = \"\\\"%s\";\n" GROUP(
                             BALLS "solvers = [ \"dopri5\" ];\n" LADDER),
                         signs, signs, signs, signs);
    plan p = good(text, NULL);
    ck_assert_int_eq(p.ncells, 4);
    plan_free(&p);
    free(text);
    free(signs);
}
END_TEST

START_TEST(missing_plan)
{
    plan p;
    const plan_choice all = { 0 };
    ck_assert(!plan_read(&p, "/no/such/plan.cfg", &all, &why));
    ck_assert_ptr_nonnull(strstr(why.text, "no such file"));
}
END_TEST

/* ---- what they mean ---------------------------------------------------------------------- */

START_TEST(tolerance_ladder)
{
    plan p =
        good(GROUP(BALLS "solvers = [ \"dopri5\" ];\n"
                         "tolerances = { from = 4; to = 6; per_decade = 4; atol_factor = 0.1;"
                         " h0 = \"1e-2*rtol\"; }; timeout_s = 7; max_steps = 99; workers = 5;"),
             NULL);
    ck_assert_int_eq(p.ncells, 9);
    for (int i = 0; i < 9; i++) {
        const cell *c = &p.cells[i].cell;
        ck_assert(fabs(c->rtol / pow(10, -(4 + i / 4.0)) - 1) < 1e-14);
        ck_assert(c->atol == 0.1 * c->rtol && c->h0 == 1e-2 * c->rtol && c->h == 0);
        ck_assert(c->timeout_s == 7 && c->max_steps == 99 && c->workers == 5);
        ck_assert_str_eq(c->formulation, "ode");
    }
    ck_assert(p.cells[0].cell.rtol == 1e-4 && p.cells[4].cell.rtol == 1e-5);
    plan_free(&p);
}
END_TEST

/* Further runs lie within their rung's width, which they name; the rung itself is the cell that
 * it is without them, and of more runs the first ones stay. */
START_TEST(jitter)
{
    static const double offset[] = { 0, -0.3819660112501051, 0.2360679774997898 };
    plan once = good(GROUP(BALLS "solvers = [ \"dopri5\" ];\n"
                                 "tolerances = { from = 4; to = 6; per_decade = 2; };"),
                     NULL);
    plan p =
        good(GROUP(BALLS "solvers = [ \"dopri5\" ];\n"
                         "tolerances = { from = 4; to = 6; per_decade = 2; jitter = 3; };"),
             NULL);
    ck_assert_int_eq(once.ncells, 5);
    ck_assert_int_eq(p.ncells, 15);
    for (int i = 0; i < 15; i++) {
        const int rung_of = i / 3;
        const cell *c = &p.cells[i].cell, *rung = &once.cells[rung_of].cell;
        const double x = 4 + (rung_of + offset[i % 3]) / 2;
        ck_assert(fabs(c->rtol / pow(10, -x) - 1) < 1e-13);
        ck_assert(c->atol == c->rtol && c->rung == (i % 3 ? rung->rtol : 0));
        ck_assert_int_eq(strcmp(c->key, rung->key) == 0, i % 3 == 0);
    }
    plan_free(&p);
    p = good(GROUP(BALLS "solvers = [ \"dopri5\" ];\n"
                         "tolerances = { from = 4; to = 6; jitter = 3; };"),
             &(plan_choice){ .quick = true });
    ck_assert_int_eq(p.ncells, 2);
    plan_free(&p);
    plan_free(&once);
}
END_TEST

START_TEST(step_ladder)
{
    plan p = good(GROUP(BALLS "solvers = [ \"gsl_rk8pd\" ];\n events = \"both\";"
                              "steps = { hmax = 0.01; halvings = 3; };"),
                  NULL);
    ck_assert_int_eq(p.ncells, 8);
    for (int i = 0; i < 8; i++) {
        ck_assert(p.cells[i].cell.h == ldexp(0.01, -(i % 4)));
        ck_assert(p.cells[i].cell.no_events == (i >= 4));
    }
    plan_free(&p);
}
END_TEST

/* Options that step control refuses go with constant steps. */
START_TEST(options_for_constant_steps)
{
    plan p = good(GROUP(BALLS "solvers = [ \"hht(alpha=0)@ode\" ];\n"
                              "steps = { hmax = 0.01; halvings = 3; };"),
                  NULL);
    ck_assert_int_eq(p.ncells, 4);
    plan_free(&p);
}
END_TEST

START_TEST(groups_in_lists)
{
    plan p = good("defaults = { workers = 9; };\n"
                  "groups = { a = { " BALLS
                  "solvers = \"dopri5\"; tolerances = { from = 3; to = 3; };"
                  " };\n b = { problems = [ \"hires\" ]; workers = 2; failures = \"forbidden\";"
                  " solvers = ( \"dopri5\", { name = \"cvode_bdf\"; options = \"max_order=2\";"
                  " formulations = [ \"ode\" ]; } ); tolerances = { from = 3; to = 3; }; }; };",
                  NULL);
    ck_assert_int_eq(p.ncells, 3);
    ck_assert_int_eq(p.cells[0].cell.workers, 9);
    ck_assert_int_eq(p.cells[1].cell.workers, 2);
    ck_assert(!p.cells[0].must_succeed && p.cells[2].must_succeed);
    ck_assert_str_eq(p.cells[2].cell.options, "max_order=2");
    plan_free(&p);
}
END_TEST

/* The same cell from two groups is planned once; parameters at their defaults do not count. */
START_TEST(no_cell_twice)
{
    plan p = good("groups = { a = { " BALLS "solvers = [ \"dopri5\" ]; " LADDER " };\n"
                  "b = { problems = [ \"bouncing_*\", \"bouncing_balls(case=A)\" ];"
                  " solvers = [ \"dopri*\" ]; " LADDER " }; };",
                  NULL);
    ck_assert_int_eq(p.ncells, 4);
    plan_free(&p);
}
END_TEST

/* A number has one spelling, settings one order: 0.10 and 1e-1 are one cell. */
START_TEST(no_cell_twice_by_spelling)
{
    plan p = good(GROUP("problems = [ \"andrews(c0=4500.0)\", \"andrews(c0=45e2)\" ];\n"
                        "solvers = [ \"hht(alpha=-0.10)@index3\", \"hht(alpha=-1e-1)@index3\","
                        " \"dopri5@baumgarte1(beta=20 alpha=10)\","
                        " \"dopri5@baumgarte1(alpha=1e1,beta=2.0e1)\" ];\n" LADDER),
                  NULL);
    ck_assert_int_eq(p.ncells, 8);
    ck_assert_str_eq(p.cells[0].cell.parameters, "c0=4.5e+03");
    ck_assert_str_eq(p.cells[0].cell.options, "alpha=-0.1");
    ck_assert_str_eq(p.cells[4].cell.formulation, "baumgarte1(alpha=1e+01 beta=2e+01)");
    plan_free(&p);
}
END_TEST

/* A setting of the plan becomes one of the cell, for mechanisms that do not name their own. */
START_TEST(elimination_is_a_setting)
{
    plan p =
        good("defaults = { elimination = \"dense\"; };\n"
             "groups = { a = { problems = [ \"andrews\", \"hires\" ];"
             " solvers = [ \"dopri5@index1\", \"dopri5@projected(newton=1)\", \"dopri5@ode\","
             " \"dopri5@index1(elimination=interpreted)\" ]; tolerances = { to = 3; }; };\n"
             "b = { problems = [ \"andrews\" ]; solvers = [ \"dopri5@index1\" ];"
             " tolerances = { to = 3; }; elimination = \"static\"; }; };",
             &(plan_choice){ .problems = "andrews" });
    static const char *const expected[] = { "index1(elimination=dense)",
                                            "projected(newton=1 elimination=dense)",
                                            "ode(elimination=dense)",
                                            "index1(elimination=interpreted)", "index1" };
    ck_assert_int_eq(p.ncells, 5);
    for (int i = 0; i < 5; i++) ck_assert_str_eq(p.cells[i].cell.formulation, expected[i]);
    plan_free(&p);
    p = good("defaults = { elimination = \"dense\"; };\n" GROUP(
                 "problems = [ \"hires\" ];\n solvers = [ \"dopri5\" ];" LADDER),
             NULL);
    ck_assert_int_eq(p.ncells, 4);
    ck_assert_str_eq(p.cells[0].cell.formulation, "ode"); /* nothing is eliminated there */
    plan_free(&p);
}
END_TEST

START_TEST(what_does_not_fit)
{
    plan p =
        good(GROUP(BALLS "solvers = [ \"dopri5@index3\", \"hht\", \"dopri5\" ];" LADDER), NULL);
    ck_assert_int_ge(p.ncells, 8);
    for (int i = 0; i < 4; i++) {
        ck_assert_str_eq(p.cells[i].cell.formulation, "index3");
        ck_assert_ptr_nonnull(p.cells[i].declined); /* by name: it will have an outcome */
    }
    plan_free(&p);
    p = good(GROUP("problems = [ \"bouncing_*\" ];\n solvers = [ \"dopri5@index3\" ];" LADDER),
             NULL);
    ck_assert_int_eq(p.ncells, 0);
    ck_assert_int_eq(p.nskips, 1); /* by a glob: it is skipped, with the reason */
    ck_assert_ptr_nonnull(strstr(p.skips[0].why, "index3"));
    plan_free(&p);
}
END_TEST

START_TEST(choices)
{
    const char *text = GROUP("problems = [ \"hires\", \"bouncing_balls\" ];\n"
                             "solvers = [ \"dopri5\", \"gsl_rk8pd\" ]; workers = 3;"
                             "tolerances = { from = 3; to = 7; };");
    const struct {
        plan_choice choice;
        int ncells;
    } rows[] = { { { 0 }, 20 },
                 { { .problems = "hi*" }, 10 },
                 { { .solvers = "gsl_*,ida" }, 10 },
                 { { .tags = "chem*" }, 10 },
                 { { .tags = "chemistry & !mechanical" }, 10 },
                 { { .tags = "chemistry, mechanical" }, 20 },
                 { { .tags = "!(chemistry | events)" }, 0 },
                 { { .tags = "closed" }, 10 }, /* follows from the descriptor */
                 { { .tags = "nothing" }, 0 },
                 { { .quick = true }, 12 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        plan p = good(text, &rows[i].choice);
        ck_assert_int_eq(p.ncells, rows[i].ncells);
        if (rows[i].choice.quick) ck_assert_int_eq(p.cells[0].cell.workers, 1);
        plan_free(&p);
    }
}
END_TEST

static const char *const shipped[] = { "quick", "default", "full" };

START_TEST(shipped_plans)
{
    char own[1024];
    plan p;
    const plan_choice few = { .problems = "andrews,hires", .solvers = "dopri5,ida" };
    program_folder(own, sizeof own);
    char *path = text_of("%s/../tree/bench/plans/%s.cfg", own, shipped[_i]);
    ck_assert_msg(plan_read(&p, path, &few, &why), "%s", why.text);
    ck_assert_int_gt(p.ncells, 0);
    plan_free(&p);
    free(path);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("plan");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, wrong_plans, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(t, too_many_groups);
    tcase_add_test(t, not_too_many_settings);
    tcase_add_test(t, missing_plan);
    tcase_add_test(t, tolerance_ladder);
    tcase_add_test(t, jitter);
    tcase_add_test(t, step_ladder);
    tcase_add_test(t, options_for_constant_steps);
    tcase_add_test(t, groups_in_lists);
    tcase_add_test(t, no_cell_twice);
    tcase_add_test(t, no_cell_twice_by_spelling);
    tcase_add_test(t, elimination_is_a_setting);
    tcase_add_test(t, what_does_not_fit);
    tcase_add_test(t, choices);
    tcase_add_loop_test(t, shipped_plans, 0, (int)(sizeof shipped / sizeof *shipped));
    return suite_run("plan", t);
}
