/* elements.h -- forces that a problem defines as elements, in every arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_ELEMENTS_H
#define IVP_ELEMENTS_H

#include <ivp/problem.h>

static inline int elements_count(const ivp_elements *all, const real *p)
{
    return all->count ? all->count(p) : 0;
}

/* Returns whether blocks need not be zeroed before an evaluation. */
static inline bool terms_assign(const ivp_mech_problem *p)
{
    return p->assigns && !p->elements.count;
}

/* f += the sum of the forces */
static inline void elements_add(const ivp_elements *all, const ivp_state *s, real *f,
                                const real *p)
{
    const int count = elements_count(all, p);
    for (int k = 0; k < count; k++) {
        int on[IVP_ELEMENT_MOST];
        real q[IVP_ELEMENT_MOST], u[IVP_ELEMENT_MOST], force[IVP_ELEMENT_MOST];
        plain kept[IVP_ELEMENT_KEPT];
        const int n = all->on(k, s->q, s->u, on, p);
        if (n <= 0) continue;
        for (int i = 0; i < n; i++) {
            q[i] = s->q[on[i]];
            u[i] = s->u[on[i]];
            force[i] = ivp_of(0);
        }
        all->force(&(ivp_element){ k, n, on, s->t, q, u, force, kept, false }, p);
        for (int i = 0; i < n; i++) f[on[i]] += force[i];
    }
}

#endif
