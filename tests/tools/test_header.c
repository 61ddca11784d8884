/* test_header.c -- tools/header.sh: one header for pages that lie beside each other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/util.h"

#include "tests/suite.h" /* last: it has macros of common names */

static char root[] = "/tmp/test_header_XXXXXX";

static void put(const char *name, const char *text)
{
    char *path = text_of("%s/%s", root, name), *slash = strrchr(path, '/');
    *slash = '\0';
    char *command = text_of("mkdir -p '%s'", path);
    ck_assert_int_eq(system(command), 0);
    *slash = '/';
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs(text, f);
    fclose(f);
    free(command);
    free(path);
}

static char *get(const char *name)
{
    char *path = text_of("%s/%s", root, name), *text = file_text(path);
    ck_assert_ptr_nonnull(text);
    free(path);
    return text;
}

static void run(void)
{
    char *command = text_of("tools/header.sh '%s'", root);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

static void setup(void)
{
    snprintf(root, sizeof root, "/tmp/test_header_XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(root));
}

static void teardown(void)
{
    char *command = text_of("rm -r '%s'", root);
    ck_assert_int_eq(system(command), 0);
    free(command);
}

static const char page_text[] =
    "<html>\n<nav class=\"site\" aria-label=\"site\"></nav>\n<h1>x</h1>\n";

START_TEST(pages_link_to_those_that_are_there)
{
    put("index.html", page_text);
    put("papers/index.html", page_text);
    put("speed/index.html", "<html>a page of another program</html>\n");
    put("site/index.html", "<html></html>\n");
    put("site/search/search_index.json", "{}");
    run();
    for (int again = 0; again < 2; again++, run()) { /* the second time changes nothing */
        char *results = get("index.html"), *papers = get("papers/index.html");
        ck_assert_str_eq(results,
                         "<html>\n<nav class=\"site\" aria-label=\"site\">"
                         "<a href=\"index.html\" aria-current=\"page\">Results</a>"
                         "<a href=\"papers/index.html\">Papers</a>"
                         "<a href=\"site/index.html\">Documentation</a></nav>\n<h1>x</h1>\n");
        ck_assert_ptr_nonnull(strstr(papers, "<a href=\"../index.html\">Results</a>"));
        ck_assert_ptr_nonnull(
            strstr(papers, "<a href=\"../site/index.html\">Documentation</a>"));
        free(results);
        free(papers);
    }
    char *other = get("speed/index.html");
    ck_assert_str_eq(other, "<html>a page of another program</html>\n");
    free(other);
}
END_TEST

START_TEST(a_page_alone_has_no_links)
{
    put("index.html", page_text);
    run();
    char *text = get("index.html");
    ck_assert_str_eq(text, page_text);
    free(text);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("header");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, pages_link_to_those_that_are_there);
    tcase_add_test(c, a_page_alone_has_no_links);
    return suite_run("header", c);
}
