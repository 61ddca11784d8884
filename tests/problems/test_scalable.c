/* test_scalable.c -- problems whose number of unknowns is a parameter, at sizes that the
 * contract does not open: their Jacobians over patterns and bands, end values that others
 * print, laws of the continuum.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/problems/large.h"
#include <math.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/formulation/precondition.h"

enum { MOST = 2048 };

/* ---- matrices ---------------------------------------------------------------------------- */

static const struct {
    const char *problem, *settings;
    int n;
    bool band;
} grown[] = {
    { "gray_scott_2d", "N=23", 1058, false },
    { "food_web", "N=23", 1058, false },
    { "gurtin_2d", "N=32", 1024, false },
    { "advection_diffusion", "N=32", 1024, false },
    { "burgers", "N=1000", 1000, true },
    { "allen_cahn_2d", "N=32", 1024, false },
    { "bratu_3d", "N=10", 1000, false },
    { "diurnal", "N=23", 1058, false },
    { "reaction_network", "N=1000", 1000, false },
    { "reaction_network", "N=1000 seed=2", 1000, false },
    { "brusselator_1d", "N=500", 1000, true },
    { "brusselator_2d", "N=23", 1058, false },
    { "cusp", "N=340", 1020, false },
    { "medical_akzo", "N=500", 1000, true },
};
enum { GROWN = sizeof grown / sizeof *grown };

/* A point beside the start, so that no part of the Jacobian vanishes by chance */
static void place(ivp_model *m, double *y, double *yp)
{
    model_start(m, y, yp);
    for (int k = 0; k < ivp_n(m); k++) {
        y[k] = y[k] * (1 + 0.1 * cos(k)) + 0.01 * (1 + k % 5);
        yp[k] += 0.1 * (k % 3);
    }
}

/* (dF/dy + c dF/dy') x = b for a dense b: the factors know the declared structure alone, the
 * product is one complex step through all of F. */
START_TEST(factors_over_the_structure_solve_a_dense_probe)
{
    static double y[MOST], yp[MOST], b[MOST], x[MOST], Jx[MOST];
    reason why = { "" };
    instance *i = opened(grown[_i].problem, grown[_i].settings);
    const ivp_form form = i->problem->form;
    const ivp_formulation f = form == IVP_LIN   ? IVP_AS_LIN
                              : form == IVP_DAE ? IVP_AS_DAE
                                                : IVP_AS_ODE;
    const double t = i->t0 + 0.3 * (i->t1 - i->t0), c = 200 / (i->t1 - i->t0);
    ivp_model *m;
    ivp_pencil *p;
    ck_assert_msg(!model_open(&m, i, f, NULL, IVP_RES, &why), "%s", why.text);
    ck_assert_int_eq(ivp_n(m), grown[_i].n);
    ck_assert(grown[_i].band ? !m->columns && i->sizes.ml > 0 : m->columns != NULL);
    ck_assert_int_eq(ivp_pencil_open(m, 1, &p), IVP_OK);
    place(m, y, yp);
    for (int k = 0; k < ivp_n(m); k++) x[k] = b[k] = sin(1 + 3 * k);
    ck_assert_int_eq(ivp_pencil_linearise(p, t, y, yp, NULL), IVP_OK);
    ck_assert_int_eq(ivp_pencil_factor(p, 0, c, 1), IVP_OK);
    ivp_pencil_solve(p, 0, x);
    ck_assert_int_eq(ivp_res_along(m, t, y, yp, c, x, Jx), IVP_OK);
    for (int k = 0; k < ivp_n(m); k++)
        ck_assert_msg(fabs(Jx[k] - b[k]) < 1e-6, "row %d: %g for %g", k + 1, Jx[k], b[k]);
    model_close(m);
    instance_close(i);
}
END_TEST

/* Rows that are full would take a colour for each column. */
START_TEST(a_jacobian_by_hand_takes_no_colours)
{
    reason why = { "" };
    instance *i = opened("reaction_network", "N=1000");
    ivp_problem bare = *i->problem;
    for (int by_hand = 1; by_hand >= 0; by_hand--) {
        ivp_model *m;
        if (!by_hand) bare.ode.jac = NULL, i->problem = &bare;
        ck_assert_msg(!model_open(&m, i, IVP_AS_ODE, NULL, IVP_FIRST, &why), "%s", why.text);
        ck_assert_int_eq(m->columns->colours, by_hand ? 0 : 1000);
        model_close(m);
    }
    instance_close(i);
}
END_TEST

/* ILU(0) of a full matrix in place, where entries that are zero stay so, and its solution */
static void plain_ilu0(int n, double *A, double *x)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            if (A[i * n + k] == 0) continue;
            A[i * n + k] /= A[k * n + k];
            for (int j = k + 1; j < n; j++)
                if (A[i * n + j] != 0) A[i * n + j] -= A[i * n + k] * A[k * n + j];
        }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) x[i] -= A[i * n + k] * x[k];
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) x[i] -= A[i * n + k] * x[k];
        x[i] /= A[i * n + i];
    }
}

/* Rows of radicals are full: they are searched, not walked through. */
START_TEST(incomplete_factors_with_full_rows_are_the_plain_ones)
{
    enum { N = 700 };
    static double A[N * N], y[N], yp[N], x[N], wanted[N];
    reason why = { "" };
    instance *i = opened("reaction_network", "N=700");
    ivp_model *m;
    ivp_preconditioner *p;
    ck_assert_msg(!model_open(&m, i, IVP_AS_ODE, NULL, IVP_FIRST, &why), "%s", why.text);
    ck_assert_int_eq(ivp_preconditioner_open(m, IVP_PRECONDITION_ILU0, 0, &p), IVP_OK);
    place(m, y, yp);
    for (int k = 0; k < N; k++) x[k] = wanted[k] = cos(k);
    ck_assert_int_eq(ivp_preconditioner_linearise(p, 0, y, yp), IVP_OK);
    ck_assert_int_eq(ivp_preconditioner_factor(p, 50, 1), IVP_OK);
    ivp_preconditioner_solve(p, x);
    const jac_columns *c = m->columns;
    for (int j = 0; j < N; j++)
        for (int e = c->pattern.first[j]; e < c->pattern.first[j + 1]; e++)
            A[c->pattern.row[e] * N + j] = 50 * (c->pattern.row[e] == j) - c->J[e];
    plain_ilu0(N, A, wanted);
    for (int k = 0; k < N; k++)
        ck_assert_double_eq_tol(x[k], wanted[k], 1e-10 * (1 + fabs(wanted[k])));
    ivp_preconditioner_close(p);
    model_close(m);
    instance_close(i);
}
END_TEST

/* ---- end values -------------------------------------------------------------------------- */

/* The state of a run with ndf at rtol = 1e-7, atol a thousandth of it */
static void solve(instance *i, const char *formulation, double t1, double *y)
{
    reason why;
    evolve *e;
    const evolve_setup setup = {
        .formulation = formulation, .solver = "ndf", .rtol = 1e-7, .atol = 1e-10, .t1 = t1
    };
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    evolve_destroy(e);
}

/* Printed by examples of SUNDIALS at rtol = 1e-5, from other codes and other matrices */
static const struct {
    const char *problem, *settings, *formulation;
    double t1;
    struct {
        int component;
        double value;
    } printed[5]; /* ends with component 0 */
} examples[] = {
    { "food_web",
      "N=20",
      "lin",
      1e-3,
      { { 1, 10.318 }, { 400, 10.827 }, { 401, 1.0319e5 }, { 800, 1.0822e5 } } },
    { "food_web",
      "N=20",
      "lin",
      1e-2,
      { { 1, 161.88 }, { 400, 197.35 }, { 401, 1.6189e6 }, { 800, 1.9734e6 } } },
    { "diurnal",
      "N=10",
      "ode",
      14400,
      { { 1, 6.659e6 }, { 100, 7.301e6 }, { 101, 2.582e11 }, { 200, 2.833e11 } } },
    { "diurnal",
      "N=10",
      "ode",
      28800,
      { { 1, 8.702e6 }, { 100, 9.650e6 }, { 101, 3.380e11 }, { 200, 3.751e11 } } },
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

START_TEST(end_values_are_those_of_the_source)
{
    static double y[MOST];
    instance *i = opened(examples[_i].problem, examples[_i].settings);
    solve(i, examples[_i].formulation, examples[_i].t1, y);
    for (int k = 0; k < 5 && examples[_i].printed[k].component; k++) {
        const double value = examples[_i].printed[k].value;
        const double ours = y[examples[_i].printed[k].component - 1];
        ck_assert_msg(fabs(ours - value) < 3e-4 * value, "%s, y%d: %g, not %g",
                      examples[_i].problem, examples[_i].printed[k].component, ours, value);
    }
    instance_close(i);
}
END_TEST

/* A disc loses 2 pi eps^2 of its area in a unit of time, whatever its radius. */
START_TEST(a_disc_shrinks_by_its_curvature)
{
    static double y[MOST * 2];
    instance *i = opened("allen_cahn_2d", "N=64 eps=0.02");
    double area[2] = { 0 };
    for (int end = 0; end < 2; end++) {
        solve(i, "ode", 20 * (1 + end), y);
        for (int k = 0; k < 4096; k++) area[end] += (1 + y[k]) / 2 / 4096;
    }
    const double wanted = 2 * 3.14159265358979 * 0.02 * 0.02 * 20;
    ck_assert_double_eq_tol(area[0] - area[1], wanted, 0.03 * wanted);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("scalable");
    tcase_add_loop_test(t, factors_over_the_structure_solve_a_dense_probe, 0, GROWN);
    tcase_add_test(t, a_jacobian_by_hand_takes_no_colours);
    tcase_add_test(t, incomplete_factors_with_full_rows_are_the_plain_ones);
    tcase_add_loop_test(t, end_values_are_those_of_the_source, 0, EXAMPLES);
    tcase_add_test(t, a_disc_shrinks_by_its_curvature);
    return suite_run("scalable", t);
}
