/* test_linear.c -- methods on M(t, y) y' = f(t, y): their orders, component by component,
 * whatever M is; tolerances; bands; constraints that multiply errors.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/status.h"
#include "tests/ladder.h"
#include "tests/method.h"

#include "kernel/formulation/formulation.h"

/* ---- orders ----------------------------------------------------------------------------- */

static const struct subject {
    const char *solver, *options;
    int order;
    bool invertible; /* takes a constant, invertible M alone: the first of the problems */
} subjects[] = {
    { "rodas", NULL, 4 },        { "rodas5p", NULL, 5 },
    { "ode23s", NULL, 2, true }, { "ndf", "max_order=1", 1 },
    { "ndf", "max_order=2", 2 }, { "ndf", "max_order=3", 3 },
    { "ndf", "max_order=4", 4 }, { "ndf", "formula=bdf max_order=5", 5 },
};
static const struct {
    const char *problem, *settings;
    int n;
} problems[] = {
    { "t_mass", "kind=regular", 3 },
    { "t_mass", "kind=singular", 3 },
    { "t_mass_varies", NULL, 2 },
};
enum {
    NSUBJECTS = sizeof subjects / sizeof *subjects,
    NPROBLEMS = sizeof problems / sizeof *problems,
    MOST = 3
};

static bool takes(const char *solver, const char *problem, const char *settings)
{
    reason why;
    instance *i = open_problem(problem, settings);
    const bool taken = !evolve_fits(i, solver, "lin", &why);
    instance_close(i);
    return taken;
}

static void errors(const struct subject *s, int k, double h, double *error)
{
    const evolve_setup setup = {
        .formulation = "lin", .solver = s->solver, .options = s->options, .h = h
    };
    const outcome_of_run o = run_method(problems[k].problem, problems[k].settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    double exact[MOST];
    instance *i = open_problem(problems[k].problem, problems[k].settings);
    ck_assert_int_eq(i->problem->exact(o.t, exact, i->p), IVP_OK);
    for (int c = 0; c < problems[k].n; c++) error[c] = fabs(o.state[c] - exact[c]);
    instance_close(i);
}

START_TEST(every_component_has_the_order)
{
    const struct subject *s = &subjects[_i / NPROBLEMS];
    const int k = _i % NPROBLEMS;
    ck_assert_int_eq(takes(s->solver, problems[k].problem, problems[k].settings),
                     !s->invertible || k == 0);
    if (s->invertible && k > 0) return;
    ladder l[MOST] = { 0 };
    for (int steps = 12; steps <= 700; steps = 7 * steps / 5) {
        double error[MOST] = { 0 };
        errors(s, k, 2.0 / steps, error);
        for (int c = 0; c < problems[k].n; c++) ladder_add(&l[c], 2.0 / steps, error[c]);
    }
    for (int c = 0; c < problems[k].n; c++) {
        const double found = ladder_order(&l[c], 0.25);
        ck_assert_msg(fabs(found - s->order) < 0.3, "%s %s on %s %s, y%d: order %.2f%s",
                      s->solver, s->options ? s->options : "", problems[k].problem,
                      problems[k].settings ? problems[k].settings : "", c + 1, found,
                      ladder_text(&l[c]));
    }
}
END_TEST

/* ---- tolerances ------------------------------------------------------------------------- */

static const char *const controlled[] = { "rodas",  "rodas5p", "ndf",
                                          "ode23s", "ida",     "arkode_dirk" };
enum { NCONTROLLED = sizeof controlled / sizeof *controlled };

START_TEST(tolerances_are_kept)
{
    const char *solver = controlled[_i / NPROBLEMS];
    const int k = _i % NPROBLEMS;
    if (!takes(solver, problems[k].problem, problems[k].settings)) return;
    double last = 1;
    for (int digits = 3; digits < 9; digits += 2) {
        const double tol = pow(10, -digits);
        const evolve_setup setup = {
            .formulation = "lin", .solver = solver, .rtol = tol, .atol = tol
        };
        outcome_of_run o;
        const double error =
            error_of_run(problems[k].problem, problems[k].settings, &setup, &o);
        ck_assert_msg(error < 1000 * tol && error < last, "%s on %s: %.2e at %.0e", solver,
                      problems[k].problem, error, tol);
        last = error;
    }
}
END_TEST

/* ---- bands ------------------------------------------------------------------------------ */

/* What is declared changes rounding errors and time alone. */
START_TEST(bands_change_nothing)
{
    const evolve_setup setup = {
        .formulation = "lin", .solver = controlled[_i], .rtol = 1e-6, .atol = 1e-6
    };
    const outcome_of_run full = run_method("t_elements", "declared=nothing", &setup);
    const outcome_of_run band = run_method("t_elements", "declared=band", &setup);
    ck_assert_int_eq(full.status, IVP_OK);
    ck_assert_int_eq(band.status, IVP_OK);
    ck_assert_double_le(distance(full.state, band.state, 12), 1e-12);
    ck_assert_int_eq(full.counters[IVP_N_ACCEPTED], band.counters[IVP_N_ACCEPTED]);
    ck_assert_int_eq(full.counters[IVP_N_SOLVE], band.counters[IVP_N_SOLVE]);
    ck_assert_int_lt(band.counters[IVP_N_JAC_EVALS], full.counters[IVP_N_JAC_EVALS]);
}
END_TEST

/* Forty unknowns with a pattern: factored by KLU. */
START_TEST(patterns_change_nothing)
{
    const evolve_setup setup = {
        .formulation = "lin", .solver = controlled[_i], .rtol = 1e-6, .atol = 1e-6
    };
    const outcome_of_run full = run_method("t_elements", "n=40 declared=nothing", &setup);
    const outcome_of_run sparse = run_method("t_elements", "n=40 declared=pattern", &setup);
    ck_assert_int_eq(full.status, IVP_OK);
    ck_assert_int_eq(sparse.status, IVP_OK);
    ck_assert_double_le(distance(full.state, sparse.state, 40), 1e-11);
    ck_assert_int_eq(full.counters[IVP_N_ACCEPTED], sparse.counters[IVP_N_ACCEPTED]);
    ck_assert_int_eq(full.counters[IVP_N_LU], sparse.counters[IVP_N_LU]);
}
END_TEST

/* ---- constraints that multiply ---------------------------------------------------------- */

/* Two transistors: far from the constraint at 1e-2 Newton's method needs J at every iterate; at
 * 1e-12 the last voltages carry rounding errors of the size of the tolerance, whatever the
 * step. */
START_TEST(amplified_errors_do_not_end_a_run)
{
    static const char *const solvers[] = { "ndf", "bdf" };
    static const int rungs[] = { 2, 10, 12 };
    double digits[3];
    const evolve_setup tight = {
        .formulation = "lin", .solver = "radau_iia", .rtol = 1e-13, .atol = 1e-13
    };
    const outcome_of_run exact = run_method("transistor_amplifier", NULL, &tight);
    ck_assert_int_eq(exact.status, IVP_OK);
    for (int k = 0; k < 3; k++) {
        const double tol = pow(10, -rungs[k]);
        const evolve_setup setup = {
            .formulation = "lin", .solver = solvers[_i], .rtol = tol, .atol = tol
        };
        const outcome_of_run o = run_method("transistor_amplifier", NULL, &setup);
        ck_assert_msg(o.status == IVP_OK, "%s at 1e-%d: %s", solvers[_i], rungs[k],
                      status_name(o.status));
        digits[k] = -log10(distance(o.state, exact.state, 8));
    }
    ck_assert_double_gt(digits[0], 1);
    ck_assert_double_gt(digits[2], digits[1] + 1);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("linear");
    tcase_add_loop_test(t, every_component_has_the_order, 0, NSUBJECTS * NPROBLEMS);
    tcase_add_loop_test(t, tolerances_are_kept, 0, NCONTROLLED * NPROBLEMS);
    tcase_add_loop_test(t, bands_change_nothing, 0, NCONTROLLED);
    tcase_add_loop_test(t, patterns_change_nothing, 0, NCONTROLLED);
    tcase_add_loop_test(t, amplified_errors_do_not_end_a_run, 0, 2);
    return suite_run("M y' = f", t);
}
