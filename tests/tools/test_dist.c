/* test_dist.c -- the version is the same wherever it stands; a tarball of the sources has the
 * same bytes each time, and what a build needs.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

static char version[64];

static void read_version(void)
{
    begin();
    ck_assert_int_eq(shell("cat VERSION"), 0);
    snprintf(version, sizeof version, "%.*s", (int)strcspn(said, "\n"), said);
}

static void has_version(const char *command, const char *before, const char *after)
{
    ck_assert_msg(shell(command) == 0, "%s", said);
    char *words = text_of("%s%s%s", before, version, after);
    says(words);
    free(words);
}

START_TEST(the_version_is_the_same_everywhere)
{
    has_version("$BUILD/ivpbench --version", "ivpbench ", "\n");
    has_version("cat CITATION.cff", "\nversion: ", "\n");
    has_version("cat README.md", ", version ", ",");
    has_version("cat docs/ivpbench.1", "ivpbench ", "");
    has_version("head -1 debian/changelog", "ivpbench (", ") ");
    has_version("PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=python /usr/bin/python3 -c "
                "'import ivpbench; print(\"python\", ivpbench.__version__)'",
                "python ", "\n");
    ck_assert_int_eq(shell("grep -E '^## \\[' CHANGELOG.md | head -1"), 0);
    says("## [");
}
END_TEST

START_TEST(a_tarball_has_the_same_bytes_each_time)
{
    if (shell("git rev-parse --verify HEAD")) {
        printf("skipped: this tree is no repository\n");
        return;
    }
    ck_assert_msg(!shell("make -s dist OUT=$HERE/a && sleep 1.1 && make -s dist OUT=$HERE/b && "
                         "cmp $HERE/a/*.gz $HERE/b/*.gz"),
                  "%s", said);
    ck_assert_int_eq(shell("tar -tzf $HERE/a/ivpbench-*.tar.gz | "
                           "grep -cE '^ivpbench-[0-9.]+/(Makefile|VERSION|LICENSE)$'"),
                     0);
    ck_assert_str_eq(said, "3\n");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("dist");
    tcase_add_checked_fixture(t, read_version, end);
    tcase_add_test(t, the_version_is_the_same_everywhere);
    tcase_add_test(t, a_tarball_has_the_same_bytes_each_time);
    return suite_run("dist", t);
}
