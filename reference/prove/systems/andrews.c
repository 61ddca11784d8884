/* andrews.c -- Andrews' squeezing mechanism in the angle of its crank, its one degree of
 * freedom.
 *
 * Three loops meet in a common point P. Each is a pair of links, a dyad: with unit vectors U, V
 * and lengths k, l
 *
 *     from the crank's tip C = rr e(q1) to B        k = d,   U = -e(q1 + q2),        P = C + d U
 *                                                   l = ss,  V = (-sin q3, cos q3)
 *     from A to P                                   k = zt,  U = e(q5)
 *                                                   l = e,   V = (sin(q4 + q5), -cos(q4 + q5))
 *     from A to P                                   k = u,   U = (sin q7, -cos q7)
 *                                                   l = zf,  V = e(q6 + q7)
 *
 * e(x) = (cos x, sin x). With D = k U + l V, D* turned by 90 degrees, s = +-1 the branch,
 *
 *     k U = c D + s h D*,   c = (|D|^2 + k^2 - l^2) / (2 |D|^2),   h = sqrt(k^2 / |D|^2 - c^2)
 *
 * and, with a and b the angles of U and V, X = U*.V and dashes for d/dq1,
 *
 *     k X a'  = D'.V                              l X b'  = -D'.U
 *     k X a'' = (D'' + k a'^2 U + l b'^2 V).V     l X b'' = -(D'' + k a'^2 U + l b'^2 V).U
 *
 * Virtual work, w = dq1/dt, over bodies with mass m, inertia I, centre c and angle a:
 *
 *     sum (m c'.c' + I a'^2) dw/dt = moments - sum (m c'.c'' + I a' a'') w^2
 *
 * Multipliers follow from turning one link alone, U or V of a loop. Test Set for IVP Solvers
 * 2.4, chapter 13; Hairer, Wanner, Solving ODEs II, VII.7. The start is the printed angle of
 * the crank, exactly, the other angles being those that close the loops.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/systems/plane.h"

enum { BETA, OMEGA };

/* clang-format off */
enum {
    M1, M2, M3, M4, M5, M6, M7, I1, I2, I3, I4, I5, I6, I7,
    XA, YA, XB, YB, XC, YC, D, DA, E, EA, RR, RA, SS, SA, SB, SC, SD, TA, TB, U, UA, UB,
    ZF, ZT, FA, C0, L0, MOM
};

static const system_param params[] = {
    { "m1", "0.04325", NULL },  { "m2", "0.00365", NULL },  { "m3", "0.02373", NULL },
    { "m4", "0.00706", NULL },  { "m5", "0.07050", NULL },  { "m6", "0.00706", NULL },
    { "m7", "0.05498", NULL },  { "I1", "2.194e-6", NULL }, { "I2", "4.410e-7", NULL },
    { "I3", "5.255e-6", NULL }, { "I4", "5.667e-7", NULL }, { "I5", "1.169e-5", NULL },
    { "I6", "5.667e-7", NULL }, { "I7", "1.912e-5", NULL }, { "xa", "-0.06934", NULL },
    { "ya", "-0.00227", NULL }, { "xb", "-0.03635", NULL }, { "yb", "0.03273", NULL },
    { "xc", "0.014", NULL },    { "yc", "0.072", NULL },    { "d", "0.028", NULL },
    { "da", "0.0115", NULL },   { "e", "0.02", NULL },      { "ea", "0.01421", NULL },
    { "rr", "0.007", NULL },    { "ra", "0.00092", NULL },  { "ss", "0.035", NULL },
    { "sa", "0.01874", NULL },  { "sb", "0.01043", NULL },  { "sc", "0.018", NULL },
    { "sd", "0.02", NULL },     { "ta", "0.02308", NULL },  { "tb", "0.00916", NULL },
    { "u", "0.04", NULL },      { "ua", "0.01228", NULL },  { "ub", "0.00449", NULL },
    { "zf", "0.02", NULL },     { "zt", "0.04", NULL },     { "fa", "0.01421", NULL },
    { "c0", "4530", NULL },     { "l0", "0.07785", NULL },  { "mom", "0.033", NULL },
    { 0 },
};
/* clang-format on */

/* A vector or an angle with its first and second derivative by q1. */
typedef struct curve {
    vec at, d, dd;
} curve;

typedef struct angle {
    num d, dd;
} angle;

typedef struct dyad {
    num k, l, X;
    vec U, V;
    angle a, b;
} dyad;

static dyad close_loop(curve D_, num k, num l, int branch)
{
    dyad y = { .k = k, .l = l };
    const vec D0 = D_.at;
    const num square = dot(D0, D0), kk = divide(sqr(k), square), ll = divide(sqr(l), square);
    const num c = over(add(integer(k.of, 1), sub(kk, ll)), 2);
    const num h = times(branch, root(sub(kk, sqr(c))));
    const vec kU = plus(scaled(c, D0), scaled(h, left_of(D0)));
    const num one = integer(k.of, 1);
    y.U = scaled(divide(one, k), kU);
    y.V = scaled(divide(one, l), minus(D0, kU));
    y.X = dot(left_of(y.U), y.V);
    const num per_k = divide(one, mul(k, y.X)), per_l = divide(one, mul(l, y.X));
    y.a.d = mul(per_k, dot(D_.d, y.V));
    y.b.d = neg(mul(per_l, dot(D_.d, y.U)));
    const vec bent =
        plus(D_.dd, plus(scaled(mul(k, sqr(y.a.d)), y.U), scaled(mul(l, sqr(y.b.d)), y.V)));
    y.a.dd = mul(per_k, dot(bent, y.V));
    y.b.dd = neg(mul(per_l, dot(bent, y.U)));
    return y;
}

/* An arm of this length in the direction n, turning as the angle does. */
static curve arm(num length, vec n, angle a)
{
    const vec v = scaled(length, n), across = left_of(v);
    return (curve){ v, scaled(a.d, across), minus(scaled(a.dd, across), scaled(sqr(a.d), v)) };
}

static curve joined(curve a, curve b)
{
    return (curve){ plus(a.at, b.at), plus(a.d, b.d), plus(a.dd, b.dd) };
}

static curve from(vec point, curve a)
{
    a.at = minus(a.at, point);
    return a;
}

/* Everything at one angle of the crank. */
typedef struct mechanism {
    dyad one, two, three;
    curve c2, c4, c6;         /* centres that move freely, relative to a fixed point */
    num J1, J3, J5, J7;       /* inertia about fixed pivots */
    num spring;               /* its moment on body 3 */
    num mass, rest, work, dw; /* mass w' = work - rest w^2 */
} mechanism;

static num about_pivot(num m, num x, num y, num inertia)
{
    return add(mul(m, add(sqr(x), sqr(y))), inertia);
}

static num spring_moment(const scene *s, vec V)
{
    const num *p = s->p;
    const vec along = left_of(V); /* -e(q3) */
    const vec point = neg_vec(plus(scaled(p[SD], along), scaled(p[SC], V)));
    const vec far = { sub(add(point.x, p[XB]), p[XC]), sub(add(point.y, p[YB]), p[YC]) };
    const num length = root(dot(far, far));
    const num pull = divide(mul(p[C0], sub(p[L0], length)), length);
    return mul(pull, dot(far, left_of(point)));
}

static void place(const scene *s, mechanism *m)
{
    const num *p = s->p;
    num sine, cosine;
    turn(s->x[BETA], &sine, &cosine);
    const angle unit = { integer(s->f, 1), integer(s->f, 0) };
    const curve tip = arm(p[RR], (vec){ cosine, sine }, unit);
    const vec A = { p[XA], p[YA] }, B = { p[XB], p[YB] };
    const curve to_B = { minus(B, tip.at), neg_vec(tip.d), neg_vec(tip.dd) };
    m->one = close_loop(to_B, p[D], p[SS], 1);
    const curve P = joined(tip, arm(p[D], m->one.U, m->one.a));
    m->two = close_loop(from(A, P), p[ZT], p[E], 1);
    m->three = close_loop(from(A, P), p[U], p[ZF], -1);
    m->c2 = joined(tip, arm(p[DA], m->one.U, m->one.a));
    m->c4 = joined(arm(p[ZT], m->two.U, m->two.a), arm(sub(p[E], p[EA]), m->two.V, m->two.b));
    m->c6 = joined(arm(p[U], m->three.U, m->three.a),
                   arm(sub(p[ZF], p[FA]), m->three.V, m->three.b));
    m->J1 = about_pivot(p[M1], p[RA], integer(s->f, 0), p[I1]);
    m->J3 = about_pivot(p[M3], p[SA], p[SB], p[I3]);
    m->J5 = about_pivot(p[M5], p[TA], p[TB], p[I5]);
    m->J7 = about_pivot(p[M7], p[UA], p[UB], p[I7]);
    m->spring = spring_moment(s, m->one.V);
}

static void add_turning(mechanism *m, num inertia, angle a)
{
    m->mass = add(m->mass, mul(inertia, sqr(a.d)));
    m->rest = add(m->rest, mul(inertia, mul(a.d, a.dd)));
}

static void add_moving(mechanism *m, num mass, curve c)
{
    m->mass = add(m->mass, mul(mass, dot(c.d, c.d)));
    m->rest = add(m->rest, mul(mass, dot(c.d, c.dd)));
}

static mechanism motion(const scene *s)
{
    const num *p = s->p;
    mechanism m;
    place(s, &m);
    m.mass = m.J1;
    m.rest = integer(s->f, 0);
    add_moving(&m, p[M2], m.c2);
    add_moving(&m, p[M4], m.c4);
    add_moving(&m, p[M6], m.c6);
    add_turning(&m, p[I2], m.one.a);
    add_turning(&m, m.J3, m.one.b);
    add_turning(&m, m.J5, m.two.a);
    add_turning(&m, p[I4], m.two.b);
    add_turning(&m, m.J7, m.three.a);
    add_turning(&m, p[I6], m.three.b);
    m.work = add(p[MOM], mul(m.spring, m.one.b.d));
    m.dw = divide(sub(m.work, mul(m.rest, sqr(s->x[OMEGA]))), m.mass);
    return m;
}

static void start(const scene *s, num *x)
{
    x[BETA] = number(s->f, "-0.0617138900142764496358948458001");
    x[OMEGA] = integer(s->f, 0);
}

static void slope(const scene *s, num *dx)
{
    dx[BETA] = s->x[OMEGA];
    dx[OMEGA] = motion(s).dw;
}

/* ---- components -------------------------------------------------------------------------- */

static const char *components(const scene *s)
{
    (void)s;
    return "q1 q2 q3 q4 q5 q6 q7 u1 u2 u3 u4 u5 u6 u7 a1 a2 a3 a4 a5 a6 a7 "
           "lambda1 lambda2 lambda3 lambda4 lambda5 lambda6";
}

/* Angles in the order of q: differences where a link is hinged on another. */
static void angles(const scene *s, const mechanism *m, num *out)
{
    const num rod = angle_of(neg(m->one.U.x), neg(m->one.U.y));
    const num q4_5 = angle_of(neg(m->two.V.y), m->two.V.x),
              q6_7 = angle_of(m->three.V.x, m->three.V.y);
    out[0] = s->x[BETA];
    out[1] = sub(rod, s->x[BETA]);
    out[2] = angle_of(m->one.V.y, neg(m->one.V.x));
    out[4] = angle_of(m->two.U.x, m->two.U.y);
    out[3] = sub(q4_5, out[4]);
    out[6] = angle_of(neg(m->three.U.y), m->three.U.x);
    out[5] = sub(q6_7, out[6]);
}

/* Second derivatives in time, and accelerations of centres. */
static num turning(const scene *s, const mechanism *m, angle a)
{
    return add(mul(a.d, m->dw), mul(a.dd, sqr(s->x[OMEGA])));
}

static vec moving(const scene *s, const mechanism *m, curve c)
{
    return plus(scaled(m->dw, c.d), scaled(sqr(s->x[OMEGA]), c.dd));
}

static void rates(const scene *s, const mechanism *m, num *u, num *a)
{
    const angle one = { integer(s->f, 1), integer(s->f, 0) };
    const angle list[] = {
        one, m->one.a, m->one.b, m->two.b, m->two.a, m->three.b, m->three.a
    };
    for (int i = 0; i < 7; i++) {
        u[i] = mul(list[i].d, s->x[OMEGA]);
        a[i] = turning(s, m, list[i]);
    }
    static const int hinged[][2] = { { 1, 0 }, { 3, 4 }, { 5, 6 } };
    for (int k = 0; k < 3; k++) {
        u[hinged[k][0]] = sub(u[hinged[k][0]], u[hinged[k][1]]);
        a[hinged[k][0]] = sub(a[hinged[k][0]], a[hinged[k][1]]);
    }
}

/* The vector with these products with U* and V*. */
static vec resolved(const dyad *y, num on_U, num on_V)
{
    return minus(scaled(divide(on_U, y->X), y->V), scaled(divide(on_V, y->X), y->U));
}

/* Of a loop at A: link U with inertia J about A, the body on V with its centre at `reach`. */
static vec force_at_A(const scene *s, const mechanism *m, const dyad *y, curve centre, num mass,
                      num J, num inertia, num reach)
{
    const vec pushed = scaled(mass, moving(s, m, centre));
    const num on_U = add(divide(mul(J, turning(s, m, y->a)), y->k), dot(pushed, left_of(y->U)));
    const num on_V = divide(
        add(mul(reach, dot(pushed, left_of(y->V))), mul(inertia, turning(s, m, y->b))), y->l);
    return resolved(y, on_U, on_V);
}

static void multipliers(const scene *s, const mechanism *m, num *lambda)
{
    const num *p = s->p;
    const dyad *y = &m->one;
    const vec two = force_at_A(s, m, &m->two, m->c4, p[M4], m->J5, p[I4], sub(p[E], p[EA]));
    const vec three =
        force_at_A(s, m, &m->three, m->c6, p[M6], m->J7, p[I6], sub(p[ZF], p[FA]));
    const vec pushed = scaled(p[M2], moving(s, m, m->c2)), across = left_of(y->U);
    const num turned =
        divide(add(mul(p[DA], dot(pushed, across)), mul(p[I2], turning(s, m, y->a))), y->k);
    const num on_U = neg(add(turned, dot(plus(two, three), across)));
    const num on_V = divide(sub(m->spring, mul(m->J3, turning(s, m, y->b))), y->l);
    const vec one = resolved(y, on_U, on_V), list[] = { one, two, three };
    for (int k = 0; k < 3; k++) lambda[2 * k] = list[k].x, lambda[2 * k + 1] = list[k].y;
}

static void show(const scene *s, num *out)
{
    const mechanism m = motion(s);
    angles(s, &m, out);
    rates(s, &m, out + 7, out + 14);
    multipliers(s, &m, out + 21);
}

const enclosed_system system_andrews = {
    .name = "andrews",
    .source = "Test Set for IVP Solvers 2.4, chapter 13",
    .params = params,
    .t0 = "0",
    .t1 = "0.03",
    .times = "0.0025 0.005 0.0075 0.01 0.0125 0.015 0.0175 0.02 0.0225 0.025 0.0275 0.03",
    .n = 2,
    .start = start,
    .slope = slope,
    .components = components,
    .show = show,
};
