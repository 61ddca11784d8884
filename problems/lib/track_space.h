/* track_space.h -- the track in space: masses, joints and forces of bodies (r, p) with Euler
 * parameters; y leads to the left, and the angles of the plane turn about -y.
 *
 * Pins are revolutes but the last one, which holds x and z of a shoe alone; the hull slides and
 * pitches in the plane. What touches in the plane does so here at both ends of a shoe's width,
 * y = -+0.08 in its axes, each with half the force:
 *
 *     wheels    the point of their axis that has this y, in the shoe's axes x and z
 *     arcs      the cylinder's point that has this y, in the sprocket's axes x and z
 *     ground    a point of the outer face
 *
 * and slip is the part of the points' velocity across the normal, in all its directions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TRACK_SPACE_H
#define TRACK_SPACE_H

#include "joints.h"
#include "track_plane.h"

#define HALF_WIDTH R(0.08)

enum { ACROSS = 1 }; /* y */

static const real track_along_y[3] = { [ACROSS] = 1 };

/* Planar (x, z, angle) as a body in space. */
static inline void space_lift(const real *plane, real *q)
{
    const real half = plane[2] / 2;
    const real lifted[MB_BODY] = { plane[0],  ivp_of(0),  plane[1], cos(half),
                                   ivp_of(0), -sin(half), ivp_of(0) };
    for (int c = 0; c < MB_BODY; c++) q[c] = lifted[c];
}

static inline real space_pitch(const real *p) { return 2 * ivp_atan2(-p[2], p[0]); }

static inline mb_pose space_pose(const ivp_state *s, int b)
{
    return mb_pose_of(s->q, s->u, MB_BODY * b);
}

static inline void space_bodies(const layout *l, const ivp_state *s, unsigned want,
                                ivp_terms *out, const real *p)
{
    for (int b = 0; b < l->bodies; b++) {
        plain has[3];
        const mb_pose body = space_pose(s, b);
        const real m = ivp_of(track_mass(l, b, derived(p, SCALE), has));
        const real J[3] = { ivp_of(has[0]), ivp_of(has[1]), ivp_of(has[2]) };
        if (want & IVP_M) mb_mass(out->M, &body, m, J);
        if (!(want & IVP_F)) continue;
        mb_inertial(&body, m * GRAVITY, J, out->f);
        if (b < l->n) out->f[body.at + 1] -= p[SIDE] * body.r[1];
    }
}

/* ---- joints ------------------------------------------------------------------------------ */

static inline void space_pin(mb_sink *k, const mb_pose *a, const mb_pose *b, bool last)
{
    static const plain front[3] = { PITCH / 2, 0, 0 }, rear[3] = { -PITCH / 2, 0, 0 };
    const joint_frame i = joint_frame_of(a, front), j = joint_frame_of(b, rear);
    if (last)
        joint_in_line(k, &i, &j, ACROSS);
    else
        joint_revolute(k, &i, &j, ACROSS);
}

static inline void space_attach(mb_sink *k, const layout *l, const ivp_state *s, int a, int b,
                                plain shift, bool turns)
{
    static const plain middle[3] = { 0, 0, 0 };
    plain from[2];
    track_apart(l, a, b, shift, from);
    const mb_pose on = space_pose(s, a), part = space_pose(s, b);
    const joint_frame i = joint_frame_of(&on, (plain[]){ from[0], 0, from[1] }),
                      j = joint_frame_of(&part, middle);
    if (turns)
        joint_revolute(k, &i, &j, ACROSS);
    else
        joint_fixed(k, &i, &j);
}

static inline void space_hull(mb_sink *k, const layout *l, const ivp_state *s, const real *p)
{
    static const real at[MB_BODY] = { [3] = 1 }, still[MB_BODY] = { 0 };
    static const plain middle[3] = { 0, 0, 0 }, below[3] = { 0, 0, IDLER_Z - HULL_Z };
    mb_pose ground = mb_pose_of(at, still, 0);
    const mb_pose hull = space_pose(s, l->hull), carrier = space_pose(s, l->carrier),
                  sprocket = space_pose(s, l->sprocket);
    const joint_frame g = joint_frame_of(&ground, middle), h = joint_frame_of(&hull, middle),
                      line = joint_frame_of(&hull, below), c = joint_frame_of(&carrier, middle),
                      w = joint_frame_of(&sprocket, middle);
    real phi[3];
    ground.at = MB_GROUND;
    joint_plane(k, &g, &h, ACROSS);
    joint_slide(k, &line, &c, 0);
    track_drive(s->t, p, phi);
    for (int d = 0; d < 3; d++) phi[d] = -phi[d];
    joint_motion(k, &h, &w, ACROSS, phi);
}

static inline void space_joints(const layout *l, const ivp_state *s, ivp_terms *out,
                                const real *p)
{
    mb_sink k = { .out = out };
    const plain shift = derived(p, SHIFT);
    for (int i = 0; i < l->n; i++) {
        const mb_pose a = space_pose(s, i), b = space_pose(s, (i + 1) % l->n);
        space_pin(&k, &a, &b, i == l->n - 1);
    }
    for (int b = l->sprocket; b < l->hull; b++)
        space_attach(&k, l, s, b == l->idler ? l->carrier : l->hull, b, shift, true);
    for (int b = l->fixed; b < l->bodies; b++) space_attach(&k, l, s, l->hull, b, shift, false);
    space_hull(&k, l, s, p);
    for (int b = 0; b < l->bodies; b++) {
        const mb_pose body = space_pose(s, b);
        mb_norm(&k, &body);
    }
}

/* ---- contacts ---------------------------------------------------------------------------- */

typedef struct space_touch {
    real depth, normal[3], at[3]; /* out of the shoe; in space */
} space_touch;

static inline void space_out(const mb_pose *b, const real *inside, bool point, real *out)
{
    mb_turn(b->p, b->p, inside, out);
    for (int c = 0; c < 3 && point; c++) out[c] += b->r[c];
}

static inline plain space_face(const mb_pose *shoe, const mb_pose *wheel, plain y, plain radius,
                               space_touch *to)
{
    static const real none[3] = { 0 };
    const plain far = radius + HALF_FACE + FACE;
    const plain dx = re(wheel->r[0] - shoe->r[0]), dz = re(wheel->r[2] - shoe->r[2]);
    if (dx * dx + dz * dz > far * far) return APART;
    real away[3], centre[3], axle[3], axis[3];
    mb_minus(wheel->r, shoe->r, away);
    joint_inside(shoe, away, centre);
    space_out(wheel, track_along_y, false, axle);
    joint_inside(shoe, axle, axis);
    const real along = (y - centre[1]) / axis[1];
    const real at[2] = { centre[0] + along * axis[0], centre[2] + along * axis[2] };
    touch t = { 0 };
    const plain margin = in_face(none, at, radius, &t);
    if (margin == APART) return APART;
    to->depth = t.depth;
    space_out(shoe, (real[]){ t.normal[0], ivp_of(0), t.normal[1] }, false, to->normal);
    space_out(shoe, (real[]){ t.arm[0], ivp_of(y), t.arm[1] }, true, to->at);
    return margin;
}

static inline plain space_arc(const mb_pose *shoe, const mb_pose *wheel, plain y,
                              plain cylinder, plain clearance, space_touch *to)
{
    static const real none[3] = { 0 };
    const plain dx = re(wheel->r[0] - shoe->r[0]), dz = re(wheel->r[2] - shoe->r[2]),
                far = ARC_AT + PITCH;
    if (dx * dx + dz * dz > far * far) return APART;
    real away[3], inside[3];
    space_out(shoe, (real[]){ ivp_of(cylinder), ivp_of(y), ivp_of(0) }, true, to->at);
    mb_minus(to->at, wheel->r, away);
    joint_inside(wheel, away, inside);
    touch t = { 0 };
    const plain margin =
        in_arc((real[]){ inside[0], inside[2], ivp_of(0) }, none, 0, clearance, &t);
    if (margin == APART) return APART;
    to->depth = t.depth;
    space_out(wheel, (real[]){ t.normal[0], ivp_of(0), t.normal[1] }, false, to->normal);
    return margin;
}

static inline plain space_ground(const mb_pose *shoe, plain y, plain at, plain clearance,
                                 space_touch *to)
{
    if (re(shoe->r[2]) > GROUND_Z + HALF_FACE + HALF_WIDTH) return APART;
    space_out(shoe, (real[]){ ivp_of(at), ivp_of(y), ivp_of(-FACE) }, true, to->at);
    for (int c = 0; c < 3; c++) to->normal[c] = ivp_of(c == 2 ? -1 : 0);
    to->depth = GROUND_Z - clearance - to->at[2];
    return re(to->depth);
}

/* As near() in the plane, at the left (side 1) or right (-1) end of the shoe's width. */
static inline plain space_near(int c, const mb_pose *shoe, const mb_pose *other, int side,
                               plain clearance, space_touch *t)
{
    const plain y = side * HALF_WIDTH;
    if (c < 0) return space_face(shoe, other, y, ROLLER_R - clearance, t);
    if (c == ON_IDLER) return space_face(shoe, other, y, IDLER_R - clearance, t);
    if (c < ON_GROUND)
        return space_arc(shoe, other, y, cylinder_at[c - ON_SPROCKET], clearance, t);
    return space_ground(shoe, y, grouser_at[c - ON_GROUND], clearance, t);
}

static inline bool space_meets(int c, const mb_pose *shoe, const mb_pose *other,
                               plain clearance)
{
    space_touch t = { 0 };
    return space_near(c, shoe, other, 1, clearance, &t) > 0 ||
           space_near(c, shoe, other, -1, clearance, &t) > 0;
}

/* ---- forces ------------------------------------------------------------------------------ */

static inline void space_press(int c, const mb_pose *shoe, const mb_pose *other,
                               const space_touch *t, const ivp_element *e, const real *p)
{
    const track_pair *pair = track_pair_of(c);
    const bool ground = c >= ON_GROUND;
    const mb_spot a = joint_touched(shoe, t->at);
    real v[3], force[3];
    for (int i = 0; i < 3; i++) v[i] = -a.rate[i];
    mb_spot b = a;
    if (!ground) {
        b = joint_touched(other, t->at);
        mb_minus(b.rate, a.rate, v);
    }
    const real apart = mb_dot(v, t->normal);
    const real Fn = track_pressure(pair->k, t->depth, -apart, p) / 2;
    for (int i = 0; i < 3; i++) v[i] -= apart * t->normal[i];
    const real held = pair->mu * Fn / SLIP * contact_slipping(mb_dot(v, v) / (SLIP * SLIP));
    for (int i = 0; i < 3; i++) force[i] = held * v[i] - Fn * t->normal[i];
    mb_push(&a, force, 1, e->f);
    if (!ground) mb_push(&b, force, -1, e->f);
}

static inline void space_contact(int c, const ivp_element *e, const real *p)
{
    const mb_pose shoe = mb_pose_of(e->q, e->u, 0),
                  other = c < ON_GROUND ? mb_pose_of(e->q, e->u, MB_BODY) : shoe;
    space_touch t = { 0 };
    for (int side = -1; side <= 1; side += 2)
        if (space_near(c, &shoe, &other, side, re(p[CLEARANCE]), &t) > 0)
            space_press(c, &shoe, &other, &t, e, p);
}

/* The element has the Euler parameters of both shoes. */
static inline void space_resist(const ivp_element *e, const real *p)
{
    static const plain middle[3] = { 0, 0, 0 };
    const real none[3] = { 0 };
    const mb_pose a = { 0, none, e->q, none, e->u }, b = { 4, none, e->q + 4, none, e->u + 4 };
    const joint_frame i = joint_frame_of(&a, middle), j = joint_frame_of(&b, middle);
    const real *y = i.axis[ACROSS].at;
    const real torque = track_resist(-joint_turned(&i, &j, ACROSS), -joint_rate(&a, &b, y), p);
    joint_torque(&a, y, -torque, e->f);
    joint_torque(&b, y, torque, e->f + 4);
}

/* The element has the hull and the carrier's place. */
static inline void space_tension(const ivp_element *e, const real *p)
{
    static const real along_x[3] = { 1, 0, 0 };
    const mb_pose hull = mb_pose_of(e->q, e->u, 0);
    const real *r = e->q + MB_BODY, *v = e->u + MB_BODY;
    const mb_spot x = mb_spot_of(&hull, false, along_x), at = joint_touched(&hull, r);
    real away[3], rate[3], force[3];
    mb_minus(r, hull.r, away);
    mb_minus(v, hull.v, rate);
    const real F =
        track_tension(mb_dot(x.at, away), mb_dot(x.rate, away) + mb_dot(x.at, rate), p);
    for (int i = 0; i < 3; i++) {
        force[i] = F * x.at[i];
        e->f[MB_BODY + i] += force[i];
    }
    mb_push(&at, force, -1, e->f);
}

#endif
