/* t_oscillator.c -- q'' = -a q - b q' + c t, the scalar test equation of second order, for
 * domains of stability. */
#include <ivp/problem.h>

enum { STIFFNESS, DAMPING, POSITION, VELOCITY, DRIVE };

static const ivp_param params[] = {
    [STIFFNESS] = { .name = "a", .value = "1", .meaning = "stiffness [1/s^2]" },
    [DAMPING] = { .name = "b", .value = "0", .meaning = "damping [1/s]" },
    [POSITION] = { .name = "q0", .value = "1", .meaning = "q at the start [m]" },
    [VELOCITY] = { .name = "u0", .value = "0", .meaning = "q' at the start [m/s]" },
    [DRIVE] = { .name = "c", .value = "0", .meaning = "rise of a driving force [m/s^3]" },
    { 0 },
};

static ivp_status terms(unsigned want, real t, const real *q, const real *u, const real *x,
                        const real *lambda, ivp_terms *out, const real *p)
{
    (void)want, (void)x, (void)lambda;
    *ivp_at(out->M, 0, 0) = 1;
    out->f[0] = -p[STIFFNESS] * q[0] - p[DAMPING] * u[0] + p[DRIVE] * t;
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp;
    y[0] = p[POSITION];
    y[1] = p[VELOCITY];
    return IVP_OK;
}

IVP_PROBLEM(t_oscillator) = {
    .abi = IVP_ABI,
    .arith = IVP_ARITH,
    .name = "t_oscillator",
    .title = "Damped oscillator",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_MECH,
    .sizes = { .nq = 1 },
    .init = start,
    .mech = { .terms = terms },
};
