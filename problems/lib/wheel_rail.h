/* wheel_rail.h -- one wheel of a wheelset on its rail: where they touch, and the forces there.
 *
 * The wheel is a cone, the rail head a circle. Creep forces follow from the normal force and
 * the slip nu by Kalker's coefficients, and saturate:
 *
 *     T1 = -w tanh(along),  T2 = -w tanh(across),  w = mu N,  together |w| at most
 *
 * Simeon, Fuehrer, Rentrop, Surv. Math. Ind. 1 (1991).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_WHEEL_RAIL_H
#define PROBLEMS_WHEEL_RAIL_H

#include <ivp/problem.h>

/* clang-format off */
enum { X, Y, Z, THETA, PHI, V5, OMEGA_THETA = V5 + THETA, OMEGA_PHI = V5 + PHI,
       BETA = 10, PSI_R, XI_R, PSI_L, XI_L, L1, L2, NY };

enum { MASS, GRAV, SPEED, RADIUS, I1, I2, MU, XL, CX, CZ, E, GG, SIGMA, SHEAR, C11, C22, C23,
       D0, A, R0, MARGIN, B1, B2, PI_CREEP, SIDES };

static const ivp_param params[] = {
    [MASS]   = { "mR", "16.08", "mass of the wheelset [kg]" },
    [GRAV]   = { "g", "9.81", "gravity [m/s^2]" },
    [SPEED]  = { "v", "30", "forward speed [m/s]" },
    [RADIUS] = { "rN", "0.1", "nominal rolling radius [m]" },
    [I1]     = { "I1", "0.0605", "inertia about the axle [kg m^2]" },
    [I2]     = { "I2", "0.366", "inertia across the axle [kg m^2]" },
    [MU]     = { "mu", "0.12", "friction coefficient [1]" },
    [XL]     = { "xl", "0.19", "half distance of the springs [m]" },
    [CX]     = { "cx", "6400", "lateral spring [N/m]" },
    [CZ]     = { "cz", "6400", "longitudinal spring [N/m]" },
    [E]      = { "E", "1.3537956", "elliptic integral of the contact [1]" },
    [GG]     = { "GG", "0.7115218", "axis ratio of the contact [1]" },
    [SIGMA]  = { "sigma", "0.28", "Poisson's ratio [1]" },
    [SHEAR]  = { "Gm", "7.92e10", "shear modulus [N/m^2]" },
    [C11]    = { "C11", "4.72772197", "Kalker, longitudinal [1]" },
    [C22]    = { "C22", "4.27526987", "Kalker, lateral [1]" },
    [C23]    = { "C23", "1.97203505", "Kalker, lateral from spin [1]" },
    [D0]     = { "d0", "0.0262", "cone angle of the wheels [rad]" },
    [A]      = { "a", "0.1506", "half track gauge [m]" },
    [R0]     = { "R0", "0.06", "radius of the rail head [m]" },
    [MARGIN] = { "eps", "1e-5", "margin of the rail head [m]" },
    [B1]     = { "b1", "0", "inner edge of the wheel [m]" },
    [B2]     = { "b2", "4", "outer edge of the wheel [m]" },
    [PI_CREEP] = { "pi", "3.1415926", "pi as published, creep [1]" },
    { 0 },
};
/* clang-format on */

/* Sines and cosines of yaw (t) and roll (p). */
typedef struct angles {
    real st, ct, sp, cp;
} angles;

/* One wheel on its rail. */
typedef struct contact {
    real side;          /* +1 left, -1 right */
    real xi, ss, cs;    /* contact coordinate; sin and cos psi */
    real R, R1;         /* wheel profile R(xi) and R'; R'' = 0 on the cone */
    real g, g1, g2;     /* rail profile at the contact point, and derivatives */
    real Q[5];          /* constraint gradient */
    real h1, h2;        /* contact conditions */
    real delta;         /* contact angle */
    real along, across; /* the wheel's axis: slip over what friction bears */
    real N, F[3], m[3]; /* normal force; creep force and its moments */
} contact;

static real sign(real x) { return re(x) < 0 ? -1 : 1; }

static ivp_status wheel_profile(contact *c, const real *p)
{
    const real distance = ivp_abs(c->xi), slope = tan(p[D0]);
    if (!(re(distance) > re(p[B1]) && re(distance) < re(p[B2]))) return IVP_DOMAIN;
    c->R = p[RADIUS] + slope * (p[A] - distance);
    c->R1 = -sign(c->xi) * slope;
    return IVP_OK;
}

/* A circle of radius R0; beyond it the wheel has left the rail. */
static ivp_status rail_profile(contact *c, real lateral, const real *p)
{
    const real off = p[A] + p[R0] * sin(p[D0]) - ivp_abs(lateral);
    if (!(re(ivp_abs(off)) < re(p[R0] - p[MARGIN]))) return IVP_DOMAIN;
    const real T = sqrt(p[R0] * p[R0] - off * off);
    c->g = T - p[RADIUS] - p[R0] * cos(p[D0]);
    c->g1 = sign(lateral) * off / T;
    c->g2 = -p[R0] * p[R0] / (T * T * T);
    return IVP_OK;
}

static void constraint_gradient(contact *c, const angles *n)
{
    const real R = c->R, ss = c->ss, cs = c->cs, g1 = c->g1;
    c->Q[0] = g1;
    c->Q[1] = -1;
    c->Q[2] = 0;
    c->Q[3] = g1 * (R * (-n->ct * ss - cs * n->sp * n->st) - n->cp * n->st * c->xi);
    c->Q[4] =
        -cs * R * n->sp - n->cp * c->xi + g1 * (n->cp * cs * n->ct * R - n->ct * n->sp * c->xi);
}

static ivp_status contact_geometry(contact *c, real psi, real xi, real x, const angles *n,
                                   const real *p)
{
    const real ss = sin(psi), cs = cos(psi), st = n->st, ct = n->ct, sp = n->sp, cp = n->cp;
    ivp_status status;
    c->xi = xi, c->ss = ss, c->cs = cs;
    if ((status = wheel_profile(c, p))) return status;
    if ((status = rail_profile(c, x + xi * ct * cp + c->R * (ct * sp * cs - st * ss), p)))
        return status;
    constraint_gradient(c, n);
    c->h1 = c->g1 * (c->R1 * sp + cp * cs) + c->R1 * ct * cp - ct * sp * cs + st * ss;
    c->h2 = c->R1 * st * cp - st * sp * cs - ct * ss;
    c->delta =
        -c->side * atan(((c->R1 * cp - sp * cs) * ct + ss * st) / (c->R1 * sp + cs * cp));
    return IVP_OK;
}

static void normal_forces(contact *left, contact *right, real e1, real e2)
{
    const real sl = sin(left->delta), cl = cos(left->delta);
    const real sr = sin(right->delta), cr = cos(right->delta);
    const real D = -sl * cr - sr * cl;
    const real W1 = left->Q[0] * e1 + right->Q[0] * e2;
    const real W2 = left->Q[1] * e1 + right->Q[1] * e2;
    left->N = (cr * W1 - sr * W2) / D;
    right->N = (-cl * W1 - sl * W2) / D;
}

/* Slip at the contact point over the mean speed: longitudinal, lateral, spin. st and ct belong
 * to the yaw angle divided by cos delta. */
static void slip(const contact *c, const real *v, real O, real st, real ct, const angles *n,
                 real nu[3], const real *p)
{
    const real R = c->R, ss = c->ss, cs = c->cs, xi = c->xi, sp = n->sp, cp = n->cp;
    const real arm = xi * sp - R * cp * cs, sd = sin(c->delta), cd = cos(c->delta);
    const real u1 = -O * R * (st * cs + ct * sp * ss) + v[X] -
                    v[THETA] * (R * (st * sp * cs + ct * ss) + xi * st * cp) -
                    v[PHI] * ct * arm;
    const real u2 = O * R * cp * ss + v[Y] + v[PHI] * (xi * cp + R * sp * cs);
    const real u3 = -O * R * (ct * cs - st * sp * ss) + p[SPEED] + v[Z] -
                    v[THETA] * (xi * ct * cp + R * (ct * sp * cs - st * ss)) +
                    v[PHI] * st * arm;
    const real w1 = u1 - 2 * v[X], w2 = u2 - 2 * v[Y], w3 = u3 - 2 * v[Z] - 2 * p[SPEED];
    const real V = sqrt(w1 * w1 + w2 * w2 + w3 * w3) / 2;
    nu[0] = (st * u1 + ct * u3) / V;
    nu[1] = (ct * cd * u1 + c->side * sd * u2 - st * cd * u3) / V;
    nu[2] = (-c->side * sd * O + cd * v[THETA]) / V;
}

/* Size of the contact ellipse, from Hertz. */
static real contact_size(const contact *c, const real *p)
{
    const real bend = 1 / (2 * c->R * sqrt(1 + c->R1 * c->R1)) -
                      c->g2 / (2 * ivp_pow(1 + c->g1 * c->g1, R(1.5)));
    const real cube = 3 * ivp_abs(c->N) * (1 - p[SIGMA]) * p[E] /
                      (2 * p[PI_CREEP] * bend * p[SHEAR] * sqrt(p[GG]));
    return ivp_pow(cube, R(1.0) / 3);
}

/* Whether the friction limit cuts the force: tanh^2 along + tanh^2 across > 1. Where one of
 * them is large the other's change of sign interrupts this for a moment as short as its inverse
 * cosh: so the corners are two, each crossed once,
 *
 *     tanh along tanh across = +- 1/(cosh along cosh across) */
static real corner(const contact *c, int which)
{
    const real both = 1 / (cosh(c->along) * cosh(c->across));
    return tanh(c->along) * tanh(c->across) - (which ? -both : both);
}

/* seen: as it is, where nobody locates the corners. A corner whose side is not told is looked
 * at. */
static bool slides(const contact *c, const real *p, bool seen)
{
    const real *side = p + SIDES + (re(c->side) > 0 ? 0 : 2);
    if (re(side[0]) == 0 && re(side[1]) == 0) return seen;
    return re(re(side[0]) != 0 ? side[0] : corner(c, 0)) > 0 ||
           re(re(side[1]) != 0 ? side[1] : corner(c, 1)) < 0;
}

static ivp_status creep_force(contact *c, const real *v, real O, real theta, const angles *n,
                              const real *p)
{
    const real yaw = theta / cos(c->delta), st = sin(yaw), ct = cos(yaw), w = p[MU] * c->N;
    real nu[3];
    if (re(w) == 0) return IVP_DOMAIN; /* the wheel lifts off */
    slip(c, v, O, st, ct, n, nu, p);
    const real a = contact_size(c, p), k = p[SHEAR] * a * a / w;
    c->along = k * p[C11] * nu[0];
    c->across = k * (p[C22] * nu[1] + a * p[C23] * nu[2]);
    real T1 = -w * tanh(c->along), T2 = -w * tanh(c->across);
    const real T = ivp_hypot(T1, T2), most = ivp_abs(w);
    if (slides(c, p, re(T) > re(most))) T1 *= most / T, T2 *= most / T;
    c->F[0] = st * T1 + ct * cos(c->delta) * T2;
    c->F[1] = c->side * sin(c->delta) * T2;
    c->F[2] = ct * T1 - st * cos(c->delta) * T2;
    return IVP_OK;
}

/* Moments of the creep force about the vertical, the longitudinal and the axle's direction. */
static void creep_moments(contact *c, const angles *n)
{
    const real R = c->R, ss = c->ss, cs = c->cs, xi = c->xi, *F = c->F;
    const real st = n->st, ct = n->ct, sp = n->sp, cp = n->cp;
    c->m[0] = -(xi * st + R * ss * ct * cp) * F[0] - R * ss * sp * F[1] +
              (-xi * ct + R * ss * st * cp) * F[2];
    c->m[1] = -(xi * ct * sp - R * cs * ct * cp) * F[0] + (xi * cp + R * cs * sp) * F[1] +
              (xi * st * sp - R * cs * st * cp) * F[2];
    c->m[2] = -R * (cs * st + ss * ct * sp) * F[0] + R * ss * cp * F[1] -
              R * (cs * ct - ss * st * sp) * F[2];
}

#endif
