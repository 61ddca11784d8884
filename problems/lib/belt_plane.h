/* belt_plane.h -- the belt in the plane: masses, joints and forces of bodies (x, y, angle); belt.c says of what.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BELT_PLANE_H
#define BELT_PLANE_H

#include "belt.h"

static inline void plane_bodies(const ivp_state *s, unsigned want, ivp_terms *out,
                                const real *p)
{
    const int n = segments(p);
    for (int k = 0; k < n + BODIES; k++) {
        plain J[3];
        const plain m = belt_mass(k, p, J);
        const int at = 3 * k;
        if (want & IVP_M) {
            *ivp_at(out->M, at, at) = ivp_of(m);
            *ivp_at(out->M, at + 1, at + 1) = ivp_of(m);
            *ivp_at(out->M, at + 2, at + 2) = ivp_of(J[2]);
        }
        if (want & IVP_F && k >= n)
            out->f[at + 2] = belt_torque(k - n, s->t, s->u[at + 2], s->q[at + 2], p);
    }
}

static inline void plane_joints(int n, const real *q, const real *u, ivp_terms *out)
{
    static const int fixed[] = { CRANK, PUMP, ALTERNATOR, ARM };
    const int arm = 3 * (n + ARM), wheel = 3 * (n + TENSIONER);
    const plain L = arm_length();
    const real c = L * cos(q[arm + 2]), s = L * sin(q[arm + 2]), w2 = u[arm + 2] * u[arm + 2];
    for (int k = 0; k < 4; k++) {
        const int b = fixed[k], at = 3 * (n + b);
        out->g[2 * k] = q[at] - (b < ARM ? pulley[b].x : PIVOTX);
        out->g[2 * k + 1] = q[at + 1] - (b < ARM ? pulley[b].y : PIVOTY);
        *ivp_at(out->G, 2 * k, at) = ivp_of(1);
        *ivp_at(out->G, 2 * k + 1, at + 1) = ivp_of(1);
    }
    out->g[8] = q[wheel] - q[arm] - c;
    out->g[9] = q[wheel + 1] - q[arm + 1] - s;
    for (int k = 0; k < 2; k++) {
        *ivp_at(out->G, 8 + k, wheel + k) = ivp_of(1);
        *ivp_at(out->G, 8 + k, arm + k) = ivp_of(-1);
    }
    *ivp_at(out->G, 8, arm + 2) = s;
    *ivp_at(out->G, 9, arm + 2) = -c;
    out->gamma[8] = -w2 * c;
    out->gamma[9] = -w2 * s;
}

/* ---- force elements ---------------------------------------------------------------------- */

static inline void turned(real angle, plain x, plain y, real v[2])
{
    const real c = cos(angle), s = sin(angle);
    v[0] = c * x - s * y;
    v[1] = s * x + c * y;
}

/* How deep one end of a segment is in pulley i; negative beside it. */
static inline plain plane_near(int i, plain end, const real *r, const real *c, plain l0)
{
    const plain x = re(r[0] - c[0]), y = re(r[1] - c[1]), far = pulley[i].rc + l0;
    if (x * x + y * y > far * far) return -l0 / 2;
    real a[2];
    turned(r[2], end * l0 / 2, 0, a);
    const plain dx = x + re(a[0]), dy = y + re(a[1]);
    return pulley[i].rc - sqrt(dx * dx + dy * dy);
}

/* Force F at the point r + arm of the body whose forces f are */
static inline void push(const real arm[2], real Fx, real Fy, real *f)
{
    f[0] += Fx;
    f[1] += Fy;
    f[2] += arm[0] * Fy - arm[1] * Fx;
}

/* Cosine and sine of a segment's angle. */
typedef struct frame {
    real c, s;
} frame;

/* One row of the elements between two segments in frames A and A2. */
static inline void plane_row(plain b, const frame *A, const frame *A2, const ivp_element *e,
                             plain l0)
{
    const real *q = e->q, *u = e->u, *q2 = q + 3, *u2 = u + 3, c = A->c, s = A->s;
    const real ax = c * l0 / 2 - s * b, ay = s * l0 / 2 + c * b;
    const real a2[2] = { -A2->c * l0 / 2 - A2->s * b, -A2->s * l0 / 2 + A2->c * b };
    const real dx = q2[0] + a2[0] - q[0] - ax, dy = q2[1] + a2[1] - q[1] - ay;
    const real vx = u2[0] - u2[2] * a2[1] - u[0] + u[2] * (ay + dy);
    const real vy = u2[1] + u2[2] * a2[0] - u[1] - u[2] * (ax + dx);
    const real along = EA / (2 * l0) * (c * dx + s * dy + TAU * (c * vx + s * vy));
    const real across = GA / (2 * l0) * (c * dy - s * dx + TAU * (c * vy - s * vx));
    const real Fx = c * along - s * across, Fy = s * along + c * across;
    const real arm[2] = { ax + dx, ay + dy };
    push(arm, Fx, Fy, e->f);
    push(a2, -Fx, -Fy, e->f + 3);
}

static inline void plane_interface(const ivp_element *e, plain l0)
{
    const frame A = { cos(e->q[2]), sin(e->q[2]) }, A2 = { cos(e->q[5]), sin(e->q[5]) };
    plane_row(ROW, &A, &A2, e, l0);
    plane_row(-ROW, &A, &A2, e, l0);
}

/* One end of a segment in a pulley. */
static inline void plane_contact(plain end, int i, const ivp_element *e, const real *p)
{
    const real *q = e->q, *u = e->u, *c = q + 3, *v = u + 3;
    real a[2];
    turned(q[2], end * derived(p, LENGTH) / 2, 0, a);
    const real x = q[0] + a[0] - c[0], y = q[1] + a[1] - c[1], d = sqrt(x * x + y * y);
    const real ex = x / d, ey = y / d;
    const real vx = u[0] - u[2] * a[1] - v[0], vy = u[1] + u[2] * a[0] - v[1];
    const contact_law law = belt_law(p);
    const real Fn = contact_pressure(&law, pulley[i].rc - d, -(vx * ex + vy * ey));
    const real slip = vy * ex - vx * ey - v[2] * d;
    const real Ft = -p[FRICTION] * Fn * tanh(slip / VS);
    const real Fx = Fn * ex - Ft * ey, Fy = Fn * ey + Ft * ex;
    push(a, Fx, Fy, e->f);
    e->f[3] -= Fx;
    e->f[4] -= Fy;
    e->f[5] -= d * Ft;
}

#endif
