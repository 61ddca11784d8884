/* test_limits.c -- time limits of cells on a machine with four times the load count what a
 * solver computes, and one that waits is told apart.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"
#include "tests/plugins/attacks/all.h"

static const struct {
    const char *solver; /* or an attack of t_hostile */
    outcome outcome;
    const char *detail; /* part of it */
} cases[] = {
    { "compute_a_while", OUTCOME_OK, "" },
    { "t_spins", OUTCOME_TIMEOUT, "CPU limit of 0.5 s reached while solving" },
    { "become_a_sleeper", OUTCOME_TIMEOUT, "waited, did not compute, while solving, twice" },
    { "stop_itself", OUTCOME_TIMEOUT, "waited, did not compute, while solving, twice" },
};
enum { CASES = sizeof cases / sizeof *cases, MOST_BURNERS = 256 };

static pid_t burners[MOST_BURNERS];
static int nburners;

/* Three processes beside each processor's own: they end with this one. */
static void load_the_machine(void)
{
    const long n = 3 * sysconf(_SC_NPROCESSORS_ONLN);
    for (nburners = 0; nburners < n && nburners < MOST_BURNERS; nburners++) {
        const pid_t pid = burners[nburners] = fork();
        if (pid) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (volatile long i = 0;; i = i + 1) continue;
    }
}

static void unload_the_machine(void)
{
    for (int i = 0; i < nburners; i++) {
        kill(burners[i], SIGKILL);
        waitpid(burners[i], NULL, 0);
    }
}

static void write_cases(void)
{
    char *list = copied("");
    for (int i = 0; i < CASES; i++) {
        const bool attack = strncmp(cases[i].solver, "t_", 2) != 0;
        char *one = attack ? text_of("t_hostile(attack=%d)", row_of_attack(cases[i].solver))
                           : copied(cases[i].solver);
        char *longer = text_of("%s%s\"%s\"", list, *list ? ", " : "", one);
        free(one);
        free(list);
        list = longer;
    }
    char *text = text_of("defaults = { timeout_s = 0.5; memory_mb = 200; workers = 0; };\n"
                         "groups = { all = { problems = [ \"bouncing_balls\" ];\n"
                         "solvers = [ %s ]; events = false;\n"
                         "steps = { hmax = 1.1e-2; halvings = 0; }; }; };\n",
                         list);
    write_plan(text);
    free(text);
    free(list);
}

static bool check(void *context, const record *r, const char *machine)
{
    int *seen = context;
    (void)machine;
    const char *equal = strchr(r->cell.options, '=');
    for (int i = 0; i < CASES; i++) {
        const bool attack = strncmp(cases[i].solver, "t_", 2) != 0;
        if (attack
                ? !equal || (int)strtol(equal + 1, NULL, 10) != row_of_attack(cases[i].solver)
                : strcmp(cases[i].solver, r->cell.solver))
            continue;
        seen[i]++;
        ck_assert_msg(r->outcome == cases[i].outcome && strstr(r->detail, cases[i].detail),
                      "%s: %s (%s)", cases[i].solver, outcome_name(r->outcome), r->detail);
    }
    return true;
}

START_TEST(a_busy_machine_changes_no_outcome)
{
    reason why;
    int seen[CASES] = { 0 };
    write_cases();
    load_the_machine();
    const int code = run_plan_file("-q");
    unload_the_machine();
    ck_assert_msg(code == 0 || !log_says("none"), "exit code %d", code);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert_msg(store_each(s, true, check, seen), "%s", store_error(s));
    store_close(s);
    for (int i = 0; i < CASES; i++) ck_assert_msg(seen[i] == 1, "%s", cases[i].solver);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("limits");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, a_busy_machine_changes_no_outcome);
    return suite_run("limits", t);
}
