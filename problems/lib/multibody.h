/* multibody.h -- rigid bodies in space with Euler parameters: what joints and springs need of
 * them.
 *
 *     q of a body = (r, p), p = (e0, e1, e2, e3) = (e0, e);   w = p'
 *     A(p) = (e0^2 - e.e) I + 2 e e^T + 2 e0 tilde(e)          a quadratic form in p
 *     (A s)' = 2 B(p, w) s, B the symmetric bilinear form of A;  (A s)'' = 2 A(w) s where p'' = 0
 *     mass: m I and 4 G^T J G,  forces: 8 G(w)^T J G(w) p,     G(p) = [-e, e0 I - tilde(e)]
 *
 * A spot is a point or a direction fixed to a body: where it is, how fast, and its acceleration
 * where r'' = p'' = 0. Constraints and forces are made of spots and of their gradients, f(s)^T
 * d(spot)/dq:
 *
 *     coincide   at_j - at_i = 0                     3 rows
 *     square     f_i . h_j = 0
 *     across     f_i . (at_j - at_i) = 0
 *     distance   |at_j - at_i|^2 - L^2 = 0
 *     norm       p.p - 1 = 0
 *
 * A pair on the left is the first body i. M of a body has rank 6 of 7: only with the norms is
 * the saddle point regular. Haug, Computer-Aided Kinematics and Dynamics of Mechanical Systems
 * I, 1989.
 *
 * A body may be flexible: a node of it, at X where it is at rest, lies at X + d and is turned
 * by th, both linear in coordinates z of their own and small. What is fixed to the node with an
 * offset c is the point X + c + d + th x c, a direction c becomes c + th x c: these stand in
 * for s above, and bring their rates.
 *
 * A body whose first coordinate is MB_GROUND does not move: nothing is written of it.
 *
 * Each function that fills G also tells its structure, where the sink says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_MULTIBODY_H
#define PROBLEMS_MULTIBODY_H

#include <ivp/problem.h>

enum { MB_BODY = 7, MB_GROUND = -1 }; /* coordinates of a body */

typedef struct mb_pose {
    int at; /* its first coordinate */
    const real *r, *p, *v, *w;
} mb_pose;

static inline mb_pose mb_pose_of(const real *q, const real *u, int at)
{
    return (mb_pose){ .at = at, .r = q + at, .p = q + at + 3, .v = u + at, .w = u + at + 3 };
}

/* ---- vectors ----------------------------------------------------------------------------- */

static inline real mb_dot(const real *a, const real *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void mb_cross(const real *a, const real *b, real *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline void mb_minus(const real *a, const real *b, real *out)
{
    for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/* B(p, w) s; A(p) s where w = p */
static inline void mb_turn(const real *p, const real *w, const real *s, real *out)
{
    const real *e = p + 1, *d = w + 1;
    const real c = p[0] * w[0] - mb_dot(e, d), es = mb_dot(e, s), ds = mb_dot(d, s);
    real a[3], b[3];
    mb_cross(d, s, a);
    mb_cross(e, s, b);
    for (int i = 0; i < 3; i++)
        out[i] = c * s[i] + e[i] * ds + d[i] * es + p[0] * a[i] + w[0] * b[i];
}

/* ---- spots ------------------------------------------------------------------------------- */

/* (d, th) = shape z and their rates; shape[6 k ..] belongs to coordinate k of z, NULL: z is (d,
 * th). */
typedef struct mb_node {
    int at, n; /* the first coordinate of z, and how many there are */
    const real *shape;
    real move[6], rate[6];
} mb_node;

typedef struct mb_spot {
    const mb_pose *on;
    const mb_node *node; /* NULL: its body is rigid */
    bool point;          /* it goes along with r */
    real x[3];           /* in the axes of the body */
    real c[3];           /* from the node */
    real at[3], rate[3], bend[3];
} mb_spot;

/* What the rate of x does: to the rate of the spot and, twice, to its acceleration. */
static inline void mb_flex(mb_spot *s)
{
    const mb_pose *b = s->on;
    real v[3], turned[3], along[3];
    mb_cross(s->node->rate + 3, s->c, v);
    for (int i = 0; i < 3 && s->point; i++) v[i] += s->node->rate[i];
    mb_turn(b->p, b->p, v, along);
    mb_turn(b->p, b->w, v, turned);
    for (int i = 0; i < 3; i++) {
        s->rate[i] += along[i];
        s->bend[i] += 4 * turned[i];
    }
}

static inline void mb_place(mb_spot *s)
{
    const mb_pose *b = s->on;
    mb_turn(b->p, b->p, s->x, s->at);
    mb_turn(b->p, b->w, s->x, s->rate);
    mb_turn(b->w, b->w, s->x, s->bend);
    for (int i = 0; i < 3; i++) {
        s->rate[i] *= 2;
        s->bend[i] *= 2;
        if (s->point) {
            s->at[i] += b->r[i];
            s->rate[i] += b->v[i];
        }
    }
    if (s->node) mb_flex(s);
}

static inline mb_spot mb_spot_of(const mb_pose *b, bool point, const real *x)
{
    mb_spot s = { .on = b, .point = point };
    for (int i = 0; i < 3; i++) s.x[i] = x[i];
    mb_place(&s);
    return s;
}

/* The same at a node, with the offset c from it; of a direction x is c. */
static inline mb_spot mb_spot_at(const mb_pose *b, const mb_node *node, bool point,
                                 const real *x, const real *c)
{
    mb_spot s = { .on = b, .node = node, .point = point };
    mb_cross(node->move + 3, c, s.x);
    for (int i = 0; i < 3; i++) {
        s.c[i] = c[i];
        s.x[i] += x[i];
        if (point) s.x[i] += node->move[i];
    }
    mb_place(&s);
    return s;
}

/* dir^T d(spot)/dp, added */
static inline void mb_lever(const mb_spot *s, const real *dir, int sign, real *out)
{
    const real *p = s->on->p, *e = p + 1;
    const real sd = mb_dot(s->x, dir), es = mb_dot(e, s->x), ed = mb_dot(e, dir);
    real a[3];
    mb_cross(s->x, dir, a);
    out[0] += 2 * sign * (p[0] * sd + mb_dot(e, a));
    for (int i = 0; i < 3; i++)
        out[1 + i] += 2 * sign * (es * dir[i] + ed * s->x[i] - sd * e[i] + p[0] * a[i]);
}

/* dir^T d(spot)/d(d, th), added */
static inline void mb_strain(const mb_spot *s, const real *dir, int sign, real w[6])
{
    const real *p = s->on->p, back[4] = { p[0], -p[1], -p[2], -p[3] };
    real local[3], turn[3];
    mb_turn(back, back, dir, local);
    mb_cross(s->c, local, turn);
    for (int i = 0; i < 3; i++) {
        if (s->point) w[i] += sign * local[i];
        w[3 + i] += sign * turn[i];
    }
}

/* What (d, th)^T w is along coordinate k of a node. */
static inline real mb_along(const mb_node *node, int k, const real w[6])
{
    if (!node->shape) return w[k];
    const real *shape = node->shape + 6 * k;
    return mb_dot(shape, w) + mb_dot(shape + 3, w + 3);
}

/* A force at a spot into the forces on the coordinates. */
static inline void mb_push(const mb_spot *s, const real *force, int sign, real *f)
{
    if (s->on->at < 0) return;
    if (s->node) {
        real w[6] = { 0 };
        mb_strain(s, force, sign, w);
        for (int k = 0; k < s->node->n; k++) f[s->node->at + k] += mb_along(s->node, k, w);
    }
    f += s->on->at;
    for (int i = 0; i < 3 && s->point; i++) f[i] += sign * force[i];
    mb_lever(s, force, sign, f + 3);
}

/* ---- where constraints go ---------------------------------------------------------------- */

typedef struct mb_sink {
    ivp_terms *out;
    const ivp_pattern *pattern; /* not NULL: only the structure is told */
    int row;
} mb_sink;

static inline void mb_entry(const mb_sink *k, int col, real value)
{
    if (k->pattern)
        ivp_entry(k->pattern, IVP_GQ, k->row, col);
    else
        *ivp_at(k->out->G, k->row, col) = value;
}

static inline void mb_finish(mb_sink *k, real g, real gamma)
{
    if (!k->pattern) {
        k->out->g[k->row] = g;
        k->out->gamma[k->row] = gamma;
    }
    k->row++;
}

/* grad = (r, p) of one body, its r where the mask has bits */
static inline void mb_write(const mb_sink *k, const mb_pose *b, const real *grad, unsigned mask)
{
    for (int i = 0; i < MB_BODY && b->at >= 0; i++)
        if (i >= 3 || mask >> i & 1) mb_entry(k, b->at + i, grad[i]);
}

/* The row's part of a node, where there is one: dir^T d(spot), and of another spot at the same
 * node. */
static inline void mb_write_node(const mb_sink *k, const mb_spot *s, const real *dir, int sign,
                                 const mb_spot *other, const real *way)
{
    real w[6] = { 0 };
    if (!s->node) return;
    mb_strain(s, dir, sign, w);
    if (other) mb_strain(other, way, 1, w);
    for (int i = 0; i < s->node->n; i++) mb_entry(k, s->node->at + i, mb_along(s->node, i, w));
}

static inline void mb_gradient(const mb_spot *s, const real *dir, int sign, real *grad)
{
    for (int i = 0; i < 3 && s->point; i++) grad[i] += sign * dir[i];
    mb_lever(s, dir, sign, grad + 3);
}

/* ---- constraints ------------------------------------------------------------------------- */

static inline void mb_coincide(mb_sink *k, const mb_spot *i, const mb_spot *j)
{
    for (int c = 0; c < 3; c++) {
        real dir[3] = { ivp_of(c == 0), ivp_of(c == 1), ivp_of(c == 2) };
        real a[MB_BODY] = { 0 }, b[MB_BODY] = { 0 };
        mb_gradient(i, dir, -1, a);
        mb_gradient(j, dir, 1, b);
        mb_write(k, i->on, a, 1u << c);
        mb_write(k, j->on, b, 1u << c);
        mb_write_node(k, i, dir, -1, NULL, NULL);
        mb_write_node(k, j, dir, 1, NULL, NULL);
        mb_finish(k, j->at[c] - i->at[c], i->bend[c] - j->bend[c]);
    }
}

static inline void mb_square(mb_sink *k, const mb_spot *f, const mb_spot *h)
{
    real a[MB_BODY] = { 0 }, b[MB_BODY] = { 0 };
    mb_gradient(f, h->at, 1, a);
    mb_gradient(h, f->at, 1, b);
    mb_write(k, f->on, a, 0);
    mb_write(k, h->on, b, 0);
    mb_write_node(k, f, h->at, 1, NULL, NULL);
    mb_write_node(k, h, f->at, 1, NULL, NULL);
    mb_finish(
        k, mb_dot(f->at, h->at),
        -(mb_dot(f->bend, h->at) + 2 * mb_dot(f->rate, h->rate) + mb_dot(f->at, h->bend)));
}

/* f is fixed to the body of i, and to its node. */
static inline void mb_across(mb_sink *k, const mb_spot *f, const mb_spot *i, const mb_spot *j)
{
    real d[3], rate[3], bend[3], a[MB_BODY] = { 0 }, b[MB_BODY] = { 0 };
    mb_minus(j->at, i->at, d);
    mb_minus(j->rate, i->rate, rate);
    mb_minus(j->bend, i->bend, bend);
    mb_gradient(f, d, 1, a);
    mb_gradient(i, f->at, -1, a);
    mb_gradient(j, f->at, 1, b);
    mb_write(k, i->on, a, 7);
    mb_write(k, j->on, b, 7);
    mb_write_node(k, i, f->at, -1, f, d);
    mb_write_node(k, j, f->at, 1, NULL, NULL);
    mb_finish(k, mb_dot(f->at, d),
              -(mb_dot(f->bend, d) + 2 * mb_dot(f->rate, rate) + mb_dot(f->at, bend)));
}

static inline void mb_distance(mb_sink *k, const mb_spot *i, const mb_spot *j, real square)
{
    real d[3], twice[3], rate[3], bend[3], a[MB_BODY] = { 0 }, b[MB_BODY] = { 0 };
    mb_minus(j->at, i->at, d);
    mb_minus(j->rate, i->rate, rate);
    mb_minus(j->bend, i->bend, bend);
    for (int c = 0; c < 3; c++) twice[c] = 2 * d[c];
    mb_gradient(i, twice, -1, a);
    mb_gradient(j, twice, 1, b);
    mb_write(k, i->on, a, 7);
    mb_write(k, j->on, b, 7);
    mb_write_node(k, i, twice, -1, NULL, NULL);
    mb_write_node(k, j, twice, 1, NULL, NULL);
    mb_finish(k, mb_dot(d, d) - square, -2 * (mb_dot(rate, rate) + mb_dot(d, bend)));
}

static inline void mb_norm(mb_sink *k, const mb_pose *b)
{
    const real *p = b->p, *w = b->w;
    real grad[MB_BODY] = { 0 };
    for (int i = 0; i < 4; i++) grad[3 + i] = 2 * p[i];
    mb_write(k, b, grad, 0);
    mb_finish(k, p[0] * p[0] + mb_dot(p + 1, p + 1) - 1,
              -2 * (w[0] * w[0] + mb_dot(w + 1, w + 1)));
}

/* ---- inertia ----------------------------------------------------------------------------- */

/* G(p) x, x of four; and G(p)^T y, y of three */
static inline void mb_G(const real *p, const real *x, real *out)
{
    real a[3];
    mb_cross(p + 1, x + 1, a);
    for (int i = 0; i < 3; i++) out[i] = p[0] * x[1 + i] - p[1 + i] * x[0] - a[i];
}

static inline void mb_Gt(const real *p, const real *y, real *out)
{
    real a[3];
    mb_cross(p + 1, y, a);
    out[0] = -mb_dot(p + 1, y);
    for (int i = 0; i < 3; i++) out[1 + i] = p[0] * y[i] + a[i];
}

/* The block of a body with mass m and principal inertia J. */
static inline void mb_mass(ivp_mat M, const mb_pose *b, real m, const real *J)
{
    for (int i = 0; i < 3; i++) *ivp_at(M, b->at + i, b->at + i) = m;
    for (int j = 0; j < 4; j++) {
        real unit[4] = { ivp_of(j == 0), ivp_of(j == 1), ivp_of(j == 2), ivp_of(j == 3) };
        real y[3], column[4];
        mb_G(b->p, unit, y);
        for (int i = 0; i < 3; i++) y[i] *= 4 * J[i];
        mb_Gt(b->p, y, column);
        for (int i = 0; i < 4; i++) *ivp_at(M, b->at + 3 + i, b->at + 3 + j) = column[i];
    }
}

static inline void mb_mass_pattern(const ivp_pattern *out, int at)
{
    for (int i = 0; i < 3; i++) ivp_entry(out, IVP_M, at + i, at + i);
    for (int i = 3; i < MB_BODY; i++)
        for (int j = 3; j < MB_BODY; j++) ivp_entry(out, IVP_M, at + i, at + j);
}

/* 8 G(w)^T J G(w) p and the weight, along -z. */
static inline void mb_inertial(const mb_pose *b, real weight, const real *J, real *f)
{
    real y[3], gyro[4];
    mb_G(b->w, b->p, y);
    for (int i = 0; i < 3; i++) y[i] *= 8 * J[i];
    mb_Gt(b->w, y, gyro);
    f[b->at + 2] -= weight;
    for (int i = 0; i < 4; i++) f[b->at + 3 + i] += gyro[i];
}

/* ---- force elements ---------------------------------------------------------------------- */

/* Spring and damper between two points: tension k (l - free) + c l'. Returns the tension. */
static inline real mb_spring(const mb_spot *i, const mb_spot *j, real k, real c, real free,
                             real *f)
{
    real d[3], rate[3];
    mb_minus(j->at, i->at, d);
    mb_minus(j->rate, i->rate, rate);
    const real length = sqrt(mb_dot(d, d));
    const real tension = k * (length - free) + c * mb_dot(d, rate) / length;
    for (int n = 0; n < 3; n++) d[n] *= tension / length;
    mb_push(i, d, 1, f);
    mb_push(j, d, -1, f);
    return tension;
}

#endif
