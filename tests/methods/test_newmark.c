/* test_newmark.c -- the step that hht and generalized_alpha share: its matrix is the derivative
 * of its residual, its stored forces are those of the state, and what a start needs is
 * exact.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/mech.h"
#include "tests/newmark_cases.h"
#include "kernel/methods/newmark/newmark_method.h"
#include "kernel/methods/newmark/newmark_start.h"

/* ---- the matrix -------------------------------------------------------------------------- */

static const struct {
    const char *solver, *options, *problem;
    ivp_formulation formulation;
    double h;
    int steps; /* until it moves */
} moving[] = {
    { "hht", "", "andrews", IVP_INDEX3, 1e-4, 100 },
    { "hht", "mass=printed", "andrews", IVP_INDEX3, 1e-4, 100 },
    { "hht", "", "andrews", IVP_GGL, 1e-4, 100 },
    { "hht", "", "car_axle", IVP_GGL, 5e-3, 50 },
    { "hht", "", "circular_track", IVP_INDEX3, 0.02, 50 },
    { "hht", "", "circular_track", IVP_GGL, 0.02, 50 },
    { "generalized_alpha", "", "andrews", IVP_INDEX3, 1e-4, 100 },
    { "generalized_alpha", "rho_inf=0.2", "andrews", IVP_GGL, 1e-4, 100 },
    { "generalized_alpha", "", "circular_track", IVP_GGL, 0.02, 50 },
};
enum { NMOVING = sizeof moving / sizeof *moving };

static newmark *in_motion(method *m, int k)
{
    method_open(m, moving[k].solver, moving[k].options, moving[k].problem, NULL,
                moving[k].formulation);
    m->tol.h = moving[k].h; /* to rounding level */
    method_again(m, moving[k].options);
    for (int j = 0; j < moving[k].steps; j++) {
        if (j > 0) method_verdict(m, IVP_KEPT);
        method_attempt(m, moving[k].h);
    }
    return &((newmark_method *)m->self)->step;
}

/* From near the solution a new matrix leads back quadratically: one correction for the
 * distance, one for its square, one or two that find rounding errors. */
START_TEST(matrix_is_the_derivative)
{
    method m;
    newmark *step = in_motion(&m, _i);
    const double size = newmark_norm(&step->q, step->z1);
    for (int i = 0; i < step->n; i++) step->z1[i] += 1e-7 * size * cos(3 * i);
    const long before = m.model->count[IVP_N_NEWTON];
    ck_assert_int_eq(newmark_correct(step, true), IVP_OK);
    ck_assert_int_le(m.model->count[IVP_N_NEWTON] - before, 4);
    ck_assert_double_lt(distance(step->y1, m.y1, step->nq), 1e-12);
    method_close(&m);
}
END_TEST

/* A matrix serves while h changes by no more than 1.4. */
START_TEST(matrix_has_its_range)
{
    method m;
    newmark *step = in_motion(&m, 0);
    static const struct {
        double ratio;
        bool stale;
    } changes[] = {
        { 1, false }, { 1.39, false }, { 0.72, false }, { 1.41, true }, { 0.71, true }
    };
    for (int k = 0; k < 5; k++) {
        step->lever_u = changes[k].ratio * step->lever_matrix;
        ck_assert_msg(newmark_stale(step) == changes[k].stale, "h changed by %g",
                      changes[k].ratio);
    }
    step->lever_matrix = 0;
    ck_assert(newmark_stale(step));
    method_close(&m);
}
END_TEST

/* p1 by the equation of the step is G^T lambda - f at its end. */
START_TEST(kept_forces_are_those_of_the_state)
{
    method m;
    double kept[METHOD_UNKNOWNS];
    newmark *step = in_motion(&m, 0);
    newmark_keep(step);
    memcpy(kept, step->p, (size_t)step->nq * sizeof *kept);
    ck_assert_int_eq(newmark_forces(step, step->t1, m.y1), IVP_OK);
    double size = 0;
    for (int i = 0; i < step->nq; i++) size = fmax(size, fabs(step->p[i]));
    ck_assert_double_gt(size, 0.1);
    ck_assert_double_lt(distance(kept, step->p, step->nq), 1e-8 * size);
    method_close(&m);
}
END_TEST

START_TEST(scales_only_widen)
{
    method m;
    method_open(&m, "hht", NULL, "circular_track", NULL, IVP_INDEX3);
    newmark *step = &((newmark_method *)m.self)->step;
    const int nq = step->nq;
    double y[METHOD_UNKNOWNS] = { 0 };
    newmark_forget_scales(step);
    y[0] = -7;
    y[2 * nq] = 3;
    newmark_widen_scales(step, y);
    y[0] = 2;
    y[1] = 0.5;
    newmark_widen_scales(step, y);
    ck_assert(step->q.scale[0] == 7 && step->q.scale[1] == 1 && step->x.scale[0] == 3);
    double z[METHOD_UNKNOWNS] = { 14, 1 };
    for (int i = 2; i < nq; i++) z[i] = 0;
    ck_assert_double_eq_tol(newmark_norm(&step->q, z), sqrt(5.0 / nq), 1e-15);
    method_close(&m);
}
END_TEST

/* ---- the start --------------------------------------------------------------------------- */

/* On q'' = -q - q'/10 + t/2 at q = 1, q' = 0: q'' = -1, q''' = 0.6. */
START_TEST(trend_is_the_derivative)
{
    method m;
    method_open(&m, "generalized_alpha", NULL, "t_oscillator", "a=1 b=0.1 c=0.5", IVP_AS_ODE);
    newmark *step = &((newmark_method *)m.self)->step;
    double z, change, work[2], off[2];
    ck_assert_int_eq(newmark_accelerations(step, 0, m.y, &z), IVP_OK);
    ck_assert_double_eq_tol(z, -1, 1e-15);
    for (int k = 0; k < 2; k++) {
        const double h = k ? 1e-3 : 1e-2;
        ck_assert_int_eq(newmark_trend(step, 0, h, m.y, &z, &change, work), IVP_OK);
        off[k] = fabs(change / h - 0.6);
    }
    ck_assert_double_lt(off[0], 0.02);
    ck_assert_double_lt(off[1], 0.12 * off[0]);
    /* 50 radians a step say nothing */
    ck_assert_int_eq(newmark_trend(step, 0, 50, m.y, &z, &change, work), IVP_OK);
    ck_assert(change == 0);
    method_close(&m);
}
END_TEST

static const char *const mechanisms[] = { "andrews", "car_axle", "circular_track" };

START_TEST(accelerations_are_those_of_the_kernel)
{
    static const int cases[] = { 2, 3, 5 }; /* of those in motion, in ggl */
    method m;
    double z[METHOD_UNKNOWNS];
    newmark *step = in_motion(&m, cases[_i]);
    const int nq = step->nq, ng = step->ng, nx = step->nx;
    ck_assert_int_eq(newmark_accelerations(step, step->t1, m.y1, z), IVP_OK);
    ck_assert(step->lever_matrix == 0);
    const mech *own = m.instance->mech;
    const ivp_state s = mech_state(own, step->t1, m.y1);
    ck_assert_int_eq(mech_accelerate(m.instance->mech, &s), IVP_OK);
    double size = 1;
    for (int i = 0; i < nq + ng; i++) size = fmax(size, fabs(z[i]));
    ck_assert_double_lt(distance(z, own->a, nq), 1e-12 * size);
    ck_assert_double_lt(distance(z + nq, own->lambda, ng), 1e-12 * size);
    ck_assert_double_lt(distance(z + nq + ng, own->at.d, nx), 1e-12 * size);
    method_close(&m);
}
END_TEST

/* v = M^-1 G^T nu with G v = G w */
START_TEST(normal_part_is_normal)
{
    method m;
    double w[METHOD_UNKNOWNS], v[METHOD_UNKNOWNS];
    method_open(&m, "generalized_alpha", NULL, mechanisms[_i], NULL, IVP_INDEX3);
    newmark *step = &((newmark_method *)m.self)->step;
    const int nq = step->nq, ng = step->ng;
    for (int i = 0; i < nq; i++) w[i] = sin(i + 1);
    ck_assert_int_eq(newmark_normal_part(step, m.t, m.y, w, v), IVP_OK);
    const double *nu = v + nq;
    for (int k = 0; k < ng; k++) {
        double gap = 0;
        for (int i = 0; i < nq; i++) gap += *ivp_at(step->at.G, k, i) * (v[i] - w[i]);
        ck_assert_double_lt(fabs(gap), 1e-12);
    }
    for (int i = 0; i < nq; i++) {
        double r = 0, size = 1e-12;
        for (int j = 0; j < nq; j++) r += *ivp_at(step->at.M, i, j) * v[j];
        for (int k = 0; k < ng; k++) {
            r += *ivp_at(step->at.G, k, i) * nu[k];
            size = fmax(size, fabs(nu[k]));
        }
        ck_assert_double_lt(fabs(r), 1e-12 * (1 + size));
    }
    method_close(&m);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("newmark");
    tcase_add_loop_test(t, matrix_is_the_derivative, 0, NMOVING);
    tcase_add_test(t, matrix_has_its_range);
    tcase_add_test(t, kept_forces_are_those_of_the_state);
    tcase_add_test(t, scales_only_widen);
    tcase_add_test(t, trend_is_the_derivative);
    tcase_add_loop_test(t, accelerations_are_those_of_the_kernel, 0, 3);
    tcase_add_loop_test(t, normal_part_is_normal, 0, 3);
    return suite_run("newmark", t);
}
