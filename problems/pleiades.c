/* pleiades.c -- seven stars in the plane, of masses m_j = j, under gravity.
 *
 *     xi'' = sum over j of m_j (x_j - x_i) / r_ij^3,   yi'' likewise
 *
 * State (x1..x7, y1..y7, x1'..x7', y1'..y7'). Close encounters, of 1 and 7 near t = 1.23 and
 * 1.68, amplify errors by some 1e4. Hairer, Norsett, Wanner, Solving ODEs I, II.10; Test Set
 * for IVP Solvers 2.4, plei. The positions are scored; the velocities follow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { STARS = 7, N = 4 * STARS, SPEEDS = 2 * STARS };

/* Adds to the accelerations of i and j what they do to one another. */
static void attract(const real *x, const real *y, real *ax, real *ay, int i, int j)
{
    const real dx = x[j] - x[i], dy = y[j] - y[i], r2 = dx * dx + dy * dy;
    const real pull = 1 / (r2 * sqrt(r2));
    ax[i] += (j + 1) * pull * dx;
    ay[i] += (j + 1) * pull * dy;
    ax[j] -= (i + 1) * pull * dx;
    ay[j] -= (i + 1) * pull * dy;
}

static ivp_status rhs(const ivp_state *s, real *f, const real *p)
{
    const real *x = s->y, *y = x + STARS;
    real *ax = f + SPEEDS, *ay = ax + STARS;
    for (int i = 0; i < SPEEDS; i++) f[i] = s->y[SPEEDS + i];
    for (int i = 0; i < SPEEDS; i++) ax[i] = ivp_of(0);
    for (int i = 0; i < STARS; i++)
        for (int j = 0; j < i; j++) attract(x, y, ax, ay, i, j);
    return IVP_OK;
}

/* The pull per mass, d/r^3, has the symmetric derivative (r^2 I - 3 d d^T)/r^5 by d: it goes
 * into both rows of i and of j. */
static void stiffen(ivp_mat J, const real *x, const real *y, int i, int j)
{
    const real d[] = { x[j] - x[i], y[j] - y[i] };
    const real r2 = d[0] * d[0] + d[1] * d[1], r5 = r2 * r2 * sqrt(r2);
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++) {
            const real slope = ((a == b ? r2 : ivp_of(0)) - 3 * d[a] * d[b]) / r5;
            const int ai = SPEEDS + a * STARS + i, aj = SPEEDS + a * STARS + j;
            *ivp_at(J, ai, b * STARS + j) += (j + 1) * slope;
            *ivp_at(J, ai, b * STARS + i) -= (j + 1) * slope;
            *ivp_at(J, aj, b * STARS + i) += (i + 1) * slope;
            *ivp_at(J, aj, b * STARS + j) -= (i + 1) * slope;
        }
}

static ivp_status jacobian(const ivp_state *s, ivp_mat J, const real *p)
{
    for (int i = 0; i < SPEEDS; i++) *ivp_at(J, i, SPEEDS + i) = ivp_of(1);
    for (int i = 0; i < STARS; i++)
        for (int j = 0; j < i; j++) stiffen(J, s->y, s->y + STARS, i, j);
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    static const signed char places[SPEEDS] = { 3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4 };
    for (int i = 0; i < SPEEDS; i++) y[i] = ivp_of(places[i]);
    for (int i = SPEEDS; i < N; i++) y[i] = ivp_of(0);
    y[19] = ivp_of(R(1.75));
    y[20] = ivp_of(-R(1.5));
    y[24] = ivp_of(-R(1.25));
    y[25] = ivp_of(1);
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    const real *x = s->y, *y = x + STARS, *u = x + SPEEDS, *v = u + STARS;
    real sum = ivp_of(0);
    for (int i = 0; i < STARS; i++) {
        sum += (i + 1) * (u[i] * u[i] + v[i] * v[i]) / 2;
        for (int j = 0; j < i; j++)
            sum -= (i + 1) * (j + 1) / ivp_hypot(x[i] - x[j], y[i] - y[j]);
    }
    return sum;
}

static real turning(const ivp_state *s, const real *p)
{
    const real *x = s->y, *y = x + STARS, *u = x + SPEEDS, *v = u + STARS;
    real sum = ivp_of(0);
    for (int i = 0; i < STARS; i++) sum += (i + 1) * (x[i] * v[i] - y[i] * u[i]);
    return sum;
}

static real encounter(const ivp_state *s, const real *p)
{
    const real *x = s->y, *y = x + STARS;
    return ivp_hypot(x[6] - x[0], y[6] - y[0]);
}

IVP_PROBLEM(pleiades,
    .title = "Pleiades, seven stars in the plane",
    .source = "Hairer, Norsett, Wanner, Solving ODEs I, II.10; Test Set for IVP Solvers 2.4, "
              "plei",
    .tags = "ode nonstiff conservative astronomy testset",
    .t0 = "0",
    .t1 = "3",
    AUTONOMOUS_ODE(N),
    .second_order = true,
    .velocity_free = true,
    .observables =
        (const ivp_observable[]){
            { "star1_x", "1", "first star", .component = "y1" },
            { "star1_y", "1", "first star", .component = "y8" },
            { "distance17", "1", "between stars 1 and 7", encounter },
            { 0 },
        },
    .invariants =
        (const ivp_observable[]){
            { "energy", "1", "kinetic and potential", energy },
            { "angular_momentum", "1", "about the origin", turning },
            { 0 },
        },
    .scd = "y1-14",
    .mescd = "all",
    TESTSET_PROTOCOL("rtol"),
    .published =
        (const ivp_published[]){
            { TESTSET_VALUES(", PSIDE at 1e-16", "10.7"),
              .values = "y1=0.3706139143970502e0 y2=0.3237284092057233e1 "
                        "y3=-0.3222559032418324e1 y4=0.6597091455775310e0 "
                        "y5=0.3425581707156584e0 y6=0.1562172101400631e1 "
                        "y7=-0.7003092922212495e0 y8=-0.3943437585517392e1 "
                        "y9=-0.3271380973972550e1 y10=0.5225081843456543e1 "
                        "y11=-0.2590612434977470e1 y12=0.1198213693392275e1 "
                        "y13=-0.2429682344935824e0 y14=0.1091449240428980e1 "
                        "y15=0.3417003806314313e1 y16=0.1354584501625501e1 "
                        "y17=-0.2590065597810775e1 y18=0.2025053734714242e1 "
                        "y19=-0.1155815100160448e1 y20=-0.8072988170223021e0 "
                        "y21=0.5952396354208710e0 y22=-0.3741244961234010e1 "
                        "y23=0.3773459685750630e0 y24=0.9386858869551073e0 "
                        "y25=0.3667922227200571e0 y26=-0.3474046353808490e0 "
                        "y27=0.2344915448180937e1 y28=-0.1947020434263292e1" },
            { 0 },
        });
