/* test_said.c -- what a descriptor says beside its equations, as `plugin test` sees it;
 * derivatives outside the domain; constraints that depend on each other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract.h"
#include "kernel/problem/cstep.h"
#include "tests/kernel/problem_cases.h"

/* The promises that are broken, with their reasons; "": all are kept. */
static void broken_promises(const char *name, const char *settings, char *text, size_t size)
{
    reason why;
    instance *i = open_settings(name, settings);
    *text = 0;
    for (const problem_promise *p = problem_promises; p->text; p++)
        if (problem_check(p, i, &why) == CONTRACT_BROKEN)
            snprintf(text + strlen(text), size - strlen(text), "%s: %s\n", p->text, why.text);
    instance_close(i);
}

/* promise NULL: none is broken */
static const struct {
    const char *problem, *settings, *promise, *reason;
} words[] = {
    { "t_said", "", NULL, NULL },
    { "t_said", "wrong=exact", "closed form", "60 of 60 times" },
    { "t_said", "wrong=exact slip=0.01", "closed form", "y" },
    { "t_said", "wrong=exact slip=1e-4", "closed form", "a run ends with" },
    { "t_said", "wrong=invariant", "invariants do not vary", "energy" },
    { "t_said", "wrong=invariant slip=0.01", "invariants do not vary", "energy" },
    { "t_said", "wrong=published", "published values", "another table has y1 = 0.1" },
    { "t_unsaid_index", "", "index", "have index 2" },
    { "t_hidden_start", "", NULL, NULL },
    { "t_hidden_start", "off=-1", "index", "y2 = 0 would have to be 1" },
    { "t_hidden_start", "off=0.5", "derivative of row 2", "y2 = 1.5 would have to be 1" },
    { "t_index3", "", NULL, NULL },
    { "t_index3", "rate=0 angle=0", NULL, NULL },
    { "t_index3", "radial=0.3", "index", ": the derivative of row 5" },
    { "t_index3", "off=0.1", "index", "the second derivative of row 5" },
    { "t_index3", "off=-1 rate=0", "index", "the second derivative of row 5" },
    { "t_index3_mass", "", NULL, NULL },
    { "t_index3_mass", "radial=0.3", "index", ": the derivative of row 5" },
    { "t_index3_mass", "off=0.1", "index", "the second derivative of row 5" },
    { "t_on_guard", "", NULL, NULL },
    { "t_crank_dry", "", NULL, NULL },
    { "t_bends", "", NULL, NULL },
    { "t_bends", "of=contact", NULL, NULL },
    { "t_bends", "of=lost", "complex steps", "f: entry (2, 1)" },
    { "t_stop", "", NULL, NULL },
    { "t_second", "", NULL, NULL },
    { "t_second", "slip=0.01", "of second order", "f(1) is" },
    { "t_second", "damping=1e-6", "of second order", "depend on velocity 1" },
    { "t_second", "turned=1", "of second order", "depend on velocity 1" },
    { "t_index_swapped", "", "index of each component", ".index of y1 is 2" },
    { "t_namesake", "", "descriptor", "observable y1 has the name of a component" },
    { "t_epoch", "", NULL, NULL },
    { "t_hard_sides", "", "side of a guard", "event turns has no effect" },
    { "t_hard_sides", "of=bend", "side of a guard", "event turns has no effect" },
    { "t_hard_sides", "of=smooth", NULL, NULL },
    { "t_pieces", "", NULL, NULL },
    { "t_pieces", "of=declared", NULL, NULL },
    { "t_pieces", "of=state", NULL, NULL },
    { "t_pieces", "of=steep", NULL, NULL },
    { "t_pieces", "of=jump", "at breaks alone", "f(1) has a jump at t = 0.3217" },
    { "t_pieces", "of=kink", "at breaks alone", "f(1) has a kink at t = 0.32" },
    { "t_pieces", "of=second", "at breaks alone", "derivative that jumps at t = 0.321" },
    { "t_kinks", "", NULL, NULL },
    { "t_kinks", "of=alone", "side of a guard", "bend at event second" },
    { "t_kinks", "of=bend", "side of a guard", "event third only records" },
    { "t_closed_modes", "", NULL, NULL },
    { "t_closed_modes", "of=slope", "closed form", "times" },
    { "t_closed_modes", "of=jump", "closed form", "goes on with y1 = 0.02" },
    { "t_closed_modes", "of=other", "closed form", "with c=1.07" },
    { "t_record_reset", "", "descriptor", "event half has a reset" },
};
enum { WORDS = sizeof words / sizeof *words };

START_TEST(each_wrong_word_breaks_its_promise)
{
    char said[4096];
    broken_promises(words[_i].problem, words[_i].settings, said, sizeof said);
    if (!words[_i].promise) {
        ck_assert_msg(!*said, "%s %s: %s", words[_i].problem, words[_i].settings, said);
        return;
    }
    ck_assert_msg(strstr(said, words[_i].promise) && strstr(said, words[_i].reason),
                  "%s %s: \"%s\"", words[_i].problem, words[_i].settings, said);
    ck_assert_msg(strchr(said, '\n')[1] == 0, "more than one: %s", said);
}
END_TEST

/* ---- dependent constraints --------------------------------------------------------------- */

START_TEST(dependent_constraints_are_named)
{
    static const struct {
        const char *settings, *sentence;
    } given[] = {
        { "rods=2", NULL },
        { "rods=3", "rank 2 of 3, row 3 follows from 1 and 2" },
        { "rods=3 factor=1000", "rank 2 of 3, row 3 follows from 1 and 2" },
        { "rods=4 factor=1e-3", "rank 2 of 4, row 3 follows from 1 and 2" },
        { "rods=2 factor=0", "rank 1 of 2, row 2 of G is zero" },
    };
    reason why = { "" };
    instance *i;
    const ivp_status status = instance_open(&i, "t_rods", given[_i].settings, &why);
    ck_assert_msg(!status == !given[_i].sentence, "%s: %s", given[_i].settings, why.text);
    if (given[_i].sentence)
        ck_assert_msg(strstr(why.text, given[_i].sentence) != NULL, "%s: %s",
                      given[_i].settings, why.text);
    else
        instance_close(i);
}
END_TEST

/* ---- outside the domain ------------------------------------------------------------------ */

/* Where f is no number no derivative is; inside it is the one of calculus. */
START_TEST(no_derivative_where_f_is_no_number)
{
    static const struct {
        const char *of;
        double inside, slope, outside;
    } given[] = {
        { "sqrt", 0.25, -1, -1e-6 },  { "sqrt", 0.25, -1, -4 }, { "log", 0.5, 2, -0.5 },
        { "acos", 1, 1, 2.5 },        { "acos", 1, 1, -1e-9 },  { "pow", 4, -3, -4 },
        { "twice", 1, -0.8, -1e-12 },
    };
    char settings[32];
    snprintf(settings, sizeof settings, "of=%s", given[_i].of);
    instance *i = open_settings("t_domain", settings);
    const double dz[2] = { 0, 1 };
    double df;
    const double in[2] = { 0, given[_i].inside }, out[2] = { 0, given[_i].outside };
    ck_assert_int_eq(cstep_f(i->twin, in, dz, &df), IVP_OK);
    ck_assert_msg(fabs(df - given[_i].slope) < 1e-13, "%s: %g", given[_i].of, df);
    ck_assert_int_eq(cstep_f(i->twin, out, dz, &df), IVP_DOMAIN);
    instance_close(i);
}
END_TEST

START_TEST(names_are_words_and_times_rise)
{
    static const struct {
        const char *problem, *sentence;
    } given[] = { { "t_blank_name", "the event \"half way\" is no word" },
                  { "t_backward", "t0 = 2 to t1 = 0; times must rise" } };
    reason why = { "" };
    instance *i;
    ck_assert_int_eq(instance_open(&i, given[_i].problem, NULL, &why), IVP_E_INVALID);
    ck_assert_msg(strstr(why.text, given[_i].sentence) != NULL, "%s", why.text);
}
END_TEST

int main(void)
{
    TCase *tc = tcase_create("all");
    tcase_add_loop_test(tc, each_wrong_word_breaks_its_promise, 0, WORDS);
    tcase_add_loop_test(tc, dependent_constraints_are_named, 0, 5);
    tcase_add_loop_test(tc, no_derivative_where_f_is_no_number, 0, 7);
    tcase_add_loop_test(tc, names_are_words_and_times_rise, 0, 2);
    return suite_run("what is said", tc);
}
