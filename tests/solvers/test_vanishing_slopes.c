/* test_vanishing_slopes.c -- every adaptive solver that is found, on smooth right-hand sides
 * that vanish at the start (t_smooth.c): digits follow the tolerance, and few steps are
 * rejected. A test relative to the slope must not take a vanishing slope for instability or
 * divergence.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/solver_cases.h"

static const char *const cases[] = { "case=drift", "case=sine", "case=cube", "case=rest" };
enum { CASES = sizeof cases / sizeof *cases };

static result run_case(const ivp_solver *s, const char *which, double rtol, double *error)
{
    reason why;
    instance *i;
    REQUIRE(instance_open(&i, "t_smooth", which, &why) == IVP_OK, "%s", why.text);
    const evolve_setup setup = setup_for(s, "ode", 2, rtol);
    const result r = run(i, &setup);
    REQUIRE(r.status == IVP_OK, "%s, %s at rtol %g: %s", s->name, which, rtol, r.why.text);
    double exact[UNKNOWNS] = { 0 };
    ck_assert_int_eq(i->problem->exact(2, exact, i->p), IVP_OK);
    *error = error_at(i, 2, r.state) / fmax(1, fabs(exact[0])); /* cube: y(2) = 54.6 */
    instance_close(i);
    return r;
}

static bool takes_the_cases(const ivp_solver *s)
{
    instance *i = opened("t_smooth");
    const bool takes = s->adaptive && fits(i, s->name, "ode");
    instance_close(i);
    return takes;
}

static void follow(const ivp_solver *s, const char *which)
{
    static const double rtols[] = { 1e-3, 1e-5, 1e-7 };
    double error[3];
    for (int k = 0; k < 3; k++) {
        const result r = run_case(s, which, rtols[k], &error[k]);
        REQUIRE(r.counters[IVP_N_REJECTED] <= 10 + r.counters[IVP_N_ACCEPTED] / 2,
                "%s, %s at rtol %g: %ld steps rejected, %ld accepted", s->name, which, rtols[k],
                r.counters[IVP_N_REJECTED], r.counters[IVP_N_ACCEPTED]);
        REQUIRE(error[k] <= allowed(rtols[k]), "%s, %s at rtol %g: error %.3g", s->name, which,
                rtols[k], error[k]);
    }
    REQUIRE(error[2] < (error[0] > rtols[2] ? error[0] / 50 : rtols[2]),
            "%s, %s: error %.3g at rtol 1e-3, %.3g at 1e-7", s->name, which, error[0],
            error[2]);
}

START_TEST(digits_follow_the_tolerance)
{
    const ivp_solver *s = solver_at(_i);
    if (!takes_the_cases(s)) return;
    for (int k = 0; k < CASES; k++) follow(s, cases[k]);
}
END_TEST

int main(void)
{
    const loop_test tests[] = { { digits_follow_the_tolerance, 1, 0 }, { NULL, 0, 0 } };
    return run_on_all_solvers("slopes that vanish", tests);
}
