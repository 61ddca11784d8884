/* belt.h -- the way of a belt around four pulleys, in closed form, with stations on it at equal chords; and
 * what there is to know of the accessory belt: kN, mm, ms, kg.
 *
 * Span i -> j between circles of signed radii s_i rho_i (positive: the belt turns left around it)
 * has the direction th = atan2(D_y, D_x) + asin((s_i rho_i - s_j rho_j) / |D|), D = c_j - c_i, and
 * touches circle i at c_i + s_i rho_i (sin th, -cos th). Plain numbers: nothing depends on a state.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BELT_H
#define BELT_H

#include <ivp/problem.h>

enum { PULLEYS = 4, PIECES = 2 * PULLEYS };

typedef struct belt_circle {
    plain x, y, radius, side; /* side +1: the belt turns left */
} belt_circle;

/* An arc, or a span where turn = 0: from length s on, at (x, y), with this direction there. */
typedef struct belt_piece {
    plain s, length, x, y, angle, curvature;
} belt_piece;

typedef struct belt_path {
    belt_piece piece[PIECES]; /* arc 1, span 1-2, arc 2 ... */
    plain length;
} belt_path;

typedef struct belt_point {
    plain x, y, angle;
} belt_point;

static inline plain belt_direction(const belt_circle *i, const belt_circle *j)
{
    const plain x = j->x - i->x, y = j->y - i->y;
    return atan2(y, x) +
           asin((i->side * i->radius - j->side * j->radius) / sqrt(x * x + y * y));
}

static inline belt_path belt_path_of(const belt_circle *c)
{
    belt_path path = { .length = 0 };
    plain angle = belt_direction(&c[PULLEYS - 1], &c[0]);
    for (int i = 0; i < PULLEYS; i++) {
        const belt_circle *a = &c[i], *b = &c[(i + 1) % PULLEYS];
        const plain r = a->side * a->radius;
        belt_piece *arc = &path.piece[2 * i], *span = arc + 1;
        plain turn = belt_direction(a, b) - angle;
        while (a->side * turn < 0) turn += a->side * 2 * IVP_PI;
        while (a->side * turn > 2 * IVP_PI) turn -= a->side * 2 * IVP_PI;
        *arc = (belt_piece){ path.length,           r * turn, a->x + r * sin(angle),
                             a->y - r * cos(angle), angle,    1 / r };
        angle += turn;
        const plain x = a->x + r * sin(angle), y = a->y - r * cos(angle),
                    R2 = b->side * b->radius;
        const plain dx = b->x + R2 * sin(angle) - x, dy = b->y - R2 * cos(angle) - y;
        *span = (belt_piece){ arc->s + arc->length, sqrt(dx * dx + dy * dy), x, y, angle, 0 };
        path.length = span->s + span->length;
    }
    return path;
}

/* s may go once around; the angle goes on. */
static inline belt_point belt_at(const belt_path *path, plain s)
{
    const bool again = s >= path->length;
    if (again) s -= path->length;
    int k = PIECES - 1;
    while (k > 0 && path->piece[k].s > s) k--;
    const belt_piece *p = &path->piece[k];
    const plain d = s - p->s, end = p->angle + p->curvature * d,
                around = again ? 2 * IVP_PI : 0;
    if (p->curvature == 0)
        return (belt_point){ p->x + d * cos(p->angle), p->y + d * sin(p->angle), end + around };
    return (belt_point){ p->x + (sin(end) - sin(p->angle)) / p->curvature,
                         p->y - (cos(end) - cos(p->angle)) / p->curvature, end + around };
}

/* The station a chord further on. */
static inline plain belt_next(const belt_path *path, plain s, plain chord)
{
    const belt_point from = belt_at(path, s);
    plain to = s + chord;
    for (int k = 0; k < 40; k++) {
        const belt_point p = belt_at(path, to);
        const plain x = p.x - from.x, y = p.y - from.y, d = sqrt(x * x + y * y);
        const plain step = (d - chord) * d / (x * cos(p.angle) + y * sin(p.angle));
        to -= step;
        if (step * step <= IVP_EPS * IVP_EPS * to * to) break;
    }
    return to;
}

/* Where n chords end. */
static inline plain belt_march(const belt_path *path, int n, plain chord)
{
    plain s = 0;
    for (int k = 0; k < n; k++) s = belt_next(path, s, chord);
    return s;
}

/* The chord with which n of them close: by secants. */
static inline plain belt_chord(const belt_path *path, int n)
{
    plain a = path->length / n, fa = belt_march(path, n, a) - path->length;
    plain b = a - fa / n;
    for (int k = 0; k < 30; k++) {
        const plain fb = belt_march(path, n, b) - path->length, rise = fb - fa;
        if (rise == 0 || b == a) break;
        const plain next = b - fb * (b - a) / rise;
        a = b;
        fa = fb;
        b = next;
        if ((a - b) * (a - b) <= IVP_EPS * IVP_EPS * a * a) break;
    }
    return b;
}

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
