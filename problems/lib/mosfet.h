/* mosfet.h -- field-effect transistors after Shichman and Hodges, with junctions and pulses:
 * what the circuits of Guenther and Rentrop share.
 *
 * Drain current I of voltages ds, gs, bs, gd, bd, with u = gs - VT0 - gamma (sqrt(Phi - bs) -
 * sqrt(Phi)) for ds > 0, and the same of gd, bd for ds < 0:
 *
 *     ds > 0:  u <= 0: 0     u <= ds: -beta u^2 (1 + delta ds)
 *              else: -beta ds (2 u - ds) (1 + delta ds)
 *     ds < 0:  u <= 0: 0     u <= -ds: beta u^2 (1 - delta ds)
 *              else: -beta ds (2 u + ds) (1 - delta ds)
 *
 * Diode  i(v) = -IS (exp(v/UT) - 1) for v <= 0, else 0.
 * Junction  c(v) = CB0/sqrt(1 - v/0.87) for v <= 0, else CB0 (1 + v/(2 * 0.87)).
 *
 * The seven corners of a transistor (ds, u, |ds| - u in both directions, two junctions) are no
 * corners of the solution's first derivative but for the asymmetric beta; sides, where they are
 * told, are asked for by ivp_side().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef PROBLEMS_MOSFET_H
#define PROBLEMS_MOSFET_H

#include <ivp/problem.h>

typedef struct mos_kind {
    plain vt0, gamma, phi, beta, beta_reverse;
} mos_kind;

typedef struct mos_voltages {
    real ds, gs, bs, gd, bd;
} mos_voltages;

/* Guards of a transistor, in this order: ds; u and u - ds forward; u and u + ds in reverse. */
enum { MOS_GUARDS = 5 };

/* What the gate is above the threshold, and its derivative by the bulk. False: not defined. */
static inline bool mos_above(const mos_kind *k, real gate, real bulk, real *u, real *slope)
{
    const real inside = k->phi - bulk;
    *u = *slope = ivp_of(0);
    if (!(re(inside) > 0)) return false;
    const real root = sqrt(inside);
    *u = gate - k->vt0 - k->gamma * (root - (real)sqrt(k->phi));
    *slope = k->gamma / (2 * root);
    return true;
}

static inline real mos_guard(const mos_kind *k, const mos_voltages *v, int which)
{
    real u, slope;
    if (which == 0) return v->ds;
    if (which < 3) {
        mos_above(k, v->gs, v->bs, &u, &slope);
        return which == 1 ? u : u - v->ds;
    }
    mos_above(k, v->gd, v->bd, &u, &slope);
    return which == 3 ? u : u + v->ds;
}

/* I and, where d is given, its derivatives. side: of the five guards, or NULL: as they are. */
static inline bool mos_current(const mos_kind *k, real delta, const mos_voltages *v,
                               const real *side, real *drain, mos_voltages *d)
{
    const bool forward = ivp_side(side ? side[0] : 0, v->ds);
    const real beta = forward ? k->beta : k->beta_reverse, ds = forward ? v->ds : -v->ds;
    const real *sides = side ? side + (forward ? 1 : 3) : NULL;
    real u, slope, by_u = 0, by_ds = 0;
    *drain = 0;
    if (d) *d = (mos_voltages){ 0 };
    if (!mos_above(k, forward ? v->gs : v->gd, forward ? v->bs : v->bd, &u, &slope))
        return false;
    if (!ivp_side(sides ? sides[0] : 0, u)) return true;
    const real lift = 1 + delta * ds;
    if (!ivp_side(sides ? sides[1] : 0, u - ds)) {
        *drain = -beta * u * u * lift;
        by_u = -2 * beta * u * lift;
        by_ds = -beta * u * u * delta;
    } else {
        *drain = -beta * ds * (2 * u - ds) * lift;
        by_u = -2 * beta * ds * lift;
        by_ds = -beta * (2 * (u - ds) * lift + delta * ds * (2 * u - ds));
    }
    if (!forward) *drain = -*drain, by_u = -by_u;
    if (!d) return true;
    d->ds = by_ds;
    *(forward ? &d->gs : &d->gd) = by_u;
    *(forward ? &d->bs : &d->bd) = by_u * slope;
    return true;
}

/* side: of v, 0: as it is */
static inline real mos_diode(real v, real IS, real UT, real side, real *slope)
{
    *slope = 0;
    if (ivp_side(side, v)) return 0;
    const real grown = exp(v / UT);
    *slope = -IS / UT * grown;
    return -IS * (grown - 1);
}

static inline real mos_junction(real v, real CB0, real side, real *slope)
{
    const real built_in = R(0.87);
    *slope = CB0 / (2 * built_in);
    if (ivp_side(side, v)) return CB0 * (1 + v / (2 * built_in));
    const real x = 1 - v / built_in, root = sqrt(x);
    *slope = *slope / (x * root);
    return CB0 / root;
}

/* Volts from 0 to 5 and back: delay, rise, high, fall, then low until the period ends. */
typedef struct mos_pulse {
    int delay, rise, high, fall, period;
} mos_pulse;

static inline real mos_pulse_at(const mos_pulse *p, real t, real *slope)
{
    const real x = t - p->period * (real)floor(re(t) / p->period) - p->delay;
    const real full = 5;
    *slope = 0;
    if (re(t) < 0 || re(x) < 0 || re(x) >= p->rise + p->high + p->fall) return 0;
    if (re(x) < p->rise) {
        *slope = full / p->rise;
        return *slope * x;
    }
    if (re(x) < p->rise + p->high) return full;
    *slope = -full / p->fall;
    return full + *slope * (x - p->rise - p->high);
}

#endif
