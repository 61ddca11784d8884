/* test_saddle.c -- sparse matrices of large mechanisms in every formulation: the residual's by
 * columns, those of several numbers c, and I - h J of y' = f without J, against full ones by
 * complex steps.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/formulation.h"
#include "kernel/formulation/model_inner.h"
#include "kernel/formulation/saddle_shift.h"
#include "kernel/problem/mech.h"
#include "tests/problems/sparse.h"

static const struct {
    const char *problem, *settings;
} machines[] = {
    { "chain", "N=5" },
    { "belt", "N=20" },
    { "t_springs", "N=6" },
    { "t_springs", "N=30 w=0.3 as=elements" },
    { "vehicle_trailer", "ntrailer=2" },
};
enum { MACHINES = sizeof machines / sizeof *machines };

static const char *const formulations[] = { "index3",     "index2",     "ggl",
                                            "baumgarte2", "baumgarte1", "index1" };
enum { FORMULATIONS = sizeof formulations / sizeof *formulations };

/* One problem twice, sparse and full, at a state that is on no manifold. */
typedef struct twins {
    instance *instance;
    ivp_model *sparse, *full;
    int n;
    double t, *y, *yp, *J;
} twins;

static ivp_model *seen(instance *i, const char *formulation, ivp_view view, const char *option)
{
    reason why = { "" };
    ivp_model *m = NULL;
    ck_assert_msg(!model_open(&m, i, formulation_by_name(formulation), option, view, &why),
                  "%s", why.text);
    return m;
}

static twins opened(int machine, const char *formulation, ivp_view view)
{
    reason why = { "" };
    twins t = { .t = 0.2 };
    ck_assert_msg(!instance_open(&t.instance, machines[machine].problem,
                                 machines[machine].settings, &why),
                  "%s", why.text);
    t.sparse = seen(t.instance, formulation, view, "elimination=sparse");
    t.full = seen(t.instance, formulation, view, "elimination=dense");
    const size_t n = (size_t)(t.n = ivp_n(t.full));
    t.y = calloc(2 * n + n * n, sizeof *t.y);
    ck_assert_ptr_nonnull(t.y);
    t.yp = t.y + n;
    t.J = t.yp + n;
    ck_assert_int_eq(model_start(t.full, t.y, t.yp), IVP_OK);
    for (int k = 0; k < t.n; k++) {
        t.y[k] += (k < ivp_nq(t.full) ? 1e-6 : 0.1) * sin(3 * k + 1);
        t.yp[k] += 0.1 * cos(5 * k);
    }
    return t;
}

static void closed(twins *t)
{
    model_close(t->sparse);
    model_close(t->full);
    instance_close(t->instance);
    free(t->y);
}

static ivp_state state_of(const twins *t)
{
    const int nq = ivp_nq(t->full);
    return (ivp_state){ .t = t->t,
                        .y = t->y,
                        .q = t->y,
                        .u = t->y + nq,
                        .x = t->y + 2 * nq,
                        .a = t->yp + nq,
                        .lambda = t->y + 2 * nq };
}

/* ---- F(t, y, y') = 0 --------------------------------------------------------------------- */

static void subtract(const sparse_columns *c, double *J)
{
    for (int j = 0; j < c->n; j++)
        for (int e = c->first[j]; e < c->first[j + 1]; e++)
            J[c->row[e] + j * c->n] -= c->value[e];
}

START_TEST(residual_by_columns)
{
    const char *formulation = formulations[_i % FORMULATIONS];
    twins t = opened(_i / FORMULATIONS, formulation, IVP_RES);
    const double c = 700;
    const size_t nn = (size_t)t.n * (size_t)t.n;
    const ivp_mat J = { t.n, t.n, t.n, t.J };
    const ivp_state at = state_of(&t);
    sparse_saddle *s = NULL;
    sparse_columns columns;
    ck_assert_int_eq(ivp_res_jac(t.full, t.t, t.y, t.yp, c, J), IVP_OK);
    double most = 0, left = 0;
    for (size_t k = 0; k < nn; k++) most = fmax(most, fabs(t.J[k]));
    ck_assert_int_eq(sparse_saddle_open(t.sparse, &s), IVP_OK);
    ck_assert_ptr_nonnull(s);
    for (int turn = 0; turn < 2; turn++)
        ck_assert_int_eq(sparse_saddle_residual(s, &at, c, &columns), IVP_OK);
    ck_assert_int_eq(columns.n, t.n);
    subtract(&columns, t.J);
    for (size_t k = 0; k < nn; k++) left = fmax(left, fabs(t.J[k]));
    ck_assert_msg(left <= 1e-13 * most, "%s %s: %g of %g", machines[_i / FORMULATIONS].problem,
                  formulation, left, most);
    closed(&t);
}
END_TEST

/* ---- y' = f ------------------------------------------------------------------------------ */

static const char *const first_order[] = { "index1", "baumgarte1", "projected" };

/* (a I - b J) x = v with the full J; and df/dt */
START_TEST(matrix_of_first_order_without_jacobian)
{
    const char *formulation = first_order[_i % 3];
    twins t = opened(_i / 3, formulation, IVP_FIRST);
    const double a = 3, b = 2e-3;
    const int n = t.n;
    const ivp_mat J = { n, n, n, t.J };
    double *x = calloc(4 * (size_t)n, sizeof *x), *v = x + n, *ft = v + n, *by_t = ft + n;
    ivp_pencil *p = NULL;
    ck_assert_int_eq(ivp_rhs_jac_dt(t.full, t.t, t.y, J, by_t), IVP_OK);
    ck_assert_int_eq(ivp_pencil_open(t.sparse, 2, &p), IVP_OK);
    ck_assert_int_eq(ivp_pencil_linearise(p, t.t, t.y, NULL, ft), IVP_OK);
    ck_assert_int_eq(ivp_pencil_factor(p, 1, a, b), IVP_OK);
    for (int i = 0; i < n; i++) x[i] = v[i] = sin(7 * i + 1);
    ivp_pencil_solve(p, 1, x);
    double fast = 0;
    for (int i = 0; i < n; i++) fast = fmax(fast, fabs(by_t[i]));
    for (int i = 0; i < n; i++) {
        double left = a * x[i] - v[i], size = fabs(a * x[i]) + fabs(v[i]);
        for (int j = 0; j < n; j++) {
            left -= b * *ivp_at(J, i, j) * x[j];
            size += fabs(b * *ivp_at(J, i, j) * x[j]);
        }
        ck_assert_msg(fabs(left) <= 1e-12 * size, "%s %s row %d: %g of %g",
                      machines[_i / 3].problem, formulation, i, left, size);
        ck_assert_double_le(fabs(ft[i] - by_t[i]), 1e-12 * fast);
    }
    free(x);
    closed(&t);
}
END_TEST

/* ---- several numbers c ------------------------------------------------------------------- */

/* What is left of [c M + r_u + r_q / c, G^T; G, 0] x = b, by full blocks and their tangent. */
static double left_over(mech *m, const ivp_state *s, double complex c, const double complex *x,
                        const double complex *b)
{
    mech *full;
    double most = 0;
    ck_assert_int_eq(mech_full(m, &full), IVP_OK);
    ck_assert_int_eq(mech_terms(full, IVP_M | IVP_GQ, s), IVP_OK);
    ck_assert_int_eq(mech_tangent(full, TANGENT_R, s, NULL), IVP_OK);
    const ivp_mat M = full->at.M, G = full->at.G, rq = full->tangent.rq, ru = full->tangent.ru;
    for (int i = 0; i < m->nq + m->ng; i++) {
        double complex r = -b[i];
        for (int j = 0; j < m->nq; j++)
            r += i < m->nq
                     ? (c * *ivp_at(M, i, j) + *ivp_at(ru, i, j) + *ivp_at(rq, i, j) / c) * x[j]
                     : *ivp_at(G, i - m->nq, j) * x[j];
        for (int k = 0; i < m->nq && k < m->ng; k++) r += *ivp_at(G, k, i) * x[m->nq + k];
        most = fmax(most, cabs(r));
    }
    return most;
}

START_TEST(numbers_real_and_complex)
{
    enum { MOST = 20 };
    static const double complex numbers[] = { 2, 1 + 2 * I, -0.5 + 3 * I };
    reason why = { "" };
    instance *i = NULL;
    ck_assert_msg(!instance_open(&i, "t_springs", _i ? "N=8 as=elements" : "N=8", &why), "%s",
                  why.text);
    long count[IVP_NCOUNTERS] = { 0 };
    mech *m = sparse_mechanism(i, count);
    mech_matrix *k = mech_matrix_create(m, true);
    ivp_state s = accelerated(m, i);
    double a[MOST], lambda[1] = { m->lambda[0] };
    memcpy(a, m->a, (size_t)m->nq * sizeof *a);
    s.a = a;
    s.lambda = lambda;
    ck_assert_int_eq(saddle_linearise(k, &s, (mech_levels){ 1, 0, 0 }, NULL), IVP_OK);
    for (int n = 0; n < 3; n++) {
        const int size = m->nq + m->ng;
        double re[MOST], im[MOST];
        double complex b[MOST], x[MOST];
        for (int j = 0; j < size; j++) {
            re[j] = sin(3 * j + 1);
            im[j] = n ? cos(5 * j) : 0;
            b[j] = re[j] + I * im[j];
        }
        ck_assert_int_eq(saddle_factor_shift(k, n, creal(numbers[n]), cimag(numbers[n])),
                         IVP_OK);
        saddle_solve_shift(k, n, re, im);
        for (int j = 0; j < size; j++) x[j] = re[j] + I * im[j];
        ck_assert_double_lt(left_over(m, &s, numbers[n], x, b), 1e-12);
    }
    mech_matrix_destroy(k);
    mech_destroy(m);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("saddle");
    tcase_add_loop_test(c, residual_by_columns, 0, MACHINES * FORMULATIONS);
    tcase_add_loop_test(c, matrix_of_first_order_without_jacobian, 0, MACHINES * 3);
    tcase_add_loop_test(c, numbers_real_and_complex, 0, 2);
    return suite_run("saddle", c);
}
