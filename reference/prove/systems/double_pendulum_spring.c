/* double_pendulum_spring.c -- two equal rods of mass m and length l with a torsional spring
 * between them: T = -k (theta_2 - theta_1) on rod 2, and -T on rod 1; k in N m per degree.
 *
 * Gil, Sanfelice and Nikravesh, Local linearization method in the integration of multibody
 * equations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/systems/two_rods.h"

enum { FORM, MASS, LENGTH, K_DEGREE, DELTA, GRAV };

static const system_param params[] = {
    [FORM] = { .name = "form", .value = "cartesian", .choices = "cartesian angles" },
    [MASS] = { .name = "m", .value = "10" },
    [LENGTH] = { .name = "l", .value = "1" },
    [K_DEGREE] = { .name = "k_degree", .value = "3000" },
    [DELTA] = { .name = "delta", .value = "0" },
    [GRAV] = { .name = "grav", .value = "9.81" },
    { 0 },
};

static two_rods rods(const scene *s)
{
    const num m = s->p[MASS], half = over(s->p[LENGTH], 2);
    two_rods r = { .m1 = m, .m2 = m, .a = half, .b = half, .gravity = s->p[GRAV] };
    r.I1 = r.I2 = over(mul(m, sqr(s->p[LENGTH])), 12);
    const num k = divide(times(180, s->p[K_DEGREE]), number_pi(s->f));
    r.tau1 = mul(k, sub(s->x[TH2], s->x[TH1]));
    r.tau2 = neg(r.tau1);
    return r;
}

static void start(const scene *s, num *x)
{
    x[TH1] = x[W1] = x[W2] = integer(s->f, 0);
    x[TH2] = two_rods_radians(s, s->p[DELTA]);
}

const enclosed_system system_double_pendulum_spring = {
    .name = "double_pendulum_spring",
    .source = "Gil, Sanfelice and Nikravesh, Local linearization method",
    .params = params,
    .times = "0.1 0.2 0.4 0.6 0.8 1 1.2 1.4 1.6 1.8 2",
    TWO_RODS_SYSTEM,
    .goal = 170,
};
