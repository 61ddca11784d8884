/* test_linear_implicit_stability.c -- the partitioned linear-implicit Euler method on the
 * scalar test equation q'' = -a q - b q': its step map and domains of stability, read from the
 * code, against the inequalities of Burgermeister, Arnold, Esterl, section 2; and on the car
 * axle, where the derivatives of the springs decide.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/linear_implicit_cases.h"

#define STEP 0.25

/* The step from (q, u) on the oscillator with h^2 a = A, h b = B and force c t. */
static void one_step(int jacobian, double A, double B, double c, const double from[2],
                     double to[2])
{
    char settings[200];
    snprintf(settings, sizeof settings, "a=%.17g b=%.17g q0=%.17g u0=%.17g c=%g",
             A / STEP / STEP, B / STEP, from[0], from[1], c);
    const evolve_setup setup = { .formulation = "ode",
                                 .solver = "linear_implicit_euler",
                                 .options = asked(jacobian, ""),
                                 .h = STEP,
                                 .t1 = STEP };
    const outcome_of_run o = run_method("t_oscillator", settings, &setup);
    ck_assert_int_eq(o.status, IVP_OK);
    ck_assert_int_eq(o.counters[IVP_N_ACCEPTED], 1);
    memcpy(to, o.state, 2 * sizeof *to);
}

/* Columns of the map (q, h u) -> (q1, h u1). */
static void step_map(int jacobian, double A, double B, double map[2][2])
{
    const double q[2] = { 1, 0 }, u[2] = { 0, 1 / STEP };
    one_step(jacobian, A, B, 0, q, map[0]);
    one_step(jacobian, A, B, 0, u, map[1]);
    map[0][1] *= STEP;
    map[1][1] *= STEP;
}

static double spectral_radius(double map[2][2])
{
    const double half = (map[0][0] + map[1][1]) / 2;
    const double det = map[0][0] * map[1][1] - map[0][1] * map[1][0], d = half * half - det;
    return d < 0 ? sqrt(det) : fabs(half) + sqrt(d);
}

static double radius(int jacobian, double A, double B)
{
    double map[2][2];
    step_map(jacobian, A, B, map);
    return spectral_radius(map);
}

/* The paper's inequalities; `none` from |1 + h lambda| <= 1 for both eigenvalues. */
static bool stable(int jacobian, double A, double B)
{
    switch (jacobian) {
    case J1:
        return A <= 2 * B + 4;
    case J3:
        return B <= 2 && A <= 4 - 2 * B;
    case NONE:
        return A <= B && 4 - 2 * B + A >= 0;
    default:
        return true;
    }
}

START_TEST(domains_of_stability_are_the_papers)
{
    const int n = 24;
    int inside = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double A = 0.013 + 0.61 * i, B = 0.007 + 0.23 * j, r = radius(_i, A, B);
            const bool expected = stable(_i, A, B);
            ck_assert_msg((r <= 1) == expected, "%s: h^2 a = %g, h b = %g: radius %.12g",
                          jacobians[_i], A, B, r);
            inside += expected;
        }
    ck_assert(inside > 0 && (inside < n * n || _i == EXACT || _i == J2));
}
END_TEST

/* On the borders an eigenvalue lies on the unit circle, and just outside it is beyond. */
START_TEST(borders_lie_on_the_unit_circle)
{
    for (int k = 0; k < 20; k++) {
        const double s = 0.05 + 0.09 * k; /* 0 < s < 2 */
        const struct {
            int jacobian;
            double A, B;
        } border[] = { { J1, 2 * s + 4, s }, { J3, 4 - 2 * s, s }, { NONE, s, s } };
        for (int b = 0; b < 3; b++) {
            const double A = border[b].A, B = border[b].B;
            ck_assert_double_eq_tol(radius(border[b].jacobian, A, B), 1, 1e-7);
            ck_assert_double_gt(radius(border[b].jacobian, 1.001 * A, 1.0001 * B), 1);
        }
        ck_assert_double_eq_tol(radius(J2, 3 * s * s, 0), 1, 1e-14);
    }
    ck_assert_double_eq_tol(radius(J2, 1e6, 0), 1, 1e-9);
    ck_assert_double_lt(radius(EXACT, 1e6, 0), 2e-3);
}
END_TEST

/* The step from (q, u) satisfies (I - h J) (q1 - q, u1 - u) = h (u, -a q - b u), J as printed;
 * of a force that rises with t from nothing, the exact J adds h c to the second row. */
START_TEST(steps_solve_their_linear_system)
{
    const double h = STEP, a = 7, b = 3, c = 0.7, from[2] = { 0.3, -1.1 };
    const double J[NJACOBIANS][3] = { /* upper right; lower row */
                                      [EXACT] = { 1, -a, -b },
                                      [J1] = { 0, -a, -b },
                                      [J2] = { 0, -a, -b - h * a },
                                      [J3] = { 0, -a, 0 },
                                      [NONE] = { 0, 0, 0 }
    };
    for (int k = 0; k < NJACOBIANS; k++) {
        double to[2];
        const double rising = k == EXACT ? h * c : 0;
        one_step(k, h * h * a, h * b, c, from, to);
        const double dq = to[0] - from[0], du = to[1] - from[1];
        ck_assert_double_eq_tol(dq - h * J[k][0] * du, h * from[1], 1e-14);
        ck_assert_double_eq_tol(du - h * (J[k][1] * dq + J[k][2] * du),
                                h * (-a * from[0] - b * from[1] + rising), 1e-14);
    }
}
END_TEST

/* ---- the car axle ------------------------------------------------------------------------ */

static outcome_of_run axle(int form, int jacobian, double h)
{
    const evolve_setup setup = with_step(form, asked(jacobian, ""), h);
    return run_method("car_axle", NULL, &setup);
}

static double axle_error(const outcome_of_run *o)
{
    static const double q[] = { 0.0493455784275402809, 0.496989460230171154,
                                1.04174252488542152, 0.373911027265361257 };
    return distance(o->state, q, 4);
}

/* Figure 7: explicit Euler is lost slowly at 1 ms and at once at 2.5 ms, whatever stabilises
 * the constraints; with the derivative of the springs 10 ms will do. */
START_TEST(springs_need_their_derivative)
{
    const outcome_of_run slow = axle(_i, NONE, 1e-3), lost = axle(_i, NONE, 2.5e-3);
    ck_assert_int_eq(slow.status, IVP_OK);
    ck_assert_double_gt(axle_error(&slow), 0.2);
    ck_assert(lost.status != IVP_OK || axle_error(&lost) > 1);
    for (int k = EXACT; k < NONE; k++) {
        const outcome_of_run fine = axle(_i, k, 1e-3), coarse = axle(_i, k, 1e-2);
        ck_assert_int_eq(fine.status, IVP_OK);
        ck_assert_int_eq(coarse.status, IVP_OK);
        ck_assert_double_lt(axle_error(&fine), 0.02);
        ck_assert_double_lt(axle_error(&coarse), 0.05);
    }
}
END_TEST

/* There f does not depend on u: J1 and J3 are one. */
START_TEST(without_damping_j1_is_j3)
{
    const outcome_of_run one = axle(_i, J1, 5e-3), three = axle(_i, J3, 5e-3);
    ck_assert_double_lt(distance(one.state, three.state, 8), 1e-10);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("stability");
    tcase_add_loop_test(t, domains_of_stability_are_the_papers, 0, NJACOBIANS);
    tcase_add_test(t, borders_lie_on_the_unit_circle);
    tcase_add_test(t, steps_solve_their_linear_system);
    tcase_add_loop_test(t, springs_need_their_derivative, BAUMGARTE1, NFORMS);
    tcase_add_loop_test(t, without_damping_j1_is_j3, BAUMGARTE1, NFORMS);
    return run_suite(t, "linear-implicit Euler: stability");
}
