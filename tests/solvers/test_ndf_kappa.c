/* test_ndf_kappa.c -- NDF: the coefficient kappa of each order, from the states of constant
 * steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/ladder.h"
#include "tests/method.h"

enum { ORDERS = 5, STEPS = 40 };

/* y1 of the brusselator (problems/brusselator.c) after so many steps of 1/32, and f1 there. */
static double brusselator_at(int order, int steps, double *f)
{
    char options[64];
    snprintf(options, sizeof options, "formula=ndf max_order=%d", order);
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "ndf",
                                 .options = options,
                                 .h = 1.0 / 32,
                                 .t1 = steps / 32.0 };
    const outcome_of_run o = run_method("brusselator", "", &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    const double y1 = o.state[0], y2 = o.state[1];
    *f = 1 + y1 * y1 * y2 - 4 * y1;
    return y1;
}

/* Constant steps keep sum_m D^m y / m - h f = kappa_k gamma_k D^(k+1) y, m = 1 .. k, D the
 * backward difference: kappa from k + 2 states. Shampine, Reichelt, SIAM J. Sci. Comput. 18
 * (1997), (3), Table 1. */
START_TEST(kappa_is_that_of_the_paper)
{
    static const double kappa[] = { 0, -0.1850, -1.0 / 9, -0.0823, -0.0415, 0 };
    double y[ORDERS + 2], f[ORDERS + 2], left = 0, gamma = 0;
    for (int j = 0; j <= _i + 1; j++) y[j] = brusselator_at(_i, STEPS - j, &f[j]);
    const double hf = f[0] / 32;
    for (int m = 1; m <= _i; m++) {
        for (int j = 0; j <= _i + 1 - m; j++) y[j] -= y[j + 1];
        left += y[0] / m;
        gamma += 1.0 / m;
    }
    const double last = y[0] - y[1], found = (left - hf) / (gamma * last);
    ck_assert_msg(fabs(found - kappa[_i]) < 1e-5, "order %d: kappa is %.9g, in the paper %.9g",
                  _i, found, kappa[_i]);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("kappa");
    tcase_add_loop_test(t, kappa_is_that_of_the_paper, 1, ORDERS + 1);
    return suite_run("ndf_kappa", t);
}
