/* test_matlab_ladders.c -- ode23s and ndf on every core problem and formulation that they take,
 * over ladders of tolerances: a good end and errors that go down, or a failure that is
 * documented.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/method.h"

#include "kernel/problem/status.h"

static const char *const solvers[] = { "ode23s", "ndf" };

/* t1 0: the whole interval. Over a hundred rounds the track is left sideways at tolerances that
 * say nothing about it: there only the status counts. */
static const struct cell {
    const char *problem, *formulation;
    double t1;
    int known; /* components compared */
} cells[] = {
    { "andrews", "index1", 0, 7 },
    { "andrews", "baumgarte1", 0, 7 },
    { "andrews", "projected", 0, 7 },
    { "andrews", "state_space", 0, 7 },
    { "car_axle", "index1", 0.5, 10 },
    { "car_axle", "baumgarte1", 0.5, 10 },
    { "car_axle", "projected", 0.5, 10 },
    { "car_axle", "state_space", 0.5, 10 },
    { "circular_track", "index1", 0, 2 },
    { "circular_track", "baumgarte1", 5, 2 },
    { "circular_track", "projected", 0, 0 },
    { "circular_track", "projected", 5, 2 },
    { "circular_track", "state_space", 5, 2 },
    { "double_pendulum_rsda", "index1", 0, 6 },
    { "double_pendulum_rsda", "baumgarte1", 0, 6 },
    { "double_pendulum_rsda", "projected", 0, 6 },
    { "double_pendulum_rsda", "state_space", 0, 6 },
    { "double_pendulum_spring", "index1", 0.2, 6 },
    { "double_pendulum_spring", "baumgarte1", 0.2, 6 },
    { "double_pendulum_spring", "projected", 0.2, 6 },
    { "double_pendulum_spring", "state_space", 0.2, 6 },
    { "bouncing_balls", "ode", 0, 2 },
    { "hires", "ode", 0, 8 },
    { "van_der_pol", "ode", 0, 1 },
};
enum { CELLS = sizeof cells / sizeof *cells, LOOSEST = 2, TIGHTEST = 9 };

static outcome_of_run run_cell(const struct cell *c, const char *solver, double rtol)
{
    const evolve_setup setup = { .formulation = c->formulation,
                                 .solver = solver,
                                 .rtol = rtol,
                                 .atol = rtol,
                                 .max_steps = 400000,
                                 .t1 = c->t1 };
    return run_method(c->problem, NULL, &setup);
}

/* Coarse steps lead the radius of a track that is not held, or held from outside, to zero. */
static bool may_fail(const struct cell *c, int decade)
{
    return strcmp(c->problem, "circular_track") == 0 && c->t1 <= 0 && decade <= 3;
}

START_TEST(errors_go_down_the_ladder)
{
    const struct cell *c = &cells[_i / 2];
    const int tightest = _i % 2 ? TIGHTEST : TIGHTEST - 2; /* order 2 has a long way */
    const outcome_of_run exact = run_cell(c, "cvode_bdf", 1e-12);
    ck_assert_int_eq(exact.status, IVP_OK);
    double error[TIGHTEST + 1] = { 0 };
    for (int k = LOOSEST; k <= tightest; k++) {
        const outcome_of_run o = run_cell(c, solvers[_i % 2], pow(10, -k));
        if (o.status < 0 && may_fail(c, k)) continue;
        ck_assert_msg(o.status == IVP_OK, "%s %s@%s, 1e-%d: %s", c->problem, solvers[_i % 2],
                      c->formulation, k, status_name(o.status));
        error[k] = distance(o.state, exact.state, c->known);
        ck_assert(isfinite(error[k]));
        const double before = k < LOOSEST + 3 ? 0 : error[k - 3];
        ck_assert_msg(before <= 0 || error[k] < fmax(before / 4, 1e-8),
                      "%s %s@%s, 1e-%d: error %.2e, %.2e three rungs before", c->problem,
                      solvers[_i % 2], c->formulation, k, error[k], before);
    }
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("ladders");
    tcase_add_loop_test(t, errors_go_down_the_ladder, 0, 2 * CELLS);
    return suite_run("ode23s and ndf on ladders", t);
}
