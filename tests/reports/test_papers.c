/* test_papers.c -- claims are judged by data alone: every verdict, both readings of a misprint,
 * missing numbers, reductions, bands. */
#include "tests/reports/papers_case.h"

/* ---- verdicts ---------------------------------------------------------------------------- */

START_TEST(each_verdict)
{
    expect(JUDGED_REPRODUCED,
           "value = \"steps\"; " KEYS "printed = [ 29, 49, 85 ]; band = { relative = 0.05; };");
    expect(JUDGED_NOT_REPRODUCED,
           "value = \"steps\"; " KEYS "printed = [ 29, 40, 85 ]; band = { relative = 0.05; };");
    expect(JUDGED_CORRECTED,
           "value = \"steps\"; " KEYS "printed = [ 29, 500, 85 ]; band = { relative = 0.05; };"
           "correction = { name = \"a zero too many\"; "
           "printed = ( \"\", 50 ); };");
    expect(JUDGED_NOT_REPRODUCED,
           "value = \"steps\"; " KEYS "printed = [ 29, 500, 8 ]; band = { relative = 0.05; };"
           "correction = { name = \"a zero too many\"; "
           "printed = ( \"\", 50 ); };");
    expect(JUDGED_CONTRADICTED, "value = \"steps\"; " KEYS "printed = [ 29, 49, 8 ];"
                                "band = { relative = 0.05; }; contradicted = { off = 5.0; };");
    expect(JUDGED_NOT_REPRODUCED,
           "value = \"steps\"; " KEYS "printed = [ 29, 49, 80 ];"
           "band = { relative = 0.05; }; contradicted = { off = 5.0; };");
}
END_TEST

/* A printed reading that other claims rule out must not count, even where it would fit. */
START_TEST(refuted_reading)
{
    const char *const fits =
        "value = \"steps\"; " KEYS "printed = [ 29, 50, 85 ]; band = { factor = 1.1; };"
        "correction = { name = \"ten times less\"; %s"
        "printed = [ 2.9, 5.0, 8.5 ]; };";
    char *plain = text_of(fits, ""), *refuted = text_of(fits, "refuted = true; ");
    ck_assert_int_eq(verdict_of(plain), JUDGED_REPRODUCED);
    ck_assert_int_eq(verdict_of(refuted), JUDGED_NOT_REPRODUCED);
    free(plain);
    free(refuted);
}
END_TEST

START_TEST(missing_is_never_reproduced)
{
    static const char *const lacking[][2] = {
        { "value = \"empty\"; where = { rtol = 1e-2; }; band = { at_least = 0.0; };",
          "empty is \"\", not a number" },
        { "value = \"empty\"; where = { rtol = 1e-3; }; band = { at_least = 0.0; };",
          "empty is \"nan\", not a number" },
        { "value = \"empty\"; reduce = \"max\"; band = { at_least = 0.0; };", "not a number" },
        { "value = \"steps\"; where = { rtol = 1e-9; }; band = { at_least = 0.0; };",
          "no row of made.csv" },
        { "value = \"stops\"; where = { rtol = 1e-2; }; band = { at_least = 0.0; };",
          "no column \"stops\"" },
        { "value = \"steps\"; where = { rtal = 1e-2; }; band = { at_least = 0.0; };",
          "no column \"rtal\"" },
        { "value = \"steps\"; band = { at_least = 0.0; };", "3 rows" },
        { "value = \"steps\"; data = \"absent\"; band = { at_least = 0.0; };", "absent.csv" },
        { "value = \"steps\"; where = { rtol = 1e-2; }; band = { relative = 0.1; };",
          "no printed value" },
        { "value = \"steps\"; where = { rtol = 1e-2; }; over = { value = \"empty\"; where = { "
          "rtol = 1e-2; }; }; band = { at_least = 0.0; };",
          "not a number" },
        { "value = \"steps\"; " KEYS "keys = [ \"1e-2\" ]; printed = [ 29 ];"
          "band = { relative = 0.1; };",
          NULL },
    };
    for (size_t i = 0; lacking[i][1]; i++) {
        ck_assert_int_eq(verdict_of(lacking[i][0]), JUDGED_UNDECIDED);
        ck_assert_msg(strstr(why, lacking[i][1]) != NULL, "%s: %s", lacking[i][0], why);
    }
}
END_TEST

/* One missing row makes the whole claim undecided, however well the others fit. */
START_TEST(one_missing_row)
{
    expect(JUDGED_UNDECIDED,
           "value = \"empty\"; " KEYS "printed = [ 7, 7, 7 ]; band = { relative = 0.1; };"
           "contradicted = { at_least = 0.0; };");
}
END_TEST

START_TEST(unprinted_rows_are_shown_only)
{
    paper *p = judged("{ " HEAD "value = \"steps\"; " KEYS
                      "printed = ( 29, \"\", 85 ); band = { relative = 0.01; }; }",
                      false);
    const claim *c = &p->claims[0];
    ck_assert_int_eq(c->verdict, JUDGED_REPRODUCED);
    ck_assert_int_eq(c->nrows, 3);
    ck_assert(!c->rows[1].judged);
    ck_assert_str_eq(c->rows[1].measured, "50");
    paper_free(p);
}
END_TEST

/* ---- how it is measured ------------------------------------------------------------------ */

START_TEST(reductions)
{
    expect(JUDGED_REPRODUCED, "value = \"error\"; x = \"rtol\"; reduce = \"slope\";"
                              "printed = 1; band = { absolute = 1e-9; };");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"spread\"; printed = 2.931;"
                              "band = { absolute = 0.001; };");
    expect(JUDGED_REPRODUCED,
           "value = \"steps\"; x = \"rtol\"; reduce = \"last\"; printed = 29;"
           "band = { absolute = 0; };");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; x = \"rtol\"; reduce = \"place\";"
                              "printed = 1e-4; band = { relative = 1e-9; };");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"count\"; printed = 0;"
                              "where = { rtol = 5.0; }; band = { absolute = 0; };");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; where = { rtol = [ 1e-4, 1e-3 ]; };"
                              "reduce = \"sum\"; printed = 135; band = { absolute = 0; };");
}
END_TEST

/* The divisor inherits what it does not say, and replaces conditions on the same column. */
START_TEST(ratio)
{
    expect(JUDGED_REPRODUCED, "value = \"steps\"; where = { rtol = 1e-2; };"
                              "over = { where = { solver = \"b\"; }; }; printed = 0.1;"
                              "band = { relative = 1e-12; };");
    expect(JUDGED_REPRODUCED, "value = \"error\"; where = { rtol = 1e-3; }; scale = 10.0;"
                              "over = { value = \"rtol\"; }; printed = 20;"
                              "band = { relative = 1e-12; };");
}
END_TEST

START_TEST(last_digits)
{
    const char *const settings = "value = \"wide\"; where = { rtol = 1e-2; }; printed = \"%s\";"
                                 "band = { units = 1.0; };";
    static const struct {
        const char *printed;
        judgement v;
    } rows[] = { { "3.1415926535897932384626434", JUDGED_REPRODUCED },
                 { "3.1415926535897932384626450", JUDGED_NOT_REPRODUCED },
                 { "0.31415926535897932384626434e1", JUDGED_REPRODUCED },
                 { "3.14", JUDGED_REPRODUCED },
                 { "3.16", JUDGED_NOT_REPRODUCED },
                 { "-3.14", JUDGED_NOT_REPRODUCED } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = text_of(settings, rows[i].printed);
        ck_assert_msg(verdict_of(text) == rows[i].v, "%s", rows[i].printed);
        free(text);
    }
}
END_TEST

START_TEST(bands)
{
    static const struct {
        const char *band;
        judgement v;
    } rows[] = {
        { "factor = 2.0", JUDGED_REPRODUCED },
        { "factor = 1.5", JUDGED_NOT_REPRODUCED },
        { "relative = 0.5", JUDGED_REPRODUCED },
        { "relative = 0.4", JUDGED_NOT_REPRODUCED },
        { "absolute = 30.0", JUDGED_REPRODUCED },
        { "absolute = 28.0", JUDGED_NOT_REPRODUCED },
        { "at_least = 29", JUDGED_REPRODUCED },
        { "at_least = 30", JUDGED_NOT_REPRODUCED },
        { "at_most = 29", JUDGED_REPRODUCED },
        { "at_most = 28.5", JUDGED_NOT_REPRODUCED },
        { "share = 0.5", JUDGED_REPRODUCED },
        { "share = 0.4", JUDGED_NOT_REPRODUCED },
        { "off = 0.5", JUDGED_REPRODUCED },
        { "off = 0.6", JUDGED_NOT_REPRODUCED },
        { "at_least = 1; at_most = 20", JUDGED_NOT_REPRODUCED },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = text_of("value = \"steps\"; where = { rtol = 1e-2; }; printed = 58;"
                             "band = { %s; };",
                             rows[i].band);
        ck_assert_msg(verdict_of(text) == rows[i].v, "%s", rows[i].band);
        free(text);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { each_verdict,
                                   refuted_reading,
                                   missing_is_never_reproduced,
                                   one_missing_row,
                                   unprinted_rows_are_shown_only,
                                   reductions,
                                   ratio,
                                   last_digits,
                                   bands };
    return papers_run("papers", tests, sizeof tests / sizeof *tests);
}
