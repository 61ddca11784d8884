/* circular_track.c -- a point mass on the unit circle, its angular speed held by a PI
 * controller.
 *
 *     g    = |q|^2 - 1
 *     f    = F_R q / |q| + F_PI s,     s = (-q2, q1) / |q|
 *     F_PI = K_P e + K_I x
 *     x'   = e = w_ref - w
 *     w    = (q1 u2 - q2 u1) / |q|^2
 *
 * The radial force pushes off the track, so that drift off the constraint grows; the feedback
 * of w corrects errors along the track. Burgermeister, Arnold, Esterl, DAE time integration for
 * real-time applications in multi-body dynamics, section 4.1, give the mechanism, not its data.
 *
 * Exact, on the circle:
 *
 *     m x'' + K_P x' + K_I x = 0,     x(0) = 0,  x'(0) = w_ref
 *     theta  = w_ref t - x
 *     lambda = (F_R + m w^2) / 2
 *
 * For the defaults (double root -5) x = t exp(-5 t).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>
#include "lib/draw.h"

enum { MASS, PUSH, K_P, K_I, W_REF };

static const ivp_param params[] = {
    [MASS] = { "m", "1", "mass [kg]" },
    [PUSH] = { "F_R", "10", "outward force [N]" },
    [K_P] = { "K_P", "10", "proportional gain [N s/rad]" },
    [K_I] = { "K_I", "25", "integral gain [N/rad]" },
    [W_REF] = { "w_ref", "1", "angular speed asked for [rad/s]" },
    { 0 },
};

static real angular_speed(const real *q, const real *u)
{
    return (q[0] * u[1] - q[1] * u[0]) / (q[0] * q[0] + q[1] * q[1]);
}

static real tangential_force(const real *q, const real *u, const real *x, const real *p)
{
    return p[K_P] * (p[W_REF] - angular_speed(q, u)) + p[K_I] * x[0];
}

static void forces(const real *q, const real *u, const real *x, real *f, const real *p)
{
    const real r = ivp_hypot(q[0], q[1]), push = p[PUSH] / r;
    const real drive = tangential_force(q, u, x, p) / r;
    f[0] = push * q[0] - drive * q[1];
    f[1] = push * q[1] + drive * q[0];
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u, *x = s->x;
    if (want & (IVP_F | IVP_D) && re(q[0] * q[0] + q[1] * q[1]) == 0) return IVP_DOMAIN;
    if (want & IVP_F) forces(q, u, x, out->f, p);
    if (want & IVP_D) out->d[0] = p[W_REF] - angular_speed(q, u);
    *ivp_at(out->M, 0, 0) = p[MASS];
    *ivp_at(out->M, 1, 1) = p[MASS];
    out->g[0] = q[0] * q[0] + q[1] * q[1] - 1;
    *ivp_at(out->G, 0, 0) = 2 * q[0];
    *ivp_at(out->G, 0, 1) = 2 * q[1];
    out->gamma[0] = -2 * (u[0] * u[0] + u[1] * u[1]);
    return IVP_OK;
}

/* (q, u, x) = (1, 0, 0, 0, 0): the angle 0, at rest, nothing integrated yet. */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 5; i++) y[i] = ivp_of(0);
    y[0] = ivp_of(1);
    return IVP_OK;
}

/* The solution of x'' + 2 a x' + k x = 0, x(0) = 0, x'(0) = 1, and its derivative. */
static void controller(real a, real k, real t, real *x, real *xp)
{
    const real d = a * a - k;
    real c, s; /* exp(-a t) times cos and sin/omega, 1 and t, or cosh and sinh/omega */
    if (re(d) < 0) {
        const real w = sqrt(-d);
        c = exp(-a * t) * cos(w * t);
        s = exp(-a * t) * sin(w * t) / w;
    } else if (re(d) > 0) {
        const real w = sqrt(d), slow = exp((w - a) * t) / 2, fast = exp(-(w + a) * t) / 2;
        c = slow + fast;
        s = (slow - fast) / w;
    } else {
        c = exp(-a * t);
        s = t * c;
    }
    *x = s;
    *xp = c - a * s;
}

static ivp_status exact(real t, real *y, const real *p)
{
    real x, xp;
    controller(p[K_P] / (2 * p[MASS]), p[K_I] / p[MASS], t, &x, &xp);
    const real theta = p[W_REF] * (t - x), w = p[W_REF] * (1 - xp);
    y[0] = cos(theta);
    y[1] = sin(theta);
    y[2] = -w * sin(theta);
    y[3] = w * cos(theta);
    y[4] = p[W_REF] * x;
    return IVP_OK;
}

/* theta - (w_ref t - x): the angle of q seen from a frame turned by w_ref t - x, hence without
 * jumps. Its derivative is w - w_ref + e = 0. */
static real phase(const ivp_state *s, const real *p)
{
    const real turn = p[W_REF] * s->t - s->x[0], c = cos(turn), d = sin(turn);
    return ivp_atan2(c * s->q[1] - d * s->q[0], c * s->q[0] + d * s->q[1]);
}

static real angle(const ivp_state *s, const real *p)
{
    return phase(s, p) + p[W_REF] * s->t - s->x[0];
}

static real speed(const ivp_state *s, const real *p) { return angular_speed(s->q, s->u); }

static real radius(const ivp_state *s, const real *p) { return ivp_hypot(s->q[0], s->q[1]); }

static real drive(const ivp_state *s, const real *p)
{
    return tangential_force(s->q, s->u, s->x, p);
}

/* The track, and the mass at the end of its radius. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    draw_circle(to, ivp_of(0), ivp_of(0), ivp_of(1));
    draw_rod(to, ivp_of(0), ivp_of(0), s->q[0], s->q[1]);
    draw_point(to, "mass", s->q[0], s->q[1]);
    return IVP_OK;
}

IVP_PROBLEM(circular_track,
    .title = "Point mass on a circle with PI control of its speed",
    .source =
        "Burgermeister, Arnold, Esterl, DAE time integration for real-time applications, 4.1",
    .tags = "mechanical index3 control drift exact core",
    .params = params,
    .t0 = "0",
    .t1 = "100",
    .form = IVP_MECH,
    .sizes = { .nq = 2, .nx = 1, .ng = 1 },
    .draw = draw,
    .init = start,
    .mech = { .terms = terms, .assigns = true },
    .observables =
        (const ivp_observable[]){
            { "theta", "rad", "angle along the track, not folded", angle },
            { "omega", "rad/s", "angular speed", speed },
            { "radius", "m", "distance from the centre, 1 on the track", radius },
            { "drive", "N", "tangential force of the controller", drive },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "phase", "rad", "theta - w_ref t + x", phase },
            { 0 },
        },
    .scd = "q lambda", /* x decays to 1e-215: absolute errors only */
    .mescd = "q u x lambda",
    .exact = exact);
