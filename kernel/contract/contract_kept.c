/* contract_kept.c -- what a problem keeps (ivp_state.kept) depends on time and parameters
 * alone: filled at another point of the same time, whatever was wanted there, it gives the bits
 * that nothing kept gives.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <string.h>

#include "kernel/contract/contract_probe.h"
#include "kernel/linear/mat.h"
#include "kernel/problem/mech.h"

/* What is wanted at z, in p->e, with what was kept. */
static ivp_status evaluate(probe *p, unsigned want, const real *z, real *kept, bool again)
{
    const real t = p->z[0];
    const ivp_problem *problem = p->i->problem;
    memset(p->e, 0, (size_t)p->nout * sizeof *p->e);
    if (!p->m) {
        const ivp_state s = { .t = t, .y = z + 1, .kept = kept, .again = again };
        return problem->ode.f(&s, p->e, p->i->p);
    }
    ivp_state at = mech_state(p->m, t, z + 1);
    at.lambda = at.x + p->m->nx;
    at.kept = kept;
    at.again = again;
    const ivp_status st = mech_terms(p->m, want, &at);
    memcpy(p->e, p->m->at.M.a, (size_t)p->nout * sizeof *p->e);
    return st;
}

static void blank(real *kept)
{
    for (int k = 0; k < IVP_STATE_KEPT; k++) kept[k] = R(0.0) / R(0.0);
}

static bool used(const real *kept)
{
    for (int k = 0; k < IVP_STATE_KEPT; k++)
        if (ivp_finite(kept[k])) return true;
    return false;
}

#define RULE                                                                                   \
    ".kept is for what depends on time and parameters alone, all of it filled in every call"

static bool as_without(const probe *p, reason *why)
{
    for (int b = 0; b < p->nblocks; b++) {
        const probe_block *at = &p->block[b];
        const size_t size = (size_t)(at->rows * at->cols) * sizeof *p->e;
        if (memcmp(p->out + at->offset, p->e + at->offset, size) != 0)
            return reason_set(
                why,
                "%s is another one with what was kept at this time in another state: " RULE,
                at->name);
    }
    return true;
}

/* Kept by a call at dz that wants this. */
static bool of_time_alone(probe *p, unsigned want, reason *why)
{
    real kept[IVP_STATE_KEPT];
    blank(kept);
    if (evaluate(p, want, p->dz, kept, false)) return true; /* not defined there */
    if (evaluate(p, PROBE_ALL, p->z, kept, true))
        return reason_set(why, "functions fail with what was kept at this time: " RULE);
    return as_without(p, why);
}

static bool whatever_is_wanted(probe *p, reason *why)
{
    for (int j = 0; j < p->nz; j++) p->dz[j] = p->z[j] + R(0.01) * p->dz[j];
    bool good = of_time_alone(p, PROBE_ALL, why);
    for (int b = 0; good && b < p->nblocks; b++) good = of_time_alone(p, p->block[b].want, why);
    return good;
}

bool contract_kept(instance *i, reason *why)
{
    return probe_everywhere(i, whatever_is_wanted, why);
}

static bool nothing(probe *p, reason *why)
{
    real kept[IVP_STATE_KEPT];
    blank(kept);
    (void)why->text;
    return evaluate(p, PROBE_ALL, p->z, kept, false) || !used(kept);
}

const char *contract_keeps_nothing(const instance *i)
{
    reason why;
    if (i->problem->form != IVP_MECH && i->problem->form != IVP_ODE) return "it has no lanes";
    return probe_everywhere((instance *)i, nothing, &why) ? "it keeps nothing" : NULL;
}
