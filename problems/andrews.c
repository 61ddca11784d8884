/* andrews.c -- Andrews' squeezing mechanism: seven rigid bodies in three loops, with a motor.
 *
 * q = (beta, Theta, gamma, Phi, delta, Omega, epsilon). With the point (X, Y) that the loops
 * share they close where
 *     X  = rr cos q1 - d cos(q1 + q2)                  Y  = rr sin q1 - d sin(q1 + q2)
 *     g1 = X - ss sin q3 - xb                          g2 = Y + ss cos q3 - yb
 *     g3 = X - e sin(q4 + q5) - zt cos q5 - xa         g4 = Y + e cos(q4 + q5) - zt sin q5 - ya
 *     g5 = X - zf cos(q6 + q7) - u sin q7 - xa         g6 = Y - zf sin(q6 + q7) + u cos q7 - ya
 * A spring pulls a point of body 3 towards (xc, yc); the drive gives body 1 the moment mom.
 * Definition: Test Set for IVP Solvers 2.4, chapter 13; Hairer, Wanner, Solving ODEs II, VII.7.
 * Two structures carry all blocks. The constraints are sums of seven arms, vectors (x, y) that
 * turn with an angle; the masses form three pairs, a body that turns in a frame and one that is
 * hinged to it, coupled by kappa of the angle at the hinge:
 *
 *     d(x, y)/d(angle) = (-y, x)                       kappa'' = -kappa
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"
#include "lib/draw.h"
#include "lib/three_loops.h"

enum { NPAIRS = 3 };

/* clang-format off */
enum {
    M1, M2, M3, M4, M5, M6, M7, I1, I2, I3, I4, I5, I6, I7,
    XA, YA, XB, YB, XC, YC, D, DA, E, EA, RR, RA, SS, SA, SB, SC, SD, TA, TB, U, UA, UB,
    ZF, ZT, FA, C0, L0, MOM,
    H, JH = H + NPAIRS, JB = JH + NPAIRS, J3 = JB + NPAIRS, SIGNED = J3 + 1,
    NP = SIGNED + NARMS /* from prepare() */
};

static const ivp_param params[] = {
    [M1] = { "m1", "0.04325", "mass of body 1 [kg]" },
    [M2] = { "m2", "0.00365", "mass of body 2 [kg]" },
    [M3] = { "m3", "0.02373", "mass of body 3 [kg]" },
    [M4] = { "m4", "0.00706", "mass of body 4 [kg]" },
    [M5] = { "m5", "0.07050", "mass of body 5 [kg]" },
    [M6] = { "m6", "0.00706", "mass of body 6 [kg]" },
    [M7] = { "m7", "0.05498", "mass of body 7 [kg]" },
    [I1] = { "I1", "2.194e-6", "inertia of body 1 [kg m^2]" },
    [I2] = { "I2", "4.410e-7", "inertia of body 2 [kg m^2]" },
    [I3] = { "I3", "5.255e-6", "inertia of body 3 [kg m^2]" },
    [I4] = { "I4", "5.667e-7", "inertia of body 4 [kg m^2]" },
    [I5] = { "I5", "1.169e-5", "inertia of body 5 [kg m^2]" },
    [I6] = { "I6", "5.667e-7", "inertia of body 6 [kg m^2]" },
    [I7] = { "I7", "1.912e-5", "inertia of body 7 [kg m^2]" },
    [XA] = { "xa", "-0.06934", "pivot A of bodies 5 and 7, x [m]" },
    [YA] = { "ya", "-0.00227", "pivot A, y [m]" },
    [XB] = { "xb", "-0.03635", "pivot B of body 3, x [m]" },
    [YB] = { "yb", "0.03273", "pivot B, y [m]" },
    [XC] = { "xc", "0.014", "fixed end C of the spring, x [m]" },
    [YC] = { "yc", "0.072", "fixed end C, y [m]" },
    [D]  = { "d", "0.028", "length of body 2 [m]" },
    [DA] = { "da", "0.0115", "its mass centre from the crank pin [m]" },
    [E]  = { "e", "0.02", "length of body 4 [m]" },
    [EA] = { "ea", "0.01421", "its mass centre from the common point [m]" },
    [RR] = { "rr", "0.007", "length of the crank, body 1 [m]" },
    [RA] = { "ra", "0.00092", "its mass centre from the pivot [m]" },
    [SS] = { "ss", "0.035", "pivot B to the common point on body 3 [m]" },
    [SA] = { "sa", "0.01874", "mass centre of body 3, along [m]" },
    [SB] = { "sb", "0.01043", "mass centre of body 3, across [m]" },
    [SC] = { "sc", "0.018", "spring point on body 3, along [m]" },
    [SD] = { "sd", "0.02", "spring point on body 3, across [m]" },
    [TA] = { "ta", "0.02308", "mass centre of body 5, along [m]" },
    [TB] = { "tb", "0.00916", "mass centre of body 5, across [m]" },
    [U]  = { "u", "0.04", "length of body 7 [m]" },
    [UA] = { "ua", "0.01228", "mass centre of body 7, along [m]" },
    [UB] = { "ub", "0.00449", "mass centre of body 7, across [m]" },
    [ZF] = { "zf", "0.02", "length of body 6 [m]" },
    [ZT] = { "zt", "0.04", "length of body 5 [m]" },
    [FA] = { "fa", "0.01421", "mass centre of body 6 from the common point [m]" },
    [C0] = { "c0", "4530", "stiffness of the spring [N/m]" },
    [L0] = { "l0", "0.07785", "its unloaded length [m]" },
    [MOM] = { "mom", "0.033", "moment of the drive [N m]" },
    { 0 },
};
/* clang-format on */

/* Arm k: angle q[first] + .. + q[last], part of the loops from .. to; turned by 90 degrees when
 * it lies across. */
static const struct {
    int first, last, from, to, length;
    bool reversed, across;
} arms[NARMS] = {
    { .first = 0, .last = 0, .from = 0, .to = 2, .length = RR },
    { .first = 0, .last = 1, .from = 0, .to = 2, .length = D, .reversed = true },
    { .first = 2, .last = 2, .from = 0, .to = 0, .length = SS, .across = true },
    { .first = 3, .last = 4, .from = 1, .to = 1, .length = E, .across = true },
    { .first = 4, .last = 4, .from = 1, .to = 1, .length = ZT, .reversed = true },
    { .first = 5, .last = 6, .from = 2, .to = 2, .length = ZF, .reversed = true },
    { .first = 6, .last = 6, .from = 2, .to = 2, .length = U, .across = true },
};

static void stretch_arms(const struct vec *turned, struct vec *arm, const real *p)
{
    for (int k = 0; k < NARMS; k++) {
        const real l = p[SIGNED + k], c = l * turned[k].x, s = l * turned[k].y;
        arm[k] = arms[k].across ? (struct vec){ -s, c } : (struct vec){ c, s };
    }
}

static void close_loops(const struct vec *arm, real *g, const real *p)
{
    sum_loops(arm, g);
    for (int loop = 0; loop < NLOOPS; loop++) {
        g[2 * loop] -= loop == 0 ? p[XB] : p[XA];
        g[2 * loop + 1] -= loop == 0 ? p[YB] : p[YA];
    }
}

static void constraint_jacobian(const struct vec *arm, ivp_mat G)
{
    struct vec d[NARMS];
    for (int k = 0; k < NARMS; k++) d[k] = (struct vec){ -arm[k].y, arm[k].x };
    scatter(d, G);
}

/* gamma = sum of w^2 (x, y): the second derivative of an arm is its negative. */
static void acceleration_level(const struct vec *arm, const real *u, real *gamma)
{
    struct vec d[NARMS];
    real w[NARMS];
    add_up(u, w);
    for (int k = 0; k < NARMS; k++) {
        d[k] = (struct vec){ w[k] * w[k] * arm[k].x, w[k] * w[k] * arm[k].y };
    }
    sum_loops(d, gamma);
}

/* M_hh = jh, M_hb = jh + kappa, M_bb = jh + jb + 2 kappa; slope = d kappa / d q_h. */
static const int base[NPAIRS] = { 0, 4, 6 }, hinge[NPAIRS] = { 1, 3, 5 };

struct coupling {
    real kappa, slope;
};

static void prepare(const real *p, real *derived)
{
    const real l4 = p[E] - p[EA], l6 = p[ZF] - p[FA];
    real *h = derived, *jh = h + NPAIRS, *jb = jh + NPAIRS;
    h[0] = p[M2] * p[DA] * p[RR];
    h[1] = p[M4] * p[ZT] * l4;
    h[2] = p[M6] * p[U] * l6;
    jh[0] = p[M2] * p[DA] * p[DA] + p[I2];
    jh[1] = p[M4] * l4 * l4 + p[I4];
    jh[2] = p[M6] * l6 * l6 + p[I6];
    jb[0] = p[M1] * p[RA] * p[RA] + p[M2] * p[RR] * p[RR] + p[I1];
    jb[1] = p[M4] * p[ZT] * p[ZT] + p[M5] * (p[TA] * p[TA] + p[TB] * p[TB]) + p[I5];
    jb[2] = p[M6] * p[U] * p[U] + p[M7] * (p[UA] * p[UA] + p[UB] * p[UB]) + p[I7];
    for (int k = 0; k < NARMS; k++)
        derived[SIGNED - H + k] = arms[k].reversed ? -p[arms[k].length] : p[arms[k].length];
    derived[J3 - H] = p[M3] * (p[SA] * p[SA] + p[SB] * p[SB]) + p[I3];
}

/* q[1], q[3] and q[5] are differences of the angles of two arms. */
static void couple(const struct vec *turned, struct coupling *pair, const real *p)
{
    const struct vec a = between(turned[1], turned[0]), b = between(turned[3], turned[4]),
                     c = between(turned[5], turned[6]);
    pair[0] = (struct coupling){ -p[H] * a.x, p[H] * a.y };
    pair[1] = (struct coupling){ b.y * p[H + 1], b.x * p[H + 1] };
    pair[2] = (struct coupling){ -p[H + 2] * c.y, -p[H + 2] * c.x };
}

static void masses(const struct coupling *pair, ivp_mat M, const real *p)
{
    const real *jh = p + JH, *jb = p + JB;
    for (int k = 0; k < NPAIRS; k++) {
        const int b = base[k], h = hinge[k];
        *ivp_at(M, h, h) = jh[k];
        *ivp_at(M, h, b) = jh[k] + pair[k].kappa;
        *ivp_at(M, b, h) = jh[k] + pair[k].kappa;
        *ivp_at(M, b, b) = jh[k] + jb[k] + 2 * pair[k].kappa;
    }
    *ivp_at(M, 2, 2) = p[J3];
}

/* The spring: its point on body 3 seen from B, its vector from C, its length. */
struct spring {
    struct vec point, from_c;
    real length;
};

static struct spring stretch(struct vec body3, const real *p)
{
    const real c = body3.x, s = body3.y;
    struct spring k = { .point = { p[SD] * c + p[SC] * s, p[SD] * s - p[SC] * c } };
    k.from_c = (struct vec){ k.point.x + p[XB] - p[XC], k.point.y + p[YB] - p[YC] };
    k.length = ivp_hypot(k.from_c.x, k.from_c.y);
    return k;
}

static void forces(const struct coupling *pair, const struct vec *turned, const real *u,
                   real *f, const real *p)
{
    for (int k = 0; k < NPAIRS; k++) {
        const int b = base[k], h = hinge[k];
        f[b] = -pair[k].slope * u[h] * (u[h] + 2 * u[b]);
        f[h] = pair[k].slope * u[b] * u[b];
    }
    f[0] += p[MOM];

    const struct spring k = stretch(turned[2], p);
    const real pull = -p[C0] * (k.length - p[L0]) / k.length;
    f[2] = pull * (k.from_c.y * k.point.x - k.from_c.x * k.point.y);
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    struct vec turned[NARMS];
    turn(s->q, turned);
    if (want & (IVP_M | IVP_F)) {
        struct coupling pair[NPAIRS];
        couple(turned, pair, p);
        if (want & IVP_M) masses(pair, out->M, p);
        if (want & IVP_F) forces(pair, turned, s->u, out->f, p);
    }
    if (want & (IVP_CON | IVP_GQ | IVP_GAMMA)) {
        struct vec arm[NARMS];
        stretch_arms(turned, arm, p);
        if (want & IVP_CON) close_loops(arm, out->g, p);
        if (want & IVP_GQ) constraint_jacobian(arm, out->G);
        if (want & IVP_GAMMA) acceleration_level(arm, s->u, out->gamma);
    }
    return IVP_OK;
}

/* d(G^T l)/dq: the Hessian of an arm is minus the arm, in all angles that turn it. */
static void constraint_hessian(const struct vec *arm, const real *l, ivp_mat A)
{
    for (int k = 0; k < NARMS; k++) {
        real bend = ivp_of(0);
        for (int loop = arms[k].from; loop <= arms[k].to; loop++)
            bend -= arm[k].x * l[2 * loop] + arm[k].y * l[2 * loop + 1];
        for (int j = arms[k].first; j <= arms[k].last; j++)
            for (int i = arms[k].first; i <= arms[k].last; i++) *ivp_at(A, i, j) += bend;
    }
}

/* sq, su, vq of s = sum of a (-y, x) - w^2 (x, y) and v = sum of w (-y, x). */
static void constraint_tangent(const struct vec *arm, const real *u, const real *a,
                               ivp_tangent *out)
{
    struct vec sq[NARMS], su[NARMS], vq[NARMS];
    real omega[NARMS], alpha[NARMS];
    add_up(u, omega);
    add_up(a, alpha);
    for (int k = 0; k < NARMS; k++) {
        const real x = arm[k].x, y = arm[k].y;
        const real w = omega[k], b = alpha[k];
        sq[k] = (struct vec){ -b * x + w * w * y, -b * y - w * w * x };
        su[k] = (struct vec){ -2 * w * x, -2 * w * y };
        vq[k] = (struct vec){ -w * x, -w * y };
    }
    scatter(sq, out->sq);
    scatter(su, out->su);
    scatter(vq, out->vq);
}

static void force_tangent(const struct vec *turned, const real *u, const real *a,
                          ivp_tangent *out, const real *p)
{
    struct coupling pair[NPAIRS];
    couple(turned, pair, p);
    for (int k = 0; k < NPAIRS; k++) {
        const int b = base[k], h = hinge[k];
        const real slope = pair[k].slope, kappa = pair[k].kappa;
        *ivp_at(out->rq, b, h) += slope * (2 * a[b] + a[h]) - kappa * u[h] * (u[h] + 2 * u[b]);
        *ivp_at(out->rq, h, h) += slope * a[b] + kappa * u[b] * u[b];
        *ivp_at(out->ru, b, h) = 2 * slope * (u[h] + u[b]);
        *ivp_at(out->ru, b, b) = 2 * slope * u[h];
        *ivp_at(out->ru, h, b) = -2 * slope * u[b];
    }

    const struct spring k = stretch(turned[2], p);
    const struct vec r = k.point, c = k.from_c;
    const real slack = p[L0] / k.length, turn = (c.y * r.x - c.x * r.y) / k.length;
    const real bend = r.x * (r.x - c.x) + r.y * (r.y - c.y);
    *ivp_at(out->rq, 2, 2) += p[C0] * ((1 - slack) * bend + slack * turn * turn);
}

static ivp_status tangent(const ivp_state *s, const real *mu, ivp_tangent *out, const real *p)
{
    const real *u = s->u, *a = s->a;
    struct vec turned[NARMS], arm[NARMS];
    turn(s->q, turned);
    stretch_arms(turned, arm, p);
    constraint_hessian(arm, s->lambda, out->rq);
    if (mu) constraint_hessian(arm, mu, out->wq);
    constraint_tangent(arm, u, a, out);
    force_tangent(turned, u, a, out, p);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    static const plain q[NQ] = {
        R(-0.0617138900142764496358948458001), R(0.0),
        R(0.455279819163070380255912382449),   R(0.222668390165885884674473185609),
        R(0.487364979543842550225598953530),   R(-0.222668390165885884674473185609),
        R(1.23054744454982119249735015568),
    };
    for (int i = 0; i < NQ; i++) {
        y[i] = ivp_of(q[i]);
        y[NQ + i] = ivp_of(0);
    }
    return IVP_OK;
}

/* Kinetic energy and that of the spring, less the work of the drive. */
static real energy(const ivp_state *s, const real *p)
{
    struct vec turned[NARMS];
    turn(s->q, turned);
    const real *u = s->u, gap = stretch(turned[2], p).length - p[L0];
    real m[NQ * NQ] = { 0 };
    const ivp_mat M = { .rows = NQ, .cols = NQ, .ld = NQ, .a = m };
    struct coupling pair[NPAIRS];
    couple(turned, pair, p);
    masses(pair, M, p);
    real e = p[C0] * gap * gap - 2 * p[MOM] * s->q[0];
    for (int j = 0; j < NQ; j++)
        for (int i = 0; i < NQ; i++) e += u[i] * *ivp_at(M, i, j) * u[j];
    return e / 2;
}

static real joint_x(const ivp_state *s, const real *p)
{
    return p[RR] * cos(s->q[0]) - p[D] * cos(s->q[0] + s->q[1]);
}

static real spring_force(const ivp_state *s, const real *p)
{
    const struct vec body3 = { cos(s->q[2]), sin(s->q[2]) };
    return p[C0] * (stretch(body3, p).length - p[L0]);
}

static const ivp_observable observables[] = {
    { "joint_x", "m", "point that the three loops share, x", joint_x },
    { "spring_force", "N", "positive when the spring pulls", spring_force },
    { 0 },
};

static const ivp_observable invariants[] = {
    { "energy", "J", "kinetic and spring energy less the work of the drive", energy },
    { 0 },
};

/* Right to about 10 digits in q, 7 in u, 6 in a and lambda. */
static const ivp_published published[] = {
    { TESTSET_VALUES(", PSIDE at 1e-14", "9.6"),
      .values = "q1=0.1581077119629904e2 q2=-0.1575637105984298e2 q3=0.4082224013073101e-1 "
                "q4=-0.5347301163226948e0 q5=0.5244099658805304e0 q6=0.5347301163226948e0 "
                "q7=0.1048080741042263e1 u1=0.1139920302151208e4 u2=-0.1424379294994111e4 "
                "u3=0.1103291221937134e2 u4=0.1929337464421385e2 u5=0.5735699284790808e0 "
                "u6=-0.1929337464421385e2 u7=0.3231791658026955e0 a1=-0.2463176316945196e5 "
                "a2=0.5185037701610329e5 a3=0.3241025686413781e6 a4=0.5667493645176213e6 "
                "a5=0.1674362929479361e5 a6=-0.5667493645176222e6 a7=0.9826520791458422e4 "
                "lambda1=0.1991753333731910e3 lambda2=-0.2975531228015052e2 "
                "lambda3=0.2306654119098399e2 lambda4=0.3145271365475927e2 "
                "lambda5=0.2264249232082739e2 lambda6=0.1161740700019673e2" },
    { 0 },
};

/* Crank, rods, the two bodies at A, and body 3 with the spring that pulls it towards C. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    const real *q = s->q;
    const real pin[2] = { p[RR] * cos(q[0]), p[RR] * sin(q[0]) };
    const real common[2] = { pin[0] - p[D] * cos(q[0] + q[1]),
                             pin[1] - p[D] * sin(q[0] + q[1]) };
    const real a[2] = { p[XA], p[YA] }, b[2] = { p[XB], p[YB] };
    const real c3 = cos(q[2]), s3 = sin(q[2]), origin[2] = { ivp_of(0), ivp_of(0) };
    const real held[2] = { b[0] + p[SC] * s3 + p[SD] * c3, b[1] - p[SC] * c3 + p[SD] * s3 };
    const real up[2] = { a[0] + p[ZT] * cos(q[4]), a[1] + p[ZT] * sin(q[4]) };
    const real low[2] = { a[0] + p[U] * sin(q[6]), a[1] - p[U] * cos(q[6]) };
    draw_bend(to, origin, pin, common);
    draw_triangle(to, b, common, held);
    draw_rod(to, held[0], held[1], p[XC], p[YC]);
    draw_bend(to, a, up, common);
    draw_bend(to, a, low, common);
    return IVP_OK;
}

IVP_PROBLEM(andrews,
    .title = "Andrews' squeezing mechanism",
    .source = "Test Set for IVP Solvers 2.4, chapter 13; Hairer and Wanner II, VII.7",
    .tags = "mechanical index3 nonstiff testset core",
    .params = params,
    .t0 = "0", .t1 = "0.03",
    .form = IVP_MECH,
    .sizes = { .nq = NQ, .ng = 2 * NLOOPS, .nderived = NP - H },
    .prepare = prepare, .draw = draw, .init = start,
    .mech = { .terms = terms, .tangent = tangent, .assigns = true },
    .observables = observables,
    .invariants = invariants,
    .mescd = "all",
    .protocol = { .from = 4, .to = 10, .per_decade = 8, .atol = "rtol", .h0 = "rtol" },
    .published = published);
