/* t_domain.c -- functions that end, and whose author does not say IVP_DOMAIN where they do.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_NO_LANES
#include "tests/plugins/toys.h"

enum { OF };
enum { SQRT, LOG, ACOS, POW, TWICE };
static const ivp_param params[] = {
    [OF] = { "of", "sqrt", "the function", .choices = "sqrt log acos pow twice" },
    { 0 },
};

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real y = s->y[0];
    switch ((int)(re(p[OF]) + R(0.5))) {
    case SQRT:
        f[0] = -sqrt(y);
        break;
    case LOG:
        f[0] = log(y);
        break;
    case ACOS:
        f[0] = acos(1 - y);
        break;
    case POW:
        f[0] = -ivp_pow(y, R(1.5));
        break;
    default:
        f[0] = -pow(y, R(0.3)) - sqrt(y);
    }
    return IVP_OK;
}

IVP_PROBLEM(t_domain,
    .title = "Functions that end",
    TOY("0", "1", 1, toy_one),
    .params = params,
    .tags = "test",
    .ode = { .f = rhs });
