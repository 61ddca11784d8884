/* belt_path.h -- the way of a belt around four circles, in closed form, with stations on it at
 * equal chords.
 *
 * Span i -> j between circles of signed radii s_i rho_i (positive: the belt turns left around
 * it) has the direction th = atan2(D_y, D_x) + asin((s_i rho_i - s_j rho_j) / |D|), D = c_j -
 * c_i, and touches circle i at c_i + s_i rho_i (sin th, -cos th). Plain numbers: nothing
 * depends on a state.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BELT_PATH_H
#define BELT_PATH_H

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

#endif
