/* test_hostile_papers.c -- a poisoned paper about poisoned data runs nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "papers/papers.h"
#include "reports/text/escape.h"
#include "tests/page/hostile_case.h"

static void write_text(const char *name, const char *text)
{
    char *path = text_of("%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    free(path);
}

static bool write_papers(const char *figures)
{
    char *text = text_of("title = \"<script>\"; source = \"<script>alert(1)</script>\";\n"
                         "figures = ( %s );\n",
                         figures);
    int n;
    write_text("claims/p.cfg", text);
    free(text);
    char *claims = text_of("%s/claims", folder);
    paper **list = papers_read(claims, &n, &why);
    free(claims);
    if (!list) return false;
    datasets *all = datasets_in(folder);
    paper_judge(list[0], all, true);
    const bool good = papers_write(list, n, all, out_path, &why);
    datasets_free(all);
    papers_free(list, n);
    return good;
}

static void make_claims(void)
{
    char *path = text_of("%s/claims", folder);
    mkdir(path, 0777);
    free(path);
    FILE *f;
    char *data = text_of("%s/made.csv", folder);
    f = fopen(data, "w");
    fputs("solver,formulation,x,y\n", f);
    for (int a = 0; a < ATTACKS; a++)
        for (int k = 1; k < 4; k++) {
            csv_field(f, attacks[a]);
            fputc(',', f);
            csv_field(f, attacks[a]);
            fprintf(f, ",%d,%d\n", k, k * a + 1);
        }
    fclose(f);
    free(data);
}

#define CURVES                                                                                 \
    "curves = ( { data = \"made\"; x = \"x\"; y = \"y\"; group = [ \"solver\" ]; } ); "
#define PLACE "place = \"`touch owned`\"; caption = \"\\\"><script>alert(1)</script>\"; "

START_TEST(papers_about_poisoned_data_run_nothing)
{
    make_claims();
    write_papers("{ id = \"f\"; " PLACE CURVES "title = \"\\\"; system('touch owned') #\"; "
                 "x = { label = \"`touch owned`\"; }; y = { label = \"`touch owned`\"; }; }");
    expect_untouched();
    expect_no_script("out/index.md");
    expect_no_script("out/index.html");
}
END_TEST

START_TEST(a_key_and_an_id_of_a_paper_are_words)
{
    make_claims();
    ck_assert(!write_papers("{ id = \"f\"; title = \"t\"; " PLACE CURVES
                            "key = \"top; !touch owned\"; }"));
    ck_assert_ptr_nonnull(strstr(why.text, "key is"));
    ck_assert(!write_papers("{ id = \"../../f\"; title = \"t\"; " PLACE CURVES "}"));
    ck_assert_ptr_nonnull(strstr(why.text, "an id is"));
    expect_untouched();
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("all");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, papers_about_poisoned_data_run_nothing);
    tcase_add_test(c, a_key_and_an_id_of_a_paper_are_words);
    return suite_run("hostile papers", c);
}
