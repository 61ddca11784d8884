/* t_offers.c -- two masses on a line, with all members that the interface has for later
 * versions: a drawing, sparse entries, colours, products J v, a preconditioner and derivatives
 * by parameters.
 *
 *     x1' = v1   x2' = v2   v1' = -k x1   v2' = -k x2
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { STIFFNESS };
static const ivp_param params[] = { [STIFFNESS] = { "k", "4", "stiffness [1/s^2]" }, { 0 } };

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    y[0] = ivp_of(1);
    return IVP_OK;
}

static ivp_status swing(const ivp_state *s, real *f, const real *p)
{
    for (int i = 0; i < 2; i++) {
        f[i] = s->y[2 + i];
        f[2 + i] = -p[STIFFNESS] * s->y[i];
    }
    return IVP_OK;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    for (int i = 0; i < 2; i++) {
        ivp_entry(out, IVP_JAC, i, 2 + i);
        ivp_entry(out, IVP_JAC, 2 + i, i);
    }
}

static ivp_status entries(unsigned block, const ivp_state *s, real c, real *value,
                          const real *p)
{
    for (int i = 0; i < 2; i++) {
        value[2 * i] = ivp_of(1);
        value[2 * i + 1] = -p[STIFFNESS];
    }
    return IVP_OK;
}

static void colours(int *colour, const real *p)
{
    for (int j = 0; j < 4; j++) colour[j] = 0;
}

static ivp_status times(const ivp_state *s, real c, const real *v, real *Jv, const real *p)
{
    const ivp_state at = { .t = s->t, .y = v };
    return swing(&at, Jv, p);
}

static int nwork(const real *p) { return 2; }

/* a I - b J eliminated by (2 x 2): the same for both masses */
static ivp_status precondition(const ivp_state *s, real a, real b, real *work, const real *p)
{
    work[0] = a;
    work[1] = b;
    return IVP_OK;
}

static ivp_status solve(const real *work, real *x, const real *p)
{
    const real a = work[0], b = work[1], det = a * a + b * b * p[STIFFNESS];
    for (int i = 0; i < 2; i++) {
        const real r = x[i], s = x[2 + i];
        x[i] = (a * r + b * s) / det;
        x[2 + i] = (a * s - b * p[STIFFNESS] * r) / det;
    }
    return IVP_OK;
}

static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    const real x[2][3] = { { s->y[0], ivp_of(0), ivp_of(0) },
                           { s->y[1], ivp_of(1), ivp_of(0) } };
    to->point(to->to, "first", x[0]);
    to->point(to->to, "second", x[1]);
    to->line(to->to, 2, x);
    return IVP_OK;
}

static ivp_status sens(const ivp_state *s, int k, real *fk, const real *p)
{
    for (int i = 0; i < 2; i++) fk[2 + i] = -s->y[i];
    return IVP_OK;
}

IVP_PROBLEM(t_offers, .title = "Two masses", .source = "tests", .tags = "ode", .params = params,
            .t0 = "0", .t1 = "1", .form = IVP_ODE, .sizes = { .n = 4 }, .pattern = pattern,
            .init = start, .ode = { .f = swing, .autonomous = true }, .draw = draw,
            .large = { entries, colours, times, nwork, precondition, solve }, .sens = sens);
