/* test_plan_includes.c -- files that include too much, and files that are no text, are
 * refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"
#include "tests/plan/plan_case.h"

/* Nine files of twenty lines: half a million million files to read. */
START_TEST(includes_that_multiply)
{
    plan p;
    char *line = text_of("@include \"%s.8\"\n", file), path[200];
    for (int k = 1; k <= 8; k++) {
        snprintf(path, sizeof path, "%s.%d", file, k);
        FILE *f = fopen(path, "w");
        for (int i = 0; i < 20; i++)
            fprintf(f, k > 1 ? "@include \"%s.%d\"\n" : "# %300s %d\n", file, k - 1);
        fclose(f);
    }
    ck_assert(!read_text(&p, line, NULL));
    ck_assert_msg(strstr(why.text, "more than 1 MB is included") != NULL, "%s", why.text);
    for (int k = 1; k <= 8; k++) {
        snprintf(path, sizeof path, "%s.%d", file, k);
        unlink(path);
    }
    free(line);
}
END_TEST

START_TEST(a_byte_0_ends_no_plan)
{
    plan p;
    FILE *f = fopen(file, "w");
    fwrite("title = \"t\";\n\0groups", 1, 21, f);
    fclose(f);
    ck_assert(!plan_read(&p, file, &(plan_choice){ 0 }, &why));
    ck_assert_msg(strstr(why.text, "a byte 0 is in it") != NULL, "%s", why.text);
}
END_TEST

/* libconfig's scanner would take 40 s of CPU for it. */
START_TEST(a_word_of_megabytes)
{
    enum { LONG = 10 << 20 };
    plan p;
    char *text = malloc(LONG + 1);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    ck_assert(!read_text(&p, text, NULL));
    ck_assert_msg(strstr(why.text, "more than 1 MB without a quotation mark") != NULL, "%s",
                  why.text);
    free(text);
}
END_TEST

/* Names would stand in lines that are read again, and on terminals. */
START_TEST(strings_are_lines)
{
    static const char *const texts[] = {
        GROUP("problems = [ \"bouncing\\nballs\" ]; solvers = [ \"dopri5\" ];" LADDER),
        GROUP("problems = [ \"bouncing_balls\" ]; solvers = [ \"dop\tri5\" ];" LADDER),
        GROUP(BALLS "solvers = [ \"dopri5@\\x1b[2Jode\" ];" LADDER),
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        plan p;
        ck_assert(!read_text(&p, texts[k], NULL));
        ck_assert_msg(strstr(why.text, "another control character; write it in one line") !=
                          NULL,
                      "%s", why.text);
    }
}
END_TEST

START_TEST(names_have_no_blanks)
{
    plan p;
    ck_assert(!read_text(
        &p, GROUP("problems = [ \"bouncing balls\" ]; solvers = [ \"dopri5\" ];" LADDER),
        NULL));
    ck_assert_msg(strstr(why.text, "a string such as \"NAME\"") != NULL, "%s", why.text);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("plan_includes");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, includes_that_multiply);
    tcase_add_test(t, a_byte_0_ends_no_plan);
    tcase_add_test(t, a_word_of_megabytes);
    tcase_add_test(t, strings_are_lines);
    tcase_add_test(t, names_have_no_blanks);
    return suite_run("plan_includes", t);
}
