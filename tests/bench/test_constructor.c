/* test_constructor.c -- plug-ins that misbehave when they are loaded, before anything is asked:
 * `list`, `info`, `plan` and `plugin test` come to an end, say so, and do not say "done".
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

static int tell(const char *verb, const char *word)
{
    char *command = text_of("IVPBENCH_TEST_CONSTRUCTOR=%s timeout 300 %s %s > %s/log 2>&1",
                            word, program, verb, folder);
    const int status = system(command);
    free(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
}

START_TEST(harmless_when_it_says_nothing)
{
    ck_assert_int_eq(tell("list solvers", "no"), 0);
    ck_assert(log_says("t_constructor"));
}
END_TEST

/* The others are listed, those behind it too. */
static bool is_row_of_a_list(const char *says)
{
    return log_says("t_constructor             unusable: ") && log_says(says) &&
           log_says("adams ") && log_says("w_method ") && log_says("t_good ");
}

/* Each way to misbehave, in each verb that loads. */
static const struct {
    const char *word, *says; /* in its row of a list; NULL: it may be listed as any other */
} ways[] = {
    { "quit", "it ended the process when it was loaded, with code 0" },
    { "abort", "it crashed when it was loaded" },
    { "kill", "when it was loaded" },
    { "stop", "loading it does not come to an end in 5 s" },
    { "fall", "it crashed when it was loaded" },
    { "become", "it ended the process when it was loaded, with code 0" },
    { "forge", NULL },
    { "shut", NULL },
    { "hold", "when it was loaded" },
    { "hog", "" },
    { "pause", "loading it does not come to an end in 5 s" },
    { "bomb", "it ended the worker when it was loaded" },
    { "flood", NULL },
    { "spin", "loading it does not come to an end in 5 s" },
};
enum { MISDEEDS = sizeof ways / sizeof *ways };

START_TEST(a_plug_in_that_misbehaves_when_loaded_is_a_row_of_the_list)
{
    ck_assert_int_eq(tell("list solvers", ways[_i].word), 0);
    if (ways[_i].says) ck_assert(is_row_of_a_list(ways[_i].says));
    ck_assert(log_says("adams ") && log_says("w_method ") && log_says("t_good "));
    char *log = text_of("%s/log", folder), *text = file_text(log);
    ck_assert(!strstr(text, "\nforged"));
    free(log);
    free(text);
    ck_assert_int_eq(lingering(), 0);
}
END_TEST

static const char *const verbs[] = {
    "info t_constructor", "plugin test t_constructor",
    "try bouncing_balls --solver t_constructor@ode --workers 0 --timeout 1"
};
enum { VERBS = sizeof verbs / sizeof *verbs };

/* No success, no hang, nothing left. */
START_TEST(a_plug_in_that_misbehaves_when_loaded_ends_with_its_verb)
{
    setenv("TMPDIR", folder, 1);
    const int code = tell(verbs[_i % VERBS], ways[_i / VERBS].word);
    ck_assert_msg(code >= 0 && code < 124, "%s, %s: %d", verbs[_i % VERBS],
                  ways[_i / VERBS].word, code);
    ck_assert_int_eq(lingering(), 0);
    char *scratch = text_of("! ls -d %s/ivpbench-scratch-* 2>/dev/null", folder);
    ck_assert_int_eq(system(scratch), 0);
    free(scratch);
    unsetenv("TMPDIR");
}
END_TEST

START_TEST(what_is_cut_short_is_no_success)
{
    ck_assert_int_eq(tell("info t_constructor", "quit"), 3);
    ck_assert(log_says("ended the process"));
}
END_TEST

START_TEST(a_contract_does_not_hang)
{
    ck_assert_int_eq(tell("plugin test t_constructor", "pause"), 1);
    ck_assert(log_says("loading has 20 s"));
}
END_TEST

static const char *const words[] = { "quit", "pause", "hog" };

/* What cannot be asked is planned: the cell itself will show how it ends. */
START_TEST(a_plan_goes_on_with_the_rest)
{
    char *verb = text_of("plan %s/plan.cfg", folder);
    plan_for("\"t_good\", \"t_constructor@ode\"");
    ck_assert_int_eq(tell(verb, words[_i]), 0);
    ck_assert(log_says("t_good@ode"));
    ck_assert(log_says("t_constructor@ode"));
    free(verb);
}
END_TEST

/* ---- the verb is killed while a plug-in and its child hang ------------------------------- */

static const struct {
    const char *words[3];
    int signal_number;
} killed[] = {
    { { "list", "solvers", NULL }, SIGKILL },
    { { "list", "solvers", NULL }, SIGTERM },
    { { "plan", "plan.cfg", NULL }, SIGKILL },
    { { "plugin", "test", "t_constructor" }, SIGKILL },
};
enum { KILLED = sizeof killed / sizeof *killed };

static pid_t start_hanging(const char *const verb[3])
{
    const pid_t pid = fork();
    if (pid) return pid;
    if (chdir(folder)) _exit(126);
    if (!freopen("log", "w", stderr) || !freopen("log", "a", stdout)) _exit(126);
    setenv("TMPDIR", folder, 1);
    setenv("IVPBENCH_TEST_CONSTRUCTOR", "fork", 1);
    execl(program, "ivpbench", verb[0], verb[1], verb[2], (char *)NULL);
    _exit(126);
}

/* 16 cells that wait for 30 s each, twice, would take longer than the limit of tell(). */
START_TEST(many_cells_of_a_plug_in_that_waits_take_no_longer)
{
    char *verb = text_of("run -o %s/bench.db %s/plan.cfg", folder, folder);
    write_plan("defaults = { workers = 0; };\n"
               "groups = { one = { problems = [ \"bouncing_balls\" ];\n"
               "solvers = [ \"t_constructor@ode\" ];\n"
               "tolerances = { from = 2; to = 9; per_decade = 2; }; }; };\n");
    const int code = tell(verb, "pause");
    ck_assert_msg(code < 124, "%d", code);
    ck_assert(log_says("15 timeout, 0 finished before"));
    free(verb);
}
END_TEST

START_TEST(nothing_outlives_a_verb)
{
    enum { MOST_NAPS = 4000, ALL = 4 }; /* verb, reaper, worker, child of the plug-in */
    int left = 1, seen = 0;
    plan_for("\"t_good\", \"t_constructor@ode\"");
    const pid_t pid = start_hanging(killed[_i].words);
    for (int i = 0; i < MOST_NAPS && (seen = lingering()) < ALL; i++) nap();
    ck_assert_int_ge(seen, ALL);
    kill(pid, killed[_i].signal_number);
    wait_for(pid);
    for (int i = 0; i < MOST_NAPS && (left = lingering()); i++) nap();
    ck_assert_int_eq(left, 0);
    char *scratch = text_of("! ls -d %s/ivpbench-scratch-* 2>/dev/null", folder);
    ck_assert_int_eq(system(scratch), 0);
    free(scratch);
}
END_TEST

/* A shell that starts something and becomes this program has given it a child. */
START_TEST(what_was_there_before_stays)
{
    char *line = text_of("cd %s; sh -c 'sleep 60 & echo $! >child; exec %s %s >log 2>&1'; "
                         "read child <child; kill $child",
                         folder, program, _i ? "run plan.cfg -qo bench.db" : "list solvers");
    plan_for("\"t_good\"");
    ck_assert_int_eq(system(line), 0);
    free(line);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("constructor");
    TCase *t = tcase_create("constructor");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, harmless_when_it_says_nothing);
    tcase_add_loop_test(t, a_plug_in_that_misbehaves_when_loaded_is_a_row_of_the_list, 0,
                        MISDEEDS);
    tcase_add_loop_test(t, a_plug_in_that_misbehaves_when_loaded_ends_with_its_verb, 0,
                        (MISDEEDS - 1) * VERBS); /* to spin takes each its 20 s */
    tcase_add_test(t, what_is_cut_short_is_no_success);
    tcase_add_test(t, a_contract_does_not_hang);
    tcase_add_loop_test(t, a_plan_goes_on_with_the_rest, 0, 3);
    tcase_add_test(t, many_cells_of_a_plug_in_that_waits_take_no_longer);
    tcase_add_loop_test(t, nothing_outlives_a_verb, 0, KILLED);
    tcase_add_loop_test(t, what_was_there_before_stays, 0, 2);
    suite_add_tcase(suite, t);
    return suite_run_all(suite);
}
