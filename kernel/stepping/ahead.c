/* ahead.c -- guards at a sequence of short times after a state,
 *
 *     d_j = d_0 r^j,  j = 0 .. 10,  d_0 = 1e4 eps T,  d_8 = eps^(1/3) T,
 *     T = max(|t|, 1e-4 (t1 - t0)),
 *     y(t + d) = y + d (f(t, y) + f(t + d, y + d f)) / 2        of y' = f
 *     q(t + d) = q + d u + d^2 a / 2,  u(t + d) = u + d a       of mechanical problems
 *     y(t + d) = y + d y'                                        of the others
 *
 * A guard is away from zero where the first rung changes it by less than a quarter. Else it
 * is on the side of the first two rungs of one sign of which the second has more than twice
 * the modulus of the first.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/stepping/ahead.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/problem/mech.h"

enum { RUNGS = 11, THIRD_ROOT = 8 };
#define FIRST (R(1e4) * IVP_EPS)

struct ahead {
    instance *i;
    ahead_slopes slopes;
    void *context;
    bool deep;  /* a guard reads a or lambda */
    real ratio; /* of two rungs */
    real t;
    real *z, *k1, *z1, *k2; /* a state and its slope, one behind it and its own */
    real *g0, *g, *rate;    /* guards at t, at the last rung; change over the first */
    real store[];
};

ahead *ahead_create(instance *i, ahead_slopes slopes, void *context)
{
    const size_t nc = (size_t)(instance_ncomponents(i) + i->sizes.n), ne = (size_t)i->nevents;
    ahead *a = calloc(1, sizeof *a + (4 * nc + 3 * ne) * sizeof(real));
    if (!a) return NULL;
    a->i = i;
    a->slopes = slopes;
    a->context = context;
    a->ratio = pow(cbrt(IVP_EPS) / FIRST, R(1.0) / THIRD_ROOT);
    a->z = a->store;
    a->k1 = a->z + nc;
    a->z1 = a->k1 + nc;
    a->k2 = a->z1 + nc;
    a->g0 = a->k2 + nc;
    a->g = a->g0 + ne;
    a->rate = a->g + ne;
    for (int k = 0; k < i->nevents; k++)
        a->deep = a->deep || (i->problem->events[k].needs_a && i->problem->form == IVP_MECH);
    return a;
}

void ahead_destroy(ahead *a) { free(a); }

static real unit(const instance *i, real t)
{
    return ivp_max(ivp_abs(t), R(1e-4) * ((real)i->t1 - (real)i->t0));
}

real ahead_resolution(const instance *i, real t) { return 32 * IVP_EPS * unit(i, t); }

/* ---- states ------------------------------------------------------------------------------ */

/* (q, u, x)' = (u, a, d) */
static ivp_status mechanical_slope(const ahead *a, real *slope)
{
    const instance *i = a->i;
    const size_t nq = (size_t)i->sizes.nq, nx = (size_t)i->sizes.nx;
    const ivp_status st = instance_complete(a->i, a->t, a->z);
    if (st) return st;
    memcpy(slope, a->z + nq, nq * sizeof *slope);
    memcpy(slope + nq, a->z + 2 * nq + nx, nq * sizeof *slope);
    if (nx) memcpy(slope + 2 * nq, i->mech->at.d, nx * sizeof *slope);
    return IVP_OK;
}

static ivp_status find_slope(ahead *a, const real *yp)
{
    const instance *i = a->i;
    if (yp) {
        memcpy(a->k1, yp, (size_t)i->sizes.n * sizeof *yp);
        return a->deep ? instance_complete(a->i, a->t, a->z) : IVP_OK;
    }
    if (i->problem->form == IVP_MECH) return mechanical_slope(a, a->k1);
    if (i->problem->form != IVP_ODE)
        return a->slopes ? a->slopes(a->context, a->t, a->z, a->k1) : IVP_NO_CONVERGENCE;
    const ivp_state s = instance_view(i, a->t, a->z, NULL);
    return i->problem->ode.f(&s, a->k1, i->p);
}

/* The Euler step into z1. */
static void step(ahead *a, real dt)
{
    for (int k = 0; k < a->i->sizes.n; k++) a->z1[k] = a->z[k] + dt * a->k1[k];
}

/* The state dt later, to second order where that is to be had: else the Euler step will do. */
static ivp_status displace(ahead *a, real dt)
{
    const instance *i = a->i;
    const int n = i->sizes.n, nq = i->sizes.nq;
    step(a, dt);
    if (i->problem->form == IVP_MECH) {
        for (int k = 0; k < nq; k++) a->z1[k] += dt * dt / 2 * a->k1[nq + k];
        return a->deep ? instance_complete(a->i, a->t + dt, a->z1) : IVP_OK;
    }
    if (i->problem->form != IVP_ODE) return IVP_OK;
    const ivp_state s = instance_view(i, a->t + dt, a->z1, NULL);
    if (i->problem->ode.f(&s, a->k2, i->p)) return IVP_OK;
    for (int k = 0; k < n; k++) a->z1[k] = a->z[k] + dt / 2 * (a->k1[k] + a->k2[k]);
    return IVP_OK;
}

/* ---- guards ------------------------------------------------------------------------------ */

static void evaluate(const ahead *a, real t, const real *z, int n, const int *number, real *g)
{
    const ivp_state s = instance_view(a->i, t, z, NULL);
    for (int k = 0; k < n; k++)
        g[k] = instance_guard(a->i, &a->i->problem->events[number[k]], &s);
}

ivp_status ahead_place(ahead *a, real t, const real *canonical)
{
    a->t = t;
    memcpy(a->z, canonical, (size_t)a->i->sizes.n * sizeof *a->z);
    return a->deep ? instance_complete(a->i, t, a->z) : IVP_OK;
}

void ahead_values(const ahead *a, int n, const int *number, real *value)
{
    evaluate(a, a->t, a->z, n, number, value);
}

static int sign_of(real g) { return (g > 0) - (g < 0); }

/* Is the guard away from zero, or larger than zero by what the ladder says? */
static bool away(real g0, real g, real noise)
{
    return ivp_abs(g - g0) < ivp_abs(g0) / 4 && ivp_abs(g0) > 16 * noise;
}

static bool grown(real g0, real before, real g)
{
    return sign_of(g) == sign_of(before) && ivp_abs(g) > 2 * ivp_abs(before) &&
           (sign_of(g0) == sign_of(before) || ivp_abs(before) > 4 * ivp_abs(g0));
}

/* After the last rung: rather far from zero, or only just risen from it. */
static bool risen(real g0, real g)
{
    return sign_of(g) && (sign_of(g) == sign_of(g0) || ivp_abs(g) > 4 * ivp_abs(g0));
}

/* Signs of the guards that rung j, dt behind t, decides; how many stay open. */
static int read_rung(ahead *a, int j, real dt, int n, const int *number, const real *noise,
                     int *sign, real *clear)
{
    int open = 0;
    for (int k = 0; k < n; k++) {
        if (sign[k]) continue;
        real g = 0;
        evaluate(a, a->t + dt, a->z1, 1, &number[k], &g);
        const bool at_once = j == 0 && away(a->g0[k], g, noise ? noise[k] : 0);
        if (at_once || (j > 0 && grown(a->g0[k], a->g[k], g))) {
            sign[k] = sign_of(at_once ? a->g0[k] : g);
            clear[k] = at_once ? 0 : dt;
        }
        a->g[k] = g;
        open += !sign[k];
    }
    return open;
}

static void find_rates(ahead *a, real dt, int n, const int *number)
{
    memset(a->rate, 0, (size_t)n * sizeof *a->rate);
    if (a->deep) return;
    step(a, dt);
    evaluate(a, a->t + dt, a->z1, n, number, a->rate);
    for (int k = 0; k < n; k++) a->rate[k] -= a->g0[k];
}

ivp_status ahead_look(ahead *a, real t, const real *canonical, const real *yp, int n,
                      const int *number, const real *noise, int *sign, real *clear)
{
    const real first = FIRST * unit(a->i, t);
    a->t = t;
    memcpy(a->z, canonical, (size_t)a->i->sizes.n * sizeof *a->z);
    const ivp_status st = find_slope(a, yp);
    evaluate(a, t, a->z, n, number, a->g0);
    for (int k = 0; k < n; k++) {
        a->g[k] = a->g0[k];
        sign[k] = st ? sign_of(a->g0[k]) : 0;
        clear[k] = 0;
    }
    if (st) return st;
    find_rates(a, first, n, number);
    real dt = first;
    for (int j = 0, open = n; j < RUNGS && open && !displace(a, dt); j++, dt *= a->ratio)
        open = read_rung(a, j, dt, n, number, noise, sign, clear);
    for (int k = 0; k < n; k++)
        if (!sign[k] && risen(a->g0[k], a->g[k])) {
            sign[k] = sign_of(a->g[k]);
            clear[k] = dt;
        }
    return IVP_OK;
}

int ahead_rate(const ahead *a, int k) { return sign_of(a->rate[k]); }

real ahead_value(const ahead *a, int k) { return a->g0[k]; }
