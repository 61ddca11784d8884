/* test_not_deterministic.c -- solvers and problems of which no two runs end alike: with the
 * declaration their results are shown and not ranked, without it they are implausible.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/plugin_case.h"

static char output[65536];

/* file: what is built; lines of the declaration are deleted from it where there shall be
 * none. */
static const struct {
    const char *file, *name, *problem, *solver, *needs, *how;
} plugins[] = {
    { "varies.c", "varies", "circular_track", "varies@index1", "cc", "--h 0.1 --workers 1" },
    { "varies_python.py", "varies_python", "circular_track", "varies_python@index1", "python3",
      "--h 0.1 --workers 1" },
    { "varies_line.cfg", "varies_line", "circular_track", "varies_line@index1", "perl",
      "--h 0.1 --workers 1" },
    { "noisy.c", "noisy", "noisy", "dopri5@ode", "cc", "--rtol 1e-6 --workers 1" },
    { "noisy_python.py", "noisy_python", "noisy_python", "dopri5@ode", "python3",
      "--rtol 1e-6 --workers 1" },
};
enum { PLUGINS = sizeof plugins / sizeof *plugins };

/* Runs a command whose text has the words of plugin k; its exit code. */
static int run(const char *command) { return shell(command, output, sizeof output); }

static bool build_plugin(int k, bool declared)
{
    if (!is_there(plugins[k].needs)) {
        printf("skipped: %s is not installed\n", plugins[k].needs);
        return false;
    }
    char own[PATH];
    program_folder(own, sizeof own);
    char *command =
        text_of("cp %s/../tree/tests/plugins/languages/%s* . && %s%s && "
                "$ivpbench plugin build %s",
                own, plugins[k].name, declared ? "true" : "sed -i /not_deterministic/Id ",
                declared ? "" : plugins[k].file, plugins[k].file);
    ck_assert_msg(run(command) == 0, "%s", output);
    free(command);
    use_folder();
    return true;
}

/* In at most three processes, into a store. */
static void try_plugin(int k, const char *more)
{
    char *command = text_of("$ivpbench try %s --solver %s %s %s", plugins[k].problem,
                            plugins[k].solver, plugins[k].how, more);
    ck_assert_msg(run(command) == 0, "%s", output);
    free(command);
}

START_TEST(declared_is_shown_and_not_ranked)
{
    const int k = _i;
    if (!build_plugin(k, true)) return;
    try_plugin(k, "-o s.db");
    ck_assert_msg(!strstr(output, "implausible"), "%s", output);
    assert_says(output, " is not deterministic: it draws random numbers\n");
    char *rank = text_of("$ivpbench rank %s --store s.db --digits 1", plugins[k].problem),
         *info = text_of("$ivpbench info %s", plugins[k].name);
    ck_assert_msg(run(rank) == 0, "%s", output);
    assert_says(output, "not ranked: ");
    assert_says(output, " is not deterministic: it draws random numbers\n");
    ck_assert_msg(!strstr(output, "do not get there"), "%s", output);
    ck_assert_msg(run(info) == 0, "%s", output);
    assert_says(output, "it draws random numbers");
    ck_assert_msg(run("$ivpbench export --store s.db --format jsonl") == 0, "%s", output);
    assert_says(output, "\"not_deterministic\":\"it draws random numbers\"");
    free(rank);
    free(info);
}
END_TEST

START_TEST(undeclared_is_implausible)
{
    const int k = _i;
    if (!build_plugin(k, false)) return;
    try_plugin(k, "");
    assert_says(output, "implausible: a timed run does not end as the watched run did");
}
END_TEST

/* A solver that ends always alike keeps its place beside one that does not. */
START_TEST(others_are_ranked)
{
    ck_assert(build_plugin(0, true));
    ck_assert_msg(
        run("$ivpbench try bouncing_balls --solver varies@ode,ode23s@ode --h 0.002 --workers 2 "
            "--no-events -o s.db && $ivpbench rank bouncing_balls --store s.db --digits "
            "0.5") == 0,
        "%s", output);
    assert_says(output, "\n1     ode23s@ode");
    assert_says(
        output,
        "not ranked: varies@ode, constant steps, events not located is not deterministic");
    ck_assert_msg(!strstr(output, "\n2 "), "%s", output);
    ck_assert_int_eq(run("$ivpbench rank bouncing_balls --store s.db --digits 0.5 --json"), 0);
    assert_says(output, "\"why\": \"not deterministic\"");
}
END_TEST

static void try_accurate(const char *store)
{
    char *command = text_of("$ivpbench try circular_track --solver varies@index1 --h 0.1 "
                            "--workers 0 -o %s",
                            store);
    ck_assert_msg(run(command) == 0, "%s", output);
    free(command);
}

/* Neither of two such results contradicts the other. */
START_TEST(two_stores_are_merged)
{
    ck_assert(build_plugin(0, true));
    try_accurate("s.db");
    try_accurate("t.db");
    ck_assert_msg(run("$ivpbench merge s.db t.db -o both.db") == 0, "%s", output);
    ck_assert(build_plugin(0, false));
    try_accurate("u.db");
    try_accurate("v.db");
    ck_assert_int_eq(run("$ivpbench merge u.db v.db -o both2.db"), 3);
    assert_says(output, "contradict each other");
}
END_TEST

START_TEST(the_contract_asks_for_no_repetition)
{
    ck_assert(build_plugin(0, true));
    run("$ivpbench plugin test varies");
    assert_says(output, "it is declared not deterministic: it draws random numbers");
    ck_assert_msg(!strstr(output, "ends elsewhere"), "%s", output);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("not deterministic");
    tcase_add_checked_fixture(c, make_scratch_folder, remove_folder);
    tcase_add_loop_test(c, declared_is_shown_and_not_ranked, 0, PLUGINS);
    tcase_add_loop_test(c, undeclared_is_implausible, 0, PLUGINS);
    tcase_add_test(c, others_are_ranked);
    tcase_add_test(c, two_stores_are_merged);
    tcase_add_test(c, the_contract_asks_for_no_repetition);
    return suite_run("not deterministic", c);
}
