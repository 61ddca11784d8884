/* t_said.c -- an oscillator that says things beside its equations, one of which may be wrong by a part. */
#include <ivp/problem.h>

enum { WRONG, SLIP };
enum { NOTHING, EXACT, INVARIANT, PUBLISHED, ALL };
static const ivp_param params[] = {
    [WRONG] = { "wrong", "nothing", "what is wrong",
                .choices = "nothing exact invariant published all" },
    [SLIP] = { "slip", "1", "by this part [1]" },
    { 0 },
};

static real slip(const real *p, int what)
{
    const int wrong = (int)(re(p[WRONG]) + R(0.5));
    return wrong == what || wrong == ALL ? p[SLIP] : ivp_of(0);
}

static ivp_status oscillator(const ivp_state *s, real *f, const real *p)
{
    f[0] = s->y[1];
    f[1] = -s->y[0];
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = 0;
    y[1] = 1;
    return IVP_OK;
}

/* right at the start */
static ivp_status exact(real t, real *y, const real *p)
{
    const real s = t + slip(p, EXACT) * t;
    y[0] = sin(s);
    y[1] = cos(s);
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    return (s->y[0] * s->y[0] + s->y[1] * s->y[1]) / 2 + slip(p, INVARIANT) * s->y[0] * s->y[0];
}

/* zero by cancellation */
static real nothing(const ivp_state *s, const real *p)
{
    return s->y[0] * s->y[0] + s->y[1] * s->y[1] - 1;
}

static const ivp_observable invariants[] = {
    { "energy", "J", "kinetic and potential", energy },
    { "nothing", "J", "twice the energy less what it is", nothing },
    { 0 },
};

static const ivp_published published[] = {
    { "", "sine and cosine of two", "y1=0.9092974268256817 y2=-0.4161468365471424" },
    { "wrong=published", "another table", "y1=0.1 y2=-0.2" },
    { "wrong=all", "another table", "y1=0.1 y2=-0.2" },
    { 0 },
};

IVP_PROBLEM(t_said,
    .title = "Oscillator that says things",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .init = start,
    .form = IVP_ODE,
    .sizes = { .n = 2 },
    .ode = { .f = oscillator, .autonomous = true },
    .invariants = invariants,
    .exact = exact,
    .published = published);
