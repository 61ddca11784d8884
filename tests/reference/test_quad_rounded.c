/* test_quad_rounded.c -- ivpbench-quad-rounded: constants and parameters are doubles.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/job/quad_text.h"

#include "tests/suite.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { Q1, A1, NAMES };
static const char *const names[NAMES] = { "q1", "a1" };

/* Case B of the bouncing balls, in free fall after 1/16 s, by a program beside this one. */
static void fall(const char *program, real value[NAMES])
{
    char exe[512] = "", command[1024], line[256];
    ck_assert(readlink("/proc/self/exe", exe, sizeof exe - 1) > 0);
    *strrchr(exe, '/') = '\0';
    snprintf(command, sizeof command,
             "%s/../%s at bouncing_balls --parameters case=B --at 0.0625 --quiet --format csv",
             exe, program);
    FILE *from = popen(command, "r");
    ck_assert_ptr_nonnull(from);
    value[Q1] = value[A1] = NAN;
    while (fgets(line, sizeof line, from)) { /* name,value,bar */
        char *rest = NULL;
        const char *name = strtok_r(line, ",", &rest), *text = strtok_r(NULL, ",", &rest);
        for (int k = 0; k < NAMES && text; k++)
            if (!strcmp(name, names[k])) value[k] = decimal_read(text);
    }
    ck_assert_int_eq(pclose(from), 0);
}

/* q1 = 0.72 - g t^2/2, a1 = -g: 0.72 is a constant, g = 9.81 a parameter. */
START_TEST(shift_of_rounded_data)
{
    const real t = R(0.0625), g = R(9.81), height = R(0.72);
    const real dg = (real)(double)g - g, dh = (real)(double)height - height;
    ck_assert(dg != 0 && dh != 0);
    const real exact[NAMES] = { height - g * t * t / 2, -g };
    const real shift[NAMES] = { dh - dg * t * t / 2, -dg };
    real right[NAMES], rounded[NAMES];
    fall("ivpbench-quad", right);
    fall("ivpbench-quad-rounded", rounded);
    for (int k = 0; k < NAMES; k++) {
        ck_assert_msg(ivp_abs(right[k] - exact[k]) < R(1e-30), "%s is off by %.3e", names[k],
                      (double)(right[k] - exact[k]));
        ck_assert_msg(ivp_abs(rounded[k] - right[k] - shift[k]) < R(1e-30),
                      "%s is shifted by %.17e, not by %.17e", names[k],
                      (double)(rounded[k] - right[k]), (double)shift[k]);
    }
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("free fall");
    tcase_add_test(tc, shift_of_rounded_data);
    return suite_run("rounded", tc);
}
