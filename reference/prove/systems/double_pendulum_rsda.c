/* double_pendulum_rsda.c -- two rods with two rotational spring-dampers:
 *
 *     T_1 = -k_1 (theta_1 - alpha_1) - c_1 w_1                         on rod 1, from the ground
 *     T_2 = -k_2 (theta_2 - theta_1 - alpha_2) - c_2 (w_2 - w_1)       on rod 2, and -T_2 on rod 1
 *
 * Negrut, Sandu, Haug, Potra and Sandu 2003.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/prove/systems/two_rods.h"

enum {
    FORM,
    START,
    M1,
    M2,
    L1,
    L2,
    K1,
    K2,
    C1,
    C2,
    ALPHA1,
    ALPHA2,
    THETA1,
    THETA2,
    OMEGA2,
    GRAV
};

static const system_param params[] = {
    [FORM] = { .name = "form", .value = "cartesian", .choices = "cartesian angles" },
    [START] = { .name = "start", .value = "at_rest", .choices = "at_rest printed" },
    [M1] = { .name = "m1", .value = "3" },
    [M2] = { .name = "m2", .value = "0.3" },
    [L1] = { .name = "L1", .value = "1" },
    [L2] = { .name = "L2", .value = "1.5" },
    [K1] = { .name = "k1", .value = "400" },
    [K2] = { .name = "k2", .value = "3e5" },
    [C1] = { .name = "c1", .value = "15" },
    [C2] = { .name = "c2", .value = "5e4" },
    [ALPHA1] = { .name = "alpha1", .value = "270" },
    [ALPHA2] = { .name = "alpha2", .value = "0" },
    [THETA1] = { .name = "theta1", .value = "360" },
    [THETA2] = { .name = "theta2", .value = "345" },
    [OMEGA2] = { .name = "omega2", .value = "10" },
    [GRAV] = { .name = "grav", .value = "9.81" },
    { 0 },
};

static two_rods rods(const scene *s)
{
    const num *p = s->p, *x = s->x;
    two_rods r = { .m1 = p[M1], .m2 = p[M2], .a = p[L1], .b = p[L2], .gravity = p[GRAV] };
    r.I1 = over(mul(r.m1, sqr(r.a)), 3);
    r.I2 = over(mul(r.m2, sqr(r.b)), 3);
    const num apart = sub(x[TH2], x[TH1]), faster = sub(x[W2], x[W1]);
    const num on_1 =
        add(mul(p[K1], sub(x[TH1], two_rods_radians(s, p[ALPHA1]))), mul(p[C1], x[W1]));
    const num on_2 =
        add(mul(p[K2], sub(apart, two_rods_radians(s, p[ALPHA2]))), mul(p[C2], faster));
    r.tau1 = sub(on_2, on_1);
    r.tau2 = neg(on_2);
    return r;
}

static void start(const scene *s, num *x)
{
    x[TH1] = two_rods_radians(s, s->p[THETA1]);
    x[TH2] = two_rods_radians(s, s->p[THETA2]);
    x[W1] = integer(s->f, 0);
    x[W2] = s->choice[START] ? s->p[OMEGA2] : integer(s->f, 0);
}

const enclosed_system system_double_pendulum_rsda = {
    .name = "double_pendulum_rsda",
    .source = "Negrut, Sandu, Haug, Potra and Sandu 2003",
    .params = params,
    .times = "0.001 0.01 0.1 0.2 0.5 0.75 1 1.25 1.5 1.75 2",
    TWO_RODS_SYSTEM,
    .goal = 120,
    .stiff = true,
};
