/* test_papers.c -- claims are judged by data alone: every verdict, both readings of a misprint,
 * cases that disagree, missing numbers, reductions.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/papers/papers_case.h"

/* ---- verdicts ---------------------------------------------------------------------------- */

START_TEST(each_verdict)
{
    expect(JUDGED_REPRODUCED,
           "value = \"steps\"; " KEYS "printed = [ 29, 49, 85 ]; says = \"equals\";");
    expect(JUDGED_NOT_REPRODUCED,
           "value = \"steps\"; " KEYS "printed = [ 40, 40, 40 ]; says = \"equals\";");
    expect(JUDGED_CORRECTED,
           "value = \"steps\"; " KEYS "printed = [ 29, 500, 85 ]; says = \"equals\";"
           "correction = { name = \"a zero too many\"; printed = ( \"\", 50 ); };");
    expect(JUDGED_CONTRADICTED, REFUTED "value = \"steps\"; " KEYS "says = \"less\";");
    expect(JUDGED_BY_DESIGN, "by_design = \"chosen so\"; value = \"steps\"; " KEYS
                             "printed = [ 29, 49, 85 ]; says = \"equals\";");
    expect(JUDGED_NOT_REPRODUCED, "by_design = \"chosen so\"; value = \"steps\"; " KEYS
                                  "printed = [ 40, 40, 40 ]; says = \"equals\";");
    /* all rows are measured as corrected */
    expect(JUDGED_CORRECTED, "correction = { name = \"a sign\"; }; value = \"steps\"; " KEYS
                             "printed = [ 29, 49, 85 ]; says = \"equals\";");
    expect(JUDGED_NOT_REPRODUCED,
           "value = \"error\"; where = { rtol = 1e-2; }; scale = 60.0; says = \"less\";");
}
END_TEST

/* Some rows hold and others do not: neither reproduced nor not, and how many must be said. */
START_TEST(cases_that_disagree)
{
    const char *const rows = "value = \"steps\"; " KEYS "printed = [ 29, 40, 85 ]; "
                             "says = \"equals\";";
    char *text = text_of("{ " HEAD "%s }", rows),
         *strict = text_of("%s all = true; " REFUTED, rows);
    paper *p = judged(text, false);
    ck_assert_int_eq(p->claims[0].verdict, JUDGED_MIXED);
    char *said = claim_verdict(&p->claims[0]);
    ck_assert_str_eq(said, "mixed: 2 of 3 hold");
    ck_assert_int_eq(verdict_of(strict), JUDGED_CONTRADICTED); /* one row refutes it */
    expect(JUDGED_MIXED,
           "value = \"steps\"; " KEYS "printed = [ 29, 500, 8 ]; says = \"equals\";"
           "correction = { name = \"a zero too many\"; printed = ( \"\", 50 ); };");
    expect(JUDGED_MIXED, "value = \"error\"; " KEYS "scale = 90.0; says = \"less\";");
    free(said);
    free(strict);
    free(text);
    paper_free(p);
}
END_TEST

/* A bound that is proved is refuted by a single excess, however many rows keep it. */
START_TEST(proved_bounds)
{
    expect(JUDGED_REPRODUCED, "value = \"steps\"; " KEYS "printed = 85; says = \"bound\";");
    expect(JUDGED_CONTRADICTED,
           REFUTED "value = \"steps\"; " KEYS "printed = 84.9; says = \"bound\";");
    expect(JUDGED_CONTRADICTED,
           REFUTED "value = \"steps\"; " KEYS "printed = 29.1; says = \"lower bound\";");
    expect(JUDGED_CORRECTED,
           "value = \"steps\"; " KEYS "printed = [ 290, 50, 85 ]; says = \"lower bound\";"
           "correction = { name = \"a zero too many\"; printed = ( 29 ); };");
}
END_TEST

/* Without a refutation, or where its experiment fails, nothing is contradicted. */
START_TEST(contradicted_by_an_experiment)
{
    expect(JUDGED_NOT_REPRODUCED, "value = \"steps\"; " KEYS "says = \"less\";");
    paper *p = judged("{ " HEAD "value = \"steps\"; " KEYS "says = \"less\"; refutation = { "
                      "setting = \"theirs\"; starts = ( \"a\", \"b\" ); problems = ( \"c\", "
                      "\"d\" ); general = true; experiment = \"fails\"; }; }, "
                      "{ id = \"fails\"; place = \"\"; statement = \"\"; set = \"a\"; " SAID
                      "value = \"steps\"; where = { rtol = 1e-2; }; printed = 30; says = "
                      "\"exactly\"; }",
                      false);
    ck_assert_int_eq(p->claims[0].verdict, JUDGED_NOT_REPRODUCED);
    paper_free(p);
}
END_TEST

/* Equal work has taken 1.3 times the least: 29 is not told from 22.4 to 37.7. */
START_TEST(times_on_a_busy_machine)
{
    char path[96];
    snprintf(path, sizeof path, "%s/machine-spread.csv", folder);
    const char *const near = "timed = true; value = \"steps\"; where = { rtol = 1e-2; }; "
                             "printed = 36; says = \"at most\";",
                      *const far = "timed = true; value = \"steps\"; where = { rtol = 1e-2; }; "
                                   "printed = 40; says = \"at most\";";
    expect(JUDGED_UNDECIDED, far); /* nobody has looked at the machine */
    write_text(path, "when,spread\nbefore,1.02\nafter,1.3\n");
    expect(JUDGED_NOT_HERE, near);
    ck_assert_msg(strstr(why.text, "1.3 times the least") != NULL, "%s", why.text);
    expect(JUDGED_REPRODUCED, far);
    write_text(path, "when,spread\nbefore,1.02\nafter,1.05\n");
    expect(JUDGED_REPRODUCED, near);
    expect(JUDGED_NOT_HERE,
           "timed = true; value = \"steps\"; where = { rtol = 1e-2; }; "
           "printed = 30; says = \"at most\";"); /* two quiet machines differ */
    unlink(path);
}
END_TEST

START_TEST(readings_are_not_counted)
{
    long count[NJUDGEMENTS] = { 0 };
    paper *p = judged("{ " HEAD REFUTED "value = \"steps\"; " KEYS
                      "printed = [ 29, 49, 85 ]; says = \"equals\"; }",
                      false);
    paper_count(p, count);
    ck_assert_int_eq(p->nreadings, 1);
    ck_assert_int_eq(p->readings[0].verdict, JUDGED_REPRODUCED);
    ck_assert_str_eq(p->readings[0].of, "x");
    ck_assert_int_eq(count[JUDGED_REPRODUCED], 1);
    ck_assert_str_eq(p->claims[0].said, "few steps");
    ck_assert_str_eq(p->claims[0].differs, "all");
    paper_free(p);
}
END_TEST

START_TEST(not_attempted)
{
    paper *p = judged(
        "{ id = \"car\"; place = \"\"; statement = \"\"; words = \"\"; needs = \"a "
        "car\"; },"
        "{ " HEAD "value = \"steps\"; " KEYS "printed = [ 29, 49, 85 ]; says = \"equals\"; }",
        true);
    long count[NJUDGEMENTS] = { 0 };
    ck_assert_int_eq(p->nabsent, 0);
    paper_count(p, count);
    ck_assert_int_eq(count[JUDGED_NOT_ATTEMPTED], 1);
    ck_assert_int_eq(count[JUDGED_REPRODUCED], 1);
    ck_assert_str_eq(p->claims[0].needs, "a car");
    paper_free(p);
}
END_TEST

/* What a verdict must not be read without stands in the verdict itself. */
START_TEST(reservation)
{
    paper *p =
        judged("{ " HEAD "value = \"steps\"; " KEYS
               "printed = [ 29, 49, 85 ]; says = \"equals\"; reservation = \"fitted\"; }",
               false);
    char *said = claim_verdict(&p->claims[0]);
    ck_assert_int_eq(p->claims[0].verdict, JUDGED_REPRODUCED);
    ck_assert_str_eq(said, "reproduced, with a reservation");
    free(said);
    paper_free(p);
}
END_TEST

/* A printed reading that other claims rule out must not count, even where it would fit. */
START_TEST(refuted_reading)
{
    const char *const fits =
        "value = \"steps\"; " KEYS "printed = [ 29, 50, 85 ]; says = \"equals\";"
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
        { "value = \"empty\"; where = { rtol = 1e-2; }; says = \"more\";",
          "empty is \"\", not a number" },
        { "value = \"empty\"; where = { rtol = 1e-3; }; says = \"more\";",
          "empty is \"nan\", not a number" },
        { "value = \"empty\"; reduce = \"max\"; says = \"more\";", "not a number" },
        { "value = \"steps\"; where = { rtol = 1e-9; }; says = \"more\";",
          "no row of made.csv" },
        { "value = \"stops\"; where = { rtol = 1e-2; }; says = \"more\";",
          "no column \"stops\"" },
        { "value = \"steps\"; where = { rtal = 1e-2; }; says = \"more\";",
          "no column \"rtal\"" },
        { "value = \"steps\"; says = \"more\";", "3 rows" },
        { "value = \"steps\"; data = \"absent\"; says = \"more\";", "absent.csv" },
        { "value = \"steps\"; where = { rtol = 1e-2; }; says = \"equals\";",
          "no printed value" },
        { "value = \"steps\"; where = { rtol = 1e-2; }; over = { value = \"empty\"; where = { "
          "rtol = 1e-2; }; }; says = \"more\";",
          "not a number" },
        { "value = \"steps\"; " KEYS "keys = [ \"1e-2\" ]; printed = [ 29 ];"
          "says = \"equals\";",
          NULL },
    };
    for (size_t i = 0; lacking[i][1]; i++) {
        ck_assert_int_eq(verdict_of(lacking[i][0]), JUDGED_UNDECIDED);
        ck_assert_msg(strstr(why.text, lacking[i][1]) != NULL, "%s: %s", lacking[i][0],
                      why.text);
    }
}
END_TEST

/* One missing row makes the whole claim undecided, however well the others fit. */
START_TEST(one_missing_row)
{
    expect(JUDGED_UNDECIDED,
           "value = \"empty\"; " KEYS "printed = [ 7, 7, 7 ]; says = \"equals\"; all = true;");
}
END_TEST

START_TEST(unprinted_rows_are_shown_only)
{
    paper *p = judged("{ " HEAD "value = \"steps\"; " KEYS
                      "printed = ( 29, \"\", 85 ); says = \"equals\"; }",
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
                              "printed = 1; says = \"exactly\"; rounding = 1e-9;");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"spread\"; printed = \"2.931\";"
                              "says = \"digits\";");
    expect(JUDGED_REPRODUCED,
           "value = \"steps\"; x = \"rtol\"; reduce = \"last\"; printed = 29;"
           "says = \"exactly\";");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; x = \"rtol\"; reduce = \"place\";"
                              "printed = 1e-4; says = \"exactly\"; rounding = 1e-9;");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"count\"; printed = 0;"
                              "where = { rtol = 5.0; }; says = \"exactly\";");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"median\"; printed = 50;"
                              "says = \"exactly\";");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"quartile1\"; printed = 39.5;"
                              "says = \"exactly\";");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; reduce = \"quartile3\"; printed = 67.5;"
                              "says = \"exactly\";");
    expect(JUDGED_REPRODUCED, "value = \"steps\"; where = { rtol = [ 1e-4, 1e-3 ]; };"
                              "reduce = \"sum\"; printed = 135; says = \"exactly\";");
}
END_TEST

/* The divisor inherits what it does not say, and replaces conditions on the same column. */
START_TEST(ratio)
{
    expect(JUDGED_REPRODUCED, "value = \"steps\"; where = { rtol = 1e-2; };"
                              "over = { where = { solver = \"b\"; }; }; printed = 0.1;"
                              "says = \"exactly\"; rounding = 1e-9;");
    expect(JUDGED_REPRODUCED, "value = \"error\"; where = { rtol = 1e-3; }; scale = 10.0;"
                              "over = { value = \"rtol\"; }; printed = 20;"
                              "says = \"exactly\"; rounding = 1e-9;");
}
END_TEST

START_TEST(last_digits)
{
    const char *const settings = "value = \"wide\"; where = { rtol = 1e-2; }; printed = \"%s\";"
                                 "says = \"digits\";";
    static const struct {
        const char *printed;
        judgement v;
    } rows[] = { { "3.1415926535897932384626434", JUDGED_REPRODUCED },
                 { "3.1415926535897932384626533", JUDGED_NOT_REPRODUCED },
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

int main(void)
{
    const TTest *const tests[] = { each_verdict,
                                   cases_that_disagree,
                                   proved_bounds,
                                   contradicted_by_an_experiment,
                                   times_on_a_busy_machine,
                                   readings_are_not_counted,
                                   not_attempted,
                                   reservation,
                                   refuted_reading,
                                   missing_is_never_reproduced,
                                   one_missing_row,
                                   unprinted_rows_are_shown_only,
                                   reductions,
                                   ratio,
                                   last_digits };
    return papers_run("papers", tests, sizeof tests / sizeof *tests);
}
