/* arenstorf.c -- a satellite between earth and moon, the restricted three-body problem: closed
 * orbits.
 *
 *     y1'' = y1 + 2 y2' - mu' (y1 + mu) / D1 - mu (y1 - mu') / D2
 *     y2'' = y2 - 2 y1' - mu' y2 / D1 - mu y2 / D2
 *     D1 = |(y1 + mu, y2)|^3,  D2 = |(y1 - mu', y2)|^3,  mu' = 1 - mu
 *
 * State (y1, y2, y1', y2'). After a period the state is the start again, with zeros in it:
 * absolute errors count. Arenstorf 1963; Hairer, Norsett, Wanner, Solving ODEs I, II.0 (three
 * loops) and II.5.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { MU, ORBIT };
enum { THREE_LOOPS, FOUR_LOOPS };

static const ivp_param params[] = {
    [MU] = { "mu", "0.012277471", "the moon's part of all mass [1]" },
    [ORBIT] = { "orbit", "three", "number of loops", .choices = "three four" },
    { 0 },
};

static bool is_long(const real *p) { return re(p[ORBIT]) == THREE_LOOPS; }

static double end(const real *p)
{
    return (double)(is_long(p) ? R(17.0652165601579625588917206249)
                               : R(11.124340337266085134999734047));
}

/* Acceleration a, and its derivative by position and velocity, from one body of this mass,
 * which lies at (x, y) from it. */
static void attract(real mass, real x, real y, real a[2])
{
    const real r2 = x * x + y * y, pull = mass / (r2 * sqrt(r2));
    a[0] -= pull * x;
    a[1] -= pull * y;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y, mu = p[MU], rest = 1 - mu;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = y[0] + 2 * y[3];
    f[3] = y[1] - 2 * y[2];
    attract(rest, y[0] + mu, y[1], f + 2);
    attract(mu, y[0] - rest, y[1], f + 2);
    return IVP_OK;
}

static void stiffen(ivp_mat J, real mass, real x, real y)
{
    const real r2 = x * x + y * y, by = mass / (r2 * r2 * sqrt(r2));
    *ivp_at(J, 2, 0) -= by * (r2 - 3 * x * x);
    *ivp_at(J, 2, 1) += by * 3 * x * y;
    *ivp_at(J, 3, 0) += by * 3 * x * y;
    *ivp_at(J, 3, 1) -= by * (r2 - 3 * y * y);
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real *y = s->y, mu = p[MU], rest = 1 - mu;
    for (int i = 0; i < 2; i++) *ivp_at(J, i, i + 2) = ivp_of(1);
    for (int i = 0; i < 2; i++) *ivp_at(J, i + 2, i) = ivp_of(1);
    *ivp_at(J, 2, 3) = ivp_of(2);
    *ivp_at(J, 3, 2) = ivp_of(-2);
    stiffen(J, rest, y[0] + mu, y[1]);
    stiffen(J, mu, y[0] - rest, y[1]);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(R(0.994));
    y[1] = y[2] = ivp_of(0);
    y[3] = ivp_of(is_long(p) ? -R(2.00158510637908252240537862224)
                             : -R(2.0317326295573368357302057924));
    return IVP_OK;
}

/* Jacobi's integral: kinetic energy less the potential in the turning frame. */
static real jacobi(const ivp_state *s, const real *p)
{
    const real *y = s->y, mu = p[MU], rest = 1 - mu;
    const real earth = ivp_hypot(y[0] + mu, y[1]), moon = ivp_hypot(y[0] - rest, y[1]);
    return (y[2] * y[2] + y[3] * y[3] - y[0] * y[0] - y[1] * y[1]) / 2 - rest / earth -
           mu / moon;
}

IVP_PROBLEM(arenstorf,
    .title = "Arenstorf's orbits, a satellite between earth and moon",
    .source = "Arenstorf 1963; Hairer, Norsett, Wanner, Solving ODEs I, II.0",
    .tags = "ode nonstiff conservative astronomy extra",
    .params = params,
    .t0 = "0",
    .t1 = "17.0652165601579625588917206249",
    .end = end,
    AUTONOMOUS_ODE(4),
    .second_order = true,
    .observables =
        (const ivp_observable[]){
            { "x", "1", "y1", .component = "y1" },
            { "y", "1", "y2", .component = "y2" },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "jacobi", "1", "Jacobi's integral", jacobi },
            { 0 },
        },
    SCORED_ALL,
    .scored_absolute = true,
    .protocol = { .from = 4, .to = 12, .per_decade = 4, .atol = "rtol" },
    .published =
        (const ivp_published[]){
            { .params = "",
              .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.0: the start again",
              .values = "y1=0.994 y2=0 y3=0 y4=-2.00158510637908252240537862224" },
            { .params = "orbit=four",
              .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.5: the start again",
              .values = "y1=0.994 y2=0 y3=0 y4=-2.0317326295573368357302057924" },
            { 0 },
        });
