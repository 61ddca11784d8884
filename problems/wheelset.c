/* wheelset.c -- a railway wheelset on straight track: F(t, y, y') = 0 of index 2.
 *
 *     y = (x, y, z, theta, phi | their velocities v | beta | psiR, xiR, psiL, xiL | L1, L2)
 *
 * x lateral, y vertical, z longitudinal, theta yaw, phi roll; beta the deviation of the rolling
 * speed from v/rN; (psi, xi) the contact coordinates of the right and of the left wheel. Each
 * contact point obeys two contact conditions h1 = h2 = 0 and one constraint on velocity level,
 * Q(q, psi, xi) v = 0, with the forces e1 = 1e4 L1 (left), e2 = 1e4 L2 (right) as multipliers.
 * Normal forces N follow from the multipliers, creep forces from N and the slip (Kalker's
 * coefficients, saturated by friction). The constraint of index 3 is kept as an invariant:
 *
 *     rail(s) - y - xi sin phi + R cos phi cos psi = const
 *     s = x + xi cos theta cos phi + R (cos theta sin phi cos psi - sin theta sin psi)
 *
 * Without curvature, cant and drive all terms that carry them vanish and are left out. Simeon,
 * Fuehrer, Rentrop, Surv. Math. Ind. 1 (1991); Test Set for IVP Solvers 2.4, wheel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#define IVP_NO_LANES /* friction and profiles branch on the state */
#include <ivp/problem.h>

/* clang-format off */
enum { X, Y, Z, THETA, PHI, V5, OMEGA_THETA = V5 + THETA, OMEGA_PHI = V5 + PHI,
       BETA = 10, PSI_R, XI_R, PSI_L, XI_L, L1, L2, NY };

enum { MASS, GRAV, SPEED, RADIUS, I1, I2, MU, XL, CX, CZ, E, GG, SIGMA, SHEAR, C11, C22, C23,
       D0, A, R0, MARGIN, B1, B2, PI_CREEP };

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

static ivp_status creep_force(contact *c, const real *v, real O, real theta, const angles *n,
                              const real *p)
{
    const real yaw = theta / cos(c->delta), st = sin(yaw), ct = cos(yaw), w = p[MU] * c->N;
    real nu[3];
    if (re(w) == 0) return IVP_DOMAIN; /* the wheel lifts off */
    slip(c, v, O, st, ct, n, nu, p);
    const real a = contact_size(c, p), k = p[SHEAR] * a * a / w;
    real T1 = -w * tanh(k * p[C11] * nu[0]);
    real T2 = -w * tanh(k * (p[C22] * nu[1] + a * p[C23] * nu[2]));
    const real T = ivp_hypot(T1, T2), most = ivp_abs(w);
    if (re(T) > re(most)) T1 *= most / T, T2 *= most / T;
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

/* Everything about both contacts at y. */
static ivp_status contacts(const real *y, angles *n, contact *left, contact *right,
                           const real *p)
{
    *n = (angles){ sin(y[THETA]), cos(y[THETA]), sin(y[PHI]), cos(y[PHI]) };
    *left = (contact){ .side = 1 };
    *right = (contact){ .side = -1 };
    ivp_status status = contact_geometry(left, y[PSI_L], y[XI_L], y[X], n, p);
    return status ? status : contact_geometry(right, y[PSI_R], y[XI_R], y[X], n, p);
}

static ivp_status creep(const real *y, const angles *n, contact *c, const real *p)
{
    const real O = p[SPEED] / p[RADIUS] + y[BETA];
    ivp_status status = creep_force(c, y + V5, O, y[THETA], n, p);
    if (!status) creep_moments(c, n);
    return status;
}

/* Right-hand sides of the six equations of motion. */
static void motion(const real *y, const angles *n, const contact *l, const contact *r,
                   real force[6], const real *p)
{
    const real *v = y + V5, O = p[SPEED] / p[RADIUS] + y[BETA], dI = p[I1] - p[I2];
    const real e1 = R(1e4) * y[L1], e2 = R(1e4) * y[L2],
               yaw = 2 * p[XL] * p[XL] * p[CZ] * y[THETA];
    real c[5];
    for (int i = 0; i < 5; i++) c[i] = l->Q[i] * e1 + r->Q[i] * e2;
    force[0] = l->F[0] + r->F[0] - 2 * p[CX] * y[X] + c[0];
    force[1] = l->F[1] + r->F[1] - p[MASS] * p[GRAV] + c[1];
    force[2] = l->F[2] + r->F[2] - 2 * p[CZ] * y[Z];
    force[3] = p[I2] * v[THETA] * v[PHI] * n->sp - p[I1] * O * v[PHI] -
               dI * v[THETA] * n->sp * v[PHI] + l->m[0] + r->m[0] - yaw * n->cp + c[3];
    force[4] = p[I1] * O * v[THETA] * n->cp + dI * v[THETA] * v[THETA] * n->sp * n->cp +
               l->m[1] + r->m[1] + c[4];
    force[5] = -p[I1] * v[THETA] * v[PHI] * n->cp + l->m[2] + r->m[2] - yaw * n->sp;
}

static real velocity_along(const contact *c, const real *v)
{
    real sum = 0;
    for (int i = 0; i < 5; i++) sum += c->Q[i] * v[i];
    return sum;
}

static ivp_status residual(const ivp_state *s, real *F, const real *p)
{
    const real *y = s->y, *yp = s->yp, *v = y + V5, *a = yp + V5;
    angles n;
    contact l, r;
    real f[6];
    ivp_status status = contacts(y, &n, &l, &r, p);
    if (status) return status;
    normal_forces(&l, &r, R(1e4) * y[L1], R(1e4) * y[L2]);
    if ((status = creep(y, &n, &l, p)) || (status = creep(y, &n, &r, p))) return status;
    motion(y, &n, &l, &r, f, p);
    for (int i = 0; i < 5; i++) F[i] = yp[i] - v[i];
    for (int i = 0; i < 3; i++) F[V5 + i] = p[MASS] * a[i] - f[i];
    F[OMEGA_THETA] = p[I2] * n.cp * a[THETA] - f[3];
    F[OMEGA_PHI] = p[I2] * a[PHI] - f[4];
    F[BETA] = p[I1] * (yp[BETA] + n.sp * a[THETA]) - f[5];
    F[PSI_R] = r.h1;
    F[XI_R] = r.h2;
    F[PSI_L] = l.h1;
    F[XI_L] = l.h2;
    F[L1] = velocity_along(&l, v);
    F[L2] = velocity_along(&r, v);
    return IVP_OK;
}

/* The start as published, contact coordinates to 16 digits and multipliers to 5. At rest on the
 * rails accelerations alone are left of y', and the equations of motion give them. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    static const struct {
        int at;
        plain value;
    } given[] = {
        { X, R(0.14941e-2) },
        { Y, R(0.40089e-6) },
        { Z, R(0.11241e-5) },
        { THETA, R(-0.28573e-3) },
        { PHI, R(0.26459e-3) },
        { PSI_R, R(-7.4122380357667139e-06) },
        { XI_R, R(-0.1521364296121248) },
        { PSI_L, R(7.5634406395172940e-06) },
        { XI_L, R(0.1490635714733819) },
        { L1, R(-8.3593e-3) },
        { L2, R(-7.4144e-3) },
    };
    real F[NY];
    for (int i = 0; i < NY; i++) y[i] = yp[i] = 0;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) y[given[i].at] = given[i].value;
    /* With y' = 0 the residual is -f: divide by the mass matrix. */
    const ivp_status status = residual(&(ivp_state){ .t = t0, .y = y, .yp = yp }, F, p);
    if (status) return status;
    for (int i = 0; i < 3; i++) yp[V5 + i] = -F[V5 + i] / p[MASS];
    yp[OMEGA_THETA] = -F[OMEGA_THETA] / (p[I2] * cos(y[PHI]));
    yp[OMEGA_PHI] = -F[OMEGA_PHI] / p[I2];
    yp[BETA] = -F[BETA] / p[I1] - sin(y[PHI]) * yp[OMEGA_THETA];
    return IVP_OK;
}

/* What the velocity constraint of a contact keeps constant, the position constraint (5e-10 at
 * the start as published) on top of the nominal radius; and the normal force. */
typedef struct touch {
    real clearance, load;
} touch;

static touch touch_of(const ivp_state *s, real side, const real *p)
{
    const real *y = s->y;
    angles n;
    contact l, r;
    if (contacts(y, &n, &l, &r, p)) return (touch){ 0, 0 }; /* off the rails */
    normal_forces(&l, &r, R(1e4) * y[L1], R(1e4) * y[L2]);
    const contact *c = re(side) > 0 ? &l : &r;
    const real gap = c->g - y[Y] - c->xi * n.sp + c->R * n.cp * c->cs;
    return (touch){ p[RADIUS] + gap, c->N };
}

static real clearance_left(const ivp_state *s, const real *p)
{
    return touch_of(s, 1, p).clearance;
}
static real clearance_right(const ivp_state *s, const real *p)
{
    return touch_of(s, -1, p).clearance;
}
static real load_left(const ivp_state *s, const real *p) { return touch_of(s, 1, p).load; }
static real load_right(const ivp_state *s, const real *p) { return touch_of(s, -1, p).load; }

IVP_PROBLEM(wheelset,
    .title = "Railway wheelset on straight track",
    .source = "Simeon, Fuehrer, Rentrop 1991; Test Set for IVP Solvers 2.4, wheel",
    .tags = "dae implicit index2 stiff railway testset core",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_DAE,
    .sizes = { .n = NY },
    .init = start,
    .dae = { .F = residual },
    .index = (const int[]){ 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2 },
    .observables =
        (const ivp_observable[]){
            { "lateral", "m", "lateral displacement x", .component = "y1" },
            { "yaw", "rad", "yaw angle theta", .component = "y4" },
            { "load_left", "N", "normal force of the left contact", load_left },
            { "load_right", "N", "normal force of the right contact", load_right },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "clearance_left", "m", "rN + position constraint, left", clearance_left },
            { "clearance_right", "m", "rN + position constraint, right", clearance_right },
            { 0 },
        },
    .scd = "y1-15",
    .mescd = "y1-15",
    .published =
        (const ivp_published[]){
            { .params = "",
              .source = "Test Set for IVP Solvers 2.4, DASSL at 1e-9, about 5 digits",
              .values = "y1=0.86355386965811e-2 y2=0.13038281022727e-4 "
                        "y3=-0.93635784016818e-4 y4=-0.13642299804033e-1 "
                        "y5=0.15292895005422e-2 y6=-0.76985374142666e-1 "
                        "y7=-0.25151106429207e-3 y8=0.20541188079539e-2 "
                        "y9=-0.23904837703692e0 y10=-0.13633468454173e-1 "
                        "y11=-0.24421377661131e0 y12=-0.33666751972196e-3 "
                        "y13=-0.15949425684022e0 y14=0.37839614386969e-3 "
                        "y15=0.14173214964613e0 y16=-0.10124044903201e-1 "
                        "y17=-0.56285630573753e-2" },
            { 0 },
        });
