/* contract_derivatives.c -- the derivatives of a problem, checked at the start and at points
 * near it.
 *
 *     G     = dg/dq
 *     g_t   = dg/dt
 *     gamma = -d/ds (G u + g_t) along (dt, dq) = (1, u)
 *
 * and hand-written Jacobians and tangents, against complex steps; complex steps against central
 * differences of order 4.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/problem/cstep.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/status.h"

static const plain exact = 5000 * IVP_EPS; /* 1e-12 in double */

static size_t bytes(int n) { return (size_t)n * sizeof(real); }

/* Column of the map's derivative: coordinate k of z */
static ivp_status derive_by(probe *p, int k, real *d)
{
    memset(p->dz, 0, bytes(p->nz));
    p->dz[k] = 1;
    return probe_derive(p, p->dz, d);
}

/* (8 (out(z + h dz) - out(z - h dz)) - (out(z + 2 h dz) - out(z - 2 h dz))) / (12 h)
 * False where the problem is not defined. */
static bool central(probe *p, real *z, real h, real *difference)
{
    static const int at[4] = { 1, -1, 2, -2 }, weight[4] = { 8, -8, -1, 1 };
    memset(difference, 0, bytes(p->nout));
    for (int k = 0; k < 4; k++) {
        for (int j = 0; j < p->nz; j++) z[j] = p->z[j] + at[k] * h * p->dz[j];
        if (probe_evaluate(p, PROBE_ALL, z, p->w)) return false;
        for (int j = 0; j < p->nout; j++) difference[j] += weight[k] / (12 * h) * p->w[j];
    }
    return true;
}

/* What rounding errors of a block's values become in its differences; what vanishes at rest
 * leaves the square of the step. */
static real rounding(const probe *p, int block)
{
    const probe_block *b = &p->block[block];
    const int n = b->rows * b->cols;
    return R(1e-12) +
           R(1e-9) * ivp_max(vec_max(p->out + b->offset, n), vec_max(p->w + b->offset, n));
}

/* Time, coordinate 0, has the size of the interval, the others their own where they are
 * large. */
static real unit(const probe *p, int j)
{
    return j ? ivp_max(1, ivp_abs(p->z[j])) : p->i->t1 - p->i->t0;
}

/* Does a guard change its sign between z - 2 h dz and z + 2 h dz? Then even with its side told
 * the equations may: a difference over it is none. */
static bool reaches_over_guard(const probe *p, real *z, real h)
{
    bool over = false;
    for (int k = 0; k < p->i->nevents && !over; k++) {
        bool rising = false, falling = false;
        for (int at = -2; at <= 2; at += 4) {
            for (int j = 0; j < p->nz; j++) z[j] = p->z[j] + at * h * p->dz[j];
            const real g = probe_guard(p, k, z);
            rising = rising || g >= 0;
            falling = falling || g <= 0;
        }
        over = rising && falling;
    }
    return over;
}

static bool near_differences_of(probe *p, real *z, int j, real h, reason *why)
{
    const real size = unit(p, j);
    if (!central(p, z, h * size, p->e)) return true;
    bool good = true;
    if (reaches_over_guard(p, z, h * size)) return true;
    for (int b = 0; good && b < p->nblocks; b++)
        good = probe_agree(p->block[b].name, probe_view(p, b, p->d), probe_view(p, b, p->e),
                           R(1e-6), rounding(p, b) / ivp_min(size, 1), why);
    return good;
}

/* Is each entry nearer than `last` by the factor that |x|^1.5 leaves of a tenth of the step,
 * or better? Then last := the distances. */
static bool nearer(const probe *p, real *last)
{
    bool all = true;
    for (int b = 0; b < p->nblocks; b++) {
        const probe_block *k = &p->block[b];
        const real floor = rounding(p, b);
        for (int o = k->offset; o < k->offset + k->rows * k->cols; o++) {
            const real apart = ivp_abs(p->d[o] - p->e[o]);
            all = all && apart <= R(0.4) * last[o] + floor;
            last[o] = apart;
        }
    }
    return all;
}

/* One of the steps must do: contact laws bend within micrometres. Or differences tend to the
 * derivative: beside a point where it bends, such as |v| v at rest, their order is low. */
static bool differences_tend(probe *p, real *z, int j, reason *why)
{
    static const plain steps[] = { 1e-5, 1e-6, 1e-7 };
    enum { STEPS = sizeof steps / sizeof *steps };
    real *last = z + p->nz;
    bool tend = true;
    for (int o = 0; o < p->nout; o++) last[o] = INFINITY;
    for (int k = 0; k < STEPS; k++) {
        if (near_differences_of(p, z, j, (real)steps[k], why)) return true;
        tend = nearer(p, last) && tend;
    }
    return tend;
}

static bool near_differences(probe *p, reason *why)
{
    real *z = malloc(bytes(p->nz + p->nout));
    if (!z) return reason_set(why, "not enough memory for the check");
    bool good = true;
    for (int j = 0; good && j < p->nz; j++) {
        if (!probe_turn(p, j)) continue;
        const ivp_status st = derive_by(p, j, p->d);
        good = st ? reason_set(why, "the complex twin fails (%s)", status_name(st))
                  : differences_tend(p, z, j, why);
    }
    free(z);
    return good;
}

bool contract_complex_steps(instance *i, reason *why)
{
    return probe_everywhere(i, near_differences, why);
}

/* G and g_t against derivatives of g */
static bool constraint_derivatives(probe *p, reason *why)
{
    bool good = true;
    for (int j = 0; good && j < p->m->nq; j++) {
        if (!probe_turn(p, 1 + j)) continue;
        if (derive_by(p, 1 + j, p->d)) return true;
        const ivp_mat Gj = { p->m->ng, 1, p->m->ng,
                             ivp_at(probe_view(p, PROBE_G, p->out), 0, j) };
        good = probe_agree("G against dg/dq, by column", Gj, probe_view(p, PROBE_CON, p->d),
                           exact, 0, why);
    }
    if (!good || derive_by(p, 0, p->d)) return good;
    return probe_agree("gt against dg/dt", probe_view(p, PROBE_GT, p->out),
                       probe_view(p, PROBE_CON, p->d), exact, 0, why);
}

static bool acceleration_level(probe *p, reason *why)
{
    const real *u = p->z + 1 + p->m->nq;
    memset(p->dz, 0, bytes(p->nz));
    p->dz[0] = 1;
    memcpy(p->dz + 1, u, bytes(p->m->nq));
    if (probe_derive(p, p->dz, p->d)) return true;
    ivp_mat gamma = probe_view(p, PROBE_GAMMA, p->e), gt = probe_view(p, PROBE_GT, p->d);
    memcpy(gamma.a, gt.a, bytes(p->m->ng));
    mat_multiply_add(probe_view(p, PROBE_G, p->d), u, gamma.a);
    for (int k = 0; k < p->m->ng; k++) gamma.a[k] = -gamma.a[k];
    return probe_agree("gamma against -d(G u + gt)", probe_view(p, PROBE_GAMMA, p->out), gamma,
                       exact, 0, why);
}

/* Is each entry of A that of B, to what its own size leaves, or to rounding of its row? Terms
 * of other entries do not enter a derivative: they do not bring their rounding errors. */
static bool entries_agree(const char *what, ivp_mat A, ivp_mat B, reason *why)
{
    if (!probe_agree(what, A, B, exact, 0, why)) return false;
    for (int k = 0; k < A.rows; k++) {
        real row = 0;
        for (int j = 0; j < A.cols; j++) row = ivp_max(row, ivp_abs(*ivp_at(B, k, j)));
        for (int j = 0; j < A.cols; j++) {
            const real a = *ivp_at(A, k, j), b = *ivp_at(B, k, j);
            if (ivp_abs(a - b) > R(1e-7) * ivp_abs(b) + 100 * IVP_EPS * row)
                return reason_set(why, "%s: entry (%d, %d) is %.15g, should be %.15g", what,
                                  k + 1, j + 1, (double)a, (double)b);
        }
    }
    return true;
}

/* The parts of a tangent, by hand and by complex step. */
static bool same_tangent(const ivp_tangent *a, const ivp_tangent *b, reason *why)
{
    const struct {
        const char *name;
        ivp_mat a, b;
    } part[] = {
        { "tangent.rq", a->rq, b->rq }, { "tangent.ru", a->ru, b->ru },
        { "tangent.rx", a->rx, b->rx }, { "tangent.sq", a->sq, b->sq },
        { "tangent.su", a->su, b->su }, { "tangent.vq", a->vq, b->vq },
        { "tangent.wq", a->wq, b->wq }, { "tangent.dq", a->dq, b->dq },
        { "tangent.du", a->du, b->du }, { "tangent.dx", a->dx, b->dx },
        { "tangent.dl", a->dl, b->dl },
    };
    bool good = true;
    for (size_t k = 0; good && k < sizeof part / sizeof *part; k++)
        good = entries_agree(part[k].name, part[k].a, part[k].b, why);
    return good;
}

/* A second workspace of the same problem that must take complex steps. */
static mech *without_tangent(probe *p)
{
    ivp_problem bare = *p->i->problem;
    bare.mech.tangent = NULL;
    mech *m = NULL;
    mech_create(&m, &bare, &p->i->sizes, p->i->p, p->i->twin, p->i->uncounted);
    return m;
}

static bool tangent_by_hand(probe *p, reason *why)
{
    if (!p->m->problem.tangent) return true;
    enum { EVERYTHING = TANGENT_R | TANGENT_S | TANGENT_V | TANGENT_W | TANGENT_D };
    const int nq = p->m->nq, nx = p->m->nx, ng = p->m->ng;
    mech *m = without_tangent(p);
    real *a = malloc(bytes(nq + ng));
    bool good = true;
    if (m && a) {
        for (int k = 0; k < nq + ng; k++) a[k] = probe_uniform(p);
        ivp_state at = mech_state(m, p->z[0], p->z + 1);
        at.a = a;
        at.lambda = at.x + nx;
        const real *mu = a + nq;
        if (!mech_tangent(m, EVERYTHING, &at, mu) && !mech_tangent(p->m, EVERYTHING, &at, mu))
            good = same_tangent(&p->m->tangent, &m->tangent, why);
    }
    mech_destroy(m);
    free(a);
    return good;
}

/* Along dz: of F, or of f without the mass matrix. */
static ivp_status derive_equations(probe *p)
{
    return p->i->problem->form == IVP_DAE ? probe_derive(p, p->dz, p->d)
                                          : cstep_f(p->i->twin, p->z, p->dz, p->d);
}

/* df/dy, or dF/dy + c dF/dy', against complex steps column by column */
static bool jacobian_by_hand(probe *p, real c, reason *why)
{
    const ivp_problem *problem = p->i->problem;
    const bool dae = problem->form == IVP_DAE;
    const int n = p->n;
    if (dae ? !problem->dae.jac : !problem->ode.jac) return true;
    real *store = calloc((size_t)n * (size_t)n * 2, sizeof *store);
    if (!store) return reason_set(why, "not enough memory for the check");
    const ivp_mat J = { n, n, n, store }, C = { n, n, n, store + n * n };
    const ivp_state s = { .t = p->z[0], .y = p->z + 1, .yp = p->z + 1 + n };
    ivp_status st =
        dae ? problem->dae.jac(&s, c, J, p->i->p) : problem->ode.jac(&s, J, p->i->p);
    for (int j = 0; !st && j < n; j++) {
        memset(p->dz, 0, bytes(p->nz));
        p->dz[1 + j] = 1;
        if (dae) p->dz[1 + n + j] = c;
        st = derive_equations(p);
        memcpy(ivp_at(C, 0, j), p->d, bytes(n));
    }
    const bool good = !st && entries_agree("jac", J, C, why);
    free(store);
    return st ? reason_set(why, "jac fails where f does not (%s)", status_name(st)) : good;
}

static bool at_hand(probe *p, reason *why)
{
    if (!p->m) /* c is asked of a DAE alone */
        return jacobian_by_hand(p, R(0.37), why) &&
               (p->i->problem->form != IVP_DAE || jacobian_by_hand(p, R(1e4), why));
    if (p->m->ng && !(constraint_derivatives(p, why) && acceleration_level(p, why)))
        return false;
    return tangent_by_hand(p, why);
}

bool contract_derivatives(instance *i, reason *why)
{
    return probe_everywhere(i, at_hand, why);
}
