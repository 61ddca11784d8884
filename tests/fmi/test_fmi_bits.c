/* test_fmi_bits.c -- problems that are exported as FMUs and imported again take the same steps
 * of an explicit method, to the bit, by either version of FMI. Stiff ones do not get far that
 * way; 400 steps are compared.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/fmi/fmi_case.h"

#include <string.h>

static const struct {
    const char *problem, *parameters;
} rows[] = {
    { "arenstorf", "" },      { "arenstorf", "orbit=four" },
    { "beam", "" },           { "brusselator", "" },
    { "brusselator_1d", "" }, { "brusselator_1d", "N=50" },
    { "brusselator_2d", "" }, { "cusp", "" },
    { "cusp", "N=20" },       { "e5", "" },
    { "emep", "" },           { "hires", "" },
    { "lorenz", "" },         { "lorenz", "sigma=9" },
    { "medical_akzo", "" },   { "oregonator", "" },
    { "plate", "" },          { "pleiades", "" },
    { "pollution", "" },      { "ring_modulator", "" },
    { "robertson", "" },      { "robertson", "k1=0.05" },
    { "stick_slip", "" },     { "stick_slip", "vb=0.6" },
    { "van_der_pol", "" },    { "van_der_pol", "scaling=mu" },
};
enum { ROWS = sizeof rows / sizeof *rows, STEPS = 400 };

START_TEST(it_comes_back_with_the_same_bits)
{
    round_trip(rows[_i].problem, rows[_i].parameters, _i % 2 ? "3.0" : "2.0", "");
    ending a = run_for(rows[_i].problem, rows[_i].parameters, "dop853", 1e-6, STEPS);
    ending b = run_for("again", "", "dop853", 1e-6, STEPS);
    ck_assert_int_eq(a.status, b.status);
    ck_assert_int_eq(a.n, b.n);
    ck_assert_msg(!memcmp(&a.t, &b.t, sizeof a.t), "t: %.17g %.17g", a.t, b.t);
    ck_assert_int_eq(a.f, b.f);
    for (int k = 0; k < a.n; k++)
        ck_assert_msg(!memcmp(&a.y[k], &b.y[k], sizeof *a.y), "y%d: %.17g %.17g", k + 1, a.y[k],
                      b.y[k]);
    free(a.y);
    free(b.y);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("fmi_bits");
    tcase_add_checked_fixture(c, begin, remove_folder);
    tcase_add_loop_test(c, it_comes_back_with_the_same_bits, 0, ROWS);
    return suite_run("fmi_bits", c);
}
