/* test_papers_gate.c -- files of claims that are refused; the gate of verdicts trips when one
 * changes; the verb writes both readings and fails where data are missing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "tests/papers/papers_case.h"

/* ---- files that are refused -------------------------------------------------------------- */

START_TEST(malformed_papers)
{
    static const char *const bad[][2] = {
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "} );",
          "missing setting \"says\"" },
        { "claims = ( { id = \"x\"; place = \"\"; says = \"less\"; } );",
          "missing setting \"statement\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID
          "says = \"nearly\"; } );",
          "no form of words (docs/claims.md) is called \"nearly\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\";"
          " band = { at_most = 1.3; }; } );",
          "unknown setting \"band\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"exactly\";"
          " rounding = 0.1; } );",
          "it is no band" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\";"
          " rounding = 1e-9; } );",
          "nothing is rounded in the form of words \"less\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; words = \"\"; needs = \"a "
          "car\";"
          " says = \"less\"; } );",
          "unknown setting \"says\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\";"
          " verdict = \"reproduced\"; } );",
          "unknown setting \"verdict\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\";"
          " set = \"none\"; } );",
          "no set called \"none\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\";"
          " reduce = \"mode\"; } );",
          "unknown reduction" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\"; },"
          " { id = \"x\"; place = \"\"; statement = \"\"; " SAID "says = \"less\"; } );",
          "stands twice" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; says = \"less\"; } );",
          "missing setting \"words\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; words = \"\"; says = "
          "\"less\"; theirs = \"\"; ours = \"\"; } );",
          "says itself \"differs\"" },
        { "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; words = \"\"; says = "
          "\"less\"; setting = \"none\"; } );",
          "no setting called \"none\"" },
        { "readings = ( { id = \"x\"; place = \"\"; statement = \"\"; of = \"y\"; says = "
          "\"less\"; } );",
          "no claim called \"y\"" },
        { "printed_figures = ( { number = \"Fig. 1\"; shows = \"a car\"; } );",
          "figures or a reason" },
        { "printed_figures = ( { number = \"Fig. 1\"; shows = \"a car\"; figures = [ \"fig1\" "
          "]; } );",
          "no figure called \"fig1\"" },
        { "claims = (", "syntax error" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *text = text_of("title = \"t\"; source = \"s\"; " SETTINGS "%s", bad[i][0]);
        write_text(paper_path, text);
        free(text);
        ck_assert_ptr_null(paper_read(paper_path, "made_up", &why));
        ck_assert_msg(strstr(why.text, bad[i][1]) && strstr(why.text, "made_up.cfg:"), "%s",
                      why.text);
    }
}
END_TEST

/* In the paper's own setting, from two starts and on two problems where the claim is general,
 * and by an experiment that rules out the code. */
START_TEST(incomplete_refutations)
{
    static const char *const bad[][2] = {
        { "starts = ( \"a\" ); problems = ( \"b\" ); general = false; experiment = \"x\";",
          "missing setting \"setting\"" },
        { "setting = \"theirs\"; starts = ( \"a\" ); problems = ( \"b\", \"c\" ); general = "
          "true; experiment = \"x\";",
          "two starts" },
        { "setting = \"theirs\"; starts = ( \"a\", \"b\" ); problems = ( \"c\" ); general = "
          "true; experiment = \"x\";",
          "two problems" },
        { "setting = \"theirs\"; starts = ( ); problems = ( \"c\" ); general = false; "
          "experiment = \"x\";",
          "two starts" },
        { "setting = \"theirs\"; starts = ( \"a\" ); problems = ( \"c\" ); general = false;",
          "missing setting \"experiment\"" },
        { "setting = \"theirs\"; starts = ( \"a\" ); problems = ( \"c\" ); general = false; "
          "experiment = \"none\";",
          "no claim or reading called \"none\"" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *text = text_of("title = \"t\"; source = \"s\"; " SETTINGS
                             "claims = ( { id = \"x\"; place = \"\"; statement = \"\"; " SAID
                             "says = \"less\"; refutation = { %s }; } );",
                             bad[i][0]);
        write_text(paper_path, text);
        free(text);
        ck_assert_ptr_null(paper_read(paper_path, "made_up", &why));
        ck_assert_msg(strstr(why.text, bad[i][1]) != NULL, "%s: %s", bad[i][0], why.text);
    }
}
END_TEST

START_TEST(ragged_data)
{
    char path[96];
    snprintf(path, sizeof path, "%s/ragged.csv", folder);
    write_text(path, "a,b\n1,2\n3\n");
    ck_assert_ptr_null(dataset_read(path, "ragged", &why));
    ck_assert_msg(strstr(why.text, ":3:") != NULL, "%s", why.text);
    snprintf(path, sizeof path, "%s/made.csv", folder);
    dataset *d = dataset_read(path, "made", &why);
    ck_assert_str_eq(dataset_text(d, 3, dataset_column(d, "wide")), "1,000");
    dataset_free(d);
}
END_TEST

/* ---- the gate ---------------------------------------------------------------------------- */

static const char good_claim[] =
    "{ " HEAD "value = \"steps\"; " KEYS "printed = [ 29, 49, 85 ]; says = \"equals\"; }";

static int gate_of(const char *list, bool present, char *said, size_t size)
{
    FILE *f = tmpfile();
    paper *p = judged(list, present);
    const int bad = verdicts_check(gate_path, &p, 1, f, &why);
    rewind(f);
    said[fread(said, 1, size - 1, f)] = '\0';
    fclose(f);
    paper_free(p);
    return bad;
}

START_TEST(gate_trips)
{
    char said[2048];
    paper *p = judged(good_claim, false);
    FILE *f = fopen(gate_path, "w");
    ck_assert(verdicts_bless(f, &p, 1, &why));
    fclose(f);
    paper_free(p);
    ck_assert_int_eq(gate_of(good_claim, false, said, sizeof said), 0);
    /* a step count that a change has moved */
    char *moved = text_of("{ " HEAD "value = \"steps\"; " KEYS
                          "printed = [ 29, 40, 85 ]; says = \"equals\"; }");
    ck_assert_int_eq(gate_of(moved, false, said, sizeof said), 1);
    ck_assert_msg(
        strstr(said, "the verdict is \"mixed: 2 of 3 hold\", expected \"reproduced\"") &&
            strstr(said, "1e-3: printed 40, measured 50"),
        "%s", said);
    free(moved);
    /* a claim that nobody has blessed, and one that is gone */
    char *renamed = copied(good_claim);
    strstr(renamed, "\"x\"")[1] = 'y';
    ck_assert_int_eq(gate_of(renamed, false, said, sizeof said), 2);
    ck_assert_msg(strstr(said, "no verdict is blessed") && strstr(said, "no such claim"), "%s",
                  said);
    free(renamed);
}
END_TEST

START_TEST(gate_and_missing_data)
{
    char said[2048];
    static const char absent[] = "{ " HEAD "data = \"absent\"; value = \"steps\"; printed = 1; "
                                 "says = \"equals\"; }";
    write_text(gate_path, "made_up = { x = \"reproduced\"; };\n");
    ck_assert_int_eq(gate_of(absent, false, said, sizeof said), 1);
    ck_assert_msg(strstr(said, "a measurement is missing") != NULL, "%s", said);
    ck_assert_int_eq(gate_of(absent, true, said, sizeof said), 0);
    paper *p = judged(absent, false);
    FILE *f = tmpfile();
    ck_assert(!verdicts_bless(f, &p, 1, &why));
    fclose(f);
    paper_free(p);
    write_text(gate_path, "made_up = {\n");
    ck_assert_int_eq(gate_of(good_claim, false, said, sizeof said), -1);
}
END_TEST

/* A code that is optional and not installed left no row: no verdict, and none is asked for. */
START_TEST(gate_and_a_missing_peer)
{
    char said[2048];
    static const char list[] = "{ " HEAD "where = { solver = \"c\"; }; peer = \"c\"; value = "
                               "\"steps\"; printed = 1; says = \"equals\"; }";
    write_text(gate_path, "made_up = { x = \"reproduced\"; };\n");
    ck_assert_int_eq(gate_of(list, false, said, sizeof said), 0);
    paper *p = judged(list, false);
    char *verdict = claim_verdict(&p->claims[0]);
    ck_assert_str_eq(verdict, "not judged here: c is not installed");
    free(verdict);
    FILE *f = tmpfile();
    ck_assert(!verdicts_bless(f, &p, 1, &why));
    ck_assert_msg(strstr(why.text, "cannot be blessed here: c is not installed") != NULL, "%s",
                  why.text);
    fclose(f);
    paper_free(p);
    write_text(gate_path, "made_up = { };\n");
    ck_assert_int_eq(gate_of(list, false, said, sizeof said), 1);
    char path[96];
    snprintf(path, sizeof path, "%s/refused.csv", folder);
    write_text(path, "solver,outcome,steps\nc,declined,\nd,ok,1\n");
    expect(JUDGED_NOT_HERE, "peer = \"c\"; data = \"refused\"; value = \"steps\"; where = "
                            "{ solver = \"c\"; }; printed = 1; says = \"equals\";");
    /* a row of it that is there is judged */
    expect(JUDGED_REPRODUCED, "peer = \"a\"; value = \"steps\"; where = { rtol = 1e-2; }; "
                              "printed = 29; says = \"equals\";");
}
END_TEST

/* ---- the verb ---------------------------------------------------------------------------- */

static int verb(const char *extra)
{
    char name[] = "papers", c[] = "--claims", d[] = "--data", o[] = "--output", g[] = "--gate",
         out[80];
    char *own = copied(extra);
    snprintf(out, sizeof out, "%s/out", folder);
    char *argv[] = { name, c, claims, d, folder, *extra ? g : o, *extra ? own : out, NULL };
    const int code = verb_papers.run(7, argv);
    free(own);
    return code;
}

START_TEST(verb_writes_both_readings)
{
    char path[96];
    paper *p = judged("{ " HEAD "value = \"steps\"; " KEYS
                      "printed = [ 29, 500, 85 ]; says = \"equals\";"
                      "correction = { name = \"a zero too many\"; printed = ( \"\", 50 ); }; }",
                      false);
    paper_free(p);
    ck_assert_int_eq(verb(""), CLI_OK);
    snprintf(path, sizeof path, "%s/out/index.md", folder);
    char *text = file_text(path);
    ck_assert_ptr_nonnull(text);
    ck_assert_ptr_nonnull(strstr(text, "corrected"));
    ck_assert_ptr_nonnull(strstr(text, "their run"));
    ck_assert_ptr_nonnull(strstr(text, "few steps"));
    ck_assert_ptr_nonnull(strstr(text, "within a tenth of the printed value"));
    ck_assert_ptr_nonnull(strstr(text, "| 1e-3 | 500 | 50 | 50 | corrected |"));
    free(text);
    write_text(gate_path, "made_up = { x = \"corrected\"; };\n");
    ck_assert_int_eq(verb(gate_path), CLI_OK);
    write_text(gate_path, "made_up = { x = \"reproduced\"; };\n");
    ck_assert_int_eq(verb(gate_path), CLI_CHECK);
}
END_TEST

/* What is not attempted stands in the list, in the totals and in the gate. */
START_TEST(verb_lists_what_is_not_attempted)
{
    static const char list[] =
        "{ id = \"car\"; place = \"Table 9\"; statement = \"fast\"; words = \"faster\"; needs "
        "= \"a car\"; },"
        "{ " HEAD "value = \"steps\"; " KEYS "printed = [ 29, 40, 85 ]; says = \"equals\";"
        "reservation = \"one figure is fitted\"; }";
    char path[96];
    paper *p = judged(list, false);
    paper_free(p);
    ck_assert_int_eq(verb(""), CLI_OK);
    snprintf(path, sizeof path, "%s/out/index.md", folder);
    char *text = file_text(path);
    static const char *const wanted[] = { "| Made up | 2 | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 1 | 0 |",
                                          "| Table 9 | not attempted | fast | faster |",
                                          "mixed: 2 of 3 hold, with a reservation",
                                          "one figure is fitted", "a car" };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_msg(strstr(text, wanted[i]) != NULL, "%s is missing in\n%s", wanted[i], text);
    free(text);
    write_text(gate_path, "made_up = { car = \"not_attempted\"; x = \"mixed\"; };\n");
    ck_assert_int_eq(verb(gate_path), CLI_OK);
    write_text(gate_path, "made_up = { x = \"mixed\"; };\n");
    ck_assert_int_eq(verb(gate_path), CLI_CHECK);
}
END_TEST

START_TEST(verb_fails_without_data)
{
    paper *p = judged("{ " HEAD "data = \"absent\"; value = \"steps\"; printed = 1;"
                      "says = \"equals\"; }",
                      false);
    paper_free(p);
    ck_assert_int_eq(verb(""), CLI_CHECK);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { malformed_papers,
                                   incomplete_refutations,
                                   ragged_data,
                                   gate_trips,
                                   gate_and_missing_data,
                                   gate_and_a_missing_peer,
                                   verb_writes_both_readings,
                                   verb_lists_what_is_not_attempted,
                                   verb_fails_without_data };
    return papers_run("papers, gate", tests, sizeof tests / sizeof *tests);
}
