/* declines.h -- systems that several methods do not take: what their `declines` answers, NULL
 * where the method takes the system.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_METHODS_DECLINES_H
#define KERNEL_METHODS_DECLINES_H

#include <stddef.h>

#include <ivp/model.h>

static inline const char *declines_singular_mass(const ivp_model *m)
{
    const ivp_mass_kind kind = ivp_mass_of(m);
    return kind == IVP_MASS_ONE || kind == IVP_MASS_REGULAR
               ? NULL
               : "it takes M y' = f with a matrix that is constant and invertible";
}

static inline const char *declines_higher_index(const ivp_model *m)
{
    for (int k = 0; k < ivp_n(m); k++)
        if (ivp_index(m)[k] > 1) return "it takes differential-algebraic systems of index 1";
    return NULL;
}

#endif
