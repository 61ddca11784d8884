/* test_catalogue.c -- the page of problems: lines of a survey read back, and the verb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/catalogue/survey_text.h"

#include "bench/base/util.h"
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char survey[] = "title A <b> & c\n"
                             "form lin\n"
                             "sizes 24 0 0 0 2 2\n"
                             "index 14 10 0\n"
                             "spectrum 0 -5 1e-3 0\n"
                             "spectrum 2.5 -1e4 -2 7\n"
                             "certified 12.3\n"
                             "published 3.1 old list\n"
                             "published 9.4 new list\n";

START_TEST(lines_are_read_back)
{
    char text[64];
    ck_assert(survey_line(survey, "title", 0, text, sizeof text));
    ck_assert_str_eq(text, "A <b> & c");
    ck_assert(!survey_line(survey, "tit", 0, text, sizeof text));
    ck_assert(!survey_line(survey, "title", 1, text, sizeof text));
    const survey_spectrum s = survey_extremes(survey);
    ck_assert_int_eq(s.points, 2);
    ck_assert_double_eq(s.least, -1e4);
    ck_assert_double_eq(s.most, 1e-3);
    ck_assert_double_eq(s.turn, 7);
    ck_assert_double_eq(survey_certified(survey), 12.3);
    ck_assert_double_eq(survey_published(survey, text, sizeof text), 9.4);
    ck_assert_str_eq(text, "new list");
    survey_class(survey, text, sizeof text);
    ck_assert_str_eq(text, "M y' = f, index 2");
    ck_assert(isnan(survey_certified("form ode\n")) && survey_extremes("").points == 0);
}
END_TEST

/* What is not known is not drawn: nand has states alone. */
static void expect_curves(const char *folder, const char *problem, const char *how)
{
    char *path = text_of("%s/new/figures/%s.gp", folder, problem), *text = file_text(path);
    ck_assert_msg(text && strstr(text, how), "%s: no %s", path, how);
    free(text);
    free(path);
}

/* Robertson's reactions: the fast one, 1e4, is known; the published values are right to 13.7
 * digits. */
START_TEST(a_page_is_written)
{
    char own[1024], folder[] = "/tmp/ivpbench-test-XXXXXX";
    program_folder(own, sizeof own);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    char *command =
        text_of("%s/../ivpbench reference catalogue robertson hires nand --output %s/new "
                "2>&1 >/dev/null",
                own, folder);
    ck_assert_int_eq(system(command), 0);
    char *path = text_of("%s/new/tables/problems.csv", folder), *text = file_text(path);
    ck_assert_msg(text != NULL, "%s", path);
    const char *row = strstr(text, "\nrobertson,");
    ck_assert_msg(row != NULL, "%s", text);
    static const char begins[] = "\nrobertson,y' = f,3,";
    ck_assert_msg(!strncmp(row, begins, sizeof begins - 1), "%s", row);
    enum { LEAST, MOST, TURN, STIFF, CERTIFIED, PUBLISHED, COLUMNS };
    double value[COLUMNS];
    char *at = (char *)row + sizeof begins - 2;
    for (int k = 0; k < COLUMNS; k++) {
        ck_assert_msg(*at == ',', "%s", row);
        value[k] = strtod(at + 1, &at);
    }
    ck_assert_double_eq_tol(value[LEAST], -1e4, 1);
    ck_assert_double_eq_tol(value[STIFF], 1e15, 1e11);
    ck_assert(value[CERTIFIED] > 20);
    ck_assert_double_eq_tol(value[PUBLISHED], 13.7, 0.1);
    free(text);
    free(path);
    free(command);
    path = text_of("%s/new/index.md", folder);
    text = file_text(path);
    const char *right = strstr(text, "**Published:** 13.7 digits right: "),
               *problems = strstr(text, "3 problems. ");
    ck_assert_msg(right && problems, "%s", text);
    free(text);
    free(path);
    expect_curves(folder, "hires", "with lines");
    expect_curves(folder, "nand", "with points");
    command = text_of("rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    free(command);
}
END_TEST

/* A file of a catalogue of these problems; the caller frees. */
static char *catalogue_of(const char *problems, const char *file)
{
    char own[1024], folder[] = "/tmp/ivpbench-test-XXXXXX";
    program_folder(own, sizeof own);
    ck_assert_ptr_nonnull(mkdtemp(folder));
    char *command =
             text_of("%s/../ivpbench reference catalogue %s --output %s/new 2>&1 >/dev/null",
                     own, problems, folder),
         *path = text_of("%s/new/%s", folder, file), *away = text_of("rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
    char *text = file_text(path);
    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(system(away), 0);
    free(away);
    free(path);
    free(command);
    return text;
}

/* Sentences that one problem has and the other has not. */
START_TEST(each_sentence_holds_for_one_of_two)
{
    static const char *const there[][2] = {
        { "bouncing_balls", "mechanical, no constraints" },
        { "bouncing_balls", "full; an exact solution" },
        { "bouncing_balls", "events: 2" },
        { "bouncing_balls", "half A: closed form; half B: gbs in quad" },
        { "bouncing_balls", " digits\n" },
        { "bouncing_balls", "imaginary parts up to 447" },
        { "chain --reference /nowhere", "**Class:** mechanical, index 3" },
        { "chain --reference /nowhere", "**Reference:** none on file" },
        { "chain --reference /nowhere", "down to 1e-" },
        { "chain --reference /nowhere", "of known structure" },
    };
    char *balls = catalogue_of("bouncing_balls", "index.md"),
         *chain = catalogue_of("chain --reference /nowhere", "index.md");
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        const bool first = there[i][0][0] == 'b';
        const char *with = first ? balls : chain, *without = first ? chain : balls;
        ck_assert_msg(strstr(with, there[i][1]) != NULL, "%s: %s", there[i][1], with);
        ck_assert_msg(strstr(without, there[i][1]) == NULL, "%s: %s", there[i][1], without);
    }
    ck_assert(strstr(balls, "# Catalogue of problems") && strstr(balls, "\n1 problem. "));
    ck_assert_ptr_null(strstr(chain, "digits right:"));
    free(balls);
    free(chain);
}
END_TEST

/* In the gallery: lines, observables, and the start where there is neither. */
START_TEST(each_problem_is_drawn)
{
    static const char *const problems[] = { "bouncing_balls", "robertson", "stick_slip" };
    char *html = catalogue_of("bouncing_balls robertson stick_slip", "index.html");
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        char *begin = text_of("drawing of %s\"><path d=\"", problems[i]);
        const char *at = strstr(html, begin);
        ck_assert_msg(at && strcspn(at + strlen(begin), "\"") > 10, "%s", problems[i]);
        free(begin);
    }
    free(html);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("catalogue");
    tcase_add_test(t, lines_are_read_back);
    tcase_add_test(t, a_page_is_written);
    tcase_add_test(t, each_sentence_holds_for_one_of_two);
    tcase_add_test(t, each_problem_is_drawn);
    return suite_run("catalogue", t);
}
