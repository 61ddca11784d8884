/* track_contact.h -- where a shoe of the track touches a wheel, an arc of the sprocket, or the ground, how deep,
 * and how hard the laws press there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACK_CONTACT_H
#define TRACK_CONTACT_H

#include "planar.h"
#include "track.h"

enum { HC, C1, KV };

/* Where two bodies are within each other by `depth`; the normal points out of the shoe; the arms lead from
 * the bodies' points to the place. */
typedef struct touch {
    real depth, normal[2], arm[2], other[2];
} touch;

/* A circle of radius R at c in the inner face of the shoe at q. */
static inline bool in_face(const real *q, const real *c, plain radius, touch *t)
{
    const real x = c[0] - q[0], z = c[1] - q[1];
    const plain far = radius + HALF_FACE + FACE;
    if (re(x * x + z * z) > far * far) return false;
    const real co = cos(q[2]), si = sin(q[2]), lx = co * x + si * z, lz = co * z - si * x;
    if (re(lz) <= FACE) return false;
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
    return re(t->depth) > 0;
}

/* Cylinder of the shoe at q in the arc, of the sprocket at c, that is nearest by angle. */
static inline bool in_arc(const real *q, const real *c, plain cylinder, plain clearance,
                          touch *t)
{
    plain x = re(q[0] - c[0]), z = re(q[1] - c[1]), far = ARC_AT + PITCH;
    if (x * x + z * z > far * far) return false;
    planar_turned(q[2], cylinder, 0, t->arm);
    for (int k = 0; k < 2; k++) t->other[k] = t->arm[k] + q[k] - c[k];
    x = re(t->other[0]);
    z = re(t->other[1]);
    if (x * x + z * z >= ARC_AT * ARC_AT) return false;
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
    return tx * tx + tz * tz < ADDENDUM * ADDENDUM && re(t->depth) > 0;
}

/* A point of the shoe's outer face in the ground. */
static inline bool in_ground(const real *q, plain at, plain clearance, touch *t)
{
    if (re(q[1]) > GROUND_Z + HALF_FACE) return false;
    planar_turned(q[2], at, -FACE, t->arm);
    t->normal[0] = ivp_of(0);
    t->normal[1] = ivp_of(-1);
    t->depth = GROUND_Z - clearance - q[1] - t->arm[1];
    return re(t->depth) > 0;
}

/* Which of a shoe's: rollers 0 .. nr - 1, then these. */
enum {
    ON_IDLER,
    ON_SPROCKET,
    ON_GROUND = ON_SPROCKET + CYLINDERS,
    AT_PIN = ON_GROUND + GROUSERS
};

/* What element c of a shoe touches as it stands; the other body's q: NULL for the ground. */
static inline bool meets(int c, const real *q, const real *other, plain clearance, touch *t)
{
    if (c < 0) return in_face(q, other, ROLLER_R - clearance, t);
    if (c == ON_IDLER) return in_face(q, other, IDLER_R - clearance, t);
    if (c < ON_GROUND) return in_arc(q, other, cylinder_at[c - ON_SPROCKET], clearance, t);
    return in_ground(q, grouser_at[c - ON_GROUND], clearance, t);
}

/* The body that element c of a shoe is against, -1: the ground. */
static inline int against(const layout *l, int c)
{
    if (c < 0) return l->roller + l->nr + c;
    return c == ON_IDLER ? l->idler : c < ON_GROUND ? l->sprocket : -1;
}

/* Force of a contact with stiffness k, at a depth that grows at this rate. */
static inline real pressure(plain k, real depth, real rate, int law)
{
    const plain round = R(2e-4);
    if (law == KV) return ivp_pos(k * depth + R(0.04) * sqrt(k * SHOE_MASS) * rate);
    const bool shallow = law == C1 && re(depth) < round;
    const real d = law == HC ? depth
                   : shallow ? depth * depth / (2 * round)
                             : depth - round / 2;
    return k * d * ivp_pos(1 + 5 * rate);
}

#endif
