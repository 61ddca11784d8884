/* car_axle.c -- the axle on two springs, in two coordinates without constraints.
 *
 * The base from the left wheel at (0, 0) to the right one at b = (xb, yb), |b| = L, has the
 * direction e = b / L and the normal n = (-yb, xb) / L. The left end keeps to the normal, the
 * axle has the angle phi:
 *
 *     left  = s n,     right = s n + L d,     d = (cos phi, sin phi)
 *
 * e turns with the speed w = yb' / xb; e' = w n, n' = -w e, so
 *
 *     left'' = s'' n - 2 s' w e - s (w' e + w^2 n)
 *     right'' = left'' + L (phi'' d* - phi'^2 d),     d* = (-sin phi, cos phi)
 *
 * With forces f of springs and weight on ends of mass m each, the principle of d'Alembert along
 * both coordinates, left'' and right'' without s'' and phi'' being r_l and r_r:
 *
 *     [ 2        L n.d* ] [ s''   ]   [ n.(f_l + f_r)/m - n.(r_l + r_r) ]
 *     [ L n.d*   L^2    ] [ phi'' ] = [ L d*.(f_r/m - r_r)              ]
 *
 * The constraints of the Test Set, with the sign of ours, are g1 = b.left and
 * g2 = |left - right|^2 - L^2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/systems/plane.h"

enum { LENGTH, SPRING, EPS, MASS, ROAD, OMEGA, GRAVITY };
enum { S, PHI, DS, DPHI, N };

static const system_param params[] = {
    [LENGTH] = { .name = "L", .value = "1" },     [SPRING] = { .name = "L0", .value = "0.5" },
    [EPS] = { .name = "eps", .value = "0.01" },   [MASS] = { .name = "M", .value = "10" },
    [ROAD] = { .name = "r", .value = "0.1" },     [OMEGA] = { .name = "omega", .value = "10" },
    [GRAVITY] = { .name = "grav", .value = "1" }, { 0 },
};

/* Everything that the components ask for. */
typedef struct axle {
    num mass;
    vec base, left, right, left_u, right_u, left_a, right_a, left_f, right_f;
    num dds, ddphi;
} axle;

static num end_mass(const scene *s) { return over(mul(s->p[MASS], sqr(s->p[EPS])), 2); }

/* Spring of stiffness 1 from a wheel, and the weight. */
static vec force(const scene *s, vec from_wheel)
{
    const num length = root(dot(from_wheel, from_wheel));
    const num pull = divide(sub(s->p[SPRING], length), length);
    vec f = scaled(pull, from_wheel);
    f.y = sub(f.y, mul(end_mass(s), s->p[GRAVITY]));
    return f;
}

/* w and w' from yb = L sin psi: yb' = xb w, yb'' = xb w' - yb w^2. */
static void base_turns(const scene *s, vec *base, num *w, num *dw)
{
    num sine, cosine;
    turn(mul(s->p[OMEGA], s->t), &sine, &cosine);
    base->y = mul(s->p[ROAD], sine);
    base->x = root(sub(sqr(s->p[LENGTH]), sqr(base->y)));
    const num rate = mul(mul(s->p[ROAD], s->p[OMEGA]), cosine);
    *w = divide(rate, base->x);
    *dw = divide(mul(base->y, sub(sqr(*w), sqr(s->p[OMEGA]))), base->x);
}

static axle motion(const scene *s)
{
    axle a = { .mass = end_mass(s) };
    const num length = s->p[LENGTH], ds = s->x[DS], dphi = s->x[DPHI];
    num w, dw, sine, cosine;
    base_turns(s, &a.base, &w, &dw);
    turn(s->x[PHI], &sine, &cosine);
    const vec e = scaled(divide(integer(s->f, 1), length), a.base), n = left_of(e);
    const vec d = { cosine, sine }, across = left_of(d);
    a.left = scaled(s->x[S], n);
    a.right = plus(a.left, scaled(length, d));
    a.left_u = minus(scaled(ds, n), scaled(mul(s->x[S], w), e));
    a.right_u = plus(a.left_u, scaled(mul(length, dphi), across));
    a.left_f = force(s, a.left);
    a.right_f = force(s, minus(a.right, a.base));

    const num along = add(times(2, mul(ds, w)), mul(s->x[S], dw));
    const vec rest_l = neg_vec(plus(scaled(along, e), scaled(mul(s->x[S], sqr(w)), n)));
    const vec rest_r = minus(rest_l, scaled(mul(length, sqr(dphi)), d));
    const num inverse = divide(integer(s->f, 1), a.mass);
    const vec free_l = minus(scaled(inverse, a.left_f), rest_l);
    const vec free_r = minus(scaled(inverse, a.right_f), rest_r);
    const num skew = mul(length, dot(n, across));
    const num b1 = dot(n, plus(free_l, free_r)), b2 = mul(length, dot(across, free_r));
    const num det = sub(times(2, sqr(length)), sqr(skew));
    a.dds = divide(sub(mul(sqr(length), b1), mul(skew, b2)), det);
    a.ddphi = divide(sub(times(2, b2), mul(skew, b1)), det);
    a.left_a = plus(rest_l, scaled(a.dds, n));
    a.right_a = plus(plus(rest_r, scaled(a.dds, n)), scaled(mul(length, a.ddphi), across));
    return a;
}

static void slope(const scene *s, num *dx)
{
    const axle a = motion(s);
    dx[S] = s->x[DS];
    dx[PHI] = s->x[DPHI];
    dx[DS] = a.dds;
    dx[DPHI] = a.ddphi;
}

/* Springs unloaded, the axle level; both ends move sideways with the base's normal. */
static void start(const scene *s, num *x)
{
    x[S] = s->p[SPRING];
    x[PHI] = x[DS] = x[DPHI] = integer(s->f, 0);
}

static const char *components(const scene *s)
{
    (void)s;
    return "q1 q2 q3 q4 u1 u2 u3 u4 a1 a2 a3 a4 lambda1 lambda2";
}

/* m left'' + b lambda1 + 2 (left - right) lambda2 = f_l, m right'' - 2 (left - right) lambda2 =
 * f_r, along the axle and along the base. */
static void show(const scene *s, num *out)
{
    const axle a = motion(s);
    const vec list[] = { a.left, a.right, a.left_u, a.right_u, a.left_a, a.right_a };
    for (int k = 0; k < 6; k++) out[2 * k] = list[k].x, out[2 * k + 1] = list[k].y;
    const vec rod = minus(a.left, a.right),
              unmet_r = minus(scaled(a.mass, a.right_a), a.right_f);
    const num square = sqr(s->p[LENGTH]);
    const num lambda2 = over(divide(dot(rod, unmet_r), square), 2);
    const vec unmet_l =
        minus(a.left_f, plus(scaled(a.mass, a.left_a), scaled(times(2, lambda2), rod)));
    out[12] = divide(dot(a.base, unmet_l), square);
    out[13] = lambda2;
}

const enclosed_system system_car_axle = {
    .name = "car_axle",
    .source = "Test Set for IVP Solvers 2.4, Car Axis problem",
    .params = params,
    .t0 = "0",
    .t1 = "3",
    .times = "0.1 0.25 0.5 0.75 1 1.25 1.5 1.75 2 2.5 3",
    .n = N,
    .start = start,
    .slope = slope,
    .components = components,
    .show = show,
    .goal = 140,
};
