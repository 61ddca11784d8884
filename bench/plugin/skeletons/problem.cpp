// NAME.cpp -- a mass on a spring with a damper: to be replaced.
//
//     y1' = y2     y2' = -(k y1 + d y2) / m
//
// Compiled in double, and in complex arithmetic for derivatives: write sin(x), not std::sin(x), and branch
// on re(x). There is no quad in C++, so no reference can be made, as the tag double_only says; end
// values that are known stand in for it.
//
//     ivpbench plugin test NAME.cpp
//     export IVPBENCH_PLUGIN_PATH=$PWD/plugins
//     ivpbench try NAME --solver dopri5,ida --rtol 1e-6
#include <ivp/problem.h>

namespace {

enum { MASS, DAMPING, STIFFNESS }; // in the order of params

const ivp_param params[] = {
    { "m", "1", "mass [kg]", nullptr },
    { "d", "0.1", "damping [N s/m]", nullptr },
    { "k", "10", "stiffness [N/m]", nullptr },
    {},
};

ivp_status start(real, real *y, real *, const real *)
{
    y[0] = 1; // what is not written is zero
    return IVP_OK;
}

ivp_status swing(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -(p[STIFFNESS] * s->y[0] + p[DAMPING] * s->y[1]) / p[MASS];
    return IVP_OK;
}

// y1 = exp(-a t) (cos(b t) + a/b sin(b t)), a = d / (2 m), b^2 = k/m - a^2
const ivp_published published[] = {
    { "", "closed form", "y1=0.5960215709220893 y2=-0.38654382332528514", nullptr },
    {},
};

const ivp_observable observables[] = {
    { "displacement", "m", "of the mass from its rest", nullptr, "y1" },
    {},
};

} // namespace

// members in the order in which the struct declares them
IVP_PROBLEM(NAME,
    .title = "NAME: mass, spring and damper, in C++",
    .source = "textbook",
    .tags = "ode double_only",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .init = start,
    .ode = { .f = swing },
    .observables = observables,
    .published = published);
