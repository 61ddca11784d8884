/* test_quad_derived.c -- G, gt and gamma that a mechanism leaves out, in quad: all digits.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"

#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

enum { MOST = 32, POINTS = 5 };

static instance *opened(const char *name)
{
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, name, "", &why) == IVP_OK, "%s", why.text);
    return i;
}

static real largest_error(int n, const real *x, const real *y)
{
    real size = 1, error = 0;
    for (int k = 0; k < n; k++) size = ivp_max(size, ivp_abs(y[k]));
    for (int k = 0; k < n; k++) error = ivp_max(error, ivp_abs(x[k] - y[k]));
    return error / size;
}

/* rheonomic, and with sines of the coordinates */
static const char *const pairs[][2] = {
    { "car_axle", "t_bare_car_axle" },
    { "double_pendulum_rsda", "t_bare_double_pendulum_rsda" },
};

START_TEST(all_digits)
{
    instance *has = opened(pairs[_i][0]), *lacks = opened(pairs[_i][1]);
    const int ng = has->sizes.ng;
    for (int k = 0; k < POINTS; k++) {
        real y[MOST];
        for (int j = 0; j < has->sizes.n; j++)
            y[j] = has->start[j] + sin((real)(7 * k + 3 * j)) / 10;
        const ivp_state s = mech_state(has->mech, (real)k / 100, y);
        const unsigned want = IVP_GQ | IVP_GT | IVP_GAMMA;
        ck_assert_int_eq(mech_terms(has->mech, want, &s), IVP_OK);
        ck_assert_int_eq(mech_terms(lacks->mech, want, &s), IVP_OK);
        const ivp_terms *x = &lacks->mech->at, *y0 = &has->mech->at;
        ck_assert(largest_error(ng * has->sizes.nq, x->G.a, y0->G.a) < R(1e-32));
        ck_assert(largest_error(ng, x->gt, y0->gt) < R(1e-32));
        ck_assert(largest_error(ng, x->gamma, y0->gamma) < R(1e-29));
    }
    instance_close(has);
    instance_close(lacks);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("derived in quad");
    tcase_add_loop_test(t, all_digits, 0, 2);
    return suite_run("derived in quad", t);
}
