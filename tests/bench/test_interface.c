/* test_interface.c -- what is typed and what comes back: make, the verbs, installing. */
#include "bench/base/cli.h"
#include "tests/bench/harness_case.h"

/* ---- a command in a shell ---------------------------------------------------------------- */

static char tree[1100], build[1100]; /* the source tree, the folder of the build */
static char *said;                   /* both streams of the last command */

static void begin(void)
{
    set_up();
    own_folder(build, sizeof build);
    *strrchr(build, '/') = '\0'; /* programs of tests lie one below */
    snprintf(tree, sizeof tree, "%s/..", build);
    setenv("BUILD", build, 1);
    setenv("HERE", folder, 1);
    unsetenv("MAKEFLAGS"); /* those of a `make test` around us */
    unsetenv("MAKELEVEL");
}

static void end(void)
{
    free(said);
    said = NULL;
    tear_down();
}

/* Runs a line in the source tree with $BUILD and $HERE; its exit code, its words in `said`. */
static int shell(const char *line)
{
    char *log = text_of("%s/said", folder);
    char *whole = text_of("cd '%s' && { %s\n} >'%s' 2>&1", tree, line, log);
    const int status = system(whole);
    free(said);
    said = file_text(log);
    free(whole);
    free(log);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void says(const char *words)
{
    ck_assert_msg(strstr(said, words) != NULL, "\"%s\" is missing in: %s", words, said);
}

static void says_not(const char *words)
{
    ck_assert_msg(strstr(said, words) == NULL, "\"%s\" should not be in: %s", words, said);
}

/* ---- make -------------------------------------------------------------------------------- */

START_TEST(plain_make_builds_everything)
{
    ck_assert_int_le(shell("make -npq B=\"$HERE/none\" 2>/dev/null | grep '^.DEFAULT_GOAL'"),
                     0);
    says(".DEFAULT_GOAL := all");
}
END_TEST

START_TEST(make_help_lists_the_targets)
{
    ck_assert_int_eq(shell("make help"), 0);
    says("make bench ");
    says("make install ");
    says_not("Nothing lists files");
}
END_TEST

/* ---- versions ---------------------------------------------------------------------------- */

/* A solver of another digest, then the first one again: its results count, and nothing runs. */
START_TEST(a_reverted_solver_counts_again)
{
    static const char run[] = "export IVPBENCH_PLUGIN_PATH=\"$HERE/p:$BUILD\";"
                              "$BUILD/ivpbench run $HERE/plan.cfg -q -o $HERE/a.db;"
                              "$BUILD/ivpbench export --store $HERE/a.db --format jsonl;";
    plan_for("\"t_good\"");
    ck_assert_int_eq(
        shell("mkdir -p $HERE/p/double/solvers; cp $BUILD/testroot/double/solvers/t_good.so "
              "$HERE/p/double/solvers; cp $HERE/p/double/solvers/t_good.so $HERE/"),
        0);
    ck_assert_int_eq(shell(run), 0);
    char *first = copied(said);
    ck_assert_int_eq(shell("echo >>$HERE/p/double/solvers/t_good.so"), 0);
    ck_assert_int_eq(shell(run), 0);
    says("1 results of other versions (double/solvers/t_good.so) are left out");
    ck_assert_int_eq(shell("cp $HERE/t_good.so $HERE/p/double/solvers"), 0);
    ck_assert_int_eq(shell(run), 0);
    says(strchr(first, '{'));
    free(first);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("words");
    tcase_add_checked_fixture(t, begin, end);
    tcase_set_timeout(t, 100);
    tcase_add_test(t, plain_make_builds_everything);
    tcase_add_test(t, make_help_lists_the_targets);
    tcase_add_test(t, a_reverted_solver_counts_again);
    Suite *s = suite_create("interface");
    suite_add_tcase(s, t);
    SRunner *r = srunner_create(s);
    srunner_run_all(r, CK_ENV);
    const int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed;
}
