/* test_start.c -- consistent starts: small violations are removed, large ones are named; and
 * settings: what is no parameter, no number or no choice is refused with a sentence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/instance.h"
#include "kernel/problem/protocol.h"

static reason why;

static ivp_status try_open(const char *name, const char *settings, instance **i)
{
    return instance_open(i, name, settings, &why);
}

START_TEST(rounded_data_are_pulled_onto_the_constraints)
{
    instance *i = NULL;
    ck_assert_int_eq(try_open("t_starts", "off_position=1e-8 off_velocity=1e-8", &i), IVP_OK);
    double drift[3];
    const ivp_state s = instance_view(i, i->t0, i->start, NULL);
    ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
    ck_assert_double_le(drift[0], 1e-15);
    ck_assert_double_le(drift[1], 1e-15);
    ck_assert_double_le(drift[2], 1e-13);
    ck_assert_double_eq_tol(s.lambda[0], 0.5, 1e-7); /* u^2 = 2 lambda at angle 0 */
    instance_close(i);
}
END_TEST

/* f = 0 at rest is measured by its change with the sixth digit of y, here 6e-6: 2 off may be
 * 6e-12. */
START_TEST(rest_is_measured_by_the_sixth_digit)
{
    static const char *const settings[] = { "off=2.9e-12", "off=3.1e-12" };
    for (int k = 0; k < 2; k++) {
        instance *i = NULL;
        ck_assert_int_eq(try_open("t_at_rest", settings[k], &i),
                         k ? IVP_E_INCONSISTENT : IVP_OK);
        if (i) instance_close(i);
    }
}
END_TEST

static const struct {
    const char *problem, *settings;
    ivp_status status;
    const char *words[3];
} refused[] = {
    { "t_starts",
      "off_position=1e-3",
      IVP_E_INCONSISTENT,
      { "position level", "g = 0", "row 1" } },
    { "t_starts",
      "off_velocity=1e-2",
      IVP_E_INCONSISTENT,
      { "velocity level", "0.02", "row 1" } },
    { "t_starts", "off=1", IVP_E_INVALID, { "off=1", "NAME=VALUE", "off_position" } },
    { "t_starts",
      "off_position=x",
      IVP_E_INVALID,
      { "not a finite number", "off_position", "m" } },
    { "t_starts", "off_position=nan", IVP_E_INVALID, { "not a finite number", "", "" } },
    { "t_starts", "off_position=0x1", IVP_E_INVALID, { "not a finite number", "0x1", "" } },
    { "t_starts", "off_position=1e", IVP_E_INVALID, { "not a finite number", "", "" } },
    { "t_starts", "off_position=1e999", IVP_E_INVALID, { "not a finite number", "", "" } },
    { "t_starts",
      "off_position=0.0012345678901"
      "2345678901234567890123456789012345678912345",
      IVP_E_INVALID,
      { "more than 50 digits", "off_position", "" } },
    { "t_starts", "off_position", IVP_E_INVALID, { "NAME=VALUE", "", "" } },
    { "van_der_pol", "scaling=nu", IVP_E_INVALID, { "nu", "choices", "mu" } },
    { "no_such_problem", "", IVP_E_INVALID, { "no problem", "no_such_problem", "list" } },
    { "../evil", "", IVP_E_INVALID, { "../evil", "lower-case", "" } },
};

START_TEST(bad_input_is_named)
{
    instance *i = NULL;
    ck_assert_int_eq(try_open(refused[_i].problem, refused[_i].settings, &i),
                     refused[_i].status);
    ck_assert_ptr_null(i);
    for (int k = 0; k < 3; k++)
        ck_assert_msg(strstr(why.text, refused[_i].words[k]), "'%s' does not say '%s'",
                      why.text, refused[_i].words[k]);
}
END_TEST

START_TEST(settings_are_normalised)
{
    instance *i = NULL;
    char text[128];
    ck_assert_int_eq(try_open("t_starts", "off_position=1.0e-8 off_velocity=0.0", &i), IVP_OK);
    instance_settings(i, text, sizeof text);
    ck_assert_str_eq(text, "off_position=1e-08");
    instance_close(i);
}
END_TEST

/* One number, one spelling, and never another number's. */
static const struct {
    const char *word, *text; /* text NULL: no number */
} spellings[] = {
    { "0.10", "0.1" },
    { "1e-1", "0.1" },
    { "+.1", "0.1" },
    { "1.e-01", "0.1" },
    { "100e-3", "0.1" },
    { "0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827" },
    { "50", "5e+01" },
    { "50.50", "50.5" },
    { "1050", "1.05e+03" },
    { "-3", "-3" },
    { "12345678901234567890", "1.234567890123456789e+19" },
    { "12345678901234567891", "12345678901234567891" },
    { "0.0001", "0.0001" },
    { "0.00001", "1e-05" },
    { "0.000102", "0.000102" },
    { "1E+300", "1e+300" },
    { "0e7", "0" },
    { "-0.0", "-0" },
    { "000.00100", "0.001" },
    { "1e-400", "1e-400" },
    { "", NULL },
    { ".", NULL },
    { "-", NULL },
    { "1e", NULL },
    { "1e+", NULL },
    { "1.2.3", NULL },
    { "1 ", NULL },
    { "0x10", NULL },
    { "inf", NULL },
};

START_TEST(one_spelling_of_every_number)
{
    char text[SPELL_MAX];
    const char *word = spellings[_i].word, *right = spellings[_i].text;
    ck_assert_int_eq(spell_decimal(word, text), right ? SPELLED : SPELL_NO_NUMBER);
    if (!right) return;
    ck_assert_str_eq(text, right);
    ck_assert(strtod(text, NULL) == strtod(word, NULL));
}
END_TEST

/* The spelling of %.Pg, for doubles of every size and 1 to 17 digits. */
START_TEST(spelled_like_printf)
{
    for (int e = -12; e < 24; e++)
        for (int n = 1; n <= 17; n++) {
            char word[64], text[SPELL_MAX], printed[64];
            const double x = 1.2345678912345678 * pow(10, e);
            snprintf(word, sizeof word, "%.*e", n - 1, x);
            snprintf(printed, sizeof printed, "%.*g", n, x);
            ck_assert_int_eq(spell_decimal(word, text), SPELLED);
            ck_assert_str_eq(text, printed);
        }
}
END_TEST

/* Sizes of a protocol: a factor of rtol, or a number, positive and finite. */
static const struct {
    const char *words;
    bool good;
    double factor, fixed;
} sizes[] = {
    { NULL, true, 0, 0 },          { "solver", true, 0, 0 },    { "rtol", true, 1, 0 },
    { "1e-2*rtol", true, .01, 0 }, { "1e-9", true, 0, 1e-9 },   { "inf", false, 0, 0 },
    { "1e999", false, 0, 0 },      { "inf*rtol", false, 0, 0 }, { "nan", false, 0, 0 },
    { "0", false, 0, 0 },          { "-1e-9", false, 0, 0 },    { "1e-9 m", false, 0, 0 },
    { "*rtol", false, 0, 0 },
};

START_TEST(sizes_of_protocols_are_positive_and_finite)
{
    double factor, fixed;
    ck_assert(protocol_size(sizes[_i].words, &factor, &fixed) == sizes[_i].good);
    if (!sizes[_i].good) return;
    ck_assert_double_eq(factor, sizes[_i].factor);
    ck_assert_double_eq(fixed, sizes[_i].fixed);
}
END_TEST

static const struct {
    const char *words;
    int count; /* -1: refused */
} masks[] = {
    { "q", 2 },   { "q2", 1 },    { "q1-2 lambda", 3 }, { "all", 7 }, { "a", 2 },    { "", 0 },
    { "q3", -1 }, { "q2-1", -1 }, { "y1", -1 },         { "x", 0 },   { "q1x", -1 },
};

START_TEST(masks_select_components)
{
    instance *i = NULL;
    bool mask[7];
    ck_assert_int_eq(try_open("t_starts", "", &i), IVP_OK);
    ck_assert_int_eq(instance_ncomponents(i), 7);
    int count = instance_mask(i, masks[_i].words, mask, &why) ? 0 : -1;
    for (int k = 0; count >= 0 && k < 7; k++) count += mask[k];
    ck_assert_msg(count == masks[_i].count, "'%s' selects %d", masks[_i].words, count);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("start");
    tcase_add_test(t, rest_is_measured_by_the_sixth_digit);
    tcase_add_test(t, rounded_data_are_pulled_onto_the_constraints);
    tcase_add_loop_test(t, bad_input_is_named, 0, sizeof refused / sizeof *refused);
    tcase_add_test(t, settings_are_normalised);
    tcase_add_loop_test(t, one_spelling_of_every_number, 0,
                        sizeof spellings / sizeof *spellings);
    tcase_add_test(t, spelled_like_printf);
    tcase_add_loop_test(t, sizes_of_protocols_are_positive_and_finite, 0,
                        sizeof sizes / sizeof *sizes);
    tcase_add_loop_test(t, masks_select_components, 0, sizeof masks / sizeof *masks);
    return suite_run("start", t);
}
