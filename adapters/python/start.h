/* start.h -- CPython in a process: found, opened and started.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_PYTHON_START_H
#define ADAPTERS_PYTHON_START_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* A sentence why Python cannot run here, or NULL. needs: a package besides numpy, such as
 * "scipy", or "". */
const char *ivp_python_lacks(const char *needs);

/* Runs a statement in the interpreter, which the first call starts with the package ivpbench on
 * its path. %zu in `format` becomes the address of the table. False: an exception, which is
 * printed, or Python cannot be started. */
bool ivp_python_run(const char *format, void *table);

#pragma GCC visibility pop

#endif
