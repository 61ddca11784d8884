/* t_springs.c -- masses on a line between springs of third degree with dampers, the first one
 * held; the springs as forces of terms(), as elements, or a constraint's columns told apart by
 * nothing: what couples neighbours stands neither in M nor in G. `reaching`: two elements whose
 * springs join more masses once the masses 1 and 2 are beyond 5; the second one then reaches
 * more than an element may in all.
 *
 *     m q_i'' = s(q_(i+1) - q_i - 1) - s(q_i - q_(i-1) - 1) - lambda (i = 1),     s(e) = k (1 + w t) (e + e^3) + c e'
 *     0 = q_1 + w t sum (q_i - 1.1 (i - 1))
 *
 * With w = 0 the first one is held; else one constraint joins all, linear at any time, whose
 * rate is not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define IVP_SPARSE
#include <ivp/problem.h>

enum { MASSES, STIFFNESS, DAMPING, AS, DRIFT };
enum { FORCES, ELEMENTS, REACHING };

static const ivp_param params[] = {
    [MASSES] = { "N", "6", "masses [1]" },
    [STIFFNESS] = { "k", "10", "of a spring [N/m]" },
    [DAMPING] = { "c", "0.1", "of a damper [N s/m]" },
    [AS] = { "as", "forces", "how springs are given", .choices = "forces elements reaching" },
    [DRIFT] = { "w", "0", "of the constraint [1/s]" },
    { 0 },
};

static int masses(const real *p) { return (int)re(p[MASSES]); }

static void size(const real *p, ivp_sizes *s)
{
    s->nq = masses(p);
    s->ng = 1;
}

static real pull(real t, real stretch, real rate, const real *p)
{
    return p[STIFFNESS] * (1 + p[DRIFT] * t) * (stretch + stretch * stretch * stretch) +
           p[DAMPING] * rate;
}

static void constrain(const ivp_state *s, ivp_terms *out, const real *p)
{
    const real w = p[DRIFT], all = w * s->t;
    out->g[0] = s->q[0];
    *ivp_at(out->G, 0, 0) = ivp_of(1);
    for (int i = 1; re(w) != 0 && i < masses(p); i++) {
        const real moved = s->q[i] - R(1.1) * i;
        out->g[0] += all * moved;
        out->gt[0] += w * moved;
        out->gamma[0] -= 2 * w * s->u[i];
        *ivp_at(out->G, 0, i) = all;
    }
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const int n = masses(p);
    for (int i = 0; i < n; i++) *ivp_at(out->M, i, i) = ivp_of(1);
    for (int i = 0; (int)re(p[AS]) == FORCES && i + 1 < n; i++) {
        const real f = pull(s->t, s->q[i + 1] - s->q[i] - 1, s->u[i + 1] - s->u[i], p);
        out->f[i] += f;
        out->f[i + 1] -= f;
    }
    constrain(s, out, p);
    return IVP_OK;
}

static int count(const real *p)
{
    const int as = (int)re(p[AS]);
    return as == ELEMENTS ? masses(p) - 1 : as == REACHING ? 2 : 0;
}

static int on(int e, const real *q, const real *u, int *on, const real *p)
{
    const bool far = q && (int)re(p[AS]) == REACHING && re(q[e + 1]) > 5;
    const int n = !far ? 2 : e ? IVP_ELEMENT_MOST : 10, first = far && e ? 3 : e;
    for (int i = 0; i < n; i++) on[i] = first + i;
    return n;
}

static void force(const ivp_element *e, const real *p)
{
    for (int i = 0; i + 1 < e->n; i++) {
        const real f = pull(e->t, e->q[i + 1] - e->q[i] - 1, e->u[i + 1] - e->u[i], p);
        e->f[i] += f;
        e->f[i + 1] -= f;
    }
}

static ivp_status start(real t0, real *y, real *yp, const real *p)
{
    const int n = masses(p);
    for (int i = 0; i < n; i++) {
        y[i] = R(1.1) * i;
        y[n + i] = i % 3 ? ivp_of(0) : R(0.2) * i / n;
    }
    return IVP_OK;
}

IVP_PROBLEM(t_springs,
    .title = "Masses between springs",
    .source = "made for the tests",
    .tags = "test",
    .params = params,
    .t0 = "0",
    .t1 = "1",
    .form = IVP_MECH,
    .size = size,
    .init = start,
    .mech = { .terms = terms, .elements = { count, on, force } });
