/* plate.c -- a rectangular plate on which two wheels of a lorry run: linear, stiff, strongly
 * damped.
 *
 *     u_tt + w u_t + s Laplace(Laplace u) = f(x, y, t)      on (0, 2) x (0, 4/3)
 *     u = Laplace u = 0 on the border,   u = u_t = 0 at the start
 *     f = 200 (exp(-5 (t - x - 2)^2) + exp(-5 (t - x - 5)^2)) on the lines j = 2 and 4, else 0
 *
 * On 8 x 5 inner points, dx = dy = 2/9, x the faster index; the biharmonic operator is the
 * square of the five-point one. State: 40 displacements, then their rates. It does not say
 * .second_order: friction is the fast part, and methods for v'' = a that iterate without it
 * (gauss) need more steps. Hairer, Wanner, Solving ODEs II, IV.10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { NX = 8, NY = 5, POINTS = NX * NY, N = 2 * POINTS };
enum { FRICTION, STIFFNESS };

static const ivp_param params[] = {
    [FRICTION] = { "omega", "1000", "friction [1/s]" },
    [STIFFNESS] = { "sigma", "100", "stiffness [1/s^2]" },
    { 0 },
};

/* (2/9)^2 times the five-point operator with zeros on the border. */
static void laplace(const real *u, real *out)
{
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            const int k = i + NX * j;
            out[k] = -4 * u[k];
            if (i > 0) out[k] += u[k - 1];
            if (i < NX - 1) out[k] += u[k + 1];
            if (j > 0) out[k] += u[k - NX];
            if (j < NY - 1) out[k] += u[k + NX];
        }
}

/* sigma over the fourth power of the mesh, 2/9 */
static real stiffness(const real *p) { return p[STIFFNESS] * 6561 / 16; }

static real wheels(real t, int i)
{
    const real x = ivp_of(2 * (i + 1)) / 9, first = t - x - 2, second = t - x - 5;
    return 200 * (exp(-5 * first * first) + exp(-5 * second * second));
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *u = s->y, *rate = u + POINTS, c = stiffness(p);
    real once[POINTS], twice[POINTS];
    laplace(u, once);
    laplace(once, twice);
    for (int k = 0; k < POINTS; k++) {
        f[k] = rate[k];
        f[POINTS + k] = -p[FRICTION] * rate[k] - c * twice[k];
    }
    for (int i = 0; i < NX; i++) {
        const real force = wheels(s->t, i);
        f[POINTS + i + NX] += force;
        f[POINTS + i + 3 * NX] += force;
    }
    return IVP_OK;
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    const real c = stiffness(p);
    real unit[POINTS], once[POINTS], twice[POINTS];
    for (int k = 0; k < POINTS; k++) {
        for (int i = 0; i < POINTS; i++) unit[i] = ivp_of(i == k);
        laplace(unit, once);
        laplace(once, twice);
        for (int i = 0; i < POINTS; i++) *ivp_at(J, POINTS + i, k) = -c * twice[i];
        *ivp_at(J, k, POINTS + k) = ivp_of(1);
        *ivp_at(J, POINTS + k, POINTS + k) = -p[FRICTION];
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < N; i++) y[i] = ivp_of(0);
    return IVP_OK;
}

static real centre(const ivp_state *s, const real *p)
{
    return (s->y[3 + 2 * NX] + s->y[4 + 2 * NX]) / 2;
}

/* Displacements are some 1e-3. */
static void weights(const real *p, double *w)
{
    for (int i = 0; i < N; i++) w[i] = (double)R(1e-3);
}

IVP_PROBLEM(plate,
    .title = "Plate under the wheels of a lorry",
    .source = "Hairer, Wanner, Solving ODEs II, IV.10",
    .tags = "ode stiff linear extra",
    .params = params,
    .t0 = "0",
    .t1 = "7",
    .form = IVP_ODE,
    .sizes = { .n = N },
    .init = start,
    .ode = { .f = rhs, .jac = jacobian },
    .weights = weights,
    .observables =
        (const ivp_observable[]){
            { "centre", "m", "displacement in the middle", centre },
            { "corner", "m", "displacement of the first point", .component = "y1" },
            { 0 },
        },
    SCORED_ALL,
    TESTSET_PROTOCOL("rtol"));
