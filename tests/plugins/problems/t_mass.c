/* t_mass.c -- smooth equations A E B y' = A h(B y), solved in closed form by z = B y:
 *
 *     z1' = z2 r                                        z1 = 2 + sin t
 *     z2' = 2 - z1 + (z3 - z1 z2) (1 + z3)              z2 = cos t
 *     z3  = z1 z2, as an algebraic or a differential equation
 *     r   = (z1 - 2)^2 + z2^2 = 1          A = [2 1 1; 0 3 1; 1 0 1], B = [1 1/2 0; 0 1 1/2; 1/4 0 1]
 *
 *     regular     E = 1: M is constant and invertible
 *     singular    E = diag(1, 1, 0): of index 1, its constraint hidden in all rows
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>

enum { KIND };
static const ivp_param params[] = {
    [KIND] = { "kind", "regular", "what M is", .choices = "regular singular" },
    { 0 },
};

static bool is_singular(const real *p) { return re(p[KIND]) > 0; }

static void from_z(real a, real b, real c, real *y) /* y := B^-1 z */
{
    y[0] = (16 * a - 8 * b + 4 * c) / 17;
    y[1] = (2 * a + 16 * b - 8 * c) / 17;
    y[2] = (-4 * a + 2 * b + 16 * c) / 17;
}

static void to_z(const real *y, real *z)
{
    z[0] = y[0] + y[1] / 2;
    z[1] = y[1] + y[2] / 2;
    z[2] = y[0] / 4 + y[2];
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    real z[3];
    to_z(s->y, z);
    const real r = (z[0] - 2) * (z[0] - 2) + z[1] * z[1], slip = z[2] - z[0] * z[1];
    const real h1 = z[1] * r, h2 = 2 - z[0] + slip * (1 + z[2]);
    const real h3 = is_singular(p) ? slip + slip * slip * slip - (r - 1) / 8
                                   : h1 * z[1] + z[0] * h2 - slip * z[0];
    f[0] = 2 * h1 + h2 + h3;
    f[1] = 3 * h2 + h3;
    f[2] = h1 + h3;
    return IVP_OK;
}

static ivp_status mass(const ivp_state *s, ivp_mat M, const real *p)
{
    const real B[3][3] = { { ivp_of(1), R(0.5), ivp_of(0) },
                           { ivp_of(0), ivp_of(1), R(0.5) },
                           { R(0.25), ivp_of(0), ivp_of(1) } };
    const real last = is_singular(p) ? 0 : 1;
    for (int j = 0; j < 3; j++) {
        *ivp_at(M, 0, j) = 2 * B[0][j] + B[1][j] + last * B[2][j];
        *ivp_at(M, 1, j) = 3 * B[1][j] + last * B[2][j];
        *ivp_at(M, 2, j) = B[0][j] + last * B[2][j];
    }
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    from_z(2 + sin(t), cos(t), (2 + sin(t)) * cos(t), y);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    from_z(cos(t0), -sin(t0), cos(t0) * cos(t0) - (2 + sin(t0)) * sin(t0), yp);
    return exact(t0, y, p);
}

IVP_PROBLEM(t_mass,
    .title = "A constant matrix on the left",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "2",
    .form = IVP_LIN,
    .sizes = { .n = 3 },
    .init = start,
    .ode = { .f = rhs, .mass = mass },
    .exact = exact);
