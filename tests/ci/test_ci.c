/* test_ci.c -- the scripts that choose, run and record tests: tools/reach.sh, tools/test.sh,
 * .ci/long.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/shell_case.h"

#include <string.h>

/* ---- which programs a change reaches ----------------------------------------------------- */

static int reach(const char *files)
{
    char *line = text_of("tools/reach.sh \"$BUILD\" --files %s 2>/dev/null", files);
    const int code = shell(line);
    free(line);
    return code;
}

START_TEST(change_reaches_who_uses_it)
{
    ck_assert_int_eq(reach("kernel/linear/lu.c"), 0);
    says("test_lu\n");            /* calls it */
    says("test_solver_contract"); /* runs solvers that need it */
    says("test_gate\n");          /* starts the program that has it */
    says_not("test_style");       /* draws */
}
END_TEST

/* A program's own source reaches it, though it is not light; data reach who names them. */
START_TEST(change_of_a_test_reaches_it)
{
    ck_assert_int_eq(reach("tests/reference/test_ball_grades.c docs/nobody_''names_this"), 0);
    ck_assert_str_eq(said, "test_ball_grades\nlayers\ncircles\nnames\nlicences\ninterface\n");
}
END_TEST

START_TEST(data_reach_who_names_them)
{
    ck_assert_int_eq(reach("docs/exceptions.md"), 0);
    says("test_ladders\n");
    says_not("test_lu\n");
}
END_TEST

START_TEST(unknown_base_is_said)
{
    ck_assert_int_eq(shell("tools/reach.sh \"$BUILD\" nosuchcommit"), 2);
    says("there is no commit nosuchcommit");
}
END_TEST

/* ---- how programs are run and counted ---------------------------------------------------- */

/* A program of a build of its own, $HERE/b. */
static void program_of(const char *name, const char *script)
{
    char *line = text_of("mkdir -p \"$HERE/b/tests\" && cd \"$HERE/b/tests\" && "
                         "printf '#!/bin/sh\\n%%s\\n' '%s' >%s && chmod +x %s",
                         script, name, name);
    ck_assert_int_eq(shell(line), 0);
    free(line);
}

static const char good[] = "echo \"100%: Checks: 3, Failures: 0, Errors: 0\"";
static const char bad[] = "echo \"x.c:1:F:case:name:0: it broke\"; "
                          "echo \"50%: Checks: 2, Failures: 1, Errors: 0\"; exit 1";

START_TEST(totals_count_every_check)
{
    program_of("test_good", good);
    program_of("test_bad", bad);
    program_of("test_dies", "kill -SEGV $$");
    ck_assert_int_eq(shell("tools/test.sh \"$HERE/b\" test_good test_bad test_dies test_gone"),
                     1);
    says("it broke");
    says("\n4 passed, 3 failed\n");
    ck_assert_int_eq(shell("tools/test.sh \"$HERE/b\" test_good"), 0);
    says("\n3 passed, 0 failed\n");
}
END_TEST

/* Nothing says how such a program ended. */
START_TEST(log_without_an_end_is_a_failure)
{
    program_of("test_kills", "kill -KILL $PPID");
    ck_assert_int_eq(shell("tools/test.sh \"$HERE/b\" test_kills"), 1);
    says("\n0 passed, 1 failed\n");
}
END_TEST

/* The processor's time is what counts, not the clock. */
START_TEST(log_says_the_cpu_time)
{
    program_of("test_good", good);
    program_of("test_sleeps", "sleep 1.2");
    program_of("test_works", "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done");
    ck_assert_int_eq(shell("tools/test.sh \"$HERE/b\" test_sleeps test_works"), 0);
    ck_assert_int_eq(
        shell("awk '$1 == \"cpu\" { exit !($2 < 0.5) }' \"$HERE/b/tests/test_sleeps.log\""), 0);
    ck_assert_int_eq(
        shell("awk '$1 == \"cpu\" { exit !($2 > 0.02) }' \"$HERE/b/tests/test_works.log\""), 0);
}
END_TEST

START_TEST(resumed_run_keeps_what_has_passed)
{
    program_of("test_good",
               "echo run >>count; echo \"100%: Checks: 3, Failures: 0, Errors: 0\"");
    program_of("test_bad", bad);
    static const char again[] = "cd \"$HERE\" && mkdir -p tests && touch tests/light.txt && "
                                "RESUME=1 \"$BUILD/tree/tools/test.sh\" b test_good test_bad";
    ck_assert_int_eq(shell(again), 1);
    ck_assert_int_eq(shell(again), 1);
    says("\n4 passed, 1 failed\n");
    ck_assert_int_eq(shell("test $(wc -l <\"$HERE/count\") -eq 1"), 0);
}
END_TEST

/* ---- what .ci/long records --------------------------------------------------------------- */

/* A repository with .ci/long and a Makefile whose tests end with `code`. */
static void repository(int code)
{
    char *line = text_of(
        "mkdir -p \"$HERE/r/.ci\" && cp .ci/long \"$HERE/r/.ci\" && cd \"$HERE/r\" && git init "
        "-q && git config user.name t && git config user.email t@example.org && "
        "printf 'test gates:; @exit %d\\n' >Makefile && mkdir -p kernel && echo >kernel/lu.c "
        "&& printf 'out/\\n' >.gitignore && git add . && git commit -qm first",
        code);
    ck_assert_int_eq(shell(line), 0);
    free(line);
}

START_TEST(last_result_of_a_part_is_recorded)
{
    repository(0);
    ck_assert_int_eq(shell("cd \"$HERE/r\" && .ci/long tests gates"), 0);
    says("2 passed, 0 failed");
    ck_assert_int_eq(shell("cd \"$HERE/r\" && sed -i 's/exit 0/exit 1/' Makefile && "
                           "git commit -qam second && .ci/long tests"),
                     1);
    says("0 passed, 1 failed");
    ck_assert_int_eq(
        shell("cd \"$HERE/r\" && cat docs/lab/long.md && "
              "test $(grep -c '^| tests |' docs/lab/long.md) -eq 1 && "
              "grep \"^| tests | failed .*$(git log -1 --abbrev=10 --format=%h) \" "
              "docs/lab/long.md && grep \"^| gates | passed .*$(git log -1 --abbrev=10 "
              "--format=%h HEAD^) \" docs/lab/long.md"),
        0);
}
END_TEST

static int has_passed(void)
{
    return shell("bash -c 'cd \"$HERE/r\" && LONG_SOURCED=1 . .ci/long; has_passed tests'");
}

/* The record itself is no change; others are, committed or not. */
START_TEST(part_that_has_passed_is_not_repeated)
{
    repository(0);
    ck_assert_int_eq(has_passed(), 1);
    ck_assert_int_eq(shell("cd \"$HERE/r\" && .ci/long tests"), 0);
    ck_assert_int_eq(has_passed(), 0);
    ck_assert_int_eq(shell("cd \"$HERE/r\" && git add . && git commit -qm record"), 0);
    ck_assert_int_eq(has_passed(), 0);
    ck_assert_int_eq(shell("echo >>\"$HERE/r/kernel/lu.c\""), 0);
    ck_assert_int_eq(has_passed(), 1);
    ck_assert_int_eq(shell("cd \"$HERE/r\" && git commit -qam change"), 0);
    ck_assert_int_eq(has_passed(), 1);
}
END_TEST

START_TEST(paths_reach_parts)
{
    repository(0);
    ck_assert_int_eq(shell("cd \"$HERE/r\" && echo >>kernel/lu.c && .ci/long --reached HEAD"),
                     0);
    says("sanitizers\n");
    says("orders\n");
    says_not("proofs\n");
    ck_assert_int_eq(shell(".ci/long nosuch"), 2);
    says("there is no part 'nosuch'");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("ci");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, change_reaches_who_uses_it);
    tcase_add_test(t, change_of_a_test_reaches_it);
    tcase_add_test(t, data_reach_who_names_them);
    tcase_add_test(t, unknown_base_is_said);
    tcase_add_test(t, totals_count_every_check);
    tcase_add_test(t, log_without_an_end_is_a_failure);
    tcase_add_test(t, log_says_the_cpu_time);
    tcase_add_test(t, resumed_run_keeps_what_has_passed);
    tcase_add_test(t, last_result_of_a_part_is_recorded);
    tcase_add_test(t, part_that_has_passed_is_not_repeated);
    tcase_add_test(t, paths_reach_parts);
    return suite_run("ci", t);
}
