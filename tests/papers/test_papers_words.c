/* test_papers_words.c -- the band that words and figures mean: both ends of every form, what
 * speaks against it, what must be printed; the manual names them all.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>

#include "tests/papers/papers_case.h"

static const struct meaning {
    const char *says, *printed;
    double v;
    bool holds, against;
} meanings[] = {
    { "exactly", "2", 2, true, false },
    { "exactly", "2", 2 + 1e-9, true, false }, /* rounding, see below */
    { "exactly", "2", 2.001, false, false },
    { "digits", "0.2500", 0.2501, true, false },
    { "digits", "0.2500", 0.25011, false, false },
    { "digits", "1.234567890", 1.234567989, true, false },
    { "digits", "1.234567890", 1.234567990, false, false },
    { "digits", "0.0012345678", 0.0012345680, false, false }, /* eight digits, not ten */
    { "equals", "-10", -9, true, false },
    { "equals", "-10", -8.99, false, false },
    { "equals", "0.5", 0.56, false, false },
    { "about", "10", 15, true, false },
    { "about", "10", 6.66, false, false },
    { "about", "10", 0.81, false, false },
    { "about", "10", 0.8, false, true }, /* a gain that is a loss */
    { "about", "-1e5", -9.987e4, true, false },
    { "about", "-10e5", -9.987e4, false, false },
    { "about", "0.6", 1.25, false, true },
    { "size", "4", 8, true, false },
    { "size", "4", 1.99, false, false },
    { "range", "2 to 3", 1.5, true, false },
    { "range", "2 to 3", 3.5, true, false },
    { "range", "2 to 3", 3.51, false, false },
    { "range", "2 to 3", 0.8, false, true },
    { "range", "0.11 to 0.52", 0.105, true, false },
    { "range", "0.11 to 0.52", 0.1049, false, false },
    { "range", "0.11 to 0.52", 0.5251, false, false },
    { "range", "0.11 to 0.52", 1.3, false, true },
    { "range", "0 to 3", 0, true, false },
    { "per cent less", "40", 0.6, true, false },
    { "per cent less", "40", 0.4, true, false },
    { "per cent less", "40", 0.74, false, false },
    { "per cent less", "40", 1, false, true },
    { "orders", "-2", 0.0032, true, false },
    { "orders", "-2", 0.0317, false, false },
    { "orders", "-2", 1.3, false, true },
    { "up to orders", "1", 31, true, false },
    { "up to orders", "1", 32, false, false },
    { "power", "3", 3.25, true, false },
    { "power", "3", 2.74, false, false },
    { "power", "-0.3333", -0.26, true, false },
    { "power", "-0.3333", -0.24, false, false },
    { "at most", "7", 7, true, false },
    { "at most", "7", 7.1, false, false },
    { "at most", "7", 8.75, false, true },
    { "at least", "10", 9.9, false, false },
    { "at least", "10", 8, false, true },
    { "bound", "1", 1, true, false },
    { "bound", "1", 1.000001, false, true },
    { "lower bound", "0", -0.000001, false, true },
    { "less", "", 0.999, true, false },
    { "less", "", 1, false, false },
    { "less", "", 1.25, false, true },
    { "more", "", 1.001, true, false },
    { "more", "", 0.8, false, true },
    { "no more", "", 1, true, false },
    { "no more", "", 1.01, false, false },
    { "no more", "", 1.25, false, true },
    { "much less", "", 0.31, true, false },
    { "much less", "", 0.32, false, false },
    { "much less", "", 1.25, false, true },
    { "much more", "", 3.17, true, false },
    { "much more", "", 3.16, false, false },
    { "much more", "", 0.8, false, true },
    { "similar or less", "", 2, true, false },
    { "similar or less", "", 2.1, false, false },
    { "similar or less", "", 10, false, true },
    { "few", "", 0.1, true, false },
    { "few", "", 0.11, false, false },
    { "few", "", 0.5, false, true },
    { "negligible", "", 0.01, true, false },
    { "negligible", "", 0.1, false, true },
};

START_TEST(each_meaning)
{
    const struct meaning *m = &meanings[_i];
    band b;
    ck_assert_msg(band_of(m->says, m->printed, 1e-8, &b, &why), "%s", why.text);
    ck_assert_msg(band_holds(&b, m->printed, m->v, NULL) == m->holds, "%s %s: %.12g %s",
                  m->says, m->printed, m->v, m->holds ? "must hold" : "must not hold");
    ck_assert_msg(band_against(&b, m->printed, m->v, NULL) == m->against, "%s %s: %.12g %s",
                  m->says, m->printed, m->v,
                  m->against ? "speaks against it" : "does not speak against it");
}
END_TEST

START_TEST(not_a_number_never_holds)
{
    for (int i = 0; band_form(i); i++) {
        band b;
        const char *printed = !strcmp(band_form(i), "range") ? "1 to 2" : "1";
        ck_assert(band_of(band_form(i), printed, 0, &b, &why));
        ck_assert(!band_holds(&b, printed, NAN, NULL) && !band_against(&b, printed, NAN, NULL));
        ck_assert(!band_holds(&b, printed, INFINITY, NULL));
    }
}
END_TEST

/* A reader compares both numbers: what is shown as printed would hold if it were measured. */
START_TEST(printed_is_shown_as_what_is_measured)
{
    static const char *const printed[] = { "2", "-2", "1", "0.4", "40" }; /* no -2 % less */
    for (int i = 0; band_form(i); i++)
        for (size_t k = 0; k < sizeof printed / sizeof *printed; k++) {
            band b;
            const bool range = !strcmp(band_form(i), "range");
            const bool less = !strcmp(band_form(i), "per cent less");
            if (!band_needs_printed(band_form(i)) || (less && *printed[k] == '-')) continue;
            char *text = text_of(range ? "%s to 99" : "%s", printed[k]),
                 *shown = band_shown(band_form(i), text);
            ck_assert_msg(band_of(band_form(i), text, 0, &b, &why), "%s", why.text);
            ck_assert_msg(band_holds(&b, text, strtod(shown, NULL), NULL),
                          "%s: %s is shown as %s", band_form(i), text, shown);
            free(shown);
            free(text);
        }
    char *orders = band_shown("orders", "-2"), *one = band_shown("up to orders", "1"),
         *less = band_shown("per cent less", "40");
    ck_assert_str_eq(orders, "0.01 (-2 orders of magnitude)");
    ck_assert_str_eq(one, "10 (1 order of magnitude)");
    ck_assert_str_eq(less, "0.6 (40 % less)");
    free(orders);
    free(one);
    free(less);
}
END_TEST

START_TEST(each_form_is_tried_and_in_the_manual)
{
    char *manual = file_text("docs/claims.md");
    ck_assert_ptr_nonnull(manual);
    for (int i = 0; band_form(i); i++) {
        bool tried = false;
        for (size_t k = 0; k < sizeof meanings / sizeof *meanings; k++)
            tried = tried || !strcmp(meanings[k].says, band_form(i));
        char *row = text_of("\n| `%s` |", band_form(i));
        ck_assert_msg(tried && *band_text(band_form(i)), "%s is not tried", band_form(i));
        ck_assert_msg(strstr(manual, row) != NULL, "docs/claims.md does not tell of %s",
                      band_form(i));
        free(row);
    }
    free(manual);
}
END_TEST

START_TEST(what_must_be_printed)
{
    static const char *const wrong[][3] = {
        { "range", "2", "a range such as \"2 to 3\" is expected" },
        { "range", "3 to 2", "a range" },
        { "about", "ten", "a number is expected" },
        { "nearly", "10", "no form of words is called" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        band b;
        ck_assert(!band_of(wrong[i][0], wrong[i][1], 0, &b, &why));
        ck_assert_msg(strstr(why.text, wrong[i][2]) != NULL, "%s", why.text);
    }
    ck_assert(band_needs_printed("about") && !band_needs_printed("less"));
    expect(JUDGED_UNDECIDED, "value = \"steps\"; where = { rtol = 1e-2; }; says = \"about\";");
    expect(JUDGED_UNDECIDED,
           "value = \"steps\"; where = { rtol = 1e-2; }; printed = \"x\"; says = \"about\";");
}
END_TEST

/* One printed figure stands for all rows. */
START_TEST(one_figure_for_all_rows)
{
    paper *p = judged("{ " HEAD "value = \"steps\"; " KEYS
                      "printed = \"20 to 90\"; says = \"range\"; }",
                      false);
    ck_assert_int_eq(p->claims[0].verdict, JUDGED_REPRODUCED);
    ck_assert_str_eq(p->claims[0].rows[2].printed, "20 to 90");
    paper_free(p);
    p = judged("{ " HEAD
               "value = \"steps\"; rows = ( { label = \"a\"; where = { rtol = 1e-2; }; },"
               " { label = \"b\"; where = { rtol = 1e-3; }; printed = 50; } );"
               "printed = 29; says = \"exactly\"; }",
               false);
    ck_assert_int_eq(p->claims[0].verdict, JUDGED_REPRODUCED);
    paper_free(p);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { not_a_number_never_holds,
                                   each_form_is_tried_and_in_the_manual,
                                   printed_is_shown_as_what_is_measured, what_must_be_printed,
                                   one_figure_for_all_rows };
    TCase *c = tcase_create("each meaning");
    tcase_add_loop_test(c, each_meaning, 0, sizeof meanings / sizeof *meanings);
    const int failed = suite_run("papers, words", c);
    return failed + papers_run("papers, forms", tests, sizeof tests / sizeof *tests);
}
