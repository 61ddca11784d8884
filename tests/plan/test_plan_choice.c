/* test_plan_choice.c -- problems by their tags, ladders by what problems lay down.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/tags.h"
#include "bench/plan/seen.h"

#include "tests/plan/plan_case.h"
#include <math.h>
#include <string.h>

START_TEST(conditions_on_tags)
{
    static const struct {
        const char *condition;
        bool fits;
    } rows[] = {
        { "", true },
        { "stiff", true },
        { "stiff index1", true },
        { "index1 stiff", true },
        { "index1", false },
        { "!index1", true },
        { "!!stiff", true },
        { "index1 | ode & stiff", true },
        { "(index1 | ode) & !stiff", false },
        { "!index1&!index2", true },
        { "st?ff", true },
        { "ff", false },
        { "!(ode | dae), stiff", true },
    };
    static const char *const unreadable[] = {
        "&", "stiff &", "(stiff", "stiff)", "!", "a | | b"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_msg(tags_fit(rows[i].condition, "ode stiff chemistry") == rows[i].fits, "%s",
                      rows[i].condition);
    ck_assert(tags_fit(NULL, ""));
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++) {
        ck_assert_msg(!tags_check(unreadable[i], &why), "%s", unreadable[i]);
        ck_assert_ptr_nonnull(strstr(why.text, "is expected"));
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert(tags_check(rows[i].condition, &why));
}
END_TEST

START_TEST(texts_come_by_once)
{
    seen s = { 0 };
    char text[] = "a";
    ck_assert_ptr_null(seen_what(&s, text));
    ck_assert(seen_add(&s, text, "first"));
    ck_assert(!seen_add(&s, "a", "second"));
    text[0] = 'b'; /* it has a copy */
    ck_assert(seen_add(&s, text, NULL));
    ck_assert_str_eq(seen_what(&s, "a"), "first");
    ck_assert_str_eq(seen_what(&s, "b"), "");
    ck_assert_ptr_null(seen_what(&s, "c"));
    seen_free(&s);
}
END_TEST

START_TEST(a_group_chooses_by_tags)
{
    plan p =
        good(GROUP("problems = [ \"hires\", \"bouncing_*\" ]; tags = \"chemistry & hires\";\n"
                   "solvers = [ \"dopri5\" ];" LADDER),
             NULL);
    ck_assert_int_eq(p.ncells, 4);
    for (int i = 0; i < p.ncells; i++) ck_assert_str_eq(p.cells[i].cell.problem, "hires");
    plan_free(&p);
}
END_TEST

/* hires lays down 10^-(4 + m/4) to 10^-10, atol = rtol, h0 = rtol/100; bouncing_balls
 * nothing. */
START_TEST(ladders_by_protocol)
{
    plan p = good(GROUP("problems = [ \"hires\" ]; solvers = [ \"dopri5\" ];\n"
                        "tolerances = { protocol = true; };"),
                  NULL);
    ck_assert_int_eq(p.ncells, 25);
    ck_assert_double_eq_tol(p.cells[1].cell.rtol, pow(10, -4.25), 1e-15);
    ck_assert_double_eq_tol(p.cells[24].cell.atol, 1e-10, 1e-22);
    ck_assert_double_eq_tol(p.cells[24].cell.h0, 1e-12, 1e-24);
    plan_free(&p);
    p = good(GROUP("problems = [ \"hires\" ]; solvers = [ \"dopri5\" ];\n"
                   "tolerances = { protocol = true; to = 7; per_decade = 1; h0 = \"solver\";\n"
                   "atol = 1e-9; };"),
             NULL);
    ck_assert_int_eq(p.ncells, 4);
    ck_assert_double_eq_tol(p.cells[3].cell.rtol, 1e-7, 1e-20);
    ck_assert_double_eq_tol(p.cells[3].cell.atol, 1e-9, 1e-20);
    ck_assert(!(p.cells[3].cell.h0 > 0));
    plan_free(&p);
    p = good(GROUP(BALLS "solvers = [ \"dopri5\" ]; tolerances = { protocol = true; };"), NULL);
    ck_assert_int_eq(p.ncells, 25);
    ck_assert_double_eq_tol(p.cells[24].cell.h0, 1e-10, 1e-22);
    plan_free(&p);
}
END_TEST

START_TEST(steps_by_share_of_the_interval)
{
    plan p = good(GROUP("problems = [ \"circular_track\" ]; solvers = [ \"hht@index3\" ];\n"
                        "steps = { share = 0.5; halvings = 1; };"),
                  NULL);
    ck_assert_int_eq(p.ncells, 2); /* of 100 s */
    ck_assert_double_eq(p.cells[0].cell.h, 50);
    ck_assert_double_eq(p.cells[1].cell.h, 25);
    plan_free(&p);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("plan");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, conditions_on_tags);
    tcase_add_test(t, texts_come_by_once);
    tcase_add_test(t, a_group_chooses_by_tags);
    tcase_add_test(t, ladders_by_protocol);
    tcase_add_test(t, steps_by_share_of_the_interval);
    return suite_run("plan", t);
}
