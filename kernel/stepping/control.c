/* control.c -- step control: one formula, a table of laws.
 *
 *     h_new = safety * e_n^(-kI/p) e_(n-1)^(-kP/p) e_(n-2)^(-kD/p) rho_n^(-memory) h
 *     rho_n = h_n / h_(n-1),     p = order + 1
 *
 * Gustafsson's PI control and the digital filters of Soederlind, "Digital filters in adaptive
 * time-stepping", ACM TOMS 29 (2003), tables 2 and 3.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/control.h"

#include <string.h>

#define LIMITS .safety = R(0.9), .shrink = R(0.2), .grow = R(5.0)

const ivp_control control_laws[] = {
    { .name = "i", .kI = R(1.0), LIMITS },
    { .name = "pi", .kI = R(0.7), .kP = R(-0.4), LIMITS },
    { .name = "pi42", .kI = R(0.6), .kP = R(-0.2), LIMITS },
    { .name = "pc11", .kI = R(2.0), .kP = R(-1.0), .memory = R(-1.0), LIMITS },
    { .name = "pid", .kI = R(0.49), .kP = R(-0.34), .kD = R(0.1), LIMITS },
    { .name = "h211b", .kI = R(0.25), .kP = R(0.25), .memory = R(0.25), LIMITS },
    { .name = "h312b",
      .kI = R(0.125),
      .kP = R(0.25),
      .kD = R(0.125),
      .memory = R(0.375),
      LIMITS },
    { 0 },
};

const ivp_control *control_by_name(const char *name)
{
    for (const ivp_control *c = control_laws; c->name; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

void control_reset(control *c, const ivp_control *law)
{
    *c = (control){ .law = law, .e1 = { 1, 1 }, .e2 = { 1, 1 }, .ratio = 1 };
}

static real clamp(real x, real lo, real hi) { return x < lo ? lo : x > hi ? hi : x; }

static real floor_of(real err) { return ivp_max(err, R(1e-10)); }

/* growth that one test asks for */
static real growth(const control *c, int k, const ivp_test *test, bool accepted)
{
    const ivp_control *l = c->law;
    const real p = (real)test->order + 1, e = floor_of(test->err);
    if (!accepted) return l->safety * pow(e, -1 / p);
    real r = l->safety * pow(e, -l->kI / p);
    if (l->kP != 0) r *= pow(c->e1[k], -l->kP / p);
    if (l->kD != 0) r *= pow(c->e2[k], -l->kD / p);
    if (l->memory != 0) r *= pow(c->ratio, -l->memory);
    return r;
}

real control_next(control *c, real h, const ivp_test *test, int ntests, bool accepted)
{
    real r = c->law->grow;
    for (int k = 0; k < ntests; k++) r = ivp_min(r, growth(c, k, &test[k], accepted));
    if (!accepted) {
        control_reset(c, c->law);
        return h * clamp(r, c->law->shrink, R(0.95));
    }
    for (int k = 0; k < ntests; k++) {
        c->e2[k] = c->e1[k];
        c->e1[k] = floor_of(test[k].err);
    }
    c->ratio = clamp(r, c->law->shrink, c->law->grow);
    return h * c->ratio;
}
