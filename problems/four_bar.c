/* four_bar.c -- N four-bar linkages in a row: N + 1 parallel cranks on the ground, N couplers
 * between their ends, all uniform links of 1 m and 1 kg.
 *
 *     q = (x0, y0 .. xN, yN), the ends B_i of the cranks; grounds A_i = (i, 0)
 *     each link adds 1/3 to M at both ends and 1/6 between them, and half its weight to both
 *     g_i = |B_i - A_i|^2 - 1,  i = 0 .. N;     g_(N+i) = |B_i - B_(i-1)|^2 - 1,  i = 1 .. N
 *
 * One freedom but where the cranks are horizontal: there G loses N ranks, the multipliers have
 * no unique values and N + 1 freedoms are open; the mechanism comes there twice a turn, and
 * this is the point of the problem. With the angle a of the cranks from the x axis the motion
 * is
 *
 *     ((N + 1)/3 + N) a'' = -grav ((N + 1)/2 + N) cos a,     a(0) = pi/2, a'(0) = -1
 *
 * a pendulum that turns over. With k = grav ((N + 1)/2 + N)/((N + 1)/3 + N), w^2 = k + 1/4, m =
 * k/w^2, m' = 1 - m and Jacobi's functions of w t,
 *
 *     cos a = 2 sqrt(m') cn sn/dn^2,   sin a = (cn^2 - m' sn^2)/dn^2,   a' = -2 w sqrt(m')/dn
 *
 * Tolerances of 1e-12 and less stop at one of these positions, with coordinates projected or
 * not (gauss at the first); at 1e-11, projected, dop853 ends with 10.3 digits and
 * rosenbrock_nystrom with 9.6.
 *
 * Library of computational benchmark problems, A02, there with N = 40 and 20 s.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"
#include "lib/draw.h"

enum { LOOPS, GRAVITY };

static const ivp_param params[] = {
    [LOOPS] = { "N", "2", "number of linkages, 1 .. 20000 [1]" },
    [GRAVITY] = { "grav", "9.81", "pull, along -y [m/s^2]" },
    { 0 },
};

static int loops(const real *p)
{
    const plain n = re(p[LOOPS]);
    return n >= 1 && n <= 20000 && n == (int)n ? (int)n : 0;
}

static void size(const real *p, ivp_sizes *s)
{
    const int n = loops(p);
    s->nq = n ? 2 * (n + 1) : 0;
    s->ng = n ? 2 * n + 1 : 0;
}

static void pattern(const ivp_pattern *out, const real *p)
{
    const int n = loops(p), nq = 2 * (n + 1);
    for (int i = 0; i < nq; i++)
        for (int j = i - 2; j <= i + 2; j += 2)
            if (j >= 0 && j < nq) ivp_entry(out, IVP_M, i, j);
    for (int i = 0; i <= n; i++)
        for (int c = 2 * i; c < 2 * i + 2; c++) {
            ivp_entry(out, IVP_GQ, i, c);
            if (i) ivp_entry(out, IVP_GQ, n + i, c);
            if (i) ivp_entry(out, IVP_GQ, n + i, c - 2);
        }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = loops(p);
    for (int i = 0; i <= n; i++) {
        y[2 * i] = ivp_of(i);
        y[2 * i + 1] = ivp_of(1);
        y[2 * (n + 1) + 2 * i] = ivp_of(1);
        y[2 * (n + 1) + 2 * i + 1] = ivp_of(0);
    }
    return IVP_OK;
}

static void masses(ivp_mat M, int n)
{
    for (int i = 0; i <= n; i++)
        for (int c = 2 * i; c < 2 * i + 2; c++) {
            const int links = 1 + (i > 0) + (i < n);
            *ivp_at(M, c, c) = ivp_of((plain)links / 3);
            if (i == 0) continue;
            *ivp_at(M, c, c - 2) = ivp_of(R(1.0) / 6);
            *ivp_at(M, c - 2, c) = ivp_of(R(1.0) / 6);
        }
}

/* Adds to row k what one coordinate of a link gives: d long, moving with rate. */
static void stretch(ivp_terms *out, int k, real d, real rate)
{
    out->g[k] += d * d;
    out->gamma[k] -= 2 * rate * rate;
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const int n = loops(p);
    const real *q = s->q, *u = s->u;
    if (want & IVP_M) masses(out->M, n);
    for (int k = 0; k < 2 * n + 1; k++) out->g[k] = ivp_of(-1);
    for (int i = 0; i <= n; i++) {
        out->f[2 * i + 1] = -p[GRAVITY] * (1 + (i > 0) + (i < n)) / 2;
        for (int c = 2 * i; c < 2 * i + 2; c++) {
            const real crank = c % 2 ? q[c] : q[c] - i;
            stretch(out, i, crank, u[c]);
            *ivp_at(out->G, i, c) = 2 * crank;
            if (i == 0) continue;
            const real coupler = q[c] - q[c - 2];
            stretch(out, n + i, coupler, u[c] - u[c - 2]);
            *ivp_at(out->G, n + i, c) = 2 * coupler;
            *ivp_at(out->G, n + i, c - 2) = -2 * coupler;
        }
    }
    return IVP_OK;
}

/* sn and cn of u by Landen's transformation (Abramowitz, Stegun, 16.4); complement:
 * sqrt(m'). */
static void jacobi(real u, real complement, real *sn, real *cn)
{
    enum { MEANS = 8 };
    real a[MEANS + 1], c[MEANS + 1], b = complement, phi;
    a[0] = ivp_of(1);
    for (int n = 1; n <= MEANS; n++) {
        a[n] = (a[n - 1] + b) / 2;
        c[n] = (a[n - 1] - b) / 2;
        b = sqrt(a[n - 1] * b);
    }
    phi = (1 << MEANS) * a[MEANS] * u;
    for (int n = MEANS; n > 0; n--) {
        const real s = c[n] * sin(phi) / a[n];
        phi = (phi + ivp_atan2(s, sqrt(1 - s * s))) / 2;
    }
    *sn = sin(phi);
    *cn = cos(phi);
}

static ivp_status exact(real t, real *y, const real *p)
{
    const int n = loops(p);
    const real k = p[GRAVITY] * (3 * n + 1) * 3 / (ivp_of(4 * n + 1) * 2);
    const real w = sqrt(k + R(0.25)), m = k / (w * w), complement = 1 / (2 * w);
    real sn, cn;
    jacobi(w * t, complement, &sn, &cn);
    const real dn2 = complement * complement + m * cn * cn;
    const real c = 2 * complement * cn * sn / dn2;
    const real s = (cn * cn - complement * complement * sn * sn) / dn2;
    const real rate = -2 * w * complement / sqrt(dn2);
    for (int i = 0; i <= n; i++) {
        real *q = y + 2 * i, *u = y + 2 * (n + 1) + 2 * i;
        q[0] = i + c;
        q[1] = s;
        u[0] = -rate * s;
        u[1] = rate * c;
    }
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    const int n = loops(p);
    real sum = ivp_of(0);
    for (int i = 0; i <= n; i++) {
        const int links = 1 + (i > 0) + (i < n);
        sum += p[GRAVITY] * links * s->q[2 * i + 1] / 2;
        for (int c = 2 * i; c < 2 * i + 2; c++) {
            sum += links * s->u[c] * s->u[c] / 6;
            if (i) sum += s->u[c] * s->u[c - 2] / 6;
        }
    }
    return sum;
}

static real angle(const ivp_state *s, const real *p) { return ivp_atan2(s->q[1], s->q[0]); }

static const ivp_observable observables[] = {
    { "angle", "rad", "of the first crank", angle },
    { "height", "m", "of its end", .component = "q2" },
    { 0 },
};

static const ivp_published published[] = {
    { .params = "",
      .source = "the motion of one freedom, DOP853",
      .values = "q1=0.32845811153358 q2=0.94451853818112 q3=1.32845811153358 "
                "q4=0.94451853818112 q5=2.32845811153358 q6=0.94451853818112 "
                "u1=1.42305147019102 u2=-0.49486884546929 u3=1.42305147019102 "
                "u4=-0.49486884546929 u5=1.42305147019102 u6=-0.49486884546929" },
    { .params = "N=40",
      .source = "the motion of one freedom, DOP853",
      .values = "q1=0.18051222668113 q2=0.98357274058334 u1=1.14844127745913 "
                "u2=-0.21077006677078" },
    { 0 },
};

/* Cranks and couplers, of eight linkages at most. */
static ivp_status draw(const ivp_state *s, const ivp_canvas *to, const real *p)
{
    enum { MOST = 8 };
    const int n = loops(p) < MOST ? loops(p) : MOST;
    for (int k = 0; k <= n; k++) {
        const real *end = s->q + 2 * k;
        draw_rod(to, ivp_of(k), ivp_of(0), end[0], end[1]);
        if (k) draw_rod(to, end[-2], end[-1], end[0], end[1]);
    }
    return IVP_OK;
}

IVP_PROBLEM(four_bar,
    .title = "N four-bar linkages",
    .source = "Library of computational benchmark problems, A02",
    .tags = "mechanical index3 conservative scalable rank_deficient exact extra",
    .params = params,
    .t0 = "0",
    .t1 = "10",
    .form = IVP_MECH,
    .size = size,
    .pattern = pattern,
    .draw = draw,
    .init = start,
    .mech = { .terms = terms },
    .observables = observables,
    ENERGY_IS_KEPT,
    .scd = "q1 q2 u1 u2",
    .mescd = "q1 q2 u1 u2",
    TESTSET_PROTOCOL("rtol"),
    .published = published,
    .exact = exact);
