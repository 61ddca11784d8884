/* plugin.h -- problems and solvers found by name: file name = symbol = descriptor name.
 *
 * A plug-in root holds <arithmetic>/problems/NAME.so and <arithmetic>/solvers/NAME.so, the
 * arithmetic being double, complex, quad or cquad (or quad_rounded, cquad_rounded: quad with
 * the constants and parameters of double). Roots are searched in this order:
 *
 *     the entries of IVPBENCH_PLUGIN_PATH, separated by colons
 *     the folder of the executable
 *     the folder above it, for test programs
 *     ../lib/ivpbench beside it
 *     the folder of this library, and ivpbench in it: for other programs that load it
 *
 * A library is loaded once and stays loaded.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PLUGIN_H
#define IVP_PLUGIN_H

#include "kernel/reason/reason.h"

#include <ivp/problem.h>

struct ivp_solver;

enum { PLUGIN_NAME_MAX = 64 };

/* Returns the problem, and in *twin its version in complex arithmetic. If either fails to load,
 * returns NULL with a sentence in why. */
const ivp_problem *plugin_problem(const char *name, const void **twin, reason *why);
const struct ivp_solver *plugin_solver(const char *name, reason *why);
/* Returns whether the problem exists but a package that it needs is missing. */
bool plugin_lacks(const char *name);

/* Writes the names of all plug-ins of a kind ("problems" or "solvers"), sorted, each once, at
 * most max. Returns their total number. */
int plugin_list(const char *kind, char (*names)[PLUGIN_NAME_MAX], int max);

/* Path of the file that a name resolves to, or false. kind as above, arith as a folder name. */
bool plugin_path(const char *kind, const char *arith, const char *name, char *path,
                 size_t size);
/* The same for file number `place` of this name along the roots; file 0 is the one in use. */
bool plugin_place(const char *kind, const char *arith, const char *name, int place, char *path,
                  size_t size);

/* The same problem in an arithmetic of lanes ("lanes8"), from the root of the one in double;
 * NULL: there is none. */
const void *plugin_lanes(const char *name, const char *arith);

struct elimination_code;
/* Compiled elimination code for a plan with this digest; NULL: none. arith NULL: the arithmetic
 * of the caller. */
const struct elimination_code *plugin_elimination(const char *name, const char *arith,
                                                  unsigned long long digest);

#endif
