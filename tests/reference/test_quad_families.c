/* test_quad_families.c -- the two families of generators against each other, and what happens
 * to both where a right-hand side changes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/integrators/basic.h"
#include "reference/flow/flow.h"
#include "reference/integrators/radau.h"

#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

/* ---- wrong coefficients ------------------------------------------------------------------ */

/* A driven pendulum, for both. */
static ivp_status pendulum(void *context, real t, const real *y, real *f)
{
    (void)context;
    f[0] = y[1];
    f[1] = cos(t) - sin(y[0]);
    return IVP_OK;
}

static ivp_status pendulum_residual(void *context, real t, const real *y, const real *yp,
                                    real *F)
{
    const ivp_status status = pendulum(context, t, y, F);
    for (int k = 0; k < 2; k++) F[k] = yp[k] - F[k];
    return status;
}

/* One coefficient of the midpoint rule, 2 in y_k+1 = y_k-1 + 2 h f, off by 1e-12: the same as a
 * longer step, but for the times of the pendulum's drive. */
static ivp_status pendulum_off(void *context, real t, const real *y, real *f)
{
    const ivp_status status = pendulum(context, t, y, f);
    for (int k = 0; k < 2; k++) f[k] *= 1 + R(1e-12);
    return status;
}

static real by_radau(const radau_table *table)
{
    const radau_form form = { .n = 2, .res = pendulum_residual };
    radau *r = radau_create(table, &form, 1);
    ck_assert(r != NULL);
    radau_fix(r, R(1.0) / 16);
    real t = 0, y[2] = { 1, 0 };
    ck_assert_int_eq(radau_to(r, &t, 4, y), IVP_OK);
    radau_destroy(r);
    return y[0];
}

static real by_extrapolation(ivp_status (*f)(void *, real, const real *, real *))
{
    const explicit_form form = { .n = 2, .f = f };
    midpoint *m = midpoint_create(&form);
    const basic_method basic = midpoint_method(m);
    extrapolation *e = extrapolation_create(&family_gbs, &basic, 2, R(1e-26));
    real t = 0, y[2] = { 1, 0 };
    ck_assert_int_eq(extrapolation_to(e, &t, 4, y), IVP_OK);
    extrapolation_destroy(e);
    midpoint_destroy(m);
    return y[0];
}

/* Each coefficient of A^-1 and c in its turn; the bound is far above 1e-24, to which the
 * families agree. */
START_TEST(a_wrong_coefficient_of_either_family_is_caught_by_the_other)
{
    radau_table right;
    ck_assert_int_eq(radau_table_fill(&right, 9), IVP_OK);
    const real one = by_radau(&right), other = by_extrapolation(pendulum);
    ck_assert_msg(ivp_abs(one - other) < R(1e-24), "right coefficients: %.2e apart",
                  (double)(one - other));
    for (int k = 0; k < right.s; k++) {
        radau_table wrong = right;
        wrong.inverse[k][right.s - 1 - k] *= 1 + R(1e-12);
        real off = ivp_abs(by_radau(&wrong) - other);
        ck_assert_msg(off > R(1e-18), "A^-1, row %d: %.2e apart", k, (double)off);
        if (k == right.s - 1) continue; /* c_s = 1 is no coefficient */
        wrong = right;
        wrong.c[k] += R(1e-12);
        off = ivp_abs(by_radau(&wrong) - other);
        ck_assert_msg(off > R(1e-18), "c_%d: %.2e apart", k + 1, (double)off);
    }
    const real off = ivp_abs(by_extrapolation(pendulum_off) - one);
    ck_assert_msg(off > R(1e-18), "midpoint rule: %.2e apart", (double)off);
}
END_TEST

/* ---- agreement --------------------------------------------------------------------------- */

/* Fewest digits of q, u, x or y, and of a and lambda, on which two runs agree at time t,
 * relative to a component's value. */
typedef struct agreement {
    double state, rest;
} agreement;

static void carry_to(instance *i, flow_method method, real tol, double t, real *state)
{
    reason why = { "" };
    flow_breaks breaks;
    flow *f;
    ck_assert_msg(!flow_find_breaks(i, &breaks, &why), "%s", why.text);
    ck_assert_msg(!flow_open(&f, i, method, tol, &breaks, &why), "%s", why.text);
    ck_assert_msg(!flow_to(f, t, &why), "%s", why.text);
    memcpy(state, flow_state(f), (size_t)instance_ncomponents(i) * sizeof *state);
    flow_close(f);
    free(breaks.at);
}

static agreement compare(const instance *i, const real *x, const real *y)
{
    agreement a = { 36, 36 };
    for (int k = 0; k < instance_ncomponents(i); k++) {
        double *least = k < i->sizes.n ? &a.state : &a.rest;
        const real d = ivp_abs(x[k] - y[k]);
        if (d > R(1e-27)) *least = fmin(*least, (double)-log10(d / ivp_abs(x[k])));
    }
    return a;
}

/* Intervals are those on which extrapolation is quick; digits some two below those found. */
static const struct {
    const char *problem, *settings;
    real t;
    flow_method other;
    real other_tol;
    double state, rest;
} pairs[] = {
    { "andrews", "", R(0.03), FLOW_GBS, R(1e-27), 23, 23 },
    { "car_axle", "", R(0.5), FLOW_GBS, R(1e-27), 25, 25 },
    { "double_pendulum_rsda", "", R(0.01), FLOW_IEX_WIDE, R(1e-22), 22, 20 },
    { "double_pendulum_rsda", "start=printed", R(0.01), FLOW_IEX_WIDE, R(1e-22), 22, 20 },
    { "double_pendulum_rsda", "form=angles", 2, FLOW_IEX_WIDE, R(1e-22), 21, 20 },
    { "double_pendulum_rsda", "form=angles start=printed", 2, FLOW_IEX_WIDE, R(1e-22), 20, 20 },
    { "double_pendulum_spring", "", R(0.25), FLOW_GBS, R(1e-27), 24, 22 },
    { "double_pendulum_spring", "form=angles delta=1", R(0.5), FLOW_GBS, R(1e-27), 24, 23 },
    { "hires", "", 5, FLOW_GBS, R(1e-26), 21, 36 },
    { "van_der_pol", "", 2, FLOW_IEX_WIDE, R(1e-20), 19, 36 },
    { "transistor_amplifier", "", R(0.005), FLOW_IEX_WIDE, R(1e-20), 19, 36 },
    { "wheelset", "", R(0.002), FLOW_IEX, R(1e-16), 16, 36 },
};

START_TEST(both_families_agree)
{
    reason why;
    instance *i;
    ck_assert_msg(!instance_open(&i, pairs[_i].problem, pairs[_i].settings, &why), "%s",
                  why.text);
    const size_t n = (size_t)instance_ncomponents(i);
    real *state = calloc(2 * n, sizeof *state);
    const double t = (double)pairs[_i].t;
    carry_to(i, pairs[_i].other, pairs[_i].other_tol, t, state);
    carry_to(i, FLOW_RADAU13, R(1e-17), t, state + n);
    const agreement found = compare(i, state, state + n);
    ck_assert_msg(found.state >= pairs[_i].state && found.rest >= pairs[_i].rest,
                  "%s %s at %g: %.1f and %.1f digits of the other family", pairs[_i].problem,
                  pairs[_i].settings, t, found.state, found.rest);
    free(state);
    instance_close(i);
}
END_TEST

/* ---- jumps ------------------------------------------------------------------------------- */

START_TEST(a_hidden_jump_is_refused_with_its_time)
{
    static const flow_method methods[] = { FLOW_RADAU9, FLOW_RADAU11, FLOW_RADAU13 };
    reason why = { "" };
    instance *i;
    flow *f;
    ck_assert_msg(!instance_open(&i, "t_hidden_jump", "", &why), "%s", why.text);
    ck_assert_int_eq(flow_open(&f, i, methods[_i], R(1e-17), NULL, &why), IVP_OK);
    ck_assert_int_eq(flow_to(f, 1, &why), IVP_E_STEP_TOO_SMALL);
    ck_assert_msg(strstr(why.text, "t = 0.33333333") &&
                      strstr(why.text, "neither an event nor a break"),
                  "%s", why.text);
    flow_close(f);
    instance_close(i);
}
END_TEST

/* y = cos t + (s - sin s), s = t - 1/3: steps become short there, but only as needed. */
START_TEST(a_hidden_kink_is_passed_within_the_tolerance)
{
    static const flow_method methods[] = { FLOW_RADAU9, FLOW_RADAU11, FLOW_RADAU13 };
    reason why = { "" };
    real state[2];
    instance *i;
    ck_assert_msg(!instance_open(&i, "t_hidden_jump", "kind=kink", &why), "%s", why.text);
    carry_to(i, methods[_i], R(1e-17), 1, state);
    const real s = 1 - R(1.0) / 3, error = ivp_abs(state[0] - cos(R(1.0)) - (s - sin(s)));
    ck_assert_msg(error < R(1e-15), "error %.3e", (double)error);
    instance_close(i);
}
END_TEST

/* A break point that the problem tells: slopes 1000, -1000, 1000. */
START_TEST(declared_breaks_are_restarts)
{
    reason why = { "" };
    real state[2];
    instance *i;
    ck_assert_msg(!instance_open(&i, "t_breaks", "", &why), "%s", why.text);
    carry_to(i, FLOW_RADAU13, R(1e-17), 2, state);
    ck_assert_msg(ivp_abs(state[0] - 500) < R(1e-25), "y1 is off by %.3e",
                  (double)(state[0] - 500));
    ck_assert_msg(ivp_abs(state[1] - exp(R(-2.0))) < R(1e-25), "y2 is off by %.3e",
                  (double)(state[1] - exp(R(-2.0))));
    instance_close(i);
}
END_TEST

/* At a stored time that is a break point the slopes are those of the piece that ends there. */
START_TEST(a_state_may_be_stored_at_a_break)
{
    static const flow_method methods[] = { FLOW_RADAU9, FLOW_GBS, FLOW_RADAU13 };
    reason why = { "" };
    real state[2];
    instance *i;
    ck_assert_msg(!instance_open(&i, "t_breaks", "", &why), "%s", why.text);
    carry_to(i, methods[_i], R(1e-17), R(1.25), state);
    ck_assert_msg(ivp_abs(state[0] + 250) < R(1e-20), "y1 is off by %.3e",
                  (double)(state[0] + 250));
    instance_close(i);
}
END_TEST

START_TEST(events_are_restarts)
{
    reason why = { "" };
    instance *i;
    ck_assert_msg(!instance_open(&i, "bouncing_balls", "case=B", &why), "%s", why.text);
    real *state = calloc(2 * (size_t)instance_ncomponents(i), sizeof *state);
    real *exact = state + instance_ncomponents(i);
    carry_to(i, FLOW_RADAU13, R(1e-17), i->t1, state);
    carry_to(i, FLOW_EXACT, 0, i->t1, exact);
    const agreement a = compare(i, exact, state);
    ck_assert_msg(a.state > 25, "%.1f digits of the closed form", a.state);
    free(state);
    instance_close(i);
}
END_TEST

static Suite *suite_of_families(void)
{
    Suite *suite = suite_create("families");
    TCase *tc = tcase_create("agreement");
    tcase_add_test(tc, a_wrong_coefficient_of_either_family_is_caught_by_the_other);
    tcase_add_loop_test(tc, both_families_agree, 0, (int)(sizeof pairs / sizeof *pairs));
    suite_add_tcase(suite, tc);
    tc = tcase_create("jumps");
    tcase_add_loop_test(tc, a_hidden_jump_is_refused_with_its_time, 0, 3);
    tcase_add_loop_test(tc, a_hidden_kink_is_passed_within_the_tolerance, 0, 3);
    tcase_add_test(tc, declared_breaks_are_restarts);
    tcase_add_loop_test(tc, a_state_may_be_stored_at_a_break, 0, 3);
    tcase_add_test(tc, events_are_restarts);
    suite_add_tcase(suite, tc);
    return suite;
}

int main(void) { return suite_run_all(suite_of_families()); }
