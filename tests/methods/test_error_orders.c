/* test_error_orders.c -- the error that an attempt tests falls with the order that it says: as
 * h^(order + 1).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

static const char *const names[] = { "dopri5",  "dop853",   "radau_iia",          "rodas",
                                     "rodas5p", "w_method", "rosenbrock_nystrom", "ode23s",
                                     "rkc" };

/* The first step of q'' = -q - q'/2 + t. */
static double error_of_step(const char *name, double h, int *order)
{
    method m;
    method_open(&m, name, NULL, "t_oscillator", "a=1 b=0.5 c=1 u0=0.3", IVP_AS_ODE);
    method_attempt(&m, h);
    ck_assert_int_eq(m.trial.ntests, 1);
    const double err = m.trial.test[0].err;
    *order = m.trial.test[0].order;
    method_close(&m);
    return err;
}

START_TEST(errors_fall_with_the_order_of_their_test)
{
    int order;
    const double coarse = error_of_step(names[_i], 0.1, &order);
    const double fine = error_of_step(names[_i], 0.05, &order);
    const double slope = log2(coarse / fine);
    ck_assert_msg(fabs(slope - order - 1) < 0.15, "%s: h^%.2f, order %d", names[_i], slope,
                  order);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("error orders");
    tcase_add_loop_test(t, errors_fall_with_the_order_of_their_test, 0,
                        sizeof names / sizeof *names);
    return suite_run("error orders", t);
}
