/* belt.h -- what there is to know of the accessory belt: kN, mm, ms, kg.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BELT_H
#define BELT_H

#include "belt_path.h"

/* ---- the accessory belt ------------------------------------------------------------------ */

#define EA     R(80.0)
#define GA     R(20.0)
#define ROW    R(0.8)
#define THICK  R(4.0)
#define RHOL   R(1.1e-4)
#define TAU    R(0.02)
#define T0     R(0.3)
#define KAPN   R(0.35)
#define CHI    R(1.0)
#define VS     R(0.1)
#define W0     R(0.1)
#define ROUND  R(0.002)
#define DAMPER R(0.05)
#define PIVOTX R(-187.0)
#define PIVOTY R(35.0)

enum { CRANK, PUMP, ALTERNATOR, TENSIONER, ARM, BODIES };

/* rc: radius of the belt's neutral line in contact */
static const struct {
    plain x, y, rc, side, mass, inertia;
} pulley[] = {
    [CRANK] = { R(0.0), R(0.0), R(77.0), 1, R(5.0), R(5e4) },
    [PUMP] = { R(30.0), R(210.0), R(62.0), 1, R(1.0), R(300.0) },
    [ALTERNATOR] = { R(-190.0), R(130.0), R(34.0), 1, R(2.5), R(2000.0) },
    [TENSIONER] = { R(-138.0), R(1.0), R(37.0), -1, R(0.3), R(120.0) },
};

/* The tensioner's arm at rest. */
static inline plain arm_x(void) { return pulley[TENSIONER].x - PIVOTX; }
static inline plain arm_y(void) { return pulley[TENSIONER].y - PIVOTY; }
static inline plain arm_length(void) { return sqrt(arm_x() * arm_x() + arm_y() * arm_y()); }
static inline plain arm_angle(void) { return atan2(arm_y(), arm_x()); }

/* ---- at rest on its path ----------------------------------------------------------------- */

static inline plain speed(void) { return W0 * pulley[CRANK].rc; }

/* Radius at which tension and centrifugal force press the belt into a pulley. */
static inline plain pressed(int i)
{
    const plain v = speed(), rc = pulley[i].rc;
    plain rho = rc;
    for (int k = 0; k < 60; k++) rho = rc - (T0 - RHOL * v * v) / (KAPN * rho);
    return rho;
}

static inline belt_path path_of(void)
{
    belt_circle c[PULLEYS];
    for (int i = 0; i < PULLEYS; i++)
        c[i] = (belt_circle){ pulley[i].x, pulley[i].y, pressed(i), pulley[i].side };
    return belt_path_of(c);
}

/* Segment between two stations: on the chord, with the mean of the velocities of its ends. */
static inline void place(belt_point a, belt_point b, plain chord, real *q, real *u)
{
    const plain v = speed(), x = b.x - a.x, y = b.y - a.y;
    const plain mean = (a.angle + b.angle) / 2, raw = atan2(y, x);
    const plain turns = 2 * IVP_PI * floor((mean - raw) / (2 * IVP_PI) + R(0.5));
    const plain rise_x = v * (cos(b.angle) - cos(a.angle)),
                rise_y = v * (sin(b.angle) - sin(a.angle));
    q[0] = ivp_of((a.x + b.x) / 2);
    q[1] = ivp_of((a.y + b.y) / 2);
    q[2] = ivp_of(raw + turns);
    u[0] = ivp_of(v * (cos(a.angle) + cos(b.angle)) / 2);
    u[1] = ivp_of(v * (sin(a.angle) + sin(b.angle)) / 2);
    u[2] = ivp_of((x * rise_y - y * rise_x) / (chord * chord));
}

#endif
