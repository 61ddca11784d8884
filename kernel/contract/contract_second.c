/* contract_second.c -- y' = f that is declared to be of second order: the first half of f is
 * v'; and accelerations that are declared not to depend on velocities: their derivatives along
 * each velocity are zero, exactly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/contract/contract_probe.h"

#include <string.h>

const char *contract_no_second(const instance *i)
{
    const ivp_problem *p = i->problem;
    if (p->form == IVP_MECH && p->velocity_free && (i->sizes.ng || i->sizes.nx))
        return "it has constraints or first-order states here, where it does not count";
    return p->second_order || p->velocity_free ? NULL : "it does not say that it is";
}

/* z = (t, v, v', ...), f = (v', a) */
static bool rates_come_first(const probe *p, reason *why)
{
    const int nv = p->n / 2;
    for (int k = 0; k < nv; k++)
        if (p->out[k] != p->z[1 + nv + k])
            return reason_set(
                why,
                "f(%d) is %.9g, and y(%d) is %.9g: .second_order says that they are "
                "equal",
                k + 1, (double)p->out[k], nv + k + 1, (double)p->z[1 + nv + k]);
    return true;
}

/* Of y' = f the lower half counts, of a mechanism each block. */
static bool velocity_has_no_effect(probe *p, int k, reason *why)
{
    const int nv = p->i->sizes.n / 2;
    memset(p->dz, 0, (size_t)p->nz * sizeof(real));
    p->dz[1 + nv + k] = 1;
    if (probe_derive(p, p->dz, p->d)) return true; /* not defined there */
    for (int j = p->m ? 0 : nv; j < (p->m ? p->nout : 2 * nv); j++)
        if (p->d[j] != 0)
            return reason_set(
                why,
                "accelerations depend on velocity %d, and .velocity_free says that "
                "they do not",
                k + 1);
    return true;
}

static bool as_declared(probe *p, reason *why)
{
    const ivp_problem *problem = p->i->problem;
    if (problem->second_order && !rates_come_first(p, why)) return false;
    for (int k = 0; problem->velocity_free && k < p->i->sizes.n / 2; k++)
        if (probe_turn(p, k) && !velocity_has_no_effect(p, k, why)) return false;
    return true;
}

bool contract_second(instance *i, reason *why) { return probe_everywhere(i, as_declared, why); }
