/* test_verdicts.c -- what a one-step method must make of the verdict on its trial: a rejected
 * one leaves no trace, a moved state is believed. To the bit: a stage of the old state that is
 * kept by mistake changes the last digits at least.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdio.h>

#include "tests/method.h"

static const struct {
    const char *solver, *options, *problem;
    ivp_formulation formulation;
} methods[] = {
    { "dopri5", NULL, "hires", IVP_AS_ODE },
    { "dopri5", NULL, "andrews", IVP_INDEX1 },
    { "ode23s", NULL, "hires", IVP_AS_ODE },
    { "ode23s", NULL, "andrews", IVP_INDEX1 },
    { "llm", NULL, "hires", IVP_AS_ODE },
    { "rosenbrock_nystrom", NULL, "hires", IVP_AS_ODE },
    { "rosenbrock_nystrom", NULL, "double_pendulum_rsda", IVP_STATE_SPACE },
    { "w_method", "jacobian=zero", "double_pendulum_rsda", IVP_STATE_SPACE },
    { "w_method", NULL, "hires", IVP_AS_ODE },
    { "linear_implicit_euler", NULL, "hires", IVP_AS_ODE },
    { "linear_implicit_euler", "jacobian=J1", "car_axle", IVP_INDEX2 },
};
enum { METHODS = sizeof methods / sizeof *methods };

static void open_two(int k, method *a, method *b)
{
    method *const both[] = { a, b };
    for (int i = 0; i < 2; i++)
        method_open(both[i], methods[k].solver, methods[k].options, methods[k].problem, NULL,
                    methods[k].formulation);
}

/* Both make the next trial, which must be the same one. */
static void expect_twins(method *a, method *b, double h)
{
    method_attempt(a, h);
    method_attempt(b, h);
    for (int i = 0; i < a->n; i++)
        ck_assert_msg(a->y1[i] == b->y1[i], "%s: unknown %d is %.17g and %.17g",
                      a->solver->name, i, a->y1[i], b->y1[i]);
    method_close(a);
    method_close(b);
}

START_TEST(a_rejected_trial_leaves_no_trace)
{
    method rejected, straight;
    const double h = 1e-4;
    open_two(_i, &rejected, &straight);
    method_attempt(&rejected, h);
    method_verdict(&rejected, IVP_KEPT);
    method_attempt(&rejected, 10 * h);
    method_verdict(&rejected, IVP_REJECTED);
    method_attempt(&straight, h);
    method_verdict(&straight, IVP_KEPT);
    expect_twins(&rejected, &straight, h);
}
END_TEST

START_TEST(a_moved_state_is_believed)
{
    method moved, fresh;
    const double h = 1e-4;
    double yp[METHOD_UNKNOWNS] = { 0 };
    open_two(_i, &moved, &fresh);
    method_attempt(&moved, h);
    moved.y1[0] += 1e-3;
    method_verdict(&moved, IVP_MOVED);
    memcpy(fresh.y, moved.y, sizeof fresh.y);
    fresh.t = moved.t;
    ck_assert_int_eq(fresh.solver->restart(fresh.self, fresh.t, fresh.y, yp, 0), IVP_OK);
    expect_twins(&moved, &fresh, h);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("verdicts");
    tcase_add_loop_test(t, a_rejected_trial_leaves_no_trace, 0, METHODS);
    tcase_add_loop_test(t, a_moved_state_is_believed, 0, METHODS);
    return suite_run("verdicts", t);
}
