/* test_force_elements.c -- springs between points, torques of pins, and bushings of what
 * problems share, against their potentials: forces are what these lose along a motion, which
 * complex steps find to rounding, and dampers take c v^2. Compiled in complex arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_ARITH 2 /* IVP_COMPLEX */
#include "tests/suite.h"
#include <complex.h>
#include <math.h>

#include "problems/lib/belt.h"
#include "problems/lib/belt_space.h"

enum { BOTH = 2 * MB_BODY, MOTIONS = 6 };
static const double tiny = 1e-40;

/* ---- places and motions ------------------------------------------------------------------ */

static double noise(int k) { return sin(12.9898 * k + 1) * 0.7; }

static void unit(real *p)
{
    double square = 0;
    for (int c = 0; c < 4; c++) square += re(p[c]) * re(p[c]);
    for (int c = 0; c < 4; c++) p[c] /= sqrt(square);
}

/* Two bodies some way from each other, turned; Euler parameters of length 1. */
static void stand(real *q)
{
    for (int k = 0; k < BOTH; k++) q[k] = ivp_of(noise(k));
    q[MB_BODY] += 3;
    unit(q + 3);
    unit(q + MB_BODY + 3);
}

/* Motion number k, which keeps these lengths. */
static void move(const real *q, int k, real *u)
{
    for (int i = 0; i < BOTH; i++) u[i] = ivp_of(noise(100 + 20 * k + i));
    for (int at = 3; at < BOTH; at += MB_BODY) {
        double along = 0;
        for (int c = 0; c < 4; c++) along += re(q[at + c]) * re(u[at + c]);
        for (int c = 0; c < 4; c++) u[at + c] -= along * q[at + c];
    }
}

typedef real potential(const real *q);

/* dV/dt along u */
static double rate_of(potential *V, const real *q, const real *u, int n)
{
    real z[BOTH];
    for (int i = 0; i < n; i++) z[i] = q[i] + I * tiny * re(u[i]);
    return cimag(V(z)) / tiny;
}

static double power(const real *f, const real *u, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += re(f[i]) * re(u[i]);
    return sum;
}

/* ---- spring and damper between two points ------------------------------------------------ */

#define STIFF 40.0
#define DAMP  7.0
#define FREE  2.2

static const real still[BOTH] = { 0 };

static void points(const real *q, const real *u, mb_pose body[2], mb_spot at[2])
{
    static const real x[2][3] = { { 0.3, -0.2, 0.5 }, { -0.4, 0.1, 0.6 } };
    for (int b = 0; b < 2; b++) {
        body[b] = mb_pose_of(q, u, MB_BODY * b);
        at[b] = mb_spot_of(&body[b], true, x[b]);
    }
}

static real length(const real *q)
{
    mb_pose body[2];
    mb_spot at[2];
    real d[3];
    points(q, still, body, at);
    mb_minus(at[1].at, at[0].at, d);
    return sqrt(mb_dot(d, d));
}

static real spring_energy(const real *q)
{
    const real stretch = length(q) - FREE;
    return STIFF * stretch * stretch / 2;
}

START_TEST(spring_is_what_its_energy_loses)
{
    real q[BOTH], u[BOTH], f[BOTH] = { 0 };
    mb_pose body[2];
    mb_spot at[2];
    stand(q);
    move(q, _i, u);
    points(q, u, body, at);
    const double rate = rate_of(length, q, u, BOTH), stretch = re(length(q)) - FREE;
    const double pull = re(mb_spring(&at[0], &at[1], STIFF, DAMP, FREE, f));
    ck_assert_double_gt(fabs(rate), 0.01);
    ck_assert_double_eq_tol(pull, STIFF * stretch + DAMP * rate, 1e-12 * STIFF);
    const double loss = -rate_of(spring_energy, q, u, BOTH) - DAMP * rate * rate;
    ck_assert_double_eq_tol(power(f, u, BOTH), loss, 1e-11 * fabs(loss) + 1e-12);
    for (int c = 0; c < 3; c++)
        ck_assert_double_eq_tol(re(f[c] + f[MB_BODY + c]), 0, 1e-12 * STIFF);
}
END_TEST

/* ---- torque of a pin --------------------------------------------------------------------- */

/* Turned by an angle about y, which goes at some rate. */
static void pin(double angle, double rate, real *q, real *u)
{
    for (int k = 0; k < MB_BODY; k++) q[k] = u[k] = ivp_of(0);
    q[3] = ivp_of(cos(angle / 2));
    q[5] = ivp_of(sin(angle / 2));
    u[3] = ivp_of(-sin(angle / 2) * rate / 2);
    u[5] = ivp_of(cos(angle / 2) * rate / 2);
}

/* -k theta - c theta' on the second one, the opposite on the first: closed form k theta^2 /
 * 2 */
START_TEST(pin_is_what_its_energy_loses)
{
    static const plain middle[3] = { 0 };
    const double angle[2] = { 0.4 * _i, 1.1 - 0.3 * _i }, rate[2] = { 0.7, -1.9 + _i };
    const double theta = angle[1] - angle[0], turning = rate[1] - rate[0];
    real q[BOTH], u[BOTH], f[BOTH] = { 0 };
    for (int b = 0; b < 2; b++) pin(angle[b], rate[b], q + MB_BODY * b, u + MB_BODY * b);
    const mb_pose one = mb_pose_of(q, u, 0), two = mb_pose_of(q, u, MB_BODY);
    const joint_frame i = joint_frame_of(&one, middle), j = joint_frame_of(&two, middle);
    const real *y = i.axis[1].at;
    const double turned = re(joint_turned(&i, &j, 1)), w = re(joint_rate(&one, &two, y));
    ck_assert_double_eq_tol(turned, theta, 1e-14);
    ck_assert_double_eq_tol(w, turning, 1e-14);
    const real torque = ivp_of(-STIFF * turned - DAMP * w);
    joint_torque(&two, y, torque, f + MB_BODY + 3);
    joint_torque(&one, y, -torque, f + 3);
    const double loss = -STIFF * theta * turning - DAMP * turning * turning;
    ck_assert_double_eq_tol(power(f, u, BOTH), loss, 1e-12 * STIFF);
    for (int c = 0; c < 4; c++) { /* no component along p, nor about other axes */
        const bool about = c == 0 || c == 2;
        ck_assert(about || fabs(re(f[3 + c])) < 1e-12);
    }
}
END_TEST

/* ---- bushing between two segments of the belt -------------------------------------------- */

#define L0 5.0

/* Half of kappa |A^T d|^2 in rows at z, with the stiffness of `rows` of them; d from its end to
 * the other's. */
static real in_space_energy(const real *q)
{
    real sum = 0;
    for (int c = 0; c < 4; c++) {
        const real y = c & 1 ? ROW : -ROW, z = c & 2 ? WIDTH / 2 : -WIDTH / 2;
        const real from[3] = { L0 / 2, y, z }, to[3] = { -L0 / 2, y, z };
        real P[3], Q[3], inside[3], d[3];
        mb_turn(q + 3, q + 3, from, P);
        mb_turn(q + MB_BODY + 3, q + MB_BODY + 3, to, Q);
        for (int k = 0; k < 3; k++) d[k] = q[MB_BODY + k] + Q[k] - q[k] - P[k];
        const real back[4] = { q[3], -q[4], -q[5], -q[6] };
        mb_turn(back, back, d, inside);
        for (int k = 0; k < 3; k++) sum += (k ? GA : EA) / (4 * L0) * inside[k] * inside[k] / 2;
    }
    return sum;
}

static real in_plane_energy(const real *q)
{
    real sum = 0;
    for (int row = -1; row <= 1; row += 2) {
        const real b = row * ROW, c = cos(q[2]), s = sin(q[2]), c2 = cos(q[5]), s2 = sin(q[5]);
        const real dx = q[3] - c2 * L0 / 2 - s2 * b - q[0] - c * L0 / 2 + s * b;
        const real dy = q[4] - s2 * L0 / 2 + c2 * b - q[1] - s * L0 / 2 - c * b;
        const real along = c * dx + s * dy, across = c * dy - s * dx;
        sum += (EA * along * along + GA * across * across) / (2 * L0) / 2;
    }
    return sum;
}

static void bushing(bool spatial, const real *q, const real *u, real *f)
{
    plain kept[IVP_ELEMENT_KEPT];
    const ivp_element e = { .q = q, .u = u, .f = f, .kept = kept };
    for (int i = 0; i < BOTH; i++) f[i] = ivp_of(0);
    spatial ? space_interface(&e, L0) : plane_interface(&e, L0);
}

/* Its springs; and dampers beside them, which add what is odd in u and take energy. */
START_TEST(bushing_is_what_its_energy_loses)
{
    const bool spatial = _i % 2;
    const int n = spatial ? BOTH : 6;
    potential *V = spatial ? in_space_energy : in_plane_energy;
    real q[BOTH], u[BOTH], f[BOTH], moving[BOTH], reversed[BOTH], back[BOTH];
    stand(q);
    move(q, _i / 2, u);
    for (int i = 0; i < BOTH; i++) back[i] = -u[i];
    bushing(spatial, q, still, f);
    bushing(spatial, q, u, moving);
    bushing(spatial, q, back, reversed);
    const double loss = -rate_of(V, q, u, n);
    ck_assert_double_gt(fabs(loss), 0.01);
    ck_assert_double_eq_tol(power(f, u, n), loss, 1e-12 * fabs(loss) + 1e-11);
    /* dampers: odd in u, and along u never a gain */
    for (int i = 0; i < n; i++)
        ck_assert_double_eq_tol(re(moving[i] + reversed[i]), re(2 * f[i]), 1e-9);
    ck_assert_double_lt(power(moving, u, n), power(f, u, n));
    for (int c = 0; c < (spatial ? 3 : 2); c++)
        ck_assert_double_eq_tol(re(f[c] + f[n / 2 + c]), 0, 1e-9);
}
END_TEST

/* Of two straight segments that part along the belt: EA/l0 (d + TAU d'), whatever the width. */
START_TEST(bushing_in_closed_form)
{
    for (int spatial = 0; spatial < 2; spatial++) {
        const int other = spatial ? MB_BODY : 3;
        real q[BOTH] = { 0 }, u[BOTH] = { 0 }, f[BOTH];
        q[other] = ivp_of(L0 + 0.01);
        u[other] = ivp_of(0.5);
        if (spatial) q[3] = q[MB_BODY + 3] = ivp_of(1);
        bushing(spatial, q, u, f);
        const double pull = EA / L0 * (0.01 + TAU * 0.5);
        ck_assert_double_eq_tol(re(f[0]), pull, 1e-12 * EA);
        ck_assert_double_eq_tol(re(f[other]), -pull, 1e-12 * EA);
    }
}
END_TEST

int main(void)
{
    TCase *c = tcase_create("force elements");
    tcase_add_loop_test(c, spring_is_what_its_energy_loses, 0, MOTIONS);
    tcase_add_loop_test(c, pin_is_what_its_energy_loses, 0, 4);
    tcase_add_loop_test(c, bushing_is_what_its_energy_loses, 0, 2 * MOTIONS);
    tcase_add_test(c, bushing_in_closed_form);
    return suite_run("force elements", c);
}
