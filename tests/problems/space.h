/* space.h -- mechanisms in space against the same in the plane: Euler parameters, states that
 * are shaken, and what is looked at.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef SPACE_H
#define SPACE_H

#include "tests/suite.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/problem/mech.h"
#include "kernel/stepping/evolve.h"

static inline instance *opened(const char *problem, const char *settings)
{
    reason why;
    instance *i = NULL;
    ck_assert_msg(instance_open(&i, problem, settings, &why) == IVP_OK, "%s", why.text);
    return i;
}

static inline double *state_of(const instance *i)
{
    double *y = calloc((size_t)instance_ncomponents(i), sizeof *y);
    memcpy(y, i->start, 2 * (size_t)i->sizes.nq * sizeof *y);
    return y;
}

static inline mech *full(instance *i)
{
    mech *m = NULL;
    ck_assert_int_eq(mech_full(i->mech, &m), IVP_OK);
    return m;
}

static inline void cross(const double *a, const double *b, double *out)
{
    for (int c = 0; c < 3; c++)
        out[c] = a[(c + 1) % 3] * b[(c + 2) % 3] - a[(c + 2) % 3] * b[(c + 1) % 3];
}

/* out = 2 G(p) w: angular velocity of the body's axes where w = p'; a torque in them is half of
 * G(p) f_p */
static inline void spin(const double *p, const double *w, double *out)
{
    double c[3];
    cross(p + 1, w + 1, c);
    for (int k = 0; k < 3; k++) out[k] = 2 * (p[0] * w[1 + k] - p[1 + k] * w[0] - c[k]);
}

static inline void turn(const double *p, const double *x, double *out)
{
    double a[3], b[3];
    cross(p + 1, x, a);
    cross(p + 1, a, b);
    for (int k = 0; k < 3; k++) out[k] = x[k] + 2 * (p[0] * a[k] + b[k]);
}

/* Everything a little off its place, and moving; Euler parameters of length 1 whose rates keep
 * it. */
static inline void shake(const instance *i, double *y, double up)
{
    const int nq = i->sizes.nq;
    for (int k = 0; k < 2 * nq; k++)
        y[k] =
            i->start[k] + (k < nq ? 3e-3 : 0.1) * sin(17.0 * k) + up * (k < nq && k % 7 == 2);
    for (int b = 0; b < nq / 7; b++) {
        double *p = y + 7 * b + 3, *w = p + nq, square = 0, along = 0;
        for (int c = 0; c < 4; c++) square += p[c] * p[c];
        for (int c = 0; c < 4; c++) p[c] /= sqrt(square);
        for (int c = 0; c < 4; c++) along += p[c] * w[c];
        for (int c = 0; c < 4; c++) w[c] -= along * p[c];
    }
}

static inline double look(const instance *i, const char *name, const ivp_state *s)
{
    for (const ivp_observable *o = i->problem->observables; o->name; o++)
        if (!strcmp(o->name, name)) return instance_observe(i, o, s);
    ck_abort_msg("no %s", name);
}

/* What accelerations (r'', p'') of a body in space, turned about axis `about` (1: y, in the
 * sense from x to z; 2: z), should be where those in the plane are a: all that leads out of it
 * is 0. */
static inline void expect_lifted(const double *w, const double *a, int about, double tolerance)
{
    ck_assert_double_eq_tol(w[0], a[0], tolerance);
    ck_assert_double_eq_tol(w[3 - about], a[1], tolerance);
    ck_assert_double_eq_tol(w[about], 0, tolerance);
    for (int c = 1; c <= 3; c++)
        if (c != 1 + about) ck_assert_double_eq_tol(w[3 + c], 0, tolerance);
}

/* Planar coordinates and rates as those of bodies in space. */
static inline void lift(const double *q, const double *u, int bodies, int about, double *y)
{
    const int sign = about == 1 ? -1 : 1;
    memset(y, 0, 14 * (size_t)bodies * sizeof *y);
    for (int b = 0; b < bodies; b++) {
        const double *r = q + 3 * b, *v = u + 3 * b, c = cos(r[2] / 2),
                     s = sign * sin(r[2] / 2);
        double *to = y + 7 * b, *rate = to + 7 * bodies;
        to[0] = r[0], to[3 - about] = r[1], to[3] = c, to[4 + about] = s;
        rate[0] = v[0], rate[3 - about] = v[1];
        rate[3] = -sign * s * v[2] / 2, rate[4 + about] = sign * c * v[2] / 2;
    }
}

/* At a state that the planar mechanism has come to, bodies in space do next what those in the
 * plane do, and what is looked at is the same. */
static inline void expect_plane(const instance *i, const instance *wide, double t,
                                const double *y, int about, const char *const *seen)
{
    const int bodies = i->sizes.nq / 3;
    double *lifted = calloc(14 * (size_t)bodies, sizeof *lifted), size = 0;
    lift(y, y + 3 * bodies, bodies, about, lifted);
    mech *m = i->mech, *w = wide->mech;
    ivp_state s = mech_state(m, t, y), space = mech_state(w, t, lifted);
    ck_assert_int_eq(mech_accelerate(m, &s), IVP_OK);
    ck_assert_int_eq(mech_accelerate(w, &space), IVP_OK);
    for (int k = 0; k < 3 * bodies; k++) size = fmax(size, fabs(m->a[k]));
    for (int b = 0; b < bodies; b++)
        expect_lifted(w->a + 7 * b, m->a + 3 * b, about, 1e-9 * size);
    s.a = m->a, s.lambda = m->lambda, space.a = w->a, space.lambda = w->lambda;
    for (; *seen; seen++) {
        const double here = look(i, *seen, &s), there = look(wide, *seen, &space);
        ck_assert_msg(fabs(here - there) <= 1e-9 * (fabs(here) + size / 1e3),
                      "%s: %.12g, in space %.12g", *seen, here, there);
    }
    free(lifted);
}

/* The problem run by hht on index 3: the instance, and the end state in y. */
static inline instance *run_to(const char *problem, const char *settings, double rtol,
                               double *y)
{
    reason why;
    instance *i = opened(problem, settings);
    evolve *e = NULL;
    const evolve_setup setup = {
        .formulation = "index3", .solver = "hht", .rtol = rtol, .atol = rtol
    };
    ck_assert_msg(evolve_create(&e, i, &setup, &why) == IVP_OK, "%s", why.text);
    ck_assert_int_eq(evolve_run(e, NULL, NULL), IVP_OK);
    ck_assert_int_eq(evolve_state(e, y), IVP_OK);
    evolve_destroy(e);
    return i;
}

#endif
