/* test_quad_twin.c -- a half of a reference by an explicit method on another form of the
 * problem.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/job/job.h"

#include "tests/suite.h"
#include <stdio.h>
#include <string.h>

enum { MOST = 200 };

static void carry(job *j, const char *method, const char *tol, double t, real *row)
{
    reason why = { "" };
    const recipe_run run = { method, tol };
    ck_assert_int_le(j->width, MOST);
    ck_assert_msg(!job_run(j, &run, &t, 1, row, NULL, NULL, NULL, &why), "%s: %s", method,
                  why.text);
}

static const struct {
    const char *problem;
    double t;
    real apart; /* of a component's size, or of 1e-6 */
} pairs[] = { { "slider_crank", (double)R(0.001), R(1e-7) },
              { "fekete", (double)R(0.25), R(1e-7) } };

START_TEST(both_forms_agree_in_every_component)
{
    reason why = { "" };
    job j;
    real index2[MOST], mechanical[MOST];
    ck_assert_msg(!job_open(&j, pairs[_i].problem, "", &why), "%s", why.text);
    carry(&j, "radau9", "1e-12", pairs[_i].t, index2);
    carry(&j, "gbs@twin", "1e-16", pairs[_i].t, mechanical);
    for (int k = 0; k < j.width; k++) {
        char name[32];
        job_name(&j, k, name);
        const real size = ivp_max(ivp_abs(index2[k]), R(1e-6));
        ck_assert_msg(ivp_abs(index2[k] - mechanical[k]) < pairs[_i].apart * size,
                      "%s: %.15g and %.15g", name, (double)index2[k], (double)mechanical[k]);
    }
    job_close(&j);
}
END_TEST

START_TEST(a_problem_without_a_twin_says_so)
{
    reason why = { "" };
    job j;
    real row[MOST];
    const recipe_run run = { "gbs@twin", "1e-10" };
    const double t = 1;
    ck_assert_msg(!job_open(&j, "hires", "", &why), "%s", why.text);
    ck_assert_int_eq(job_run(&j, &run, &t, 1, row, NULL, NULL, NULL, &why), IVP_E_INVALID);
    ck_assert_msg(strstr(why.text, "names no twin") != NULL, "%s", why.text);
    ck_assert(!flow_method_by_name("gbs@moon"));
    job_close(&j);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("twins");
    tcase_add_loop_test(t, both_forms_agree_in_every_component, 0,
                        sizeof pairs / sizeof *pairs);
    tcase_add_test(t, a_problem_without_a_twin_says_so);
    return suite_run("twins", t);
}
