/* desolve.h -- the Fortran codes in the R package deSolve, called without R.
 *
 * deSolve.so exports radau5_, dlsoda_, dvode_, ddaspk_ and their kin.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_DESOLVE_H
#define ADAPTERS_FORTRAN_DESOLVE_H

#include "adapters/fortran/fortran_net.h"

#define DESOLVE_LIBRARY "deSolve (r-cran-desolve)"

#pragma GCC visibility push(hidden)

/* A sentence why it cannot be used, or NULL. */
const char *desolve_missing(void);
/* A function of the library; NULL: it cannot be opened, or has none of this name. */
void *desolve_function(const char *name);

#pragma GCC visibility pop

#endif
