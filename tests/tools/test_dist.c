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
}
END_TEST

/* The first heading of a version is of this one, with a date, or of one that is to come. */
START_TEST(the_change_log_has_the_version)
{
    ck_assert_int_eq(shell("grep -m 1 '^## ' CHANGELOG.md"), 0);
    char *heading = text_of("## [%s] - 20", version);
    ck_assert_msg(!strcmp(said, "## [Unreleased]\n") ||
                      !strncmp(said, heading, strlen(heading)),
                  "%s", said);
    free(heading);
}
END_TEST

/* What CFF 1.2.0 requires */
START_TEST(the_citation_has_what_its_format_requires)
{
    ck_assert_int_eq(
        shell("grep -E '^(cff-version: 1[.]2[.]0|message: .+|title: .+|authors:)$' "
              "CITATION.cff | wc -l"),
        0);
    ck_assert_str_eq(said, "4\n");
    ck_assert_int_eq(shell("grep -A 1 '^authors:$' CITATION.cff"), 0);
    says("  - name: ");
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
    tcase_add_test(t, the_change_log_has_the_version);
    tcase_add_test(t, the_citation_has_what_its_format_requires);
    tcase_add_test(t, a_tarball_has_the_same_bytes_each_time);
    return suite_run("dist", t);
}
