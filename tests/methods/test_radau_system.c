/* test_radau_system.c -- complex LU; linear systems of mechanisms without their positions are
 * the whole ones; dF/dy and dF/dy' apart are those of the residual.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <stdlib.h>
#include <string.h>

#include "kernel/formulation/model_inner.h"
#include "kernel/linear/band.h"
#include "kernel/linear/clu.h"
#include "kernel/methods/radau/radau_system.h"

enum { MOST = 26 };

/* Numbers without a pattern, the same every time. */
static double next(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 4294967296.0 - 0.5;
}

/* Full, and with two diagonals below and one above the main one. */
START_TEST(complex_systems_are_solved)
{
    enum { N = 9 };
    const int lower = _i ? 2 : N - 1, upper = _i ? 1 : N - 1, fill = _i ? lower : 0;
    unsigned seed = 1;
    double store[2][N * N] = { { 0 } }, full[2][N][N] = { { { 0 } } }, x[2][N],
                        b[2][N] = { { 0 } };
    int pivots[N];
    clu_mat A = { { N, N, N, store[0] }, { N, N, N, store[1] }, lower, upper + fill };
    if (_i) {
        A.re = band_view(N, lower, upper + fill, store[0]);
        A.im = band_view(N, lower, upper + fill, store[1]);
    }
    for (int j = 0; j < N; j++)
        for (int i = band_top(upper, j); i < band_end(N, lower, j); i++)
            for (int p = 0; p < 2; p++) {
                full[p][i][j] = i + j ? next(&seed) : 0; /* the first pivot lies elsewhere */
                *ivp_at(p ? A.im : A.re, i, j) = full[p][i][j];
            }
    for (int i = 0; i < N; i++) x[0][i] = next(&seed), x[1][i] = next(&seed);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            b[0][i] += full[0][i][j] * x[0][j] - full[1][i][j] * x[1][j];
            b[1][i] += full[0][i][j] * x[1][j] + full[1][i][j] * x[0][j];
        }
    ck_assert_int_eq(clu_factor(A, pivots), IVP_OK);
    clu_solve(A, pivots, b[0], b[1]);
    for (int i = 0; i < N; i++) {
        ck_assert_double_lt(fabs(b[0][i] - x[0][i]), 1e-12);
        ck_assert_double_lt(fabs(b[1][i] - x[1][i]), 1e-12);
    }
    memset(store, 0, sizeof store);
    ck_assert_int_eq(clu_factor(A, pivots), IVP_SINGULAR);
}
END_TEST

/* ---- systems ----------------------------------------------------------------------------- */

static const struct {
    const char *problem, *settings;
    ivp_formulation f;
    ivp_view view;
} cases[] = {
    { "andrews", NULL, IVP_INDEX3, IVP_RES },
    { "andrews", NULL, IVP_INDEX2, IVP_RES },
    { "andrews", NULL, IVP_GGL, IVP_RES },
    { "andrews", NULL, IVP_BAUMGARTE2, IVP_RES },
    { "andrews", NULL, IVP_INDEX1, IVP_FIRST },
    { "andrews", NULL, IVP_STATE_SPACE, IVP_FIRST },
    { "circular_track", NULL, IVP_GGL, IVP_RES },
    { "circular_track", NULL, IVP_PROJECTED, IVP_FIRST },
    { "circular_track", NULL, IVP_STATE_SPACE, IVP_FIRST },
    { "double_pendulum_rsda", "form=angles", IVP_AS_ODE, IVP_FIRST },
    { "hires", NULL, IVP_AS_ODE, IVP_FIRST },
    { "transistor_amplifier", NULL, IVP_AS_LIN, IVP_RES },
    { "wheelset", NULL, IVP_AS_DAE, IVP_RES },
    { "t_elements", "declared=band", IVP_AS_LIN, IVP_RES },
};
enum { CASES = sizeof cases / sizeof *cases };

typedef struct opened {
    instance *instance;
    ivp_model *model;
    radau_system s;
    real *store, t, y[MOST], yp[MOST];
} opened;

static void open_case(opened *o, int k)
{
    reason why = { "" };
    memset(o, 0, sizeof *o);
    ck_assert_int_eq(instance_open(&o->instance, cases[k].problem, cases[k].settings, &why),
                     IVP_OK);
    const ivp_status st =
        model_open(&o->model, o->instance, cases[k].f, NULL, cases[k].view, &why);
    ck_assert_msg(st == IVP_OK, "%s", why.text);
    radau_system_open(&o->s, o->model);
    ck_assert_int_le(o->s.n, MOST);
    o->store = calloc(radau_system_carve(&o->s, 1, NULL), sizeof *o->store);
    radau_system_carve(&o->s, 1, o->store);
    o->t = o->instance->t0;
    ck_assert_int_eq(model_start(o->model, o->y, o->yp), IVP_OK);
    ck_assert_int_eq(radau_system_linearise(&o->s, o->t, o->y, o->yp), IVP_OK);
}

static void close_case(opened *o)
{
    free(o->store);
    model_close(o->model);
    instance_close(o->instance);
}

/* Of J or N, which are diagonals where they are packed. */
static double entry(const radau_system *s, ivp_mat A, int i, int j)
{
    const bool inside = i <= j + s->band.lower && j <= i + s->band.upper;
    return inside || !s->packed ? *ivp_at(A, i, j) : 0;
}

/* The residual of (J + c N) x = b, x = (re, im), in units of its largest terms. */
static double residual(const radau_system *s, const double *c, const double *re,
                       const double *im, const double *b_re, const double *b_im)
{
    double worst = 0;
    for (int i = 0; i < s->n; i++) {
        double r[2] = { -b_re[i], -b_im[i] }, size = fabs(b_re[i]) + fabs(b_im[i]);
        for (int j = 0; j < s->n; j++) {
            const double J = entry(s, s->J, i, j), N = entry(s, s->N, i, j);
            const double a[2] = { J + c[0] * N, c[1] * N };
            r[0] += a[0] * re[j] - a[1] * im[j];
            r[1] += a[0] * im[j] + a[1] * re[j];
            size = fmax(size, (fabs(a[0]) + fabs(a[1])) * (fabs(re[j]) + fabs(im[j])));
        }
        worst = fmax(worst, (fabs(r[0]) + fabs(r[1])) / size);
    }
    return worst;
}

START_TEST(systems_without_positions_are_the_whole_ones)
{
    const double c[2][2] = { { 3600, 0 }, { 2700, 3100 } };
    unsigned seed = 7;
    opened o;
    open_case(&o, _i);
    for (int k = 0; k < 2; k++) {
        double b[2][MOST] = { { 0 } }, x[2][MOST] = { { 0 } };
        for (int i = 0; i < o.s.n; i++)
            for (int p = 0; p <= k; p++) x[p][i] = b[p][i] = next(&seed);
        ck_assert_int_eq(radau_system_factor(&o.s, k, c[k][0], c[k][1]), IVP_OK);
        radau_system_solve(&o.s, k, x[0], x[1]);
        const double left = residual(&o.s, c[k], x[0], x[1], b[0], b[1]);
        ck_assert_msg(left < 1e-9, "%s, %s matrix: residual %.1e", cases[_i].problem,
                      k ? "complex" : "real", left);
    }
    ck_assert_int_eq(o.s.e > 0, ivp_nq(o.model) > 0);
    close_case(&o);
}
END_TEST

/* J + c N is what ivp_res_jac gives. */
START_TEST(jacobians_apart_are_the_joint_one)
{
    if (cases[_i].view != IVP_RES) return;
    opened o;
    open_case(&o, _i);
    const int n = o.s.n;
    real store[MOST * MOST];
    const ivp_mat joint = { n, n, n, store };
    ck_assert_int_eq(ivp_res_jac(o.model, o.t, o.y, o.yp, 250, joint), IVP_OK);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const double J = entry(&o.s, o.s.J, i, j), N = 250 * entry(&o.s, o.s.N, i, j);
            ck_assert_msg(fabs(J + N - *ivp_at(joint, i, j)) <= 1e-11 * (fabs(J) + fabs(N)),
                          "%s: (%d, %d) %g + %g against %g", cases[_i].problem, i, j, J, N,
                          *ivp_at(joint, i, j));
        }
    close_case(&o);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("radau system");
    tcase_add_loop_test(t, complex_systems_are_solved, 0, 2);
    tcase_add_loop_test(t, systems_without_positions_are_the_whole_ones, 0, CASES);
    tcase_add_loop_test(t, jacobians_apart_are_the_joint_one, 0, CASES);
    return suite_run("radau system", t);
}
