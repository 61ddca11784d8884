/* test_columns.c -- M and J by columns over a declared pattern, against the full matrices: by
 * hand and by complex steps, of y' = f, M y' = f and F(t, y, y') = 0.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugin_roots.h"
#include "tests/suite.h"
#include <math.h>
#include <string.h>

#include "kernel/formulation/jac_columns.h"
#include "kernel/formulation/precondition.h"
#include "kernel/linear/mat.h"
#include "kernel/stepping/evolve.h"

enum { N = 360, HAND = 1, STEPS = 2 };

static const struct {
    const char *problem, *settings;
    ivp_formulation formulation;
    ivp_view view;
    int colours; /* at most */
} opened[] = {
    { "t_upwind", "", IVP_AS_ODE, IVP_FIRST, 2 },
    { "t_upwind", "N=41", IVP_AS_ODE, IVP_RES, 3 },
    { "t_upwind_lin", "", IVP_AS_LIN, IVP_LINEAR, 2 },
    { "t_upwind_lin", "N=41", IVP_AS_LIN, IVP_RES, 3 },
    { "t_upwind_dae", "", IVP_AS_DAE, IVP_RES, 2 },
    { "t_elements", "declared=pattern n=50", IVP_AS_LIN, IVP_LINEAR, 3 },
    { "brusselator_2d", "", IVP_AS_ODE, IVP_FIRST, 16 },
    { "cusp", "", IVP_AS_ODE, IVP_RES, 12 },
    { "fekete", "", IVP_AS_LIN, IVP_LINEAR, 160 },
    { "two_bit_adder", "", IVP_AS_LIN, IVP_RES, 45 },
};
enum { OPENED = sizeof opened / sizeof *opened };

typedef struct subject {
    instance *i;
    ivp_problem bare; /* without a Jacobian of its own */
    ivp_model *m;
    ivp_pencil *p;
    int n;
    double t, y[N], yp[N];
} subject;

/* Opened at a point beside the start; `how`: HAND or STEPS. */
static void open_subject(subject *s, int k, int how)
{
    reason why = { "" };
    memset(s, 0, sizeof *s);
    ck_assert_msg(!instance_open(&s->i, opened[k].problem, opened[k].settings, &why), "%s",
                  why.text);
    s->bare = *s->i->problem;
    s->bare.ode.jac = NULL;
    s->bare.dae.jac = NULL;
    if (how == STEPS) s->i->problem = &s->bare;
    ck_assert_int_eq(model_open(&s->m, s->i, opened[k].formulation, NULL, opened[k].view, &why),
                     IVP_OK);
    ck_assert_ptr_nonnull(s->m->columns);
    s->n = ivp_n(s->m);
    ck_assert_int_le(s->n, N);
    ck_assert_int_eq(ivp_pencil_open(s->m, 2, &s->p), IVP_OK);
    model_start(s->m, s->y, s->yp);
    for (int c = 0; c < s->n; c++) {
        s->y[c] += 0.01 * (1 + c % 5);
        s->yp[c] += 0.1 * (c % 3);
    }
    s->t = s->i->t0 + 0.1 * (s->i->t1 - s->i->t0);
}

static void close_subject(subject *s)
{
    model_close(s->m);
    instance_close(s->i);
}

/* x := (a M - b J) x by the full matrix of F: with c = a/b it is b times dF/dy + c dF/dy'. */
static void multiply(subject *s, double a, double b, double *x)
{
    static double J[N * N];
    double Jx[N] = { 0 };
    const ivp_mat view = { s->n, s->n, s->n, J };
    if (s->m->view == IVP_RES || s->m->mass)
        ck_assert_int_eq(ivp_res_jac(s->m, s->t, s->y, s->yp, a / b, view), IVP_OK);
    else
        ck_assert_int_eq(ivp_rhs_jac(s->m, s->t, s->y, view), IVP_OK);
    mat_multiply_add(view, x, Jx);
    const bool first = s->m->view != IVP_RES && !s->m->mass;
    for (int k = 0; k < s->n; k++) x[k] = first ? a * x[k] - b * Jx[k] : b * Jx[k];
}

/* Two sets of factors side by side solve what the full matrix multiplies. */
START_TEST(factors_are_those_of_the_full_matrix)
{
    subject s;
    open_subject(&s, _i % OPENED, 1 + _i / OPENED);
    const double a[2] = { 3, 200 }, b[2] = { 1, 0.25 };
    double x[2][N];
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < s.n; j++) x[k][j] = 1 + j % 7;
        multiply(&s, a[k], b[k], x[k]);
    }
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, NULL), IVP_OK);
    for (int k = 0; k < 2; k++) ck_assert_int_eq(ivp_pencil_factor(s.p, k, a[k], b[k]), IVP_OK);
    for (int k = 0; k < 2; k++) {
        ivp_pencil_solve(s.p, k, x[k]);
        for (int j = 0; j < s.n; j++) ck_assert_double_eq_tol(x[k][j], 1 + j % 7, 1e-8);
    }
    close_subject(&s);
}
END_TEST

/* The end of a run with constant steps. */
static void run(const char *solver, double *y)
{
    reason why;
    instance *i;
    evolve *e;
    const evolve_setup setup = { .formulation = "ode", .solver = solver, .h = 0.01, .t1 = 0.1 };
    ck_assert_int_eq(instance_open(&i, "brusselator_2d", "N=6", &why), IVP_OK);
    ck_assert_msg(!evolve_create(&e, i, &setup, &why), "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    evolve_destroy(e);
    instance_close(i);
}

/* Ten steps of one method, by the pencil and by a full matrix with the interface's own LU. */
START_TEST(runs_are_those_of_full_matrices)
{
    double sparse_end[72], full_end[72];
    run("linear_implicit_euler", sparse_end);
    run("t_full_euler", full_end);
    for (int k = 0; k < 72; k++) ck_assert_double_eq_tol(sparse_end[k], full_end[k], 1e-12);
}
END_TEST

/* J x by itself; and (re + i im) M - J against M x and J x, its real and its imaginary part. */
START_TEST(complex_factors_are_those_of_the_full_matrix)
{
    subject s;
    const double re = 30, im = -17;
    double x[2][N], Jx[2][N], Mx[2][N], b[2][N], along[N];
    open_subject(&s, _i, HAND);
    for (int p = 0; p < 2; p++) {
        for (int j = 0; j < s.n; j++) x[p][j] = Jx[p][j] = Mx[p][j] = 1 + (j + 3 * p) % 7;
        multiply(&s, 0, 1, Jx[p]);
        multiply(&s, 1, 1, Mx[p]);
    }
    for (int j = 0; j < s.n; j++) {
        for (int p = 0; p < 2; p++) Mx[p][j] -= Jx[p][j];
        b[0][j] = re * Mx[0][j] - im * Mx[1][j] + Jx[0][j];
        b[1][j] = re * Mx[1][j] + im * Mx[0][j] + Jx[1][j];
    }
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, NULL), IVP_OK);
    ck_assert_int_eq(pencil_shift(s.p, 1, re, im), IVP_OK);
    pencil_solve_shift(s.p, 1, b[0], b[1]);
    for (int p = 0; p < 2; p++)
        for (int j = 0; j < s.n; j++) ck_assert_double_eq_tol(b[p][j], x[p][j], 1e-8);
    ck_assert_int_eq(pencil_along(s.p, x[0], along), IVP_OK);
    for (int j = 0; j < s.n; j++)
        ck_assert_double_eq_tol(along[j], -Jx[0][j], 1e-9 * (1 + fabs(along[j])));
    close_subject(&s);
}
END_TEST

/* ---- preconditioners and products -------------------------------------------------------- */

/* Where factors fill nothing that is left out, a preconditioner is the inverse. */
static const struct {
    int subject;
    ivp_precondition_kind kind;
    int width;
    bool exact;
} preconditioners[] = {
    { 5, IVP_PRECONDITION_ILU0, 0, true },   { 5, IVP_PRECONDITION_BAND, 1, true },
    { 0, IVP_PRECONDITION_BLOCK, 40, true }, { 6, IVP_PRECONDITION_ILU0, 0, false },
    { 5, IVP_PRECONDITION_BLOCK, 1, false }, { 6, IVP_PRECONDITION_BAND, 1, false },
};
enum { PRECONDITIONERS = sizeof preconditioners / sizeof *preconditioners };

START_TEST(preconditioners_are_inverses_where_they_can_be)
{
    subject s;
    ivp_preconditioner *p;
    double x[N], off = 0;
    open_subject(&s, preconditioners[_i].subject, HAND);
    ck_assert_int_eq(
        ivp_preconditioner_open(s.m, preconditioners[_i].kind, preconditioners[_i].width, &p),
        IVP_OK);
    for (int j = 0; j < s.n; j++) x[j] = 1 + j % 7;
    multiply(&s, 50, 1, x);
    ck_assert_int_eq(ivp_preconditioner_linearise(p, s.t, s.y, s.yp), IVP_OK);
    ck_assert_int_eq(ivp_preconditioner_factor(p, 50, 1), IVP_OK);
    ivp_preconditioner_solve(p, x);
    for (int j = 0; j < s.n; j++) off = fmax(off, fabs(x[j] - 1 - j % 7));
    if (preconditioners[_i].exact)
        ck_assert_double_le(off, 1e-10);
    else
        ck_assert(off > 1e-6 && off < 7); /* near, and not the inverse */
    ivp_preconditioner_close(p);
    close_subject(&s);
}
END_TEST

/* (dF/dy + c dF/dy') v, or df/dy v, against the full matrix. */
START_TEST(products_are_exact)
{
    subject s;
    double v[N], Jv[N], wanted[N];
    open_subject(&s, _i, HAND);
    const bool residual = s.m->view == IVP_RES;
    if (s.m->mass && !residual) { /* the library multiplies with M itself */
        close_subject(&s);
        return;
    }
    for (int j = 0; j < s.n; j++) v[j] = wanted[j] = cos(j);
    if (residual)
        ck_assert_int_eq(ivp_res_along(s.m, s.t, s.y, s.yp, 3, v, Jv), IVP_OK);
    else
        ck_assert_int_eq(ivp_rhs_along(s.m, s.t, s.y, v, Jv), IVP_OK);
    multiply(&s, residual ? 3 : 0, residual ? 1 : -1, wanted);
    for (int j = 0; j < s.n; j++)
        ck_assert_double_eq_tol(Jv[j], wanted[j], 1e-11 * (1 + fabs(wanted[j])));
    close_subject(&s);
}
END_TEST

/* By hand one evaluation, by complex steps one a colour, as many for dF/dy' and for M. */
START_TEST(evaluations_are_counted)
{
    subject s;
    open_subject(&s, _i, STEPS);
    const int colours = s.m->columns->colours;
    ck_assert_int_le(colours, opened[_i].colours);
    const bool twice = s.i->problem->form == IVP_DAE || s.i->problem->ode.mass_varies;
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, NULL), IVP_OK);
    ck_assert_int_eq(s.m->count[IVP_N_JAC], 1);
    ck_assert_int_eq(s.m->count[IVP_N_JAC_EVALS], (1 + twice) * colours);
    close_subject(&s);
}
END_TEST

/* f - M y' or -F by time, against differences. */
START_TEST(the_time_derivative_is_exact)
{
    subject s;
    double ft[N], before[N], after[N];
    open_subject(&s, _i, STEPS);
    const double h = 1e-5;
    ck_assert_int_eq(ivp_pencil_linearise(s.p, s.t, s.y, s.yp, ft), IVP_OK);
    ck_assert_int_eq(ivp_res(s.m, s.t - h, s.y, s.yp, before), IVP_OK);
    ck_assert_int_eq(ivp_res(s.m, s.t + h, s.y, s.yp, after), IVP_OK);
    for (int k = 0; k < s.n; k++)
        ck_assert_double_eq_tol(ft[k], (before[k] - after[k]) / (2 * h), 1e-6);
    close_subject(&s);
}
END_TEST

/* An entry that is not declared is not lost in silence where it is written by hand. */
START_TEST(an_entry_outside_the_pattern_is_refused)
{
    reason why = { "" };
    instance *i;
    ivp_model *m;
    ivp_pencil *p;
    double y[N], yp[N];
    ck_assert_int_eq(instance_open(&i, "t_upwind", "narrow=yes", &why), IVP_OK);
    ck_assert_int_eq(model_open(&m, i, IVP_AS_ODE, NULL, IVP_FIRST, &why), IVP_OK);
    ck_assert_int_eq(ivp_pencil_open(m, 1, &p), IVP_OK);
    model_start(m, y, yp);
    ck_assert_int_eq(ivp_pencil_linearise(p, 0, y, yp, NULL), IVP_E_INVALID);
    ck_assert_msg(strstr(m->reason, ".pattern must name it") != NULL, "%s", m->reason);
    model_close(m);
    instance_close(i);
}
END_TEST

/* Rings and squares have few diagonals in an order of their own, which these must be in. */
static const struct {
    int of, most; /* diagonals below the main one */
} rings[] = { { 0, 2 }, { 3, 2 }, { 6, 40 }, { 7, 8 } };
enum { RINGS = sizeof rings / sizeof *rings };

START_TEST(packed_diagonals_hold_the_full_matrix)
{
    static double full[N * N], packed[N * N];
    subject s;
    open_subject(&s, rings[_i].of, HAND);
    const int *order = ivp_order_of(s.m), n = s.n;
    const ivp_band b = ivp_diagonals_of(s.m);
    const ivp_mat A = { n, n, n, full }, P = { n, n, b.lower + b.upper, packed + b.upper };
    ck_assert_ptr_nonnull(order);
    ck_assert_int_le(b.lower, rings[_i].most);
    if (s.m->view == IVP_RES) {
        ck_assert_int_eq(ivp_res_jac(s.m, s.t, s.y, s.yp, 3, A), IVP_OK);
        ck_assert_int_eq(ivp_res_jac_packed(s.m, s.t, s.y, s.yp, 3, P), IVP_OK);
    } else {
        ck_assert_int_eq(ivp_rhs_jac(s.m, s.t, s.y, A), IVP_OK);
        ck_assert_int_eq(ivp_rhs_jac_packed(s.m, s.t, s.y, P), IVP_OK);
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const bool inside = i - j <= b.lower && j - i <= b.upper;
            const double is = *ivp_at(A, order[i], order[j]);
            const double here = inside ? *ivp_at(P, i, j) : 0;
            ck_assert_double_le(fabs(here - is), 1e-10 * fabs(is));
        }
    close_subject(&s);
}
END_TEST

int main(void)
{
    use_plugin_roots();
    TCase *t = tcase_create("columns");
    tcase_add_loop_test(t, factors_are_those_of_the_full_matrix, 0, 2 * OPENED);
    tcase_add_test(t, runs_are_those_of_full_matrices);
    tcase_add_loop_test(t, complex_factors_are_those_of_the_full_matrix, 0, OPENED);
    tcase_add_loop_test(t, preconditioners_are_inverses_where_they_can_be, 0, PRECONDITIONERS);
    tcase_add_loop_test(t, products_are_exact, 0, OPENED);
    tcase_add_loop_test(t, evaluations_are_counted, 0, OPENED);
    tcase_add_loop_test(t, the_time_derivative_is_exact, 0, 6);
    tcase_add_test(t, an_entry_outside_the_pattern_is_refused);
    tcase_add_loop_test(t, packed_diagonals_hold_the_full_matrix, 0, RINGS);
    return suite_run("columns", t);
}
