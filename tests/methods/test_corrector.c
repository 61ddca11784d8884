/* test_corrector.c -- the corrector of implicit steps: it solves its equation, keeps its matrix
 * as long as that is good enough, and says when it fails.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/corrector.h"
#include "tests/method.h"

typedef struct equation {
    method m;
    corrector c;
    double reals[4096];
    double y1[METHOD_UNKNOWNS], f[METHOD_UNKNOWNS];
} equation;

static void equation_open_with(equation *e, const char *problem, const char *settings, double h)
{
    method_open(&e->m, "ndf", NULL, problem, settings, IVP_AS_ODE);
    ck_assert_uint_le(corrector_reals(e->m.n), sizeof e->reals / sizeof *e->reals);
    e->m.tol.h = h;
    ck_assert_int_eq(corrector_open(&e->c, e->m.model, &e->m.tol, e->reals), IVP_OK);
    memcpy(e->c.y0, e->m.y, sizeof(double) * (size_t)e->m.n);
    memset(e->c.psi, 0, sizeof(double) * (size_t)e->m.n);
}

static void equation_open(equation *e, const char *problem, double h)
{
    equation_open_with(e, problem, NULL, h);
}

/* What is left of d = c f(t1, y1) - psi */
static double residual(equation *e, double c, double t1)
{
    double most = 0;
    ck_assert_int_eq(ivp_rhs(e->m.model, t1, e->y1, e->f), IVP_OK);
    for (int i = 0; i < e->m.n; i++) {
        const double d = e->y1[i] - e->m.y[i];
        ck_assert_double_eq_tol(d, e->c.d[i], 1e-15);
        most = fmax(most, fabs(d - c * e->f[i] + e->c.psi[i]));
    }
    return most;
}

START_TEST(corrector_solves_its_equation)
{
    equation e;
    equation_open(&e, "hires", _i ? 1 : 0); /* to rounding, or to the tolerance 1e-6 */
    e.c.psi[2] = 1e-3;
    ck_assert_int_eq(corrector_solve(&e.c, 0.01, 0.01, e.y1), IVP_OK);
    ck_assert_double_lt(residual(&e, 0.01, 0.01), _i ? 1e-15 : 1e-6);
    method_close(&e.m);
}
END_TEST

/* J and matrix are kept as long as c is the same, J alone with another c. */
START_TEST(corrector_keeps_its_matrix)
{
    equation e;
    equation_open(&e, "hires", 0);
    const long *count = e.m.model->count;
    for (int k = 1; k <= 3; k++) {
        ck_assert_int_eq(corrector_solve(&e.c, 1e-4, k * 1e-4, e.y1), IVP_OK);
        ck_assert_int_eq(count[IVP_N_JAC], 1);
        ck_assert_int_eq(count[IVP_N_LU], 1);
    }
    ck_assert_int_eq(corrector_solve(&e.c, 2e-4, 4e-4, e.y1), IVP_OK);
    ck_assert_int_eq(count[IVP_N_JAC], 1);
    ck_assert_int_eq(count[IVP_N_LU], 2);
    corrector_forget(&e.c);
    ck_assert_int_eq(corrector_solve(&e.c, 2e-4, 5e-4, e.y1), IVP_OK);
    ck_assert_int_eq(count[IVP_N_JAC], 2);
    ck_assert_int_eq(count[IVP_N_NEWTON], count[IVP_N_SOLVE]);
    method_close(&e.m);
}
END_TEST

/* A J from elsewhere is replaced when the iteration is slow with it; a step that is too long
 * fails with a new one. */
START_TEST(corrector_renews_its_matrix)
{
    equation e;
    equation_open(&e, "van_der_pol", 0);
    const long *count = e.m.model->count;
    e.c.y0[0] = 0.5; /* here the fast component is unstable ... */
    ck_assert_int_eq(corrector_solve(&e.c, 1e-7, 1e-7, e.y1), IVP_OK);
    ck_assert_int_eq(count[IVP_N_JAC], 1);
    e.c.y0[0] = 2; /* ... and here it is stable */
    ck_assert_int_eq(corrector_solve(&e.c, 1e-7, 2e-7, e.y1), IVP_OK);
    ck_assert_int_eq(corrector_solve(&e.c, 1e-3, 3e-7, e.y1), IVP_OK);
    ck_assert_int_eq(count[IVP_N_JAC], 2);
    e.c.y0[0] = 0;
    e.c.y0[1] = 1e3;
    ck_assert_int_eq(corrector_solve(&e.c, 1, 4e-7, e.y1), IVP_NO_CONVERGENCE);
    ck_assert_int_eq(count[IVP_N_JAC], 3);
    method_close(&e.m);
}
END_TEST

/* On u' = -b u with the matrix of c0 each correction is (c - c0) b / (1 + c0 b) of the one
 * before: 1/5, then 1/50, which takes a tenth off the rate that is known. */
START_TEST(a_known_rate_fades_by_tenths)
{
    const double b = 10, c0 = 0.1, rates[] = { 0.2, 0.02, 0.02 };
    equation e;
    equation_open_with(&e, "t_oscillator", "a=0 b=10", 0);
    e.c.y0[0] = 0;
    e.c.y0[1] = 2e-5;
    ck_assert_int_eq(corrector_solve(&e.c, c0, 1, e.y1), IVP_OK);
    ck_assert_double_eq(e.c.rate, 0);
    for (int k = 0; k < 3; k++) {
        e.c.c = c0 + rates[k] * (1 + c0 * b) / b; /* for the same matrix */
        ck_assert_int_eq(corrector_solve(&e.c, e.c.c, 1, e.y1), IVP_OK);
        ck_assert_double_eq_tol(e.c.rate, 0.2 * pow(0.9, k), 1e-9);
    }
    method_close(&e.m);
}
END_TEST

/* Exponentials defeat a J of the predicted point: after the second failure it is made at every
 * iterate. */
START_TEST(failures_bring_a_matrix_at_every_iterate)
{
    equation e;
    method_open(&e.m, "ndf", NULL, "transistor_amplifier", NULL, IVP_AS_LIN);
    ck_assert_int_eq(corrector_open(&e.c, e.m.model, &e.m.tol, e.reals), IVP_OK);
    memcpy(e.c.y0, e.m.y, 8 * sizeof(double));
    memset(e.c.psi, 0, 8 * sizeof(double));
    e.c.y0[1] += 0.1; /* four units of the first transistor's exponent */
    const long *count = e.m.model->count;
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(corrector_solve(&e.c, 1e-6, 1e-6, e.y1), IVP_NO_CONVERGENCE);
    const long jacobians = count[IVP_N_JAC];
    ck_assert_int_eq(corrector_solve(&e.c, 1e-6, 1e-6, e.y1), IVP_OK);
    ck_assert_int_ge(count[IVP_N_JAC], jacobians + 2);
    ck_assert_int_eq(e.c.failures, 0);
    method_close(&e.m);
}
END_TEST

/* Of errors in the amplifier's voltages those along constraints, M e = 0, are none of the
 * formula's; what is left satisfies (M - c J) x = M e. Where M = I nothing is taken away. */
START_TEST(errors_of_constraints_are_filtered)
{
    equation e;
    const double along[] = { 1, 1, 0, 2, 2, 0, 3, 3 };
    double x[8], left[8], right[8];
    method_open(&e.m, "ndf", NULL, "transistor_amplifier", NULL, IVP_AS_LIN);
    ck_assert_int_eq(corrector_open(&e.c, e.m.model, &e.m.tol, e.reals), IVP_OK);
    memcpy(e.c.y0, e.m.y, sizeof along);
    memset(e.c.psi, 0, sizeof along);
    ck_assert_int_eq(corrector_solve(&e.c, 1e-6, 1e-6, e.y1), IVP_OK);
    const double *none = corrector_filter(&e.c, along);
    for (int i = 0; i < 8; i++) ck_assert_double_eq_tol(none[i], 0, 1e-12);
    const double error[] = { 1, 0, 1, 0, 1, 1, 0, 1 };
    memcpy(x, corrector_filter(&e.c, error), sizeof x);
    ivp_pencil_mass(e.c.pencil, x, left); /* M x - c J x = M e: by a difference of f */
    ivp_pencil_mass(e.c.pencil, error, right);
    double moved[8], f0[8], f1[8];
    const double eps = 1e-9;
    for (int i = 0; i < 8; i++) moved[i] = e.m.y[i] + eps * x[i];
    ck_assert_int_eq(ivp_rhs(e.m.model, 1e-6, e.m.y, f0), IVP_OK);
    ck_assert_int_eq(ivp_rhs(e.m.model, 1e-6, moved, f1), IVP_OK);
    for (int i = 0; i < 8; i++)
        ck_assert_double_eq_tol(left[i] - 1e-6 * (f1[i] - f0[i]) / eps, right[i], 1e-11);
    method_close(&e.m);
    equation_open(&e, "hires", 0);
    ck_assert_ptr_eq(corrector_filter(&e.c, along), along);
    method_close(&e.m);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("corrector");
    tcase_add_loop_test(t, corrector_solves_its_equation, 0, 2);
    tcase_add_test(t, corrector_keeps_its_matrix);
    tcase_add_test(t, corrector_renews_its_matrix);
    tcase_add_test(t, a_known_rate_fades_by_tenths);
    tcase_add_test(t, failures_bring_a_matrix_at_every_iterate);
    tcase_add_test(t, errors_of_constraints_are_filtered);
    return suite_run("corrector", t);
}
