/* test_rosenbrock.c -- both Rosenbrock methods: coefficients in double, stability of their step
 * maps, first- and second-order form against each other, dense output, work counted by hand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <complex.h>

#include "tests/ladder.h"
#include "tests/method.h"
#include "tests/methods/rosenbrock_conditions.h"

static const char *const names[] = { "rosenbrock_nystrom", "w_method" };
static const char smooth[] = "form=angles k1=5 c1=1 k2=2 c2=0.1";
static const double embedded_at_infinity = -0.367;

START_TEST(conditions_hold) { expect_coefficients(1e-14); }
END_TEST

START_TEST(printed_tables_agree)
{
    expect_table_1(1e-14);
    expect_table_2(1e-14);
    expect_table_3(1e-14);
}
END_TEST

/* ---- stability -----------------------------------------------------------------------------
 *
 * t_oscillator with q'' = -a q - b q' has the eigenvalues z of z^2 + b z + a = 0; with h = 1
 * the map of one step is R(z) on them, its determinant their product. */

static rosenbrock_set set_of(int which)
{
    rosenbrock_set s;
    if (which)
        rosenbrock_w2(&s);
    else
        rosenbrock_order4(&s);
    return s;
}

/* R(z) = 1 + z b (1 - z (A + Gamma))^-1 1 */
static double complex stability_function(const rosenbrock_set *s, double complex z)
{
    double complex k[RS], sum = 0;
    for (int i = 0; i < s->stages; i++) {
        k[i] = 1;
        for (int j = 0; j < i; j++) k[i] += z * (s->A.e[i][j] + s->Gamma.e[i][j]) * k[j];
        k[i] /= 1 - z * s->gamma;
        sum += s->b[i] * k[i];
    }
    return 1 + z * sum;
}

static void open_oscillator(method *m, int which, const rosenbrock_set *set, double a, double b,
                            ivp_view view)
{
    char settings[64];
    snprintf(settings, sizeof settings, "a=%.17g b=%.17g", a, b);
    method_open_view(m, names[which], NULL, "t_oscillator", settings, IVP_AS_ODE, view);
    m->solver->destroy(m->self);
    const rosenbrock_choice choice = { .jacobian = ROSENBROCK_EXACT };
    ck_assert_int_eq(rosenbrock_create(&m->self, m->model, &m->tol, set, choice), IVP_OK);
}

static void step_from(method *m, double q, double u)
{
    m->y[0] = q;
    m->y[1] = u;
    ck_assert_int_eq(m->solver->restart(m->self, 0, m->y, m->y1, 0), IVP_OK);
    method_attempt(m, 1);
}

/* With a = 0 the velocity obeys v' = -b v. */
static double map_at_infinity(int which, const rosenbrock_set *set, ivp_view view)
{
    method m;
    open_oscillator(&m, which, set, 0, 1e13, view);
    step_from(&m, 0, 1);
    const double r = m.y1[1];
    method_close(&m);
    return r;
}

static const ivp_view both_views[] = { IVP_SECOND, IVP_FIRST };

START_TEST(step_maps_vanish_at_infinity)
{
    rosenbrock_set four = set_of(0), two = set_of(1);
    const ivp_view view = both_views[_i];
    /* gamma is cut to eight digits: not zero */
    ck_assert_double_eq_tol(fabs(map_at_infinity(0, &four, view)), 9.6e-9, 5e-11);
    ck_assert_double_eq_tol(map_at_infinity(1, &two, view), 0, 1e-12);
    memcpy(four.b, four.bhat, sizeof four.b);
    ck_assert_double_eq_tol(map_at_infinity(0, &four, view), embedded_at_infinity, 5e-4);
}
END_TEST

static double determinant(method *m)
{
    step_from(m, 1, 0);
    const double q = m->y1[0], u = m->y1[1];
    step_from(m, 0, 1);
    return q * m->y1[1] - u * m->y1[0];
}

/* On circles of the left half-plane, from the imaginary axis to near the real one. */
START_TEST(step_maps_are_stable_in_the_left_half_plane)
{
    const int which = _i % 2;
    const rosenbrock_set set = set_of(which);
    for (int k = -4; k <= 12; k++)
        for (int j = 0; j < 8; j++) {
            const double r = pow(10, k / 2.0), angle = IVP_PI / 2 * (1 + j / 8.0);
            const double complex z = r * cexp(I * angle);
            method m;
            open_oscillator(&m, which, &set, r * r, -2 * creal(z), both_views[_i / 2]);
            const double found = determinant(&m),
                         R2 = pow(cabs(stability_function(&set, z)), 2);
            method_close(&m);
            ck_assert_msg(found <= 1 + 1e-12, "|R|^2 = %.17g at %g exp(%g i)", found, r, angle);
            ck_assert_msg(fabs(found - R2) < 1e-9, "%g exp(%g i): %.12g, expected %.12g", r,
                          angle, found, R2);
        }
}
END_TEST

/* ---- two forms of one method ------------------------------------------------------------- */

/* The Rosenbrock-Nystrom formula is the Rosenbrock method on (y, y'), written without the half
 * of its unknowns that is known: same step, error estimate, dense output. */
static const struct {
    int which;
    const char *options;
} pairs[] = { { 0, "" },
              { 0, "error=scaled" },
              { 1, "jacobian=exact" },
              { 1, "jacobian=frozen" },
              { 1, "jacobian=velocity" } };
enum { NPAIRS = sizeof pairs / sizeof *pairs };

START_TEST(second_order_form_is_the_first_order_form)
{
    method second, first;
    double inside[2][METHOD_UNKNOWNS];
    const char *name = names[pairs[_i].which], *options = pairs[_i].options;
    method_open_view(&second, name, options, "double_pendulum_rsda", "form=angles", IVP_AS_ODE,
                     IVP_SECOND);
    method_open_view(&first, name, options, "double_pendulum_rsda", "form=angles", IVP_AS_ODE,
                     IVP_FIRST);
    for (int k = 0; k < 8; k++) {
        method_attempt(&second, 0.01);
        method_attempt(&first, 0.01);
        ck_assert_double_lt(distance(second.y1, first.y1, 4), 1e-10);
        const double e = second.trial.test[0].err;
        ck_assert_double_gt(e, 0);
        ck_assert_double_eq_tol(first.trial.test[0].err / e, 1, 1e-6);
        ck_assert_int_eq(second.solver->dense(second.self, 0.3, inside[0]), IVP_OK);
        ck_assert_int_eq(first.solver->dense(first.self, 0.3, inside[1]), IVP_OK);
        ck_assert_double_lt(distance(inside[0], inside[1], 4), 1e-10);
        method_verdict(&second, IVP_KEPT);
        method_verdict(&first, IVP_KEPT);
    }
    method_close(&second);
    method_close(&first);
}
END_TEST

/* Without a Jacobian the W-method is Heun's. */
START_TEST(without_jacobian_it_is_heun)
{
    method m;
    double f[2][METHOD_UNKNOWNS], y[METHOD_UNKNOWNS];
    method_open(&m, "w_method", "jacobian=zero", "hires", NULL, IVP_AS_ODE);
    const double h = 1e-3;
    method_attempt(&m, h);
    ck_assert_int_eq(ivp_rhs(m.model, 0, m.y, f[0]), IVP_OK);
    for (int k = 0; k < m.n; k++) y[k] = m.y[k] + h * f[0][k];
    ck_assert_int_eq(ivp_rhs(m.model, h, y, f[1]), IVP_OK);
    for (int k = 0; k < m.n; k++) y[k] = m.y[k] + h / 2 * (f[0][k] + f[1][k]);
    ck_assert_double_lt(distance(y, m.y1, m.n), 1e-15);
    method_close(&m);
}
END_TEST

/* ---- error estimate ---------------------------------------------------------------------- */

/* The embedded formula does not damp stiff components, the scaled estimate does. */
START_TEST(scaled_error_forgets_stiff_components)
{
    double err[2];
    for (int k = 0; k < 2; k++) {
        method m;
        method_open(&m, names[0], k ? "error=scaled" : "error=plain", "t_oscillator",
                    "a=0 b=1e8 q0=0 u0=1", IVP_AS_ODE);
        method_attempt(&m, 1);
        err[k] = m.trial.test[0].err * 2e-6; /* weights atol + rtol |v0| */
        ck_assert_int_eq(m.trial.test[0].order, 3);
        method_close(&m);
    }
    ck_assert_double_eq_tol(err[0], -embedded_at_infinity / sqrt(2), 1e-3);
    ck_assert_double_lt(err[1], 1e-7);
}
END_TEST

/* ---- dense output ------------------------------------------------------------------------ */

static const struct {
    int which;
    ivp_view view;
    double inside; /* exponent of the local error; at the end of a step that of the method */
} extensions[] = {
    { 0, IVP_SECOND, 5 }, { 0, IVP_FIRST, 5 }, { 1, IVP_SECOND, 3 }, { 1, IVP_FIRST, 3 }
};

START_TEST(dense_output_has_the_order_of_the_step)
{
    static const double thetas[] = { 0.25, 0.5, 0.8, 1 };
    const double theta = thetas[_i % 4];
    const char *name = names[extensions[_i / 4].which];
    ladder l = { 0 };
    for (int k = 6; k <= 20; k++) {
        method m, fine;
        const double h = pow(2, -k / 2.0);
        method_open_view(&m, name, NULL, "double_pendulum_rsda", smooth, IVP_AS_ODE,
                         extensions[_i / 4].view);
        method_open(&fine, "dopri5", NULL, "double_pendulum_rsda", smooth, IVP_AS_ODE);
        ladder_add(&l, h, distance_of_one_step(&m, &fine, h, theta, 32));
    }
    const double found = ladder_order(&l, 0.3);
    ck_assert_msg(fabs(found - extensions[_i / 4].inside) < 0.3, "%s at %g: exponent %.3f%s",
                  name, theta, found, ladder_text(&l));
}
END_TEST

START_TEST(dense_output_meets_the_ends)
{
    method m;
    method_open(&m, names[_i], NULL, "car_axle", NULL, IVP_STATE_SPACE);
    expect_dense_meets_the_ends(&m, 1, 0.01);
}
END_TEST

/* A stiff component that the step damps does not swing up between its ends. */
START_TEST(dense_output_is_bounded_on_stiff_components)
{
    method m;
    double y[METHOD_UNKNOWNS];
    method_open(&m, names[_i], NULL, "t_oscillator", "a=0 b=1e8 q0=0 u0=1", IVP_AS_ODE);
    method_attempt(&m, 1);
    for (int k = 0; k <= 20; k++) {
        ck_assert_int_eq(m.solver->dense(m.self, k / 20.0, y), IVP_OK);
        ck_assert_double_lt(fabs(y[1]), 1 + 1e-12);
    }
    method_close(&m);
}
END_TEST

/* ---- work, by hand ----------------------------------------------------------------------- */

enum { KEEP, REJECT, MOVE, DENSE, END };

/* What an action costs after `before` has been done to the last attempt. */
struct work {
    int before;
    long f, jac, lu, solve;
};

static void count_work(const char *solver, const char *options, const struct work *w)
{
    method m;
    method_open(&m, solver, options, "hires", NULL, IVP_AS_ODE);
    for (int k = 0; w[k].before != END; k++) {
        static const ivp_verdict verdicts[] = { IVP_KEPT, IVP_REJECTED, IVP_MOVED };
        const long *n = m.model->count;
        const long f = n[IVP_N_F], jac = n[IVP_N_JAC], lu = n[IVP_N_LU], solve = n[IVP_N_SOLVE];
        double y[METHOD_UNKNOWNS];
        if (w[k].before == DENSE) {
            ck_assert_int_eq(m.solver->dense(m.self, 0.5, y), IVP_OK);
        } else {
            if (k > 0) method_verdict(&m, verdicts[w[k].before]);
            method_attempt(&m, k > 0 && w[k].before == REJECT ? 5e-4 : 1e-3);
        }
        ck_assert_msg(n[IVP_N_F] - f == w[k].f && n[IVP_N_JAC] - jac == w[k].jac &&
                          n[IVP_N_LU] - lu == w[k].lu && n[IVP_N_SOLVE] - solve == w[k].solve,
                      "%s %s, action %d: f %ld, jac %ld, lu %ld, solve %ld", solver, options, k,
                      n[IVP_N_F] - f, n[IVP_N_JAC] - jac, n[IVP_N_LU] - lu,
                      n[IVP_N_SOLVE] - solve);
    }
    method_close(&m);
}

/* Four stages of which two share an argument; after a rejection f, J, f_t of the point are
 * known, and there is one more factorisation; dense output takes three back-substitutions. */
START_TEST(work_of_rosenbrock_nystrom)
{
    static const struct work w[] = { { KEEP, 3, 1, 1, 4 },   { KEEP, 3, 1, 1, 4 },
                                     { REJECT, 2, 0, 1, 4 }, { REJECT, 2, 0, 0, 4 },
                                     { MOVE, 3, 1, 1, 4 },   { DENSE, 0, 0, 0, 3 },
                                     { DENSE, 0, 0, 0, 0 },  { KEEP, 3, 1, 1, 4 },
                                     { END, 0, 0, 0, 0 } };
    count_work(names[0], "", w);
    static const struct work scaled[] = { { KEEP, 3, 1, 1, 5 }, { END, 0, 0, 0, 0 } };
    count_work(names[0], "error=scaled", scaled);
}
END_TEST

START_TEST(work_of_w_method)
{
    static const struct work exact[] = {
        { KEEP, 2, 1, 1, 2 }, { KEEP, 2, 1, 1, 2 }, { DENSE, 0, 0, 0, 1 }, { END, 0, 0, 0, 0 }
    };
    count_work(names[1], "jacobian=exact", exact);
    count_work(names[1], "jacobian=velocity", exact);
    /* evaluated anew after three steps, or when a step is rejected that it is older than */
    static const struct work frozen[] = { { KEEP, 2, 1, 1, 2 },   { KEEP, 2, 0, 0, 2 },
                                          { KEEP, 2, 0, 0, 2 },   { KEEP, 2, 1, 1, 2 },
                                          { REJECT, 1, 0, 1, 2 }, { KEEP, 2, 0, 1, 2 },
                                          { REJECT, 1, 1, 1, 2 }, { END, 0, 0, 0, 0 } };
    count_work(names[1], "jacobian=frozen freeze=3", frozen);
    static const struct work zero[] = { { KEEP, 2, 0, 0, 0 },
                                        { REJECT, 1, 0, 0, 0 },
                                        { KEEP, 2, 0, 0, 0 },
                                        { DENSE, 0, 0, 0, 0 },
                                        { END, 0, 0, 0, 0 } };
    count_work(names[1], "jacobian=zero", zero);
}
END_TEST

START_TEST(bad_freeze_gets_a_sentence)
{
    static const char *const options[] = { "freeze=0", "freeze=2.5", "freeze=-3", "freeze=1" };
    const evolve_setup setup = {
        .formulation = "ode", .solver = names[1], .options = options[_i], .h = 0.01
    };
    expect_creation("hires", &setup, _i == 3, "freeze");
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("rosenbrock");
    tcase_add_test(t, conditions_hold);
    tcase_add_test(t, printed_tables_agree);
    tcase_add_loop_test(t, step_maps_vanish_at_infinity, 0, 2);
    tcase_add_loop_test(t, step_maps_are_stable_in_the_left_half_plane, 0, 4);
    tcase_add_loop_test(t, second_order_form_is_the_first_order_form, 0, NPAIRS);
    tcase_add_test(t, without_jacobian_it_is_heun);
    tcase_add_test(t, scaled_error_forgets_stiff_components);
    tcase_add_loop_test(t, dense_output_has_the_order_of_the_step, 0, 16);
    tcase_add_loop_test(t, dense_output_meets_the_ends, 0, 2);
    tcase_add_loop_test(t, dense_output_is_bounded_on_stiff_components, 0, 2);
    tcase_add_test(t, work_of_rosenbrock_nystrom);
    tcase_add_test(t, work_of_w_method);
    tcase_add_loop_test(t, bad_freeze_gets_a_sentence, 0, 4);
    return suite_run("rosenbrock", t);
}
