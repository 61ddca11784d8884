/* test_mechanisms.c -- the mechanical problems against numbers that others have printed, and
 * their coordinate sets against each other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/suite.h"
#include <stdio.h>

#include "kernel/problem/instance.h"
#include "kernel/problem/mech.h"

static instance *open_problem(const char *name, const char *settings)
{
    reason why = { "" };
    instance *i;
    const ivp_status st = instance_open(&i, name, settings, &why);
    ck_assert_msg(st == IVP_OK, "%s", why.text);
    return i;
}

static void expect(const char *what, double found, double expected, double tolerance)
{
    ck_assert_msg(fabs(found - expected) <= tolerance, "%s is %.17g, should be %.17g", what,
                  found, expected);
}

/* Test Set for IVP Solvers 2.4: w and lambda at t = 0 */
START_TEST(andrews_starts_with_the_printed_accelerations)
{
    static const double a[7] = { 14222.4439199541138705911625887,
                                 -10666.8329399655854029433719415 };
    static const double lambda[6] = { 98.5668703962410896057654982170,
                                      -6.12268834425566265503114393122 };
    instance *i = open_problem("andrews", NULL);
    const ivp_state s = instance_view(i, i->t0, i->start, NULL);
    for (int k = 0; k < 7; k++) expect("a", s.a[k], a[k], 1e-11);
    for (int k = 0; k < 6; k++) expect("lambda", s.lambda[k], lambda[k], 1e-13);
    instance_close(i);
}
END_TEST

/* ... of the car axle: v' = (0, -1, 0, -1), no constraint force */
START_TEST(car_axle_starts_with_the_printed_accelerations)
{
    static const double a[4] = { 0, -1, 0, -1 };
    instance *i = open_problem("car_axle", NULL);
    const ivp_state s = instance_view(i, i->t0, i->start, NULL);
    for (int k = 0; k < 4; k++) expect("a", s.a[k], a[k], 1e-13);
    for (int k = 0; k < 2; k++) expect("lambda", s.lambda[k], 0, 1e-16);
    instance_close(i);
}
END_TEST

/* The signs of the published multipliers are turned: with them and the published positions, M
 * u' = f - G^T lambda obeys G u' = gamma; with the others it does not. */
START_TEST(car_axle_ends_with_the_published_multipliers)
{
    static const double q[] = { 0.0493455784275402809122, 0.496989460230171153861,
                                1.04174252488542151681, 0.373911027265361256927 };
    static const double u[] = { -0.0770583684040972357970, 0.00744686658723778553466,
                                0.0175568157537232222276, 0.770341043779251976443 };
    instance *i = open_problem("car_axle", NULL);
    const ivp_state s = { .t = 3, .q = q, .u = u };
    ck_assert_int_eq(mech_accelerate(i->mech, &s), IVP_OK);
    expect("lambda1", i->mech->lambda[0], 0.00473688659084893324729, 1e-11);
    expect("lambda2", i->mech->lambda[1], 0.00110468033125734368808, 1e-11);
    instance_close(i);
}
END_TEST

/* Both forms at angles th with velocities w: the same angular accelerations. */
static void compare_forms(instance *angles, instance *cartesian, const double th[2],
                          const double w[2], const double half[2])
{
    double q[6] = { 0 }, u[6] = { 0 }, x = 0, y = 0, vx = 0, vy = 0;
    for (int k = 0; k < 2;
         k++) { /* the joint at (x, y), then the mass centre, the next joint */
        const double c = half[k] * cos(th[k]), s = half[k] * sin(th[k]);
        q[3 * k] = x + c, q[3 * k + 1] = y + s, q[3 * k + 2] = th[k];
        u[3 * k] = vx - w[k] * s, u[3 * k + 1] = vy + w[k] * c, u[3 * k + 2] = w[k];
        x += 2 * c, y += 2 * s, vx -= 2 * w[k] * s, vy += 2 * w[k] * c;
    }
    double drift[3];
    const ivp_state s = { .q = q, .u = u };
    ck_assert_int_eq(instance_drift(cartesian, &s, drift), IVP_OK);
    expect("g", drift[0], 0, 1e-14);
    expect("G u", drift[1], 0, 1e-13);
    ck_assert_int_eq(mech_accelerate(cartesian->mech, &s), IVP_OK);
    const ivp_state turned = { .q = th, .u = w };
    ck_assert_int_eq(mech_accelerate(angles->mech, &turned), IVP_OK);
    for (int k = 0; k < 2; k++) {
        const double a = angles->mech->a[k];
        expect("theta''", cartesian->mech->a[3 * k + 2], a, 1e-12 * fmax(1, fabs(a)));
    }
}

static const struct {
    const char *name;
    double half[2]; /* lengths of the rods */
} pendulum[] = { { "double_pendulum_rsda", { 1, 1.5 } },
                 { "double_pendulum_spring", { 0.5, 0.5 } } };

START_TEST(pendulum_forms_agree)
{
    static const double th[][2] = { { 6.28, 6.02 }, { 4.7, 4.8 }, { -1, 2 } };
    static const double w[][2] = { { 0, 10 }, { -3, 2 }, { 5, 7 } };
    instance *angles = open_problem(pendulum[_i].name, "form=angles");
    instance *cartesian = open_problem(pendulum[_i].name, "form=cartesian");
    for (int k = 0; k < 3; k++)
        compare_forms(angles, cartesian, th[k], w[k], pendulum[_i].half);
    instance_close(angles);
    instance_close(cartesian);
}
END_TEST

/* theta'' of the angle form as a function of w: column w_j of its derivative is -M^-1 ru. */
static void damping(instance *i, double A[2][2])
{
    const ivp_state s = instance_view(i, i->t0, i->start, NULL);
    mech *m = i->mech;
    ck_assert_int_eq(mech_accelerate(m, &s), IVP_OK);
    ck_assert_int_eq(mech_tangent(m, TANGENT_R, &s, NULL), IVP_OK);
    for (int j = 0; j < 2; j++) {
        double b[2] = { -*ivp_at(m->tangent.ru, 0, j), -*ivp_at(m->tangent.ru, 1, j) };
        mech_solve(m, b);
        A[0][j] = b[0], A[1][j] = b[1];
    }
}

/* The paper says "of the order -10E5". Near -1e5 the springs shift an eigenvalue of the damping
 * by k/c = 6. */
START_TEST(stiff_pendulum_has_its_eigenvalue)
{
    instance *i = open_problem("double_pendulum_rsda", "form=angles");
    double A[2][2];
    damping(i, A);
    const double trace = A[0][0] + A[1][1], det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
    const double dominant = (trace - sqrt(trace * trace - 4 * det)) / 2;
    expect("dominant eigenvalue", dominant + 6, -9.987e4, 10);
    instance_close(i);
}
END_TEST

int main(void)
{
    TCase *t = tcase_create("printed numbers");
    tcase_add_test(t, andrews_starts_with_the_printed_accelerations);
    tcase_add_test(t, car_axle_starts_with_the_printed_accelerations);
    tcase_add_test(t, car_axle_ends_with_the_published_multipliers);
    tcase_add_loop_test(t, pendulum_forms_agree, 0, 2);
    tcase_add_test(t, stiff_pendulum_has_its_eigenvalue);
    return suite_run("mechanisms", t);
}
