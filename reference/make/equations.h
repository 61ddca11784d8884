/* equations.h -- a fingerprint of a problem's equations.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_EQUATIONS_H
#define REFERENCE_EQUATIONS_H

#include "kernel/problem/instance.h"

enum { EQUATIONS_MAX = 65 };

/* SHA-256 of the sizes, the interval, the start and all blocks of the problem at five fixed
 * pseudo-random points near the start. The numbers are computed in quad with the instance's
 * parameters and printed with 15 digits. It changes with an equation, a constant or the start.
 * It does not change with a comment, a name or the order of operations. */
ivp_status equations_digest(instance *i, char hex[EQUATIONS_MAX]);

#endif
