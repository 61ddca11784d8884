/* plugin_build.h -- compile one plug-in outside the tree, with the flags of this program.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_BUILD_H
#define BENCH_PLUGIN_BUILD_H

#include "bench/plugin/plugin_source.h"
#include "kernel/reason/reason.h"

/* Compiles into root/ARITHMETIC/{problems,solvers}/NAME.so: a problem in all four arithmetics,
 * and in lanes where it has them, a solver in double. `extra`: further words for the compiler,
 * ends with NULL. The compiler's own messages go to stderr. */
bool plugin_compile(const plugin_source *s, const char *root, char *const *extra, reason *why);

/* One file in C: a solver, or a problem with its complex twin, which knows double alone. */
bool plugin_compile_double(const plugin_source *s, const char *root, char *const *extra,
                           reason *why);

/* A problem in the Fortran interface of the Test Set, in double and its complex twin:
 * include/ivp/testset.h. Named after the first file. */
bool plugin_compile_testset(plugin_source *s, char *const *files, int n, const char *root,
                            char *const *extra, reason *why);

#endif
