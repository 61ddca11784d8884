/* track_plane.h -- where a shoe of the track touches a wheel, an arc of the sprocket, or the
 * ground, how deep, and how hard the laws press there; what pins and the tensioner answer; and
 * the track in the plane: masses, joints and forces of bodies (x, z, angle). track.c says of
 * what.
 *
 * Places are in the plane of the shoe's or the sprocket's own x and z, which in space is that
 * at one end of a shoe's width. What tells how near two bodies are is positive where they
 * touch, and continuous as long as they are about to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TRACK_PLANE_H
#define TRACK_PLANE_H

#include "joints.h"
#include "planar.h"
#include "track.h"

#define APART R(-1.0) /* out of reach */
#define SLIP  R(0.05)

/* Where two bodies are within each other by `depth`; the normal points out of the shoe; the
 * arms lead from the bodies' points to the place. */
typedef struct touch {
    real depth, normal[2], arm[2], other[2];
} touch;

/* A circle of radius R at c in the inner face of the shoe at q. */
static inline plain in_face(const real *q, const real *c, plain radius, touch *t)
{
    const real x = c[0] - q[0], z = c[1] - q[1];
    const plain far = radius + HALF_FACE + FACE;
    if (re(x * x + z * z) > far * far) return APART;
    real co, si;
    ivp_turn(q[2], &co, &si);
    const real lx = co * x + si * z, lz = co * z - si * x;
    if (re(lz) <= FACE) return APART;
    const real at = re(lx) > HALF_FACE    ? ivp_of(HALF_FACE)
                    : re(lx) < -HALF_FACE ? ivp_of(-HALF_FACE)
                                          : lx;
    const real ex = lx - at, ez = lz - FACE, distance = sqrt(ex * ex + ez * ez);
    t->depth = radius - distance;
    t->normal[0] = (co * ex - si * ez) / distance;
    t->normal[1] = (si * ex + co * ez) / distance;
    t->arm[0] = co * at - si * FACE;
    t->arm[1] = si * at + co * FACE;
    t->other[0] = t->arm[0] - x;
    t->other[1] = t->arm[1] - z;
    return re(t->depth);
}

/* Cylinder of the shoe at q in the arc, of the sprocket at c, that is nearest by angle. */
static inline plain in_arc(const real *q, const real *c, plain cylinder, plain clearance,
                           touch *t)
{
    plain x = re(q[0] - c[0]), z = re(q[1] - c[1]), far = ARC_AT + PITCH;
    if (x * x + z * z > far * far) return APART;
    planar_turned(q[2], cylinder, 0, t->arm);
    for (int k = 0; k < 2; k++) t->other[k] = t->arm[k] + q[k] - c[k];
    x = re(t->other[0]);
    z = re(t->other[1]);
    if (x * x + z * z >= ARC_AT * ARC_AT) return APART;
    const plain apart = 2 * IVP_PI / ARCS, from = re(c[2]) - IVP_PI / 2;
    const plain nearest = apart * floor((atan2(z, x) - from) / apart + R(0.5));
    real centre[2];
    planar_turned(c[2], ARC_AT * sin(nearest), -ARC_AT * cos(nearest), centre);
    const real ux = centre[0] - t->other[0], uz = centre[1] - t->other[1];
    const real distance = sqrt(ux * ux + uz * uz);
    t->normal[0] = -ux / distance;
    t->normal[1] = -uz / distance;
    const plain tx = re(centre[0] + ARC_R * t->normal[0]),
                tz = re(centre[1] + ARC_R * t->normal[1]);
    t->depth = distance - (ARC_R - PIN_R) - clearance;
    const plain inside = ADDENDUM - sqrt(tx * tx + tz * tz);
    return inside < re(t->depth) ? inside : re(t->depth);
}

/* A point of the shoe's outer face in the ground. */
static inline plain in_ground(const real *q, plain at, plain clearance, touch *t)
{
    if (re(q[1]) > GROUND_Z + HALF_FACE) return APART;
    planar_turned(q[2], at, -FACE, t->arm);
    t->normal[0] = ivp_of(0);
    t->normal[1] = ivp_of(-1);
    t->depth = GROUND_Z - clearance - q[1] - t->arm[1];
    return re(t->depth);
}

/* Which of a shoe's: rollers 0 .. nr - 1, then these. */
enum {
    ON_IDLER,
    ON_SPROCKET,
    ON_GROUND = ON_SPROCKET + CYLINDERS,
    AT_PIN = ON_GROUND + GROUSERS
};

/* What element c of a shoe touches as it stands; the other body's q: NULL for the ground. */
static inline plain near(int c, const real *q, const real *other, plain clearance, touch *t)
{
    if (c < 0) return in_face(q, other, ROLLER_R - clearance, t);
    if (c == ON_IDLER) return in_face(q, other, IDLER_R - clearance, t);
    if (c < ON_GROUND) return in_arc(q, other, cylinder_at[c - ON_SPROCKET], clearance, t);
    return in_ground(q, grouser_at[c - ON_GROUND], clearance, t);
}

static inline bool meets(int c, const real *q, const real *other, plain clearance, touch *t)
{
    return near(c, q, other, clearance, t) > 0;
}

/* The body that element c of a shoe is against, -1: the ground. */
static inline int against(const layout *l, int c)
{
    if (c < 0) return l->roller + l->nr + c;
    return c == ON_IDLER ? l->idler : c < ON_GROUND ? l->sprocket : -1;
}

/* ---- laws -------------------------------------------------------------------------------- */

typedef struct track_pair {
    plain k, mu;
} track_pair;

static inline const track_pair *track_pair_of(int c)
{
    static const track_pair wheel = { R(5e6), R(0.2) }, arc = { R(1e7), 0 },
                            ground = { R(2e6), R(0.7) };
    return c <= ON_IDLER ? &wheel : c < ON_GROUND ? &arc : &ground;
}

/* Force, or torque, of a contact with stiffness k, at a depth that grows at this rate. */
static inline real track_pressure(plain k, real depth, real rate, const real *p)
{
    const contact_law law = { (int)re(p[CONTACT]), ivp_of(k),
                              ivp_of(R(0.04) * sqrt(k * SHOE_MASS)), ivp_of(5), R(2e-4) };
    return contact_pressure(&law, depth, rate);
}

/* Torque of a pin whose second shoe is turned against the first: damping, and stops beyond
 * which they press. */
static inline real track_resist(real angle, real rate, const real *p)
{
    const real over = angle - R(0.9), under = R(-0.2) - angle;
    return 5 * rate + track_pressure(R(2e4), over, rate, p) -
           track_pressure(R(2e4), under, -rate, p);
}

/* Where the carrier stands along the hull when the tensioner is at rest. */
static inline plain track_at_rest(const real *p)
{
    return IDLER_X - track_longer((int)re(p[SHOES])) + derived(p, SHIFT);
}

static inline real track_tension(real xi, real rate, const real *p)
{
    return -R(2e4) - R(1e6) * (xi - track_at_rest(p)) - R(1.4e4) * rate;
}

/* ---- masses ------------------------------------------------------------------------------ */

static void plane_bodies(const layout *l, plain scale, unsigned want, ivp_terms *out)
{
    for (int b = 0; b < l->bodies; b++) {
        plain J[3];
        const plain m = track_mass(l, b, scale, J);
        if (want & IVP_M) {
            *ivp_at(out->M, 3 * b, 3 * b) = ivp_of(m);
            *ivp_at(out->M, 3 * b + 1, 3 * b + 1) = ivp_of(m);
            *ivp_at(out->M, 3 * b + 2, 3 * b + 2) = ivp_of(J[1]);
        }
        if (want & IVP_F) out->f[3 * b + 1] = ivp_of(-m * GRAVITY);
    }
}

/* ---- joints ------------------------------------------------------------------------------ */

/* The point of body b where the design has it in the axes of body a, which are not turned
 * there. */
static void plane_attach(planar_sink *k, const layout *l, int a, int b, plain shift)
{
    plain from[2];
    track_apart(l, a, b, shift, from);
    planar_meet(k, a, from, b, (plain[]){ 0, 0 });
}

static void plane_joints(const layout *l, const ivp_state *s, ivp_terms *out, const real *p)
{
    static const plain front[] = { PITCH / 2, 0 }, rear[] = { -PITCH / 2, 0 };
    planar_sink k = { out, s->q, s->u, 0 };
    const plain shift = derived(p, SHIFT);
    real phi[3];
    for (int i = 0; i < l->n; i++) planar_meet(&k, i, front, (i + 1) % l->n, rear);
    for (int b = l->sprocket; b < l->hull; b++)
        plane_attach(&k, l, b == l->idler ? l->carrier : l->hull, b, shift);
    for (int b = l->fixed; b < l->bodies; b++) {
        plane_attach(&k, l, l->hull, b, shift);
        planar_turn(&k, l->hull, b, ivp_of(0), ivp_of(0));
    }
    planar_glide(&k, l->hull, l->carrier, IDLER_Z - HULL_Z);
    planar_turn(&k, l->hull, l->carrier, ivp_of(0), ivp_of(0));
    track_drive(s->t, p, phi);
    out->gt[k.row] = -phi[1];
    planar_turn(&k, l->hull, l->sprocket, phi[0], phi[2]);
}

/* ---- forces ------------------------------------------------------------------------------ */

static void plane_contact(int c, const ivp_element *e, const real *p)
{
    const track_pair *pair = track_pair_of(c);
    const bool ground = c >= ON_GROUND;
    const real *u = e->u;
    touch t = { 0 };
    if (!meets(c, e->q, e->q + 3, re(p[CLEARANCE]), &t)) return;
    real vx = u[2] * t.arm[1] - u[0], vz = -u[2] * t.arm[0] - u[1];
    if (!ground) {
        vx += u[3] - u[5] * t.other[1];
        vz += u[4] + u[5] * t.other[0];
    }
    const real nx = t.normal[0], nz = t.normal[1], slip = vz * nx - vx * nz;
    const real Fn = track_pressure(pair->k, t.depth, -(vx * nx + vz * nz), p);
    const real Ft = pair->mu * Fn * contact_friction(slip / SLIP);
    const real Fx = -Fn * nx - Ft * nz, Fz = -Fn * nz + Ft * nx;
    planar_push(t.arm, Fx, Fz, e->f);
    if (!ground) planar_push(t.other, -Fx, -Fz, e->f + 3);
}

/* The angle from one shoe to the next, `turn` for the pin that closes the loop; beyond the
 * stops they press. */
static void plane_resist(const ivp_element *e, plain turn, const real *p)
{
    const real torque = track_resist(e->q[1] - e->q[0] + turn, e->u[1] - e->u[0], p);
    e->f[0] += torque;
    e->f[1] -= torque;
}

/* Between hull and carrier, along the hull. */
static void plane_tension(const ivp_element *e, const real *p)
{
    const real *q = e->q, *u = e->u;
    real c, s;
    ivp_turn(q[2], &c, &s);
    const real arm[2] = { q[3] - q[0], q[4] - q[1] };
    const real xi = c * arm[0] + s * arm[1];
    const real rate = c * (u[3] - u[0]) + s * (u[4] - u[1]) + u[2] * (c * arm[1] - s * arm[0]);
    const real F = track_tension(xi, rate, p);
    planar_push(arm, -F * c, -F * s, e->f);
    e->f[3] += F * c;
    e->f[4] += F * s;
}

#endif
