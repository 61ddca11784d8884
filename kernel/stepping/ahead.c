/* ahead.c -- guards followed over a ladder of short times. */
#include "kernel/stepping/ahead.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/problem/mech.h"

enum { RUNGS = 9 };

struct ahead {
    instance *i;
    ahead_slopes slopes;
    void *context;
    bool deep;
    real *z, *k1, *z1, *k2; /* nc each */
    real *g0, *g, *rate;    /* nevents each */
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
    a->z = a->store;
    a->k1 = a->z + nc;
    a->z1 = a->k1 + nc;
    a->k2 = a->z1 + nc;
    a->g0 = a->k2 + nc;
    a->g = a->g0 + ne;
    a->rate = a->g + ne;
    for (int k = 0; k < i->nevents; k++) a->deep = a->deep || i->problem->events[k].needs_a;
    return a;
}

void ahead_destroy(ahead *a) { free(a); }

static real unit(const instance *i, real t)
{
    return ivp_max(ivp_abs(t), R(1e-4) * ((real)i->t1 - (real)i->t0));
}

real ahead_resolution(const instance *i, real t) { return 32 * IVP_EPS * unit(i, t); }

static ivp_status slope(const ahead *a, real t, real *z, real *zp)
{
    const instance *i = a->i;
    if (i->problem->form == IVP_ODE) {
        const ivp_state s = instance_view(i, t, z, NULL);
        return i->problem->ode.f(&s, zp, i->p);
    }
    if (i->problem->form != IVP_MECH)
        return a->slopes ? a->slopes(a->context, t, z, zp) : IVP_NO_CONVERGENCE;
    const size_t nq = (size_t)i->sizes.nq, nx = (size_t)i->sizes.nx;
    const ivp_status st = instance_complete(a->i, t, z);
    if (st) return st;
    memcpy(zp, z + nq, nq * sizeof *zp);
    memcpy(zp + nq, z + 2 * nq + nx, nq * sizeof *zp);
    if (nx) memcpy(zp + 2 * nq, i->mech->at.d, nx * sizeof *zp);
    return IVP_OK;
}

/* The state dt later, to second order where that is to be had. */
static ivp_status displace(ahead *a, real t, real dt)
{
    const instance *i = a->i;
    const int n = i->sizes.n, nq = i->problem->form == IVP_MECH ? i->sizes.nq : 0;
    for (int k = 0; k < n; k++)
        a->z1[k] = a->z[k] + dt * a->k1[k] + (k < nq ? dt * dt / 2 * a->k1[nq + k] : 0);
    if (i->problem->form == IVP_ODE) {
        const ivp_state s = instance_view(i, t + dt, a->z1, NULL);
        if (i->problem->ode.f(&s, a->k2, i->p)) return IVP_OK; /* the Euler step will do */
        for (int k = 0; k < n; k++) a->z1[k] = a->z[k] + dt / 2 * (a->k1[k] + a->k2[k]);
    }
    return a->deep && i->problem->form == IVP_MECH ? instance_complete(a->i, t + dt, a->z1) : IVP_OK;
}

static void evaluate(const ahead *a, real t, const real *z, int n, const int *number, real *g)
{
    const ivp_state s = instance_view(a->i, t, z, NULL);
    for (int k = 0; k < n; k++)
        g[k] = instance_scalar(a->i, a->i->problem->events[number[k]].guard, &s);
}

static int sign_of(real g) { return (g > 0) - (g < 0); }

ivp_status ahead_look(ahead *a, real t, const real *canonical, const real *yp, int n, const int *number, const real *noise,
                      int *sign, real *clear)
{
    const instance *i = a->i;
    const size_t size = (size_t)i->sizes.n * sizeof(real);
    const real first = R(1e4) * IVP_EPS * unit(i, t), last = cbrt(IVP_EPS) * unit(i, t);
    const real ratio = pow(last / first, R(1.0) / (RUNGS - 1));
    memcpy(a->z, canonical, size);
    ivp_status st = IVP_OK;
    if (yp)
        memcpy(a->k1, yp, size);
    else
        st = slope(a, t, a->z, a->k1);
    if (!st && a->deep && i->problem->form == IVP_MECH) st = instance_complete(a->i, t, a->z);
    evaluate(a, t, a->z, n, number, a->g0);
    memcpy(a->g, a->g0, (size_t)n * sizeof(real));
    for (int k = 0; k < n; k++) {
        sign[k] = st ? sign_of(a->g0[k]) : 0;
        clear[k] = 0;
    }
    if (st) return st;
    int open = n;
    real dt = first;
    for (int k = 0; k < i->sizes.n; k++) a->z1[k] = a->z[k] + dt * a->k1[k];
    if (!a->deep) evaluate(a, t + dt, a->z1, n, number, a->rate);
    for (int k = 0; k < n; k++) a->rate[k] = a->deep ? 0 : a->rate[k] - a->g0[k];
    for (int j = 0; j < RUNGS && open; j++, dt *= ratio) {
        if (displace(a, t, dt)) break;
        real now[1];
        for (int k = 0; k < n; k++) {
            if (sign[k]) continue;
            evaluate(a, t + dt, a->z1, 1, &number[k], now);
            const real g0 = a->g0[k], g1 = a->g[k], g = *now;
            const bool away = j == 0 && ivp_abs(g - g0) < ivp_abs(g0) / 4 &&
                              !(noise && ivp_abs(g0) <= 16 * noise[k]);
            const bool grown = j > 0 && sign_of(g) == sign_of(g1) && ivp_abs(g) > 2 * ivp_abs(g1) &&
                               (sign_of(g0) == sign_of(g1) || ivp_abs(g1) > 4 * ivp_abs(g0));
            a->g[k] = g;
            if (!away && !grown) continue;
            sign[k] = sign_of(away ? g0 : g);
            clear[k] = away ? 0 : dt;
            open--;
        }
    }
    for (int k = 0; k < n; k++) /* rather far away, or only just risen from zero */
        if (!sign[k] && sign_of(a->g[k]) && (sign_of(a->g[k]) == sign_of(a->g0[k]) || ivp_abs(a->g[k]) > 4 * ivp_abs(a->g0[k]))) {
            sign[k] = sign_of(a->g[k]);
            clear[k] = dt;
        }
    return IVP_OK;
}

int ahead_rate(const ahead *a, int k) { return sign_of(a->rate[k]); }

real ahead_value(const ahead *a, int k) { return a->g0[k]; }
