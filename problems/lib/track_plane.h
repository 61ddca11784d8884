/* track_plane.h -- the track in the plane: masses, joints and forces of bodies (x, z, angle); track.c says of what.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TRACK_PLANE_H
#define TRACK_PLANE_H

#include "planar.h"
#include "track.h"
#include "track_contact.h"

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

/* The point of body b where the design has it in the axes of body a, which are not turned there. */
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
    touch t;
    if (!meets(c, e->q, e->q + 3, re(p[CLEARANCE]), &t)) return;
    real vx = u[2] * t.arm[1] - u[0], vz = -u[2] * t.arm[0] - u[1];
    if (!ground) {
        vx += u[3] - u[5] * t.other[1];
        vz += u[4] + u[5] * t.other[0];
    }
    const real nx = t.normal[0], nz = t.normal[1], slip = vz * nx - vx * nz;
    const real Fn = track_pressure(pair->k, t.depth, -(vx * nx + vz * nz), p);
    const real Ft = pair->mu * Fn * tanh(slip / SLIP);
    const real Fx = -Fn * nx - Ft * nz, Fz = -Fn * nz + Ft * nx;
    planar_push(t.arm, Fx, Fz, e->f);
    if (!ground) planar_push(t.other, -Fx, -Fz, e->f + 3);
}

/* The angle from one shoe to the next, `turn` for the pin that closes the loop; beyond the stops they press. */
static void plane_resist(const ivp_element *e, plain turn, const real *p)
{
    const real torque = track_resist(e->q[1] - e->q[0] + turn, e->u[1] - e->u[0], p);
    e->f[0] += torque;
    e->f[1] -= torque;
}

/* Between hull and carrier, along the hull. */
static void plane_tension(const ivp_element *e, const real *p)
{
    const real *q = e->q, *u = e->u, c = cos(q[2]), s = sin(q[2]);
    const real arm[2] = { q[3] - q[0], q[4] - q[1] };
    const real xi = c * arm[0] + s * arm[1];
    const real rate = c * (u[3] - u[0]) + s * (u[4] - u[1]) + u[2] * (c * arm[1] - s * arm[0]);
    const real F = track_tension(xi, rate, p);
    planar_push(arm, -F * c, -F * s, e->f);
    e->f[3] += F * c;
    e->f[4] += F * s;
}

#endif
