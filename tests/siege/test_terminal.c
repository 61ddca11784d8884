/* test_terminal.c -- a harness with a terminal of its own: no plug-in stops what is written
 * there, reads what is typed, or is in the session that it belongs to.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"
#include "tests/plugins/attacks/all.h"

#include <poll.h>
#include <pty.h>

static void plan_of(const char *attack)
{
    char *solver = text_of("\"t_hostile(attack=%d)\", \"t_good\"", row_of_attack(attack));
    plan_for(solver);
    free(solver);
}

/* `ivpbench run` on a terminal whose other end is ours. */
static pid_t start_there(int *ours)
{
    char *plan = text_of("%s/plan.cfg", folder);
    const pid_t pid = forkpty(ours, NULL, NULL, NULL);
    if (!pid) {
        execl(program, "ivpbench", "run", plan, "--output", file, "--verbose", (char *)NULL);
        _exit(126);
    }
    free(plan);
    return pid;
}

/* Reads what comes, or nothing at all, until it has ended. -1: it has not. */
static int end_of(pid_t pid, int terminal, bool reads, double seconds)
{
    char block[4096];
    int status = 0;
    const double until = now_s() + seconds;
    while (now_s() < until && !waitpid(pid, &status, WNOHANG)) {
        struct pollfd p = { terminal, POLLIN, 0 };
        if (!reads || poll(&p, 1, 10) <= 0)
            poll(NULL, 0, 10);
        else if (read(terminal, block, sizeof block) < 0)
            poll(NULL, 0, 10);
    }
    if (now_s() < until) return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    return -1;
}

static const char *const names[] = { "stop_terminal",      "take_terminal",
                                     "spoil_terminal",     "open_terminals_by_name",
                                     "type_into_terminal", "hold_terminal" };
enum { NAMES = sizeof names / sizeof *names };

START_TEST(no_plug_in_reaches_the_terminal_of_a_run)
{
    int terminal;
    plan_of(names[_i]);
    const pid_t pid = start_there(&terminal);
    ck_assert_int_eq(end_of(pid, terminal, true, 60), 0);
    ck_assert_int_eq(count_of("SELECT count(*) FROM result WHERE outcome = 'ok'"), 2);
    ck_assert_int_eq(count_of("SELECT count(*) FROM result WHERE output LIKE '%READ IT%'"), 0);
    close(terminal);
}
END_TEST

/* By somebody who typed ^S: the cells are run to their end, and so is what has no end. */
START_TEST(a_stopped_terminal_stops_no_limit)
{
    int terminal, n = 0;
    plan_of("deaf_and_spin");
    const pid_t pid = start_there(&terminal);
    ck_assert_int_eq(write(terminal, "\023", 1), 1);
    for (int i = 0; i < 1000 && n < 2; i++) {
        poll(NULL, 0, 40);
        n = count_of("SELECT count(*) FROM result WHERE finished IS NOT NULL");
    }
    ck_assert_int_eq(n, 2);
    ck_assert_int_eq(write(terminal, "\021", 1), 1);
    ck_assert_int_eq(end_of(pid, terminal, true, 20), 0);
    close(terminal);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("terminal");
    tcase_add_checked_fixture(t, set_up, tear_down);
    tcase_add_loop_test(t, no_plug_in_reaches_the_terminal_of_a_run, 0, NAMES);
    tcase_add_test(t, a_stopped_terminal_stops_no_limit);
    return suite_run("terminal", t);
}
