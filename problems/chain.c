/* chain.c -- N unit point masses on massless links of length 1, the first one on a pivot, from
 * the horizontal at rest; N = 1 is the pendulum.
 *
 *     q = (x1, y1 .. xN, yN)     M = I     f = (0, -g .. 0, -g)
 *     d_k = p_k - p_(k-1),       p_0 = 0
 *     g_k = |d_k|^2 - 1
 *     G_k = 2 d_k in the columns of p_k, -2 d_k in those of p_(k-1)
 *     gamma_k = -2 |d_k'|^2
 *
 * Chaotic from N = 2 on: only short times can be compared. G M^-1 G^T is tridiagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include "lib/descriptor.h"

enum { LINKS, GRAVITY };

static const ivp_param params[] = {
    [LINKS] = { "N", "4", "number of links, 1 .. 10000 [1]" },
    [GRAVITY] = { "g", "9.81", "pull, along -y [m/s^2]" },
    { 0 },
};

static int links(const real *p)
{
    const plain n = re(p[LINKS]);
    return n >= 1 && n <= 10000 && n == (int)n ? (int)n : 0;
}

static void size(const real *p, ivp_sizes *s)
{
    s->nq = 2 * links(p);
    s->ng = links(p);
}

static void pattern(const ivp_pattern *out, const real *p)
{
    for (int i = 0; i < 2 * links(p); i++) ivp_entry(out, IVP_M, i, i);
    for (int k = 0; k < links(p); k++)
        for (int i = k ? 2 * k - 2 : 0; i < 2 * k + 2; i++) ivp_entry(out, IVP_GQ, k, i);
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    for (int i = 0; i < 4 * links(p); i++) y[i] = ivp_of(0);
    for (int k = 0; k < links(p); k++) y[2 * k] = ivp_of(k + 1);
    return IVP_OK;
}

/* Coordinate i of a mass less that of the one before; the pivot rests at 0. */
static real step(const real *x, int i) { return i < 2 ? x[i] : x[i] - x[i - 2]; }

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const int n = links(p);
    if (want & IVP_M)
        for (int i = 0; i < 2 * n; i++) *ivp_at(out->M, i, i) = ivp_of(1);
    for (int k = 0; k < n; k++) {
        real length = ivp_of(-1), bend = ivp_of(0);
        out->f[2 * k + 1] = -p[GRAVITY];
        for (int i = 2 * k; i < 2 * k + 2; i++) {
            const real d = step(s->q, i), rate = step(s->u, i);
            length += d * d;
            bend -= 2 * rate * rate;
            *ivp_at(out->G, k, i) = 2 * d;
            if (k) *ivp_at(out->G, k, i - 2) = -2 * d;
        }
        out->g[k] = length;
        out->gamma[k] = bend;
    }
    return IVP_OK;
}

static real energy(const ivp_state *s, const real *p)
{
    real sum = ivp_of(0);
    for (int i = 0; i < 2 * links(p); i++) sum += s->u[i] * s->u[i] / 2;
    for (int k = 0; k < links(p); k++) sum += p[GRAVITY] * s->q[2 * k + 1];
    return sum;
}

static real tip_x(const ivp_state *s, const real *p) { return s->q[2 * links(p) - 2]; }
static real tip_y(const ivp_state *s, const real *p) { return s->q[2 * links(p) - 1]; }

static const ivp_observable observables[] = {
    { "tip_x", "m", "of the last mass", tip_x },
    { "tip_y", "m", "of the last mass", tip_y },
    { 0 },
};

#define ANGLES "DOP853 on index 1 at 1e-12 and 3e-14"
static const ivp_published published[] = {
    { .params = "",
      .source = ANGLES,
      .values = "q7=-0.0417888291602 q8=-3.9523435143401 u7=-12.449871208300 "
                "u8=1.912600136315 lambda1=59.63040720132" },
    { .params = "N=1",
      .source = ANGLES,
      .values = "q1=-0.9862917511319 q2=-0.1650108531255 u1=-0.296905515916 "
                "u2=1.774643641113 lambda1=2.42813470374" },
    { .params = "N=2",
      .source = ANGLES,
      .values = "q3=-1.4448188499435 q4=-1.3217944613815 u3=-3.846353609858 "
                "u4=3.415403896526 lambda1=20.81803943629" },
    { .params = "N=8",
      .source = ANGLES,
      .values = "q15=5.3491301957328 q16=-4.9045893439408 u15=-8.457848246961 "
                "u16=-9.799607974738 lambda1=65.41033114011" },
    { 0 },
};

IVP_PROBLEM(chain,
    .title = "Chain of N links",
    .source = "N-link pendulum, textbook",
    .tags = "mechanical index3 conservative scalable extra",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_MECH,
    .size = size,
    .pattern = pattern,
    .init = start,
    .mech = { .terms = terms, .assigns = true },
    .observables = observables,
    ENERGY_IS_KEPT,
    .scd = "q u lambda",
    .mescd = "q u lambda",
    TESTSET_PROTOCOL("rtol"),
    .published = published);
