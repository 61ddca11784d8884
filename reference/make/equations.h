/* equations.h -- a fingerprint of a problem's equations. */
#ifndef REFERENCE_EQUATIONS_H
#define REFERENCE_EQUATIONS_H

#include "kernel/problem/instance.h"

enum { EQUATIONS_MAX = 65 };

/* SHA-256 over the sizes, the interval, the start and all blocks of the problem at five fixed
 * pseudo-random points near the start, each number printed with 15 digits, computed in quad
 * with the instance's parameters. It changes when an equation, a constant or the start changes,
 * and does not when a comment, a name or the order of operations does. */
ivp_status equations_digest(instance *i, char hex[EQUATIONS_MAX]);

#endif
