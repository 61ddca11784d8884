/* wheelset.c -- a railway wheelset on straight track: F(t, y, y') = 0 of index 2.
 *
 *     y = (x, y, z, theta, phi | their velocities v | beta | psiR, xiR, psiL, xiL | L1, L2)
 *
 * x lateral, y vertical, z longitudinal, theta yaw, phi roll; beta the deviation of the rolling
 * speed from v/rN; (psi, xi) the contact coordinates of the right and of the left wheel. Each
 * contact point obeys two contact conditions h1 = h2 = 0 and one constraint on velocity level,
 * Q(q, psi, xi) v = 0, with the forces e1 = 1e4 L1 (left), e2 = 1e4 L2 (right) as multipliers.
 * Normal forces N follow from the multipliers, creep forces from N and the slip (Kalker's
 * coefficients, cut off at the limit of friction: a corner that the problem's source does not
 * announce; lib/wheel_rail.h). The constraint of index 3 is kept as an invariant:
 *
 *     rail(s) - y - xi sin phi + R cos phi cos psi = const
 *     s = x + xi cos theta cos phi + R (cos theta sin phi cos psi - sin theta sin psi)
 *
 * The reference is radau11 in quad, whose steps end at the corners, and as its second half the
 * end state of IDA (BDF, in double) at rtol 1e-13, atol 1e-15, which agrees to 9.1 digits. Of
 * the printed values 5.3 are right.
 *
 * Without curvature, cant and drive all terms that carry them vanish and are left out. Simeon,
 * Fuehrer, Rentrop, Surv. Math. Ind. 1 (1991); Test Set for IVP Solvers 2.4, wheel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES /* friction and profiles branch on the state */
#include "lib/descriptor.h"
#include "lib/wheel_rail.h"

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

/* The corners of the friction law, which the problem's source does not announce. */
static real corner_at(const ivp_state *s, real side, int which, const real *p)
{
    angles n;
    contact l, r, *c = re(side) > 0 ? &l : &r;
    if (contacts(s->y, &n, &l, &r, p)) return ivp_of(1); /* off the rails */
    normal_forces(&l, &r, R(1e4) * s->y[L1], R(1e4) * s->y[L2]);
    return creep(s->y, &n, c, p) ? ivp_of(1) : corner(c, which);
}

static real left_up(const ivp_state *s, const real *p) { return corner_at(s, 1, 0, p); }
static real left_down(const ivp_state *s, const real *p) { return corner_at(s, 1, 1, p); }
static real right_up(const ivp_state *s, const real *p) { return corner_at(s, -1, 0, p); }
static real right_down(const ivp_state *s, const real *p) { return corner_at(s, -1, 1, p); }

static const ivp_event events[] = {
    { .name = "left_slides", .guard = left_up, .then = IVP_KINK },
    { .name = "left_slides_back", .guard = left_down, .then = IVP_KINK },
    { .name = "right_slides", .guard = right_up, .then = IVP_KINK },
    { .name = "right_slides_back", .guard = right_down, .then = IVP_KINK },
    { 0 },
};

IVP_PROBLEM(wheelset,
    .title = "Railway wheelset on straight track",
    .source = "Simeon, Fuehrer, Rentrop 1991; Test Set for IVP Solvers 2.4, wheel",
    .tags = "dae implicit index2 stiff kinks railway testset core",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_DAE,
    .sizes = { .n = NY },
    .init = start,
    .dae = { .F = residual },
    .events = events,
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
              .source = "IDA at 1e-13 and 1e-15",
              .values = "y1=8.635538250984e-03 y2=1.303834113213e-05 y3=-9.363581133315e-05 "
                        "y4=-1.364229598229e-02 y5=1.529289421416e-03 y6=-7.698524152544e-02 "
                        "y7=-2.515106389491e-04 y8=2.054114897420e-03 y9=-2.390484021203e-01 "
                        "y10=-1.363344496746e-02 y11=-2.442137060975e-01 "
                        "y12=-3.366674264469e-04 y13=-1.594942563740e-01 "
                        "y14=3.783960368028e-04 y15=1.417321500974e-01 y16=-1.012404499362e-02 "
                        "y17=-5.628562909204e-03" },
            { TESTSET_VALUES(", DASSL at 1e-9, about 5 digits", "5.3"),
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
