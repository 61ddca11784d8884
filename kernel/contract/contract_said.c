/* contract_said.c -- what a descriptor says beside its equations, held against them: index
 * and invariants. References hold the same against their solution
 * (reference/witness/facts.h).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"
#include "kernel/problem/shuffle.h"

bool contract_index(instance *i, reason *why) { return shuffle_agrees(i, why); }

const char *contract_no_index(const instance *i)
{
    const ivp_form form = i->problem->form;
    return form == IVP_DAE || form == IVP_LIN ? NULL
                                              : "it has no algebraic equations of its own";
}

/* ---- slopes ------------------------------------------------------------------------------ */

ivp_status contract_slopes(instance *i, real t, real *z, real *f)
{
    const int n = i->sizes.n, nq = i->sizes.nq;
    if (i->problem->form == IVP_ODE) {
        const ivp_state s = instance_view(i, t, z, NULL);
        memset(f, 0, (size_t)n * sizeof *f);
        return i->problem->ode.f(&s, f, i->p);
    }
    const ivp_status status = instance_complete(i, t, z);
    for (int k = 0; k < n; k++)
        f[k] = k < nq ? z[nq + k] : k < 2 * nq ? z[n + k - nq] : i->mech->at.d[k - 2 * nq];
    return status;
}

/* ---- invariants -------------------------------------------------------------------------- */

const char *contract_no_invariant(const instance *i)
{
    const ivp_form form = i->problem->form;
    if (!i->problem->invariants || !i->problem->invariants->name) return "it gives none";
    return form == IVP_ODE || form == IVP_MECH ? NULL
                                               : "its slopes are not known beside the start";
}

/* A point on a solution, moved by h along (1, y'), all of it or component k alone. */
static real moved(const instance *i, const ivp_observable *o, real t, const real *z,
                  const real *f, real h, int k, real *room)
{
    memcpy(room, z, (size_t)instance_ncomponents(i) * sizeof *room);
    for (int j = 0; j < i->sizes.n; j++)
        if (k < 0 || j == k) room[j] += h * f[j];
    const ivp_state s = instance_view(i, k < 0 ? t + h : t, room, NULL);
    return instance_observe(i, o, &s);
}

/* d/dt along the solution, beside the sum of the moduli of what the components contribute. */
static bool stays(const instance *i, const ivp_observable *o, real t, const real *z,
                  const real *f, real *room, reason *why)
{
    const real h =
        R(1e-6) / ivp_max(vec_max(f, i->sizes.n) / ivp_max(vec_max(z, i->sizes.n), R(1e-6)),
                          R(1e-6) / ((real)i->t1 - (real)i->t0));
    const real now = moved(i, o, t, z, f, 0, -1, room);
    const real slope =
        (moved(i, o, t, z, f, h, -1, room) - moved(i, o, t, z, f, -h, -1, room)) / (2 * h);
    real parts = 0;
    for (int k = 0; k < i->sizes.n; k++)
        parts += ivp_abs(moved(i, o, t, z, f, h, k, room) - now) / h;
    const real rounding = R(1e-13) * ivp_abs(now) / h;
    if (!ivp_finite(slope) || ivp_abs(slope) <= R(1e-4) * parts + rounding) return true;
    if (parts == 0 && ivp_abs(slope) <= R(1e-3) * ivp_abs(now)) return true;
    return reason_set(
        why,
        "the invariant %s = %.6g changes by %.3g in unit time along the equations at t = %.6g "
        "(its parts by %.3g)",
        o->name, (double)now, (double)slope, (double)t, (double)parts);
}

/* All of them at one point of a solution. */
static bool stay(instance *i, real t, real *z, reason *why)
{
    const size_t nc = (size_t)instance_ncomponents(i);
    real *f = calloc(2 * nc, sizeof *f);
    bool good = f != NULL;
    if (good && !contract_slopes(i, t, z, f))
        for (const ivp_observable *o = i->problem->invariants; o->name && good; o++)
            good = stays(i, o, t, z, f, f + nc, why);
    else if (!good)
        reason_set(why, "not enough memory for the check");
    free(f);
    return good;
}

/* The classical Runge-Kutta step: a point of the solution to ten digits, if h is short. */
static ivp_status onwards(instance *i, real t, real h, real *z, real *k)
{
    static const real part[4] = { 0, R(0.5), R(0.5), 1 }, weight[4] = { 1, 2, 2, 1 };
    const int n = i->sizes.n;
    const size_t nc = (size_t)instance_ncomponents(i);
    real *f = k, *at = k + nc, *sum = k + 2 * nc;
    ivp_status status = IVP_OK;
    memset(k, 0, 3 * nc * sizeof *k);
    for (int s = 0; s < 4 && !status; s++) {
        memcpy(at, z, nc * sizeof *at);
        for (int j = 0; j < n; j++) at[j] += part[s] * h * f[j];
        status = contract_slopes(i, t + part[s] * h, at, f);
        for (int j = 0; j < n; j++) sum[j] += weight[s] / 6 * h * f[j];
    }
    for (int j = 0; j < n; j++) z[j] += sum[j];
    return status;
}

/* At the start, where all may be at rest, and a few short steps on. */
bool contract_invariants(instance *i, reason *why)
{
    enum { STEPS = 12, EACH = 4 };
    const size_t nc = (size_t)instance_ncomponents(i);
    const real span = (real)i->t1 - (real)i->t0;
    real *z = calloc(4 * nc, sizeof *z), t = (real)i->t0;
    if (!z) return reason_set(why, "not enough memory for the check");
    memcpy(z, i->start, nc * sizeof *z);
    bool good = stay(i, t, z, why);
    for (int k = 1; k <= STEPS && good; k++) {
        const real rate =
            vec_max(i->start_yp, i->sizes.n) / ivp_max(vec_max(z, i->sizes.n), R(1e-3));
        const real h = R(1e-3) / ivp_max(rate, 1 / span);
        if (onwards(i, t, h, z, z + nc)) break;
        t += h;
        if (!vec_finite(z, nc) || t > (real)i->t1) break;
        if (k % EACH == 0) good = stay(i, t, z, why);
    }
    free(z);
    return good;
}
