/* contact.h -- laws of contact: how hard two bodies press that are within each other by a depth d > 0, and how friction
 * holds what slips.
 *
 *     C0             Fn = k d max(0, 1 + bite d')                 a corner at the touch
 *     C1             d^2 / (2 e) for d < e, else d - e/2, in place of d
 *     KELVIN_VOIGT   Fn = max(0, k d + c d')                      jumps at the touch
 *     friction       Ft = -mu Fn tanh(|v| / vs) v / |v|           v the slip
 *
 * Hunt, Crossley, Coefficient of restitution interpreted as damping in vibroimpact, 1975.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PROBLEMS_CONTACT_H
#define PROBLEMS_CONTACT_H

#include <ivp/problem.h>

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

/* tanh(s) / s, of s^2 */
static inline real contact_slipping(real square)
{
    if (re(square) < R(1e-14)) return 1 - square / 3;
    const real s = sqrt(square);
    return tanh(s) / s;
}

#endif
