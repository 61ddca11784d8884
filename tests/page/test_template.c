/* test_template.c -- parts of the page: texts are escaped unless the place says HTML, and what
 * is not there is no part of a page.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/page/template.h"

#include "tests/suite.h" /* last: it has macros of common names */

START_TEST(texts_are_escaped)
{
    char *text = template_text("paragraph", "text", "<b>&\"'");
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, "<p>&lt;b&gt;&amp;&quot;&#39;</p>\n");
    free(text);
}
END_TEST

START_TEST(html_is_as_it_is)
{
    char *text = template_text("note", "links", "<b>{{x}}</b>");
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, "<p class=\"note\"><b>{{x}}</b></p>\n");
    free(text);
}
END_TEST

/* A part ends before the line of the next: with a line break, or without one. */
START_TEST(parts_have_their_ends)
{
    char *with = template_text("close", NULL), *without = template_text("figure", NULL);
    ck_assert_str_eq(with, "</details>\n");
    ck_assert_str_eq(without, "<figure>");
    free(with);
    free(without);
}
END_TEST

START_TEST(what_is_not_there_is_noticed)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(f);
    ck_assert(!template_write(f, "paragraphs", "text", "x"));
    ck_assert(!template_write(f, "paragraph", "txt", "x"));
    ck_assert(!template_write(f, "link", "anchor", "x"));
    ck_assert(template_write(f, "link", "anchor", "x", "text", "y"));
    fclose(f);
    ck_assert_ptr_nonnull(strstr(text, "<a href=\"#x\">y</a><br>\n"));
    free(text);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("template");
    tcase_add_test(t, texts_are_escaped);
    tcase_add_test(t, html_is_as_it_is);
    tcase_add_test(t, parts_have_their_ends);
    tcase_add_test(t, what_is_not_there_is_noticed);
    return suite_run("template", t);
}
