/* test_tutorial.c -- docs/tutorial.md: each command runs in an empty folder and prints what the
 * page shows (tools/follow.sh).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

START_TEST(each_command_prints_what_the_page_shows)
{
    ck_assert_msg(
        !shell("unset IVPBENCH_PLUGIN_PATH; XDG_DATA_HOME=$HERE/home PATH=$BUILD:$PATH "
               "tools/follow.sh docs/tutorial.md $HERE/page"),
        "%s", said);
    int run = 0;
    ck_assert_int_eq(sscanf(said, "%d blocks", &run), 1);
    ck_assert_int_ge(run, 10);
}
END_TEST

/* A page of four blocks: the first two are kept, and then a word of an output is another. */
START_TEST(a_page_that_is_wrong_is_noticed)
{
    static const char page[] =
        "printf '```sh\necho \"a*[b\"; echo c\n```\n```text\na*[...\n%s\n```\n"
        "```c x.c\nint x;\n```\n```sh\ncat x.c%s\n```\n' ";
    static const struct {
        const char *words;
        int code;
    } pages[] = { { "c ''", 0 }, { "d ''", 1 }, { "c y.c", 1 } };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char *line = text_of("%s %s >$HERE/page.md; tools/follow.sh $HERE/page.md $HERE/page",
                             page, pages[i].words);
        ck_assert_msg(shell(line) == pages[i].code, "%s: %s", pages[i].words, said);
        free(line);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("tutorial");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, each_command_prints_what_the_page_shows);
    tcase_add_test(t, a_page_that_is_wrong_is_noticed);
    return suite_run("tutorial", t);
}
