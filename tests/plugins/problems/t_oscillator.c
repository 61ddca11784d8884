/* t_oscillator.c -- q'' = -a q - b q' + c t, the scalar test equation of second order, for
 * domains of stability.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { STIFFNESS, DAMPING, POSITION, VELOCITY, DRIVE };

static const ivp_param params[] = {
    [STIFFNESS] = { "a", "1", "stiffness [1/s^2]" },
    [DAMPING] = { "b", "0", "damping [1/s]" },
    [POSITION] = { "q0", "1", "q at the start [m]" },
    [VELOCITY] = { "u0", "0", "q' at the start [m/s]" },
    [DRIVE] = { "c", "0", "rise of a driving force [m/s^3]" },
    { 0 },
};

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    *ivp_at(out->M, 0, 0) = 1;
    out->f[0] = -p[STIFFNESS] * s->q[0] - p[DAMPING] * s->u[0] + p[DRIVE] * s->t;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = p[POSITION];
    y[1] = p[VELOCITY];
    return IVP_OK;
}

IVP_PROBLEM(t_oscillator,
    .title = "Damped oscillator",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_MECH,
    .sizes = { .nq = 1 },
    .init = start,
    .mech = { .terms = terms });
