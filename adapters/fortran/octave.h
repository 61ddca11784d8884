/* octave.h -- the Fortran codes in liboctave, called without its interpreter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FORTRAN_OCTAVE_H
#define ADAPTERS_FORTRAN_OCTAVE_H

#include "adapters/fortran/fortran_net.h"

#define OCTAVE_LIBRARY "liboctave (octave)"

#pragma GCC visibility push(hidden)

/* A sentence why it cannot be used, or NULL. */
const char *octave_missing(void);
/* A function of the library; NULL: it cannot be opened, or has none of this name. */
void *octave_function(const char *name);

#pragma GCC visibility pop

#endif
