/* t_bounce.c -- a ball thrown along a floor in air: events and resets without a closed form.
 *
 *     x'' = -c |v| x'
 *     y'' = -g - c |v| y',   on the floor y' becomes -e y'
 *
 * The speed |v| never vanishes, so that the drag is smooth. */
#include <ivp/problem.h>

enum { DRAG, RESTITUTION, NET, NPARAMS };
static const ivp_param params[] = {
    [DRAG] = { "c", "0.1", "drag over mass [1/m]", NULL },
    [RESTITUTION] = { "e", "0.8", "restitution", NULL },
    [NET] = { "net", "100", "where the ball is caught [m]", NULL },
    { 0 },
};

enum { FLOOR, APEX, CAUGHT };

static real height(const ivp_state *s, const real *p) { return (void)p, s->q[1]; }
static real climb(const ivp_state *s, const real *p) { return (void)p, s->u[1]; }
static real beyond(const ivp_state *s, const real *p) { return s->q[0] - p[NET]; }

static void bounce(ivp_state *s, real *p) { s->u[1] *= -p[RESTITUTION]; }

static ivp_status terms(unsigned want, real t, const real *q, const real *u, const real *x,
                        const real *lambda, ivp_terms *out, const real *p)
{
    const real drag = p[DRAG] * sqrt(u[0] * u[0] + u[1] * u[1]);
    (void)want, (void)t, (void)q, (void)x, (void)lambda;
    for (int k = 0; k < 2; k++) {
        *ivp_at(out->M, k, k) = 1;
        out->f[k] = -drag * u[k] - (k ? R(9.81) : 0);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    (void)t0, (void)yp, (void)p;
    y[0] = 0, y[1] = 1, y[2] = 3, y[3] = 2;
    return IVP_OK;
}

static const ivp_event events[] = {
    [FLOOR] = { .name = "floor",
                .direction = -1,
                .guard = height,
                .then = IVP_RESTART,
                .reset = bounce },
    [APEX] = { .name = "apex", .direction = -1, .guard = climb, .then = IVP_RECORD },
    [CAUGHT] = { .name = "caught", .direction = 1, .guard = beyond, .then = IVP_STOP },
    { 0 },
};

IVP_PROBLEM(t_bounce) = {
    .abi = IVP_ABI,
    .arith = IVP_ARITH,
    .name = "t_bounce",
    .title = "A ball thrown along a floor",
    .source = "made for the tests",
    .tags = "test hybrid",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_MECH,
    .sizes = { .nq = 2 },
    .init = start,
    .mech = { .terms = terms },
    .events = events,
};
