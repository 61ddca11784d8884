/* t_elements.c -- heat with a source in a rod, linear finite elements: n nodes, M and df/dy
 * with three diagonals, which it tells or not.
 *
 *     M = [1 4 1] / 6     f_i = n (y_(i-1) - 2 y_i + y_(i+1)) - y_i^3 + sin(t + i)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { DECLARED, NODES };
enum { NOTHING, BAND, PATTERN };
static const ivp_param params[] = {
    [DECLARED] = { "declared", "nothing", "what is said of the structure",
                   .choices = "nothing band pattern" },
    [NODES] = { "n", "12", "nodes [1]" },
    { 0 },
};

static int nodes(const real *p) { return (int)re(p[NODES]); }

static void size(const real *p, ivp_sizes *s)
{
    s->n = nodes(p);
    s->ml = s->mu = (int)re(p[DECLARED]) == BAND;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const bool told = (int)re(p[DECLARED]) == PATTERN;
    for (int i = 0; i < nodes(p); i++)
        for (int j = 0; j < nodes(p); j++) {
            if (told && (j < i - 1 || j > i + 1)) continue;
            ivp_entry(out, IVP_M, i, j);
            ivp_entry(out, IVP_JAC, i, j);
        }
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *y = s->y;
    const int n = nodes(p);
    for (int i = 0; i < n; i++) {
        const real left = i > 0 ? y[i - 1] : 0, right = i < n - 1 ? y[i + 1] : 0;
        f[i] = n * (left - 2 * y[i] + right) - y[i] * y[i] * y[i] + sin(s->t + i);
    }
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    for (int i = 0; i < nodes(p); i++) {
        *ivp_at(M, i, i) = R(2.0) / 3;
        if (i > 0) *ivp_at(M, i, i - 1) = R(1.0) / 6;
        if (i > 0) *ivp_at(M, i - 1, i) = R(1.0) / 6;
    }
    return IVP_OK;
}

/* y = 0, M y' = sin(t0 + i): elimination without exchanges, the matrix is diagonally
 * dominant */
static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = nodes(p);
    real pivot[512] = { 0 };
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        pivot[i] = i > 0 ? R(2.0) / 3 - 1 / (36 * pivot[i - 1]) : R(2.0) / 3;
        yp[i] = sin(t0 + i) - (i > 0 ? yp[i - 1] / (6 * pivot[i - 1]) : 0);
    }
    for (int i = n - 1; i >= 0; i--)
        yp[i] = (yp[i] - (i < n - 1 ? yp[i + 1] / 6 : 0)) / pivot[i];
    return IVP_OK;
}

IVP_PROBLEM(t_elements,
    .title = "Heat in a rod, finite elements",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_LIN,
    .sizes = { .n = 12 },
    .size = size,
    .pattern = pattern,
    .init = start,
    .ode = { .f = rhs, .mass = mass });
