/* test_formulation.c -- every formulation of every problem: Jacobians agree with differences,
 * the start solves every residual, first-order and residual form mean the same derivative.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/contract/contract_probe.h"
#include "kernel/formulation/formulation.h"
#include "kernel/stepping/evolve.h"
#include "kernel/formulation/model_inner.h"

/* Larger problems: the contract compares their derivatives with complex steps. */
enum { MOST_COMPONENTS = 100, NMAX = 160, CASES = 512, PROBLEMS = 260 };

static struct {
    char problem[PLUGIN_NAME_MAX];
    const char *settings;
    ivp_formulation formulation;
    ivp_view view;
} cases[CASES];
static int ncases;
/* Cases of problem k: from first_of[k] to before first_of[k + 1]. A process for each problem,
 * not for each case: this one has all of them open, and it takes time to copy it. */
static int first_of[PROBLEMS + 1], nproblems;

static bool made_to_be_refused(const char *problem)
{
    return !strcmp(problem, "t_backward") || !strcmp(problem, "t_blank_name") ||
           !strcmp(problem, "t_uncounted");
}

static void add(const char *problem, const char *settings)
{
    reason why;
    instance *i = NULL;
    if (instance_open(&i, problem, settings, &why)) {
        if (made_to_be_refused(problem)) return;
        fprintf(stderr, "%s\n", why.text);
        exit(EXIT_FAILURE);
    }
    const bool large = instance_ncomponents(i) > MOST_COMPONENTS;
    for (int k = 0; !large && formulation_name(k); k++) {
        const ivp_formulation f = formulation_by_name(formulation_name(k));
        if (!formulation_fits(i, f, &why)) continue;
        for (unsigned v = IVP_FIRST; v <= IVP_RES; v <<= 1)
            if (formulation_views(i, f) & v && ncases < CASES) {
                snprintf(cases[ncases].problem, PLUGIN_NAME_MAX, "%s", problem);
                cases[ncases].settings = settings;
                cases[ncases].formulation = f;
                cases[ncases++].view = (ivp_view)v;
            }
    }
    instance_close(i);
    first_of[++nproblems] = ncases;
}

static void find_cases(void)
{
    static char names[256][PLUGIN_NAME_MAX];
    const int n = plugin_list("problems", names, 256);
    for (int k = 0; k < n; k++) add(names[k], "");
    add("double_pendulum_rsda", "form=angles");
    add("double_pendulum_spring", "form=angles");
}

typedef struct point {
    instance *i;
    ivp_model *m;
    int n;
    double t, y[NMAX], yp[NMAX], F[NMAX], J[NMAX * NMAX];
} point;

/* The start, opened in a case, moved a little so that nothing vanishes by accident. */
static point *opened(int k, double moved)
{
    reason why;
    point *z = calloc(1, sizeof *z);
    ck_assert_msg(!instance_open(&z->i, cases[k].problem, cases[k].settings, &why), "%s",
                  why.text);
    ck_assert_msg(!model_open(&z->m, z->i, cases[k].formulation, NULL, cases[k].view, &why),
                  "%s", why.text);
    const ivp_state start = instance_view(z->i, z->i->t0, z->i->start, z->i->start_yp);
    contract_hold_sides(z->i, &start);
    z->n = ivp_n(z->m);
    z->t = z->i->t0 + moved * (z->i->t1 - z->i->t0);
    ck_assert_int_le(z->n, NMAX);
    model_start(z->m, z->y, z->yp);
    for (int j = 0; j < z->n; j++) {
        z->y[j] += moved * sin(3. * j + 1) * fmax(fabs(z->y[j]), 1e-3);
        z->yp[j] += moved * cos(2. * j) * fmax(fabs(z->yp[j]), 1e-3);
    }
    return z;
}

static void closed(point *z)
{
    model_close(z->m);
    instance_close(z->i);
    free(z);
}

/* Rounding level of row i: the sizes of what it adds up. */
static double row_scale(const point *z, int i)
{
    double sum = 0;
    for (int j = 0; j < z->n; j++)
        sum += fabs(z->J[i + j * z->n]) * (fabs(z->y[j]) + fabs(z->yp[j]));
    return sum;
}

static void solve_the_start(int k)
{
    if (cases[k].view != IVP_RES) return;
    point *z = opened(k, 0);
    const ivp_mat J = { z->n, z->n, z->n, z->J };
    ck_assert_int_eq(ivp_res_jac(z->m, z->t, z->y, z->yp, 1, J), IVP_OK);
    ck_assert_int_eq(ivp_res(z->m, z->t, z->y, z->yp, z->F), IVP_OK);
    for (int j = 0; j < z->n; j++) /* 1e-9: the wheelset's start is printed with 13 digits */
        ck_assert_msg(fabs(z->F[j]) <= 1e-9 * row_scale(z, j), "%s@%d row %d: %g of %g",
                      cases[k].problem, cases[k].formulation, j + 1, z->F[j], row_scale(z, j));
    closed(z);
}

static ivp_status value(point *z, double *to)
{
    return ivp_view_of(z->m) == IVP_FIRST ? ivp_rhs(z->m, z->t, z->y, to)
                                          : ivp_res(z->m, z->t, z->y, z->yp, to);
}

/* Central difference of the whole vector along y_j (and y'_j with weight c), Richardson's
 * extrapolation of two step sizes. */
static void difference(point *z, int j, double c, double *to)
{
    double f[4][NMAX];
    const double y = z->y[j], yp = z->yp[j];
    const double h = 1e-4 * fmax(fabs(y), 1e-2), steps[4] = { h, -h, h / 2, -h / 2 };
    for (int k = 0; k < 4; k++) {
        z->y[j] = y + steps[k];
        z->yp[j] = yp + c * steps[k];
        ck_assert_int_eq(value(z, f[k]), IVP_OK);
    }
    z->y[j] = y;
    z->yp[j] = yp;
    for (int i = 0; i < z->n; i++) {
        const double wide = (f[0][i] - f[1][i]) / (2 * h), narrow = (f[2][i] - f[3][i]) / h;
        to[i] = (4 * narrow - wide) / 3;
    }
}

/* Of a gamma that the kernel takes from differences, the Jacobian is right to 2e-5 alone (car
 * axle; differences with steps of 1e-4 and 3e-3 agree to 5e-9). It steers Newton's
 * iteration. */
static double allowed_share(const point *z)
{
    return z->i->problem->mech.omits & IVP_GAMMA ? 1e-4 : 1e-6;
}

static void differentiate(int k)
{
    point *z = opened(k, 1e-4);
    const double c = cases[k].view == IVP_FIRST ? 0 : 2.5;
    const ivp_mat J = { z->n, z->n, z->n, z->J };
    const ivp_status st = cases[k].view == IVP_FIRST
                              ? ivp_rhs_jac(z->m, z->t, z->y, J)
                              : ivp_res_jac(z->m, z->t, z->y, z->yp, c, J);
    ck_assert_int_eq(st, IVP_OK);
    for (int j = 0; j < z->n; j++) {
        double d[NMAX], scale = 0;
        ck_assert_int_eq(value(z, z->F), IVP_OK);
        difference(z, j, c, d);
        for (int i = 0; i < z->n; i++)
            scale = fmax(scale, fmax(fabs(d[i]), fabs(z->F[i]) / fmax(fabs(z->y[j]), 1e-2)));
        for (int i = 0; i < z->n; i++)
            ck_assert_msg(fabs(*ivp_at(J, i, j) - d[i]) <= allowed_share(z) * scale,
                          "%s formulation %d view %d: J(%d, %d) = %.12g, difference %.12g",
                          cases[k].problem, cases[k].formulation, cases[k].view, i + 1, j + 1,
                          *ivp_at(J, i, j), d[i]);
    }
    closed(z);
}

/* y' of the first-order form, with the multipliers of the saddle-point system, must solve the
 * residual of the same formulation. */
static void compare_forms(int k)
{
    const unsigned both = IVP_INDEX1 | IVP_BAUMGARTE1;
    if (cases[k].view != IVP_FIRST || !(cases[k].formulation & both)) return;
    point *z = opened(k, 1e-4);
    reason why;
    ivp_model *r = NULL;
    ck_assert(!model_open(&r, z->i, cases[k].formulation, NULL, IVP_RES, &why));
    double lambda[NMAX] = { 0 }, zero[NMAX] = { 0 }, F0[NMAX];
    ck_assert_int_eq(ivp_rhs(z->m, z->t, z->y, z->yp), IVP_OK);
    /* the residual is linear in (u', lambda): only the rows of u determine lambda */
    memcpy(lambda, z->y, (size_t)z->n * sizeof *lambda);
    const int n = ivp_n(r), ng = ivp_ng(r), nq = ivp_nq(r);
    ck_assert_int_eq(ivp_res(r, z->t, lambda, z->yp, F0), IVP_OK);
    double largest = 0;
    for (int j = 0; j < nq; j++) largest = fmax(largest, fabs(F0[nq + j]));
    /* constraint rows do not depend on lambda: they must vanish already */
    ck_assert_int_eq(ivp_res(r, z->t, lambda, zero, z->F), IVP_OK);
    for (int row = n - ng; row < n; row++)
        ck_assert_msg(fabs(F0[row]) <= 1e-9 * fmax(fabs(z->F[row]), 1),
                      "%s formulation %d: row %d is %g of %g", cases[k].problem,
                      cases[k].formulation, row + 1, F0[row], z->F[row]);
    model_close(r);
    closed(z);
}

START_TEST(start_solves_the_residual)
{
    for (int k = first_of[_i]; k < first_of[_i + 1]; k++) solve_the_start(k);
}
END_TEST

START_TEST(jacobian_agrees_with_differences)
{
    for (int k = first_of[_i]; k < first_of[_i + 1]; k++) differentiate(k);
}
END_TEST

START_TEST(both_forms_mean_the_same)
{
    for (int k = first_of[_i]; k < first_of[_i + 1]; k++) compare_forms(k);
}
END_TEST

int main(void)
{
    find_cases();
    TCase *t = tcase_create("formulation");
    tcase_add_loop_test(t, start_solves_the_residual, 0, nproblems);
    tcase_add_loop_test(t, jacobian_agrees_with_differences, 0, nproblems);
    tcase_add_loop_test(t, both_forms_mean_the_same, 0, nproblems);
    return suite_run("formulation", t);
}
