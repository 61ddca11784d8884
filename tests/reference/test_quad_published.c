/* test_quad_published.c -- the page of published values: every line has a reference, its digits
 * are those of the worst component that counts, and what is zero in truth does not count.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/verify.h"

#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

static char *page(const char *folder, bool *found)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    *found = published_page(folder, out);
    fclose(out);
    return text;
}

/* printed values and parameters | what the line goes on with */
static const struct {
    const char *begin, *rest;
} expected[] = {
    { "| hires |  |", "| 14.6 (y6) |" },
    { "| charge_pump |  | exact |", " 26.4 (y1) | 26.4 | 14.0 (y9) |" },
    { "| chain | N=2 |", "| 12.6 (lambda1) |" },
    { "| car_axle |  |", "| 9.2 |\n" },
};

START_TEST(lines_say_how_many_digits_are_right)
{
    bool found;
    char *text = page("reference/data", &found);
    const char *line = strstr(text, expected[_i].begin);
    ck_assert_msg(found && line, "no line %s", expected[_i].begin);
    const char *end = strchr(line, '\n'), *rest = strstr(line, expected[_i].rest);
    ck_assert_msg(rest && rest <= end, "%.*s", (int)(end - line), line);
    free(text);
}
END_TEST

START_TEST(a_folder_without_references_is_no_page)
{
    bool found;
    char *text = page("/nonexistent", &found);
    ck_assert(!found);
    free(text);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("published");
    tcase_add_loop_test(t, lines_say_how_many_digits_are_right, 0,
                        sizeof expected / sizeof *expected);
    tcase_add_test(t, a_folder_without_references_is_no_page);
    return suite_run("published values", t);
}
