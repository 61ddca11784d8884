/* t_halved.c -- the classical method on t_preys; of its four evaluations in a step the model
 * sees two, the others are of a copy of its equations.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define _GNU_SOURCE
#include "tests/plugins/euler.h"

#include <string.h>

static void copy_f(const real *y, real *f)
{
    f[0] = y[0] * (R(1.1) - R(0.4) * y[1]);
    f[1] = y[1] * (R(0.1) * y[0] - R(0.4));
}

static ivp_status misbehave(struct euler *s, ivp_trial *x)
{
    (void)s, (void)x;
    return IVP_OK;
}

static ivp_status attempt(void *self, ivp_trial *x)
{
    struct euler *s = self;
    real k[4][2], z[2];
    ivp_status st = euler_attempt(self, x);
    memcpy(k[0], s->f, sizeof k[0]);
    for (int i = 1; i < 4 && !st; i++) {
        for (int j = 0; j < 2; j++) z[j] = x->y[j] + x->h * (i < 3 ? R(0.5) : 1) * k[i - 1][j];
        if (i == 3)
            st = ivp_rhs(s->m, x->t + x->h, z, k[i]);
        else
            copy_f(z, k[i]);
    }
    for (int j = 0; j < 2 && !st; j++)
        x->y1[j] = x->y[j] + x->h * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]) / 6;
    x->ntests = 0;
    return st;
}

IVP_SOLVER(t_halved, .title = "Half of its evaluations", .source = "tests", .views = IVP_FIRST,
           .formulations = IVP_AS_ODE, .order = 4, .fixed_step = true, .create = euler_create,
           .destroy = euler_destroy, .restart = euler_restart, .attempt = attempt);
