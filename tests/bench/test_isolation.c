/* test_isolation.c -- plug-ins that misbehave cost their own cell and nothing else.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"

typedef struct wanted {
    const char *solver;
    outcome outcome;
    const char *detail; /* part of it */
    int seen;
} wanted;

static bool check_one(void *context, const record *r, const char *machine)
{
    (void)machine;
    for (wanted *w = context; w->solver; w++) {
        if (strcmp(w->solver, r->cell.solver)) continue;
        w->seen++;
        const bool said = strstr(r->scoring, "\"solver_family\":\"radau\"") &&
                          strstr(r->scoring, "\"solver_library\":\"LIB 1.0\"");
        ck_assert_msg(!strcmp(w->solver, "t_family") == said, "%s: %s", w->solver, r->scoring);
        ck_assert_msg(r->outcome == w->outcome, "%s: %s (%s), output: %s", w->solver,
                      outcome_name(r->outcome), r->detail, r->output);
        ck_assert_msg(strstr(r->detail, w->detail) != NULL, "%s: %s", w->solver, r->detail);
        if (r->outcome == OUTCOME_OK) ck_assert_int_gt(r->nsamples, 0);
        if (!strcmp(w->solver, "t_shouts")) {
            ck_assert_uint_lt(strlen(r->output), 10000);
            ck_assert_ptr_nonnull(strstr(r->output, "bytes left out"));
            ck_assert_ptr_nonnull(strstr(r->output, "016383"));
        }
    }
    return true;
}

START_TEST(each_costs_its_own_cell)
{
    wanted all[] = {
        { "t_good", OUTCOME_OK, "", 0 },
        { "t_family", OUTCOME_OK, "", 0 },
        { "t_segfault", OUTCOME_CRASH, "signal 11", 0 },
        { "t_aborts", OUTCOME_CRASH, "signal 6", 0 },
        { "t_heap", OUTCOME_CRASH, "signal", 0 },
        { "t_asked", OUTCOME_CRASH, "while being set up", 0 },
        { "t_spins", OUTCOME_TIMEOUT, "while solving", 0 },
        { "t_hogs", OUTCOME_MEMORY, "200 MB allowed", 0 },
        { "t_nan", OUTCOME_NONFINITE, "", 0 },
        { "t_quits", OUTCOME_EXIT, "exit code 0", 0 },
        { "t_exits", OUTCOME_EXIT, "exit code 7", 0 },
        { "t_shouts", OUTCOME_OK, "", 0 },
        { "t_liar", OUTCOME_OK, "", 0 },
        { "t_forks", OUTCOME_OK, "", 0 },
        { NULL, OUTCOME_OK, "", 0 },
    };
    reason why;
    plan_for("\"t_good\", \"t_family\", \"t_segfault\", \"t_aborts\", \"t_heap\", \"t_asked\", "
             "\"t_spins\","
             "\"t_hogs\", \"t_nan\", \"t_quits\", \"t_exits\", \"t_shouts\", \"t_liar\", "
             "\"t_forks\"");
    const int code = run_plan_file(NULL);
    ck_assert_msg(code == 0 || log_says(""), "exit code %d", code);
    ck_assert_int_eq(code, 0);
    store *s = store_open(file, false, &why);
    ck_assert_msg(s != NULL, "%s", why.text);
    ck_assert_msg(store_each(s, true, check_one, all), "%s", store_error(s));
    for (wanted *w = all; w->solver; w++)
        ck_assert_msg(w->seen == 1, "%s: %d", w->solver, w->seen);
    store_close(s);
}
END_TEST

/* What does not come through the door is the plan's mistake: file, line, sentence, exit 2. */
static const struct {
    const char *solver, *says;
} at_the_door[] = {
    { "t_old", "ABI" },
    { "t_alias", "t_other" },
    { "t_nosymbol", "ivp_solver_t_nosymbol" },
    { "t_missing", "unknown solver \"t_missing\"" },
    { "t_good(x=1)", "x" },
    { "t_good@index3", "declined" },
};

START_TEST(refused_at_the_door)
{
    char *quoted = text_of("\"%s\"", at_the_door[_i].solver);
    const bool declined = !strcmp(at_the_door[_i].says, "declined");
    plan_for(quoted);
    ck_assert_int_eq(run_plan_file("-v"), declined ? 0 : 2);
    ck_assert(log_says(at_the_door[_i].says));
    ck_assert(declined || log_says("plan.cfg:3: "));
    free(quoted);
}
END_TEST

/* The same in a cell that is run directly: the cell could not be started. */
START_TEST(wrong_abi_in_a_cell)
{
    char *command =
        text_of("%s run --cell '{\"problem\":\"bouncing_balls\",\"formulation\":\"ode\","
                "\"solver\":\"t_old\",\"h\":0.01}' > %s/log 2>&1",
                program, folder);
    const int status = system(command);
    ck_assert_int_eq(WEXITSTATUS(status), 3);
    ck_assert(log_says("infrastructure"));
    ck_assert(log_says("ABI"));
    free(command);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("isolation");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_test(t, each_costs_its_own_cell);
    tcase_add_loop_test(t, refused_at_the_door, 0,
                        (int)(sizeof at_the_door / sizeof *at_the_door));
    tcase_add_test(t, wrong_abi_in_a_cell);
    return suite_run("isolation", t);
}
