/* bricard.c -- Bricard's mechanism: five rods in a ring closed by the ground, six hinges, one
 * freedom.
 *
 *     P_0 .. P_5 the hinges, a_0 .. a_5 their axes; P_0, P_5, a_0, a_5 belong to the ground
 *     r_i = P_i - P_(i-1), i = 1 .. 5, the rods: uniform, square, 1 m, 1 kg
 *     q = (P_1 .. P_4, a_1 .. a_4),  pull along -y
 *
 * Each rod is known by the frame (r_i, a_(i-1), a_i), so that nothing has to be turned and M
 * does not vary:
 *
 *     kinetic energy  1/2 |(P_(i-1) + P_i)'/2|^2 + 1/24 |r_i'|^2 + side^2/24 (|a_(i-1)'|^2 +
 *     |a_i'|^2) |r_i| = 1,   r_i . a_(i-1) = 0,   r_i . a_i = 0,   i = 1 .. 5
 *     |a_i| = 1,   i = 1 .. 4;          a_(i-1) . a_i = 0,   i = 1, 2, 4, 5
 *
 * which are the moments of inertia (1 + side^2)/12 across and side^2/6 along the rod. By the
 * count of freedoms it could not move: of the 24 conditions any one with the sixth product, a_2
 * . a_3 = 0, follows from the others. Its share in their dependency stays between 0.22 and 0.25
 * of the whole, and the least singular value of the
 * 23 kept above 0.2, so leaving it out is safe at every position.
 *
 * The library shows the start as a picture. This one is the orthogonal form: hinges on corners
 * of the unit cube, every axis perpendicular to both rods that meet there. Sets of numbers of
 * other authors may belong to another.
 *
 * Library of computational benchmark problems, A04.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "lib/descriptor.h"

enum { GRAVITY, SIDE };
enum { RODS = 5, SPOTS = RODS + 1, FREE = RODS - 1, NQ = 6 * FREE, NG = 4 * RODS + FREE - 1 };

static const ivp_param params[] = {
    [GRAVITY] = { "grav", "9.81", "pull, along -y [m/s^2]" },
    [SIDE] = { "side", "0.1", "of the cross sections [m]" },
    { 0 },
};

/* Start of the hinges and of their axes; the first and the last of each stay. */
static const int corner[2 * SPOTS][3] = {
    { 0, 0, 0 }, { 1, 0, 0 }, { 1, -1, 0 }, { 1, -1, 1 }, { 0, -1, 1 }, { 0, 0, 1 },
    { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 0 },  { 0, 1, 0 },  { 0, 0, 1 },  { 1, 0, 0 },
};

/* First coordinate of spot k (hinge k, axis k - SPOTS); -1: of the ground. */
static int place(int k)
{
    const int at = k % SPOTS;
    return at == 0 || at == RODS ? -1 : 3 * (at - 1 + (k / SPOTS) * FREE);
}

/* A vector of a condition: a spot, less another where that is not negative. */
typedef struct arrow {
    int to, from;
} arrow;

/* x . y = value */
typedef struct condition {
    arrow x, y;
    int value;
} condition;

static arrow rod(int i) { return (arrow){ i, i - 1 }; }
static arrow axis(int i) { return (arrow){ SPOTS + i, -1 }; }

static void conditions(condition *c)
{
    for (int i = 1; i <= RODS; i++) {
        *c++ = (condition){ rod(i), rod(i), 1 };
        *c++ = (condition){ rod(i), axis(i - 1), 0 };
        *c++ = (condition){ rod(i), axis(i), 0 };
        if (i != 3) *c++ = (condition){ axis(i - 1), axis(i), 0 };
        if (i < RODS) *c++ = (condition){ axis(i), axis(i), 1 };
    }
}

/* The vector, and what it is per unit of time. */
static void follow(arrow a, const ivp_state *s, real *x, real *rate)
{
    const int spots[] = { a.to, a.from };
    for (int i = 0; i < 3; i++) x[i] = rate[i] = ivp_of(0);
    for (int k = 0; k < 2 && spots[k] >= 0; k++)
        for (int i = 0; i < 3; i++) {
            const int at = place(spots[k]), sign = k ? -1 : 1;
            x[i] += sign * (at < 0 ? ivp_of(corner[spots[k]][i]) : s->q[at + i]);
            if (at >= 0) rate[i] += sign * s->u[at + i];
        }
}

/* Adds y to the columns of what moves x. */
static void lean(ivp_mat G, int row, arrow x, const real *y)
{
    const int to = place(x.to), from = x.from < 0 ? -1 : place(x.from);
    for (int i = 0; i < 3; i++) {
        if (to >= 0) *ivp_at(G, row, to + i) += y[i];
        if (from >= 0) *ivp_at(G, row, from + i) -= y[i];
    }
}

/* Adds to entries between two spots what a rod or an axis weighs. */
static void weigh(ivp_mat M, int a, int b, real mass)
{
    if (place(a) < 0 || place(b) < 0) return;
    for (int i = 0; i < 3; i++) *ivp_at(M, place(a) + i, place(b) + i) += mass;
}

static void masses(ivp_mat M, const real *p)
{
    for (int i = 1; i <= RODS; i++)
        for (int a = i - 1; a <= i; a++) {
            for (int b = i - 1; b <= i; b++) weigh(M, a, b, 1 / ivp_of(a == b ? 3 : 6));
            weigh(M, SPOTS + a, SPOTS + a, p[SIDE] * p[SIDE] / 12);
        }
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    condition c[NG];
    conditions(c);
    if (want & IVP_M) masses(out->M, p);
    for (int k = 0; k < FREE; k++) out->f[3 * k + 1] = -p[GRAVITY];
    for (int k = 0; k < NG; k++) {
        real x[3], y[3], dx[3], dy[3];
        follow(c[k].x, s, x, dx);
        follow(c[k].y, s, y, dy);
        out->g[k] = ivp_of(-c[k].value);
        for (int i = 0; i < 3; i++) {
            out->g[k] += x[i] * y[i];
            out->gamma[k] -= 2 * dx[i] * dy[i];
        }
        lean(out->G, k, c[k].x, y);
        lean(out->G, k, c[k].y, x);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int k = 0; k < 2 * SPOTS; k++)
        for (int i = 0; i < 3 && place(k) >= 0; i++) y[place(k) + i] = ivp_of(corner[k][i]);
    for (int i = 0; i < NQ; i++) y[NQ + i] = ivp_of(0);
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int i = 1; i <= RODS; i++)
        for (int c = 0; c < 3; c++) {
            const int from = place(i - 1), to = place(i);
            const real v = from < 0 ? ivp_of(0) : s->u[from + c];
            const real w = to < 0 ? ivp_of(0) : s->u[to + c];
            sum += (v * v + v * w + w * w) / 6;
        }
    for (int i = 0; i < 3 * FREE; i++)
        sum += p[SIDE] * p[SIDE] * s->u[3 * FREE + i] * s->u[3 * FREE + i] / 12;
    for (int k = 0; k < FREE; k++) sum += p[GRAVITY] * s->q[3 * k + 1];
    return sum;
}

static const ivp_observable observables[] = {
    { "x", "m", "of the third hinge", .component = "q7" },
    { "y", "m", "of the third hinge", .component = "q8" },
    { "z", "m", "of the third hinge", .component = "q9" },
    { 0 },
};

/* The five rods in their ring. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    real at[SPOTS][3];
    for (int k = 0; k < SPOTS; k++)
        for (int i = 0; i < 3; i++)
            at[k][i] = place(k) < 0 ? ivp_of(corner[k][i]) : s->q[place(k) + i];
    to->line(to->to, SPOTS, (const real(*)[3])at);
    return IVP_OK;
}

IVP_PROBLEM(bricard,
    .title = "Bricard's mechanism",
    .source = "Library of computational benchmark problems, A04",
    .tags = "mechanical index3 conservative overconstrained extra",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_MECH,
    .sizes = { .nq = NQ, .ng = NG },
    .draw = draw,
    .init = start,
    .mech = { .terms = terms },
    .observables = observables,
    ENERGY_IS_KEPT,
    .scd = "q7-9",
    .mescd = "q u",
    TESTSET_PROTOCOL("rtol"));
