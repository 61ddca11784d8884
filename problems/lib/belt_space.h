/* belt_space.h -- the belt in space: masses, joints and forces of bodies (r, p) with Euler
 * parameters; z is the pulleys' axis. Revolutes hold pulleys and arm; segments are free.
 *
 * What acts in the plane does so here at both edges of the belt, z = -+w/2 in a segment's axes,
 * each with half the force. An end at an edge sees a pulley square to the pulley's axis a: with
 * e from the axis to it and e_t = a x e,
 *
 *     depth rc - distance,     slip (v - v_c).e_t - w distance,     -(ell/20 z + 0.005 z') a
 *                                                                   guides it sideways
 *
 * The force between segments acts at one point, P_(k+1), of both: v' is the velocity of the one
 * against the other there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BELT_SPACE_H
#define BELT_SPACE_H

#include "belt.h"
#include "joints.h"

enum { AXIS = 2 }; /* z */

static const real belt_along_z[3] = { [AXIS] = 1 };

/* Planar (x, y, angle) and rates as those of a body in space. */
static inline void space_lift(const real *plane, const real *rate, real *q, real *u)
{
    const real c = cos(plane[2] / 2), s = sin(plane[2] / 2), half = rate[2] / 2;
    for (int k = 0; k < MB_BODY; k++) q[k] = u[k] = ivp_of(0);
    for (int k = 0; k < 2; k++) {
        q[k] = plane[k];
        u[k] = rate[k];
    }
    q[3] = c;
    q[6] = s;
    u[3] = -half * s;
    u[6] = half * c;
}

static inline real space_angle(const real *p) { return 2 * ivp_atan2(p[3], p[0]); }

static inline real space_omega(const real *q, const real *u)
{
    const mb_pose b = mb_pose_of(q, u, 0);
    return joint_spin(&b, belt_along_z);
}

static inline void space_bodies(const ivp_state *s, unsigned want, ivp_terms *out,
                                const real *p)
{
    const int n = segments(p);
    for (int k = 0; k < n + BODIES; k++) {
        plain has[3];
        const mb_pose b = mb_pose_of(s->q, s->u, MB_BODY * k);
        const real m = ivp_of(belt_mass(k, p, has));
        const real J[3] = { ivp_of(has[0]), ivp_of(has[1]), ivp_of(has[2]) };
        if (want & IVP_M) mb_mass(out->M, &b, m, J);
        if (!(want & IVP_F)) continue;
        mb_inertial(&b, ivp_of(0), J, out->f);
        if (k < n) continue;
        const real torque = belt_torque(k - n, s->t, joint_spin(&b, belt_along_z),
                                        k == n + ARM ? space_angle(b.p) : ivp_of(0), p);
        joint_torque(&b, belt_along_z, torque, out->f + b.at + 3);
    }
}

/* ---- joints ------------------------------------------------------------------------------ */

static inline void space_joints(const ivp_state *s, ivp_terms *out, const real *p)
{
    static const real at[MB_BODY] = { [3] = 1 }, still[MB_BODY] = { 0 };
    static const plain middle[3] = { 0 };
    static const int fixed[] = { CRANK, PUMP, ALTERNATOR, ARM };
    const int n = segments(p);
    mb_sink k = { .out = out };
    mb_pose ground = mb_pose_of(at, still, 0);
    ground.at = MB_GROUND;
    for (int c = 0; c < 4; c++) {
        const int i = fixed[c];
        const mb_pose b = mb_pose_of(s->q, s->u, MB_BODY * (n + i));
        const joint_frame on = joint_frame_of(&ground,
                                              (plain[]){ i < ARM ? pulley[i].x : PIVOTX,
                                                         i < ARM ? pulley[i].y : PIVOTY, 0 }),
                          second = joint_frame_of(&b, middle);
        joint_revolute(&k, &on, &second, AXIS);
    }
    const mb_pose arm = mb_pose_of(s->q, s->u, MB_BODY * (n + ARM)),
                  wheel = mb_pose_of(s->q, s->u, MB_BODY * (n + TENSIONER));
    const joint_frame tip = joint_frame_of(&arm, (plain[]){ arm_length(), 0, 0 }),
                      second = joint_frame_of(&wheel, middle);
    joint_revolute(&k, &tip, &second, AXIS);
    for (int b = 0; b < n + BODIES; b++) {
        const mb_pose body = mb_pose_of(s->q, s->u, MB_BODY * b);
        mb_norm(&k, &body);
    }
}

/* ---- between segments -------------------------------------------------------------------- */

static inline void space_row(plain b, plain z, const mb_pose *one, const mb_pose *two, plain l0,
                             real *f)
{
    const real from[3] = { ivp_of(l0 / 2), ivp_of(b), ivp_of(z) },
               to[3] = { ivp_of(-l0 / 2), ivp_of(b), ivp_of(z) };
    const mb_spot P = mb_spot_of(one, true, from), Q = mb_spot_of(two, true, to),
                  same = joint_touched(one, Q.at);
    real d[3], v[3], inside[3], rate[3], push[3];
    mb_minus(Q.at, P.at, d);
    mb_minus(Q.rate, same.rate, v);
    joint_inside(one, d, inside);
    joint_inside(one, v, rate);
    for (int j = 0; j < 3; j++)
        inside[j] = (j ? GA : EA) / (4 * l0) * (inside[j] + TAU * rate[j]);
    mb_turn(one->p, one->p, inside, push);
    mb_push(&same, push, 1, f);
    mb_push(&Q, push, -1, f);
}

static inline void space_interface(const ivp_element *e, plain l0)
{
    const mb_pose one = mb_pose_of(e->q, e->u, 0), two = mb_pose_of(e->q, e->u, MB_BODY);
    for (int c = 0; c < 4; c++)
        space_row(c & 1 ? ROW : -ROW, c & 2 ? WIDTH / 2 : -WIDTH / 2, &one, &two, l0, e->f);
}

/* Component of the force on a segment along it. */
static inline real space_along(const real *q, const real *f)
{
    static const real x[3] = { 1, 0, 0 };
    real along[3];
    mb_turn(q + 3, q + 3, x, along);
    return mb_dot(along, f);
}

/* ---- in a pulley ------------------------------------------------------------------------- */

/* Where an end of a segment is at one edge, seen from a pulley. */
typedef struct space_touch {
    mb_spot spot;
    real distance, axis[3], e[3];
} space_touch;

static inline space_touch space_touch_of(plain end, int edge, const mb_pose *segment,
                                         const mb_pose *wheel, plain l0)
{
    const real x[3] = { ivp_of(end * l0 / 2), ivp_of(0), ivp_of(edge * WIDTH / 2) };
    space_touch t = { .spot = mb_spot_of(segment, true, x) };
    real away[3];
    mb_minus(t.spot.at, wheel->r, away);
    mb_turn(wheel->p, wheel->p, belt_along_z, t.axis);
    const real along = mb_dot(away, t.axis);
    for (int c = 0; c < 3; c++) away[c] -= along * t.axis[c];
    t.distance = sqrt(mb_dot(away, away));
    for (int c = 0; c < 3; c++) t.e[c] = away[c] / t.distance;
    return t;
}

/* How deep the deeper edge is in pulley i; negative beside it. */
static inline plain space_near(int i, plain end, const real *r, const real *c, plain l0)
{
    const mb_pose segment = mb_pose_of(r, r, 0), wheel = mb_pose_of(c, c, 0);
    const plain x = re(r[0] - c[0]), y = re(r[1] - c[1]), far = pulley[i].rc + l0;
    if (x * x + y * y > far * far) return -l0 / 2;
    const plain left = re(space_touch_of(end, 1, &segment, &wheel, l0).distance),
                right = re(space_touch_of(end, -1, &segment, &wheel, l0).distance);
    return pulley[i].rc - (left < right ? left : right);
}

static inline void space_press(int i, const space_touch *t, const mb_pose *wheel, real *f,
                               const real *p)
{
    const contact_law law = belt_law(p);
    const plain guide = derived(p, CHORD) / 20;
    real v[3], et[3], push[3];
    mb_minus(t->spot.rate, wheel->v, v);
    mb_cross(t->axis, t->e, et);
    const real Fn = contact_pressure(&law, pulley[i].rc - t->distance, -mb_dot(v, t->e)) / 2;
    const real slip = mb_dot(v, et) - joint_spin(wheel, t->axis) * t->distance;
    const real Ft = -p[FRICTION] * Fn * contact_friction(slip / VS);
    const real side = -(guide * t->spot.at[2] + R(0.005) * t->spot.rate[2]);
    for (int c = 0; c < 3; c++) {
        push[c] = Fn * t->e[c] + Ft * et[c] + side * belt_along_z[c];
        f[wheel->at + c] -= push[c];
    }
    mb_push(&t->spot, push, 1, f);
    joint_torque(wheel, t->axis, -t->distance * Ft, f + wheel->at + 3);
}

static inline void space_contact(plain end, int i, const ivp_element *e, const real *p)
{
    const mb_pose segment = mb_pose_of(e->q, e->u, 0), wheel = mb_pose_of(e->q, e->u, MB_BODY);
    for (int edge = -1; edge <= 1; edge += 2) {
        const space_touch t = space_touch_of(end, edge, &segment, &wheel, derived(p, LENGTH));
        if (re(t.distance) < pulley[i].rc) space_press(i, &t, &wheel, e->f, p);
    }
}

#endif
