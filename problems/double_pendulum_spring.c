/* double_pendulum_spring.c -- two equal rods with a very stiff torsional spring between them.
 *
 * Uniform rods of mass m as in lib/two_rods.h with a = b = l/2, I = m l^2 / 12; gravity pulls
 * along -y. The spring gives rod 2 a moment, and rod 1 the opposite:
 *
 *     T = -k (theta2 - theta1)
 *
 * This is a fast mode of 485 rad/s without damping, excited by the angle delta of the spring at
 * the start.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/two_rods.h"

enum { FORM, MASS, LENGTH, K_DEGREE, DELTA, GRAVITY };

static const ivp_param params[] = {
    [FORM] = TWO_RODS_FORM,
    [MASS] = { "m", "10", "mass of a rod [kg]" },
    [LENGTH] = { "l", "1", "length of a rod [m]" },
    [K_DEGREE] = { "k_degree", "3000", "stiffness [N m/deg]" },
    [DELTA] = { "delta", "0", "spring angle at the start [deg]" },
    [GRAVITY] = { "grav", "9.81", "pull, along -y [m/s^2]" },
    { 0 },
};

static real stiffness(const real *p) { return p[K_DEGREE] * 180 / IVP_PI; }
static real inertia(const real *p) { return p[MASS] * p[LENGTH] * p[LENGTH] / 12; }

/* With m l^2 = 12 I:
 *
 *     M = I [ 16                      6 cos(theta1 - theta2) ]
 *           [ 6 cos(theta1 - theta2)  4                      ] */
static void angle_terms(unsigned want, const real *q, const real *u, ivp_terms *out,
                        const real *p)
{
    const real couple = 6 * inertia(p);
    if (want & IVP_M) {
        *ivp_at(out->M, 0, 0) = 16 * inertia(p);
        *ivp_at(out->M, 1, 1) = 4 * inertia(p);
        const real joint = couple * cos(q[0] - q[1]);
        *ivp_at(out->M, 0, 1) = joint;
        *ivp_at(out->M, 1, 0) = joint;
    }
    if (want & IVP_F) {
        const real s = couple * sin(q[0] - q[1]), moment = stiffness(p) * (q[1] - q[0]);
        const real weight = p[MASS] * p[GRAVITY] * p[LENGTH] / 2;
        out->f[0] = moment - s * u[1] * u[1] - 3 * weight * cos(q[0]);
        out->f[1] = -moment + s * u[0] * u[0] - weight * cos(q[1]);
    }
}

static void masses(ivp_mat M, const real *p)
{
    *ivp_at(M, X1, X1) = p[MASS];
    *ivp_at(M, Y1, Y1) = p[MASS];
    *ivp_at(M, X2, X2) = p[MASS];
    *ivp_at(M, Y2, Y2) = p[MASS];
    *ivp_at(M, TH1, TH1) = inertia(p);
    *ivp_at(M, TH2, TH2) = inertia(p);
}

static void forces(const real *q, real *f, const real *p)
{
    const real moment = stiffness(p) * (q[TH2] - q[TH1]);
    f[Y1] = f[Y2] = -p[MASS] * p[GRAVITY];
    f[TH1] = moment;
    f[TH2] = -moment;
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    if (in_angles(p)) {
        angle_terms(want, q, u, out, p);
        return IVP_OK;
    }
    if (want & IVP_M) masses(out->M, p);
    if (want & IVP_F) forces(q, out->f, p);
    if (want & (IVP_CON | IVP_GQ | IVP_GAMMA))
        two_rods_joints(q, u, out, p[LENGTH] / 2, p[LENGTH] / 2);
    return IVP_OK;
}

/* At rest, rod 1 horizontal, rod 2 turned by delta against it. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const real none = ivp_of(0), half = p[LENGTH] / 2;
    const real th[2] = { none, p[DELTA] * IVP_PI / 180 }, w[2] = { none, none };
    if (!in_angles(p)) {
        two_rods_place(y, y + NCARTESIAN, th, w, half, half);
        return IVP_OK;
    }
    y[0] = y[2] = y[3] = none;
    y[1] = th[1];
    return IVP_OK;
}

static real spring_angle(const ivp_state *s, const real *p)
{
    return (theta2(s, p) - theta1(s, p)) * 180 / IVP_PI;
}

static real tip_x(const ivp_state *s, const real *p)
{
    return p[LENGTH] * (cos(theta1(s, p)) + cos(theta2(s, p)));
}

static real tip_y(const ivp_state *s, const real *p)
{
    return p[LENGTH] * (sin(theta1(s, p)) + sin(theta2(s, p)));
}

/* The mass centres carry their own coordinates and velocities: off the constraints, those
 * count. */
static real cartesian_energy(const ivp_state *s, const real *p)
{
    const real *q = s->q, *u = s->u;
    const real v2 = u[X1] * u[X1] + u[Y1] * u[Y1] + u[X2] * u[X2] + u[Y2] * u[Y2];
    const real w2 = u[TH1] * u[TH1] + u[TH2] * u[TH2];
    return (p[MASS] * v2 + inertia(p) * w2) / 2 + p[MASS] * p[GRAVITY] * (q[Y1] + q[Y2]);
}

static real angle_energy(const ivp_state *s, const real *p)
{
    const real w1 = s->u[0], w2 = s->u[1], weight = p[MASS] * p[GRAVITY] * p[LENGTH] / 2;
    const real kinetic =
        inertia(p) * (8 * w1 * w1 + 2 * w2 * w2 + 6 * cos(s->q[0] - s->q[1]) * w1 * w2);
    return kinetic + weight * (3 * sin(s->q[0]) + sin(s->q[1]));
}

static real energy(const ivp_state *s, const real *p)
{
    const real gap = theta2(s, p) - theta1(s, p);
    const real rods = in_angles(p) ? angle_energy(s, p) : cartesian_energy(s, p);
    return rods + stiffness(p) * gap * gap / 2;
}

static const ivp_observable observables[] = {
    TWO_RODS_ANGLES,
    { "spring_angle", "deg", "theta2 - theta1, which the stiff spring opposes", spring_angle },
    TWO_RODS_TIP,
    { 0 },
};

static const ivp_observable invariants[] = {
    { "energy", "J", "kinetic energy, weight and spring", energy },
    { 0 },
};

/* Positions are of order 1 and pass through zero, hence absolute errors. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    two_rods_draw(s, to, p[LENGTH] / 2, p[LENGTH] / 2, p);
    return IVP_OK;
}

IVP_PROBLEM(double_pendulum_spring,
    .title = "Double pendulum with a stiff torsional spring",
    .source = "Gil, Sanfelice and Nikravesh, Local linearization method in the integration of "
              "multibody equations",
    .tags = "mechanical index3 ode oscillatory core",
    .form = IVP_MECH,
    .draw = draw,
    TWO_RODS_RUN,
    .mech = { .terms = terms, .assigns = true },
    .observables = observables,
    .invariants = invariants,
    .scored_absolute = true);
