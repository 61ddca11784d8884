/* wire.c -- a bead on a wire that may move, and the same without the wire, with closed forms;
 * or several such beads that know nothing of each other.
 *
 *     M = [2 + cos(q2) / 2, 3/10; 3/10, 3/2 + sin(t) / 5]
 *     g = q2 - q1^2 - w sin(2 t),  w = 3/10 or 0
 *     q = (sin t, sin^2 t + w sin(2 t)),  x = cos t,  lambda = 1 + cos(t) / 2
 *     f = M q*'' + G^T lambda* - (q - q*) - (u1^2 - u1*^2, u2 - u2*) / 5 + 3/10 (x - x*, 0)
 *     d = -sin t + (q1 - q1*) / 2 - (x - x*)
 *
 * where * marks the closed form. lambda is there with wire=1, x with states=1, each of them
 * and q as often as `copies` says: those of the first bead come first.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/cells/cell.h"

enum { WIRE, SHAKEN, STATES, COPIES };
static const ivp_param params[] = {
    [WIRE] = { "wire", "1", "1: with the wire", .kind = IVP_STRUCTURAL },
    [SHAKEN] = { "w", "0.3", "amplitude with which the wire moves" },
    [STATES] = { "states", "0", "1: with x", .kind = IVP_STRUCTURAL },
    [COPIES] = { "copies", "1", "beads", .kind = IVP_STRUCTURAL },
    { 0 },
};

static void size(const real *p, ivp_sizes *s)
{
    const int copies = (int)re(p[COPIES]);
    s->nq = copies * 2;
    s->ng = copies * (int)re(p[WIRE]);
    s->nx = copies * (int)re(p[STATES]);
}

/* q, u and u' */
static void motion(real t, const real *p, real *q, real *u, real *a)
{
    const real w = p[SHAKEN];
    q[0] = sin(t);
    q[1] = sin(t) * sin(t) + w * sin(2 * t);
    u[0] = cos(t);
    u[1] = sin(2 * t) + 2 * w * cos(2 * t);
    a[0] = -sin(t);
    a[1] = 2 * cos(2 * t) - 4 * w * sin(2 * t);
}

static void forces(const ivp_state *s, const ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u, t = s->t, pull = re(p[WIRE]) > 0 ? 1 + cos(t) / 2 : 0;
    const real M[4] = { 2 + cos(q[1]) / 2, R(0.3), R(0.3), R(1.5) + sin(t) / 5 };
    real qs[2], us[2], as[2];
    motion(t, p, qs, us, as);
    out->f[0] = M[0] * as[0] + M[2] * as[1] - 2 * q[0] * pull - (q[0] - qs[0]) -
                (u[0] * u[0] - us[0] * us[0]) / 5;
    out->f[1] = M[1] * as[0] + M[3] * as[1] + pull - (q[1] - qs[1]) - (u[1] - us[1]) / 5;
    if (re(p[STATES]) > 0) out->f[0] += R(0.3) * (s->x[0] - cos(t));
}

static void bead(unsigned want, const ivp_state *s, const ivp_terms *out, const real *p)
{
    const real *q = s->q, *u = s->u, t = s->t, w = p[SHAKEN];
    *ivp_at(out->M, 0, 0) = 2 + cos(q[1]) / 2;
    *ivp_at(out->M, 0, 1) = *ivp_at(out->M, 1, 0) = R(0.3);
    *ivp_at(out->M, 1, 1) = R(1.5) + sin(t) / 5;
    if (want & IVP_F) forces(s, out, p);
    if (want & IVP_D && re(p[STATES]) > 0)
        out->d[0] = -sin(t) + (q[0] - sin(t)) / 2 - (s->x[0] - cos(t));
    if (re(p[WIRE]) <= 0) return;
    *ivp_at(out->G, 0, 0) = -2 * q[0];
    *ivp_at(out->G, 0, 1) = 1;
    out->g[0] = q[1] - q[0] * q[0] - w * sin(2 * t);
    out->gt[0] = -2 * w * cos(2 * t);
    out->gamma[0] = 2 * u[0] * u[0] - 4 * w * sin(2 * t);
}

static ivp_mat block(ivp_mat A, int row, int column)
{
    return (ivp_mat){ A.rows - row, A.cols - column, A.ld, A.a + row + column * A.ld };
}

static ivp_status terms(unsigned want, const ivp_state *s, ivp_terms *out, const real *p)
{
    const int ng = (int)re(p[WIRE]), nx = (int)re(p[STATES]);
    for (int k = 0; k < (int)re(p[COPIES]); k++) {
        const ivp_state at = {
            .t = s->t, .q = s->q + 2 * k, .u = s->u + 2 * k, .x = s->x + k * nx
        };
        const ivp_terms its = { .M = block(out->M, 2 * k, 2 * k),
                                .G = block(out->G, k * ng, 2 * k),
                                .f = out->f + 2 * k,
                                .d = out->d + k * nx,
                                .g = out->g + k * ng,
                                .gt = out->gt + k * ng,
                                .gamma = out->gamma + k * ng };
        bead(want, &at, &its, p);
    }
    return IVP_OK;
}

static ivp_status exact(real t, real *y, const real *p)
{
    const int copies = (int)re(p[COPIES]), nq = 2 * copies;
    real a[2];
    for (int k = 0; k < copies; k++) {
        motion(t, p, y + 2 * k, y + nq + 2 * k, a);
        if (re(p[STATES]) > 0) y[2 * nq + k] = cos(t);
    }
    return IVP_OK;
}

static ivp_status start(real t0, real *y, real *yp, const real *p) { return exact(t0, y, p); }

CELL(cell_wire, .title = "A bead on a wire", .params = params, .t0 = "0.25", .t1 = "1.75",
     .form = IVP_MECH, .size = size, .init = start, .exact = exact, .mech = { .terms = terms });
