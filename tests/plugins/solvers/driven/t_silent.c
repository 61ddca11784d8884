/* t_silent.c -- the same code, which tells neither failures nor iterations, and says so. It
 * says the same of evaluations, which are the kernel's to count.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

static void finish(void *self)
{
    static const ivp_counter unknown[] = { IVP_N_REJECTED, IVP_N_NEWTON, IVP_N_SOLVE, IVP_N_F,
                                           IVP_N_ACCEPTED };
    const struct driven *s = self;
    for (size_t k = 0; k < sizeof unknown / sizeof *unknown; k++)
        ivp_not_counted(s->m, unknown[k]);
}

DRIVEN(t_silent, .advance = driven_advance, .dense = driven_dense, .finish = finish);
