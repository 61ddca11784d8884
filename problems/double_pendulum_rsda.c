/* double_pendulum_rsda.c -- two rods held by two rotational spring-dampers, one of them very
 * stiff.
 *
 * Uniform rods as in lib/two_rods.h with a = L1, b = L2, I_i = m_i L_i^2 / 3; gravity pulls
 * along -y. The spring-dampers give the moments
 *
 *     T1 = -k1 (theta1 - alpha1) - c1 w1                      to rod 1, from the ground
 *     T2 = -k2 (theta2 - theta1 - alpha2) - c2 (w2 - w1)      to rod 2, from rod 1
 *
 * The dominant eigenvalue at the start is -9.987e4; k2 = 50, c2 = 1 is a variant that is not
 * stiff.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/two_rods.h"

/* clang-format off */
enum {
    FORM, START, MASS1, MASS2, L1, L2, STIFF1, STIFF2, DAMP1, DAMP2, ALPHA1, ALPHA2,
    THETA1, THETA2, OMEGA2, GRAVITY
};
/* clang-format on */

static const ivp_param params[] = {
    [FORM] = TWO_RODS_FORM,
    [START] = { "start", "at_rest", "velocities: zero, or rod 2 turning with omega2",
                .choices = "at_rest printed" },
    [MASS1] = { "m1", "3", "mass of rod 1 [kg]" },
    [MASS2] = { "m2", "0.3", "mass of rod 2 [kg]" },
    [L1] = { "L1", "1", "half the length of rod 1 [m]" },
    [L2] = { "L2", "1.5", "half the length of rod 2 [m]" },
    [STIFF1] = { "k1", "400", "stiffness, ground to rod 1 [N m/rad]" },
    [STIFF2] = { "k2", "3e5", "stiffness, rod 1 to rod 2 [N m/rad]" },
    [DAMP1] = { "c1", "15", "damping, ground to rod 1 [N m s/rad]" },
    [DAMP2] = { "c2", "5e4", "damping, rod 1 to rod 2 [N m s/rad]" },
    [ALPHA1] = { "alpha1", "270", "theta1 without tension [deg]" },
    [ALPHA2] = { "alpha2", "0", "theta2 - theta1 without tension [deg]" },
    [THETA1] = { "theta1", "360", "theta1 at the start [deg]" },
    [THETA2] = { "theta2", "345", "theta2 at the start [deg]" },
    [OMEGA2] = { "omega2", "10", "w2 of the printed start [rad/s]" },
    [GRAVITY] = { "grav", "9.81", "pull, along -y [m/s^2]" },
    { 0 },
};

static real radians(real degrees) { return degrees * IVP_PI / 180; }
static real inertia(real m, real l) { return m * l * l / 3; }

/* T1 and T2 */
static void spring_dampers(const real th[2], const real w[2], real moment[2], const real *p)
{
    moment[0] = -p[STIFF1] * (th[0] - radians(p[ALPHA1])) - p[DAMP1] * w[0];
    moment[1] = -p[STIFF2] * (th[1] - th[0] - radians(p[ALPHA2])) - p[DAMP2] * (w[1] - w[0]);
}

static void angle_terms(unsigned want, const real *q, const real *u, ivp_terms *out,
                        const real *p)
{
    const real couple = 2 * p[MASS2] * p[L1] * p[L2];
    if (want & IVP_M) {
        const real own1 = p[MASS1] * p[L1] * p[L1] + inertia(p[MASS1], p[L1]);
        const real own2 = p[MASS2] * p[L2] * p[L2] + inertia(p[MASS2], p[L2]);
        *ivp_at(out->M, 0, 0) = own1 + 4 * p[MASS2] * p[L1] * p[L1];
        *ivp_at(out->M, 1, 1) = own2;
        const real joint = couple * cos(q[0] - q[1]);
        *ivp_at(out->M, 0, 1) = joint;
        *ivp_at(out->M, 1, 0) = joint;
    }
    if (want & IVP_F) {
        const real s = couple * sin(q[0] - q[1]);
        real moment[2];
        spring_dampers(q, u, moment, p);
        out->f[0] = moment[0] - moment[1] - s * u[1] * u[1] -
                    p[GRAVITY] * (p[MASS1] + 2 * p[MASS2]) * p[L1] * cos(q[0]);
        out->f[1] = moment[1] + s * u[0] * u[0] - p[GRAVITY] * p[MASS2] * p[L2] * cos(q[1]);
    }
}

static void masses(ivp_mat M, const real *p)
{
    *ivp_at(M, X1, X1) = p[MASS1];
    *ivp_at(M, Y1, Y1) = p[MASS1];
    *ivp_at(M, X2, X2) = p[MASS2];
    *ivp_at(M, Y2, Y2) = p[MASS2];
    *ivp_at(M, TH1, TH1) = inertia(p[MASS1], p[L1]);
    *ivp_at(M, TH2, TH2) = inertia(p[MASS2], p[L2]);
}

static void forces(const real *q, const real *u, real *f, const real *p)
{
    const real th[2] = { q[TH1], q[TH2] }, w[2] = { u[TH1], u[TH2] };
    real moment[2];
    spring_dampers(th, w, moment, p);
    f[Y1] = -p[MASS1] * p[GRAVITY];
    f[Y2] = -p[MASS2] * p[GRAVITY];
    f[TH1] = moment[0] - moment[1];
    f[TH2] = moment[1];
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    if (in_angles(p)) {
        angle_terms(want, q, u, out, p);
        return IVP_OK;
    }
    if (want & IVP_M) masses(out->M, p);
    if (want & IVP_F) forces(q, u, out->f, p);
    if (want & (IVP_CON | IVP_GQ | IVP_GAMMA)) two_rods_joints(q, u, out, p[L1], p[L2]);
    return IVP_OK;
}

/* Derivatives of two moments by the angles i and j that they act on. */
static void moment_derivatives(ivp_mat A, int i, int j, real ground, real between)
{
    *ivp_at(A, i, i) = -ground - between;
    *ivp_at(A, j, j) = -between;
    *ivp_at(A, i, j) = between;
    *ivp_at(A, j, i) = between;
}

static ivp_status stiff(const ivp_state *s, ivp_mat fq, ivp_mat fu, const real *p)
{
    const int i = in_angles(p) ? 0 : TH1, j = in_angles(p) ? 1 : TH2;
    moment_derivatives(fq, i, j, p[STIFF1], p[STIFF2]);
    moment_derivatives(fu, i, j, p[DAMP1], p[DAMP2]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const real th[2] = { radians(p[THETA1]), radians(p[THETA2]) };
    const real w[2] = { ivp_of(0), re(p[START]) > 0 ? p[OMEGA2] : ivp_of(0) };
    if (!in_angles(p)) {
        two_rods_place(y, y + NCARTESIAN, th, w, p[L1], p[L2]);
        return IVP_OK;
    }
    for (int i = 0; i < NANGLES; i++) {
        y[i] = th[i];
        y[NANGLES + i] = w[i];
    }
    return IVP_OK;
}

static real tip_x(const ivp_state *s, const real *p)
{
    return 2 * (p[L1] * cos(theta1(s, p)) + p[L2] * cos(theta2(s, p)));
}

static real tip_y(const ivp_state *s, const real *p)
{
    return 2 * (p[L1] * sin(theta1(s, p)) + p[L2] * sin(theta2(s, p)));
}

static real stiff_moment(const ivp_state *s, const real *p)
{
    const real th[2] = { theta1(s, p), theta2(s, p) }, w[2] = { omega1(s, p), omega2(s, p) };
    real moment[2];
    spring_dampers(th, w, moment, p);
    return moment[1];
}

static const ivp_observable observables[] = {
    TWO_RODS_ANGLES,
    TWO_RODS_TIP,
    { "moment", "N m", "of the stiff spring-damper on rod 2", stiff_moment },
    { 0 },
};

/* Positions are of order 1 and pass through zero, hence absolute errors. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    two_rods_draw(s, to, p[L1], p[L2], p);
    return IVP_OK;
}

IVP_PROBLEM(double_pendulum_rsda,
    .title = "Double pendulum with two rotational spring-dampers",
    .source = "Negrut, Sandu, Haug, Potra and Sandu 2003, A Rosenbrock-Nystrom state space "
              "implicit approach for the dynamic analysis of mechanical systems II",
    .tags = "mechanical index3 ode stiff core",
    .form = IVP_MECH,
    .draw = draw,
    TWO_RODS_RUN,
    .mech = { .terms = terms, .stiff = stiff, .assigns = true },
    .observables = observables,
    .scored_absolute = true);
