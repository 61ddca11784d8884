/* flexible_joints.h -- the all-terrain vehicle at a point: where its parts and the nodes of its
 * frame are, and the rows of its joints. Before it IVP_SPARSE.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_FLEXIBLE_JOINTS_H
#define PROBLEMS_FLEXIBLE_JOINTS_H

#include "flexible_frame.h"
#include "multibody.h"

/* Behind the parameters: mass and inertia of the frame, its w^2, its shapes by node, mode,
 * direction. */
enum { INERTIA = NPARAM, SQUARE = NPARAM + 4 };

static const real *shape_of(const real *p, int node)
{
    const int modes = modes_of(p);
    return p + SQUARE + modes + (ptrdiff_t)6 * modes * (node - 1);
}

static int first_mode(void) { return MB_BODY * PARTS; }

/* ---- where everything is ----------------------------------------------------------------- */

typedef struct vehicle {
    mb_pose body[PARTS + 1];
    mb_node node[LADDER_NODES + 1];
} vehicle;

static const real ground[MB_BODY] = { [3] = 1 }, still[MB_BODY] = { 0 };

/* d, th and their rates of a node that is told by modes. */
static void move_node(mb_node *n, const real *z, const real *rate)
{
    for (int i = 0; i < 6; i++) n->move[i] = n->rate[i] = ivp_of(0);
    for (int k = 0; k < n->n; k++)
        for (int i = 0; i < 6; i++) {
            n->move[i] += n->shape[6 * k + i] * z[k];
            n->rate[i] += n->shape[6 * k + i] * rate[k];
        }
}

static mb_node node_of(const real *q, const real *u, int which, const real *p)
{
    mb_node n = { .at = first_mode(), .n = modes_of(p) };
    if (!by_nodes(p)) {
        n.shape = shape_of(p, attached[which]);
        move_node(&n, q + n.at, u + n.at);
        return n;
    }
    n.at += n.n + 6 * which;
    n.n = 6;
    for (int i = 0; i < 6; i++) {
        n.move[i] = q[n.at + i];
        n.rate[i] = u[n.at + i];
    }
    return n;
}

static void stand(vehicle *v, const real *q, const real *u, const real *p)
{
    for (int b = 0; b < PARTS; b++) v->body[b] = mb_pose_of(q, u, MB_BODY * b);
    v->body[GROUND] = mb_pose_of(ground, still, 0);
    v->body[GROUND].at = MB_GROUND;
    for (int k = 0; k < ATTACHED; k++) v->node[attached[k]] = node_of(q, u, k, p);
}

/* A point of the design fixed to a part, at a node (0: none) of the frame. */
static mb_spot point_at(const vehicle *v, int which, int node, const plain *design)
{
    plain from[3], rest[3];
    real x[3], c[3];
    centre(which, from);
    if (node) node_at(node, rest);
    for (int i = 0; i < 3; i++) {
        x[i] = ivp_of(design[i] - from[i]);
        c[i] = ivp_of(node ? design[i] - from[i] - rest[i] : 0);
    }
    return node ? mb_spot_at(&v->body[which], &v->node[node], true, x, c)
                : mb_spot_of(&v->body[which], true, x);
}

static mb_spot direction(const vehicle *v, int which, int node, const plain *design)
{
    const real x[3] = { ivp_of(design[0]), ivp_of(design[1]), ivp_of(design[2]) };
    return node ? mb_spot_at(&v->body[which], &v->node[node], false, x, x)
                : mb_spot_of(&v->body[which], false, x);
}

/* ---- joints ------------------------------------------------------------------------------ */

static void vector(const plain *a, const plain *b, plain *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Unit vectors f and g that are square to h and to each other. */
static void across(const plain *h, plain *f, plain *g)
{
    const plain n = sqrt(h[0] * h[0] + h[1] * h[1]);
    f[0] = n > 0 ? -h[1] / n : 1;
    f[1] = n > 0 ? h[0] / n : 0;
    f[2] = 0;
    vector(h, f, g);
}

/* One joint on one side: its two parts, the node of the first, the point, and three
 * directions. */
typedef struct fit {
    const vehicle *v;
    int i, j, node;
    plain at[3], f[3], g[3], h[3];
    mb_spot a, b;
} fit;

static fit fit_of(const vehicle *v, const joint *e, int right)
{
    fit t = {
        .v = v, .i = on_side(e->i, right), .j = on_side(e->j, right), .node = e->node[right]
    };
    mirror(e->at, right, t.at);
    mirror(e->axis, right, t.h);
    across(t.h, t.f, t.g);
    t.a = point_at(v, t.i, t.node, t.at);
    t.b = point_at(v, t.j, 0, t.at);
    return t;
}

static void square(mb_sink *k, const fit *t, const plain *first, const plain *second)
{
    const mb_spot a = direction(t->v, t->i, t->node, first),
                  b = direction(t->v, t->j, 0, second);
    mb_square(k, &a, &b);
}

/* The second point does not leave the first one along this direction. */
static void stay(mb_sink *k, const fit *t, const plain *along)
{
    const mb_spot f = direction(t->v, t->i, t->node, along);
    mb_across(k, &f, &t->a, &t->b);
}

static void parallel(mb_sink *k, const fit *t)
{
    square(k, t, t->f, t->h);
    square(k, t, t->g, t->h);
}

/* Axes h = unit(u x z) on the first part and u x h on the rod along u. */
static void cross_piece(mb_sink *k, const fit *t)
{
    plain u[3], h[3], other[3];
    for (int i = 0; i < 3; i++) u[i] = t->h[i] - t->at[i];
    const plain flat = sqrt(u[0] * u[0] + u[1] * u[1]),
                length = sqrt(flat * flat + u[2] * u[2]);
    for (int i = 0; i < 3; i++) u[i] /= length;
    h[0] = u[1] * length / flat;
    h[1] = -u[0] * length / flat;
    h[2] = 0;
    vector(u, h, other);
    square(k, t, h, other);
}

static void constrain_joint(mb_sink *k, const vehicle *v, const joint *e, int right)
{
    const fit t = fit_of(v, e, right);
    switch (e->kind) {
    case SLIDE:
        parallel(k, &t);
        square(k, &t, t.f, t.g);
        stay(k, &t, t.f);
        stay(k, &t, t.g);
        return;
    case IN_LINE:
        stay(k, &t, t.f);
        stay(k, &t, t.g);
        return;
    case IN_PLANE:
        stay(k, &t, t.h);
        return;
    case SPHERE:
        break;
    case UNIVERSAL:
        cross_piece(k, &t);
        break;
    case REVOLUTE:
        parallel(k, &t);
        break;
    case FIXED:
        square(k, &t, (const plain[3])ALONG_X, (const plain[3])ALONG_Y);
        square(k, &t, (const plain[3])ALONG_Y, (const plain[3])ALONG_Z);
        square(k, &t, (const plain[3])ALONG_Z, (const plain[3])ALONG_X);
    }
    mb_coincide(k, &t.a, &t.b);
}

#endif
