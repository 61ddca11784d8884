/* test_problem_solution.c -- contract of every problem: invariants are constant along the
 * vector field, the exact solution satisfies the equations, observables can be computed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/kernel/problem_cases.h"

#include "kernel/contract/contract_probe.h"
#include "kernel/problem/mech.h"

/* (q, u, x)' or y' at the canonical state y, which is completed. False where the form gives
 * none: LIN and DAE know it at the start only. */
static bool rate(instance *i, double t, double *y, double *yp)
{
    const int nq = i->sizes.nq, nx = i->sizes.nx;
    const ivp_state s = instance_view(i, t, y, NULL);
    if (i->problem->form == IVP_ODE) return i->problem->ode.f(&s, yp, i->p) == IVP_OK;
    if (!i->mech || instance_complete(i, t, y)) return false;
    memcpy(yp, s.u, (size_t)nq * sizeof *yp);
    memcpy(yp + nq, s.a, (size_t)nq * sizeof *yp);
    if (nx && mech_terms(i->mech, IVP_D, &s)) return false;
    memcpy(yp + 2 * nq, i->mech->at.d, (size_t)nx * sizeof *yp);
    return true;
}

/* y += h * the mean of four slopes, classical Runge-Kutta method */
static void step(instance *i, double t, double h, double *y)
{
    static const double at[] = { 0, 0.5, 0.5, 1 }, weight[] = { 1, 2, 2, 1 };
    const int n = i->sizes.n;
    double *stage = vector(instance_ncomponents(i)), *k = vector(n), *sum = vector(n);
    for (int s = 0; s < 4; s++) {
        for (int j = 0; j < n; j++) stage[j] = y[j] + at[s] * h * k[j];
        ck_assert(rate(i, t + at[s] * h, stage, k));
        for (int j = 0; j < n; j++) sum[j] += weight[s] / 6 * k[j];
    }
    for (int j = 0; j < n; j++) y[j] += h * sum[j];
    free(stage);
    free(k);
    free(sum);
}

/* A mechanical problem leaves its start, where most things are at rest; y ends consistent. */
static double march(instance *i, double *y)
{
    enum { STEPS = 1000 };
    const double h = 1e-4 * (i->t1 - i->t0), t = i->t0 + STEPS * h;
    for (int k = 0; k < STEPS; k++) step(i, i->t0 + k * h, h, y);
    if (i->sizes.ng > 0) {
        ck_assert_int_eq(mech_project_q(i->mech, 0, t, y, NULL), IVP_OK);
        ck_assert_int_eq(mech_project_u(i->mech, t, y, NULL), IVP_OK);
    }
    return t;
}

static double slope(const instance *i, const ivp_observable *o, const ivp_state *s,
                    double *coordinate)
{
    const double at = *coordinate, h = 1e-3 * fmax(1, fabs(at));
    double value[4];
    for (int k = 0; k < 4; k++) {
        *coordinate = at + h * (k < 2 ? k + 1 : 1 - k) / 2;
        value[k] = instance_observe(i, o, s);
    }
    *coordinate = at;
    return (8 * (value[0] - value[2]) - (value[1] - value[3])) / (6 * h);
}

/* dI/dt = sum of dI/dz_k z_k' vanishes, compared with its terms and with the rounding of I. */
static void check_invariant(instance *i, const ivp_observable *o, double t, double *y,
                            double *yp)
{
    ivp_state s = instance_view(i, t, y, yp);
    double sum = slope(i, o, &s, &s.t), size = fabs(sum);
    for (int k = 0; k < i->sizes.n; k++) {
        const double term = slope(i, o, &s, &y[k]) * yp[k];
        sum += term;
        size += fabs(term);
    }
    const double rounding = fabs(instance_observe(i, o, &s)) * largest(yp, i->sizes.n);
    ck_assert_msg(fabs(sum) <= 1e-7 * size + 1e-12 * rounding,
                  "%s: at t = %g d/dt of %s is %g, its terms sum to %g", i->problem->name, t,
                  o->name, sum, size);
}

static void check_invariants(instance *i, double t, double *y, double *yp)
{
    for (const ivp_observable *o = i->problem->invariants; o && o->name; o++)
        check_invariant(i, o, t, y, yp);
}

static bool conserves(probe *p, reason *why)
{
    double *y = vector(instance_ncomponents(p->i)), *yp = vector(p->n);
    (void)why->text;
    memcpy(y, p->z + 1, (size_t)p->n * sizeof *y);
    if (rate(p->i, p->z[0], y, yp)) check_invariants(p->i, p->z[0], y, yp);
    free(y);
    free(yp);
    return true;
}

/* At the start; along the solution; without constraints at random states too. */
START_TEST(invariants_are_constant)
{
    reason why = { "" };
    instance *i = open_case(_i);
    double *y = vector(instance_ncomponents(i)), *yp = vector(i->sizes.n), t = i->t0;
    memcpy(y, i->start, (size_t)instance_ncomponents(i) * sizeof *y);
    memcpy(yp, i->start_yp, (size_t)i->sizes.n * sizeof *yp);
    check_invariants(i, t, y, yp);
    if (i->problem->invariants && i->mech) t = march(i, y);
    if (rate(i, t, y, yp)) check_invariants(i, t, y, yp);
    if (i->sizes.ng == 0) REQUIRE(probe_everywhere(i, conserves, &why), why.text);
    free(y);
    free(yp);
    instance_close(i);
}
END_TEST

START_TEST(observables_are_finite)
{
    instance *i = open_case(_i);
    const ivp_state s = instance_view(i, i->t0, i->start, i->start_yp);
    for (const ivp_observable *o = i->problem->observables; o && o->name; o++) {
        const double value = instance_observe(i, o, &s);
        REQUIRE(isfinite(value), o->name);
        REQUIRE(value == instance_observe(i, o, &s), o->name);
    }
    instance_close(i);
}
END_TEST

/* The exact solution into y, its time derivative by differences of fourth order into yp. */
static void exact_with_rate(const instance *i, double t, double *y, double *yp)
{
    static const double at[] = { -1, -0.5, 0.5, 1, 0 }, weight[] = { 1, -8, 8, -1, 0 };
    const double h = 1e-6 * (i->t1 - i->t0);
    memset(yp, 0, (size_t)i->sizes.n * sizeof *yp);
    for (int k = 0; k < 5; k++) {
        ck_assert_int_eq(i->problem->exact(t + at[k] * h, y, i->p), IVP_OK);
        for (int j = 0; j < i->sizes.n; j++) yp[j] += weight[k] * y[j] / (6 * h);
    }
}

/* y' of the equations themselves: of the forms that are solved for it; else the residual moves
 * into y', so that the comparison below sees it. */
static void equations_rate(instance *i, double t, double *y, const double *yp, double *expected)
{
    const ivp_problem *p = i->problem;
    const int n = i->sizes.n;
    if (rate(i, t, y, expected)) return;
    double *F = vector(n), *store = vector(n * n);
    const ivp_mat M = { n, n, n, store };
    const ivp_state s = instance_view(i, t, y, yp);
    if (p->form == IVP_DAE)
        ck_assert_int_eq(p->dae.F(&s, F, i->p), IVP_OK);
    else {
        ck_assert_int_eq(p->ode.f(&s, F, i->p), IVP_OK);
        ck_assert_int_eq(p->ode.mass(&s, M, i->p), IVP_OK);
        for (int c = 0; c < n; c++)
            for (int r = 0; r < n; r++) F[r] -= *ivp_at(M, r, c) * yp[c];
    }
    for (int r = 0; r < n; r++) expected[r] = yp[r] + F[r];
    free(F);
    free(store);
}

START_TEST(exact_solution_satisfies_the_equations)
{
    instance *i = open_case(_i);
    const int n = i->sizes.n;
    double *y = vector(instance_ncomponents(i)), *yp = vector(n), *expected = vector(n),
           drift[3];
    const double until = i->problem->exact ? contract_same_equations(i) : i->t0;
    for (int k = 0; k < 10; k++) {
        const double t = i->t0 + (0.0314 + 0.0927 * k) * (i->t1 - i->t0);
        if (t > until) break;
        exact_with_rate(i, t, y, yp);
        equations_rate(i, t, y, yp, expected);
        for (int j = 0; j < n; j++)
            ck_assert_msg(fabs(yp[j] - expected[j]) <= 1e-6 * fmax(1, largest(expected, n)),
                          "%s %s: at t = %g the exact solution has y'(%d) = %g, not %g",
                          cases[_i].name, cases[_i].settings, t, j + 1, yp[j], expected[j]);
        const ivp_state s = instance_view(i, t, y, yp);
        ck_assert_int_eq(instance_drift(i, &s, drift), IVP_OK);
        REQUIRE(fmax(drift[0], drift[1]) <= 1e-12 * fmax(1, largest(y, n)),
                "the exact solution leaves its constraints");
    }
    if (i->problem->exact) {
        ck_assert_int_eq(i->problem->exact(i->t0, y, i->p), IVP_OK);
        for (int j = 0; j < n; j++)
            REQUIRE(fabs(y[j] - i->start[j]) <= 1e-14 * fmax(1, fabs(y[j])),
                    "the exact solution does not begin at the start");
    }
    free(y);
    free(yp);
    free(expected);
    instance_close(i);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = { invariants_are_constant, observables_are_finite,
                                   exact_solution_satisfies_the_equations, NULL };
    return run_on_all_cases("problem solution", tests);
}
