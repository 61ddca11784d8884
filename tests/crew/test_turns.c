/* test_turns.c -- a timing worker that is set up while another solves: it waits, is pinned to
 * the core of its turn, and no limit ends its waiting. And one whose CPU time is in doubt.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/crew.h"
#include "bench/host/machine.h"

#include "tests/bench/harness_case.h"

#include <sched.h>

static crew w;
static cell of;
static int cores[1024], ncores;

static void open_crew(void)
{
    reason why;
    set_up();
    of = (cell){ .problem = "bouncing_balls",
                 .parameters = "",
                 .formulation = "ode",
                 .solver = "dopri5",
                 .options = "",
                 .rtol = 1e-5,
                 .atol = 1e-5,
                 .timeout_s = 20,
                 .memory_mb = 500,
                 .max_steps = 100000,
                 .min_time_s = 0.005,
                 .precision = 0.05,
                 .workers = 1 };
    ck_assert_msg(cell_make_key(&of, &why), "%s", why.text);
    static char *const hidden[] = { NULL };
    ck_assert_msg(crew_open(&w, hidden, &why), "%s", why.text);
    ncores = machine_cores(cores, 1024);
}

static void close_crew(void)
{
    crew_close(&w);
    tear_down();
}

static child *add(int core, bool waits)
{
    reason why;
    const child_duty duty = { .timing = 1, .waits = waits };
    ck_assert_msg(crew_add(&w, &of, &duty, core, NULL, &why), "%s", why.text);
    return w.members[w.n - 1];
}

static bool is_pinned_to(pid_t pid, int core)
{
    cpu_set_t set;
    ck_assert_int_eq(sched_getaffinity(pid, sizeof set, &set), 0);
    return CPU_COUNT(&set) == 1 && CPU_ISSET((size_t)core, &set);
}

static void wait_until_set_up(const child *c)
{
    const double until = now_s() + 60;
    while (c->turn != TURN_AWAITED && now_s() < until) ck_assert(crew_rest(&w, 10));
    ck_assert_int_eq(c->turn, TURN_AWAITED);
}

static void ends_well(void)
{
    child *done = NULL;
    record r = { .outcome = OUTCOME_INFRASTRUCTURE };
    const double until = now_s() + 60;
    while (crew_wait(&w, &done) != CREW_DONE) ck_assert(now_s() < until);
    child_verdict(done, &r);
    ck_assert_msg(r.outcome == OUTCOME_OK, "%s", r.detail);
    ck_assert_int_gt(r.nsamples, 0);
    record_free(&r);
}

START_TEST(who_waits_does_not_solve)
{
    child *c = add(cores[0], true);
    wait_until_set_up(c);
    for (int i = 0; i < 10; i++) ck_assert(crew_rest(&w, 10));
    ck_assert_int_eq(c->phase, SETTING_UP);
    ck_assert(!c->gone && !c->solved && is_pinned_to(c->pid, cores[0]));
    child_begin(c, cores[ncores - 1]);
    ck_assert_int_eq(c->phase, SOLVING);
    ck_assert(is_pinned_to(c->pid, cores[ncores - 1]));
    ends_well();
}
END_TEST

START_TEST(a_turn_may_come_first)
{
    child *c = add(cores[0], true);
    child_begin(c, cores[ncores - 1]);
    ck_assert_int_ne(c->phase, SOLVING);
    ends_well();
}
END_TEST

/* Its limit is made short by hand; a worker that waits otherwise is stopped after two
 * seconds. */
START_TEST(no_limit_ends_its_turn)
{
    child *c = add(cores[0], true);
    wait_until_set_up(c);
    c->limit_s = 0.5;
    const double until = now_s() + 3;
    while (now_s() < until) ck_assert(crew_rest(&w, 10));
    ck_assert_int_eq(c->end, BY_ITSELF);
    child_begin(c, cores[0]);
    ends_well();
}
END_TEST

/* The difference is put in by hand: a second of CPU time that the worker does not tell. */
static outcome end_with_differences(int times)
{
    child *done = NULL;
    record r = { .outcome = OUTCOME_INFRASTRUCTURE };
    const double until = now_s() + 60;
    add(cores[0], true);
    do {
        ck_assert(now_s() < until);
        if (!w.n || w.members[0]->turn == TURN_NOW) continue;
        if (times-- > 0) w.members[0]->left_s = 1;
        child_begin(w.members[0], cores[0]);
    } while (crew_wait(&w, &done) != CREW_DONE);
    child_verdict(done, &r);
    const outcome is = r.outcome;
    ck_assert_msg(is == OUTCOME_OK || strstr(r.detail, "the kernel counted"), "%s", r.detail);
    record_free(&r);
    return is;
}

START_TEST(an_account_that_differs_once_is_dropped)
{
    ck_assert_int_eq(end_with_differences(1), OUTCOME_OK);
    ck_assert_int_eq(end_with_differences(2), OUTCOME_MISBEHAVED);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("turns");
    tcase_add_checked_fixture(t, open_crew, close_crew);
    tcase_add_test(t, who_waits_does_not_solve);
    tcase_add_test(t, a_turn_may_come_first);
    tcase_add_test(t, no_limit_ends_its_turn);
    tcase_add_test(t, an_account_that_differs_once_is_dropped);
    return suite_run("turns", t);
}
