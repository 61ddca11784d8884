/* pendulum.c -- a point of mass 1 on a massless rod of length 1, in Cartesian coordinates, from
 * the horizontal at rest.
 *
 *     q = (x, y)     M = I     f = (0, -g)     0 = (x^2 + y^2 - 1) / 2
 *     G = (x, y)     gamma = -(u1^2 + u2^2)    lambda = |u|^2 - g y = -3 g y
 *
 * With w = sqrt(g), K = K(1/2) = 1.85407467730137192 (parameter m = 1/2) the angle from below
 * is
 *
 *     sin(theta/2) = sqrt(1/2) sn(K - w t | 1/2),     x = sin theta, y = -cos theta
 *
 * and the period 4 K / w: g = 13.75037163604074565 makes it 2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"
#include "lib/draw.h"

enum { GRAVITY };

static const ivp_param params[] = {
    [GRAVITY] = { "g", "9.81", "pull, along -y [m/s^2]" },
    { 0 },
};

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 4; i++) y[i] = ivp_of(i == 0);
    return IVP_OK;
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u;
    for (int i = 0; i < 2; i++) {
        *ivp_at(out->M, i, i) = ivp_of(1);
        *ivp_at(out->G, 0, i) = q[i];
    }
    out->f[1] = -p[GRAVITY];
    out->g[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
    out->gamma[0] = -(u[0] * u[0] + u[1] * u[1]);
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    return (s->u[0] * s->u[0] + s->u[1] * s->u[1]) / 2 + p[GRAVITY] * s->q[1];
}

static const ivp_observable observables[] = {
    { "x", "m", "to the right of the pivot", .component = "q1" },
    { "height", "m", "above the pivot", .component = "q2" },
    { 0 },
};

static const ivp_published published[] = {
    { .params = "",
      .source = "elliptic functions",
      .values = "q1=0.27508746257611686 q2=-0.961419205099125064 u1=-4.17559810095172884 "
                "u2=-1.19474905456047527 lambda1=28.2945672060672506" },
    { .params = "g=1",
      .source = "elliptic functions",
      .values = "q1=-0.811586446191303834 q2=-0.584232351345395701 u1=-0.631529149065017581 "
                "u2=0.877288798841069329 lambda1=1.7526970540361871" },
    { 0 },
};

static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    draw_rod(to, ivp_of(0), ivp_of(0), s->q[0], s->q[1]);
    draw_point(to, "mass", s->q[0], s->q[1]);
    return IVP_OK;
}

IVP_PROBLEM(pendulum,
    .title = "Pendulum in Cartesian coordinates",
    .source = "textbook; Library of computational benchmark problems, A01",
    .tags = "mechanical index3 conservative extra",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_MECH,
    .sizes = { .nq = 2, .ng = 1 },
    .draw = draw,
    .init = start,
    .mech = { .terms = terms, .assigns = true },
    .observables = observables,
    ENERGY_IS_KEPT,
    .scd = "q u lambda",
    .mescd = "q u lambda",
    TESTSET_PROTOCOL("rtol"),
    .published = published);
