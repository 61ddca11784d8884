/* test_quad_recipe.c -- recipes as text: what is read, what is refused with file and line, and
 * one beside a problem from outside.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/job/job.h"

#include "tests/suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64], file[96];

static void begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/ivpbench-recipe-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/t_oscillator.recipe", folder);
    setenv("IVPBENCH_REFERENCE", folder, 1);
}

static void end(void)
{
    unlink(file);
    rmdir(folder);
}

static ivp_status opened(job *j, const char *text, reason *why)
{
    FILE *f = fopen(file, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    return job_open(j, "t_oscillator", "", why);
}

#define HALVES "half A radau11 1e-17 radau13 1e-20\nhalf B gbs 1e-24 gbs 1e-27\n"
#define WHOLE  HALVES "check radau9 1e-14\ndigits 16\n"

START_TEST(a_recipe_is_read)
{
    job j;
    reason why = { "" };
    const char *text = "# comment\n\n" WHOLE "times 0.25 0.5\nbare\nparameters\nparameters "
                       "omega=2 x=1\n";
    ck_assert_msg(!opened(&j, text, &why), "%s", why.text);
    const recipe *r = &j.recipe;
    ck_assert_str_eq(r->half[REF_A][RECIPE_LOOSE].method, "radau11");
    ck_assert_str_eq(r->half[REF_A][RECIPE_TIGHT].tol, "1e-20");
    ck_assert_str_eq(r->half[REF_B][RECIPE_LOOSE].tol, "1e-24");
    ck_assert_str_eq(r->check.method, "radau9");
    ck_assert_str_eq(r->times, "0.25 0.5");
    ck_assert_int_eq(r->nsets, 2);
    ck_assert_str_eq(r->parameters[0], "");
    ck_assert_str_eq(r->parameters[1], "omega=2 x=1");
    ck_assert(r->bare && !r->published && r->least == 16);
    job_close(&j);
}
END_TEST

START_TEST(flaws_are_named_with_file_and_line)
{
    static const struct {
        const char *text, *sentence;
    } cases[] = {
        { "half C gbs 1e-20 gbs 1e-22\n", "recipe:1: the halves are A and B" },
        { "# x\nhalf A radau7 1e-20 gbs 1e-22\n", "recipe:2: a method is due here" },
        { "half A radau9 small\n", "recipe:1: a tolerance is due here" },
        { "half A radau9 1e-12\n", "recipe:1: a method is due here" },
        { WHOLE "digits 0\n", "recipe:5: a number of digits" },
        { WHOLE "times 2 1\n", "recipe:5: times must ascend" },
        { WHOLE "times 1 x\n", "recipe:5: times are numbers" },
        { WHOLE "bare bones\n", "recipe:5: there is too much on this line" },
        { WHOLE "radau 1e-12\n", "recipe:5: a line begins with half, check, digits" },
        { HALVES "digits 16\n", "recipe:3: check is missing" },
        { "half A exact\ncheck gbs 1e-20\ndigits 1\n", "half B is missing" },
        { "", "recipe:0: half A is missing" },
    };
    job j;
    reason why = { "" };
    ck_assert_int_eq(opened(&j, cases[_i].text, &why), IVP_E_INVALID);
    ck_assert_msg(strstr(why.text, cases[_i].sentence) && strstr(why.text, file), "says \"%s\"",
                  why.text);
}
END_TEST

/* Without a recipe one by form and tags; with one beside it among all that `make` makes. */
START_TEST(a_problem_from_outside_may_have_one)
{
    job j;
    char name[64] = "";
    reason why = { "" };
    ck_assert_msg(!job_open(&j, "t_oscillator", "", &why), "%s", why.text);
    ck_assert_str_eq(j.recipe.half[REF_B][RECIPE_TIGHT].tol, "1e-25");
    job_close(&j);
    ck_assert_msg(!opened(&j, WHOLE, &why), "%s", why.text);
    ck_assert_str_eq(j.recipe.half[REF_B][RECIPE_TIGHT].tol, "1e-27");
    job_close(&j);
    int found = 0, n = 0;
    for (char before[64]; memcpy(before, name, sizeof name), recipe_next(name); n++) {
        found += !strcmp(name, "t_oscillator");
        ck_assert_int_gt(strcmp(name, before), 0);
    }
    ck_assert_int_eq(found, 1);
    ck_assert_int_gt(n, 1); /* those of the house, which this folder does not hide */
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("text");
    tcase_add_checked_fixture(tc, begin, end);
    tcase_add_test(tc, a_recipe_is_read);
    tcase_add_loop_test(tc, flaws_are_named_with_file_and_line, 0, 12);
    tcase_add_test(tc, a_problem_from_outside_may_have_one);
    return suite_run("recipe", tc);
}
