/* joints.h -- joints between rigid bodies in space, made of the constraints of multibody.h. A
 * frame is a point of a body with three directions of it that are square to each other; at the
 * design those of both bodies agree.
 *
 *     joint_revolute   the points meet, and direction n of j stays along that of i           5
 *                      rows
 *     joint_in_line    j's point stays on the line through i's along i's direction n         2
 *     joint_slide      the same, and j does not turn against i                               5
 *     joint_fixed      j is part of i                                                        6
 *     joint_plane      j's point stays in the plane of i's square to direction n of i, and
 *                      both directions n stay parallel                                       3
 *     joint_motion     j is turned against i about direction n, from n + 1 towards n + 2,
 *                      by an angle that is given with its rates: sin(its error) = 0          1
 *
 * and of what acts between bodies
 *
 *     joint_turned     the angle by which j is turned against i about direction n, in -pi .. pi
 *     joint_rate       its rate, the component along i's direction n of the difference of
 *                      angular velocities
 *     joint_torque     a torque along a direction in space on a body
 *
 * Haug, Computer-Aided Kinematics and Dynamics of Mechanical Systems I, 1989, chapter 9.
 *
 * Laws of contact say how hard two bodies press, in the plane or in space, that are within each
 * other by a depth d > 0:
 *
 *     C0             Fn = k d max(0, 1 + bite d')                 a corner at the touch
 *     C1             d^2 / (2 e) for d < e, else d - e/2, in place of d
 *     KELVIN_VOIGT   Fn = max(0, k d + c d')                      jumps at the touch
 *     friction       Ft = -mu Fn tanh(|v| / vs) v / |v|           v the slip
 *
 * Hunt, Crossley, Coefficient of restitution interpreted as damping in vibroimpact, 1975.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_JOINTS_H
#define PROBLEMS_JOINTS_H

#include "multibody.h"

typedef struct joint_frame {
    mb_spot at, axis[3];
} joint_frame;

/* At a point of the body, along its own axes. */
static inline joint_frame joint_frame_of(const mb_pose *b, const plain at[3])
{
    joint_frame f;
    real x[3] = { ivp_of(at[0]), ivp_of(at[1]), ivp_of(at[2]) };
    f.at = mb_spot_of(b, true, x);
    for (int n = 0; n < 3; n++) {
        for (int c = 0; c < 3; c++) x[c] = ivp_of(c == n);
        f.axis[n] = mb_spot_of(b, false, x);
    }
    return f;
}

/* ---- constraints ------------------------------------------------------------------------- */

static inline void joint_parallel(mb_sink *k, const joint_frame *i, const joint_frame *j, int n)
{
    mb_square(k, &i->axis[(n + 1) % 3], &j->axis[n]);
    mb_square(k, &i->axis[(n + 2) % 3], &j->axis[n]);
}

static inline void joint_revolute(mb_sink *k, const joint_frame *i, const joint_frame *j, int n)
{
    mb_coincide(k, &i->at, &j->at);
    joint_parallel(k, i, j, n);
}

static inline void joint_in_line(mb_sink *k, const joint_frame *i, const joint_frame *j, int n)
{
    mb_across(k, &i->axis[(n + 1) % 3], &i->at, &j->at);
    mb_across(k, &i->axis[(n + 2) % 3], &i->at, &j->at);
}

static inline void joint_slide(mb_sink *k, const joint_frame *i, const joint_frame *j, int n)
{
    joint_in_line(k, i, j, n);
    joint_parallel(k, i, j, n);
    mb_square(k, &i->axis[(n + 1) % 3], &j->axis[(n + 2) % 3]);
}

static inline void joint_fixed(mb_sink *k, const joint_frame *i, const joint_frame *j)
{
    mb_coincide(k, &i->at, &j->at);
    for (int n = 0; n < 3; n++) mb_square(k, &i->axis[n], &j->axis[(n + 1) % 3]);
}

static inline void joint_plane(mb_sink *k, const joint_frame *i, const joint_frame *j, int n)
{
    mb_across(k, &i->axis[n], &i->at, &j->at);
    joint_parallel(k, i, j, n);
}

/* angle: with its first and second derivative */
static inline void joint_motion(mb_sink *k, const joint_frame *i, const joint_frame *j, int n,
                                const real angle[3])
{
    const mb_spot *a = &i->axis[(n + 1) % 3], *b = &i->axis[(n + 2) % 3];
    const real c = cos(angle[0]), s = sin(angle[0]), w = angle[1];
    mb_spot f = *b; /* what should stay square to j's direction n + 1 */
    real turning[3];
    for (int m = 0; m < 3; m++) {
        const real at = c * b->at[m] - s * a->at[m], along = -c * a->at[m] - s * b->at[m];
        const real rate = -c * a->rate[m] - s * b->rate[m];
        f.x[m] = c * b->x[m] - s * a->x[m];
        f.at[m] = at;
        f.rate[m] = c * b->rate[m] - s * a->rate[m] + w * along;
        f.bend[m] =
            c * b->bend[m] - s * a->bend[m] + 2 * w * rate + angle[2] * along - w * w * at;
        turning[m] = w * along;
    }
    const mb_spot *h = &j->axis[(n + 1) % 3];
    if (!k->pattern) k->out->gt[k->row] = mb_dot(turning, h->at);
    mb_square(k, &f, h);
}

/* ---- what acts --------------------------------------------------------------------------- */

static inline real joint_turned(const joint_frame *i, const joint_frame *j, int n)
{
    const real *x = j->axis[(n + 1) % 3].at;
    return ivp_atan2(mb_dot(i->axis[(n + 2) % 3].at, x), mb_dot(i->axis[(n + 1) % 3].at, x));
}

/* A vector of space in the axes of a body. */
static inline void joint_inside(const mb_pose *b, const real *v, real *out)
{
    const real back[4] = { b->p[0], -b->p[1], -b->p[2], -b->p[3] };
    mb_turn(back, back, v, out);
}

/* Component of a body's angular velocity along a direction in space: 2 G(p) w in its own
 * axes. */
static inline real joint_spin(const mb_pose *b, const real *along)
{
    real inside[3], spin[3];
    joint_inside(b, along, inside);
    mb_G(b->p, b->w, spin);
    return 2 * mb_dot(spin, inside);
}

static inline real joint_rate(const mb_pose *i, const mb_pose *j, const real *along)
{
    return joint_spin(j, along) - joint_spin(i, along);
}

/* Into the forces on the four Euler parameters of b. */
static inline void joint_torque(const mb_pose *b, const real *along, real torque, real f[4])
{
    real inside[3], out[4];
    joint_inside(b, along, inside);
    mb_Gt(b->p, inside, out);
    for (int c = 0; c < 4; c++) f[c] += 2 * torque * out[c];
}

/* A point of space as a spot of a body. */
static inline mb_spot joint_touched(const mb_pose *b, const real *at)
{
    real away[3], x[3];
    mb_minus(at, b->r, away);
    joint_inside(b, away, x);
    return mb_spot_of(b, true, x);
}

/* ---- laws of contact --------------------------------------------------------------------- */

enum { CONTACT_C0, CONTACT_C1, CONTACT_KELVIN_VOIGT };

typedef struct contact_law {
    int kind;
    real k, c, bite;
    plain round; /* e */
} contact_law;

/* At a depth that grows at this rate; nothing where they do not touch. */
static inline real contact_pressure(const contact_law *l, real depth, real rate)
{
    if (re(depth) <= 0) return ivp_of(0);
    if (l->kind == CONTACT_KELVIN_VOIGT) return ivp_pos(l->k * depth + l->c * rate);
    const bool shallow = l->kind == CONTACT_C1 && re(depth) < l->round;
    const real d = l->kind == CONTACT_C0 ? depth
                   : shallow             ? depth * depth / (2 * l->round)
                                         : depth - l->round / 2;
    return l->k * d * ivp_pos(1 + l->bite * rate);
}

/* tanh, to first order in a complex step */
static inline real contact_friction(real slip)
{
#if IVP_IS_COMPLEX
    const plain f = tanh(re(slip));
    return ivp_first_order(slip, f, 1 - f * f);
#else
    return tanh(slip);
#endif
}

/* tanh(s) / s, of s^2 */
static inline real contact_slipping(real square)
{
    if (re(square) < R(1e-14)) return 1 - square / 3;
    const real s = sqrt(square);
    return tanh(s) / s;
}

#endif
