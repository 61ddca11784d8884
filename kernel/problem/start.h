/* start.h -- consistent initial values on every constraint level, or an error with a
 * reason.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_START_H
#define IVP_START_H

#include "kernel/problem/instance.h"

/* Fills i->start and i->start_yp. If the start violates its constraints by more than 1e-6 of
 * their scale, returns IVP_E_INCONSISTENT, with the worst row and its residual in why. A
 * smaller violation (rounded data) is removed by projection. */
ivp_status start_consistent(instance *i, reason *why);

#endif
