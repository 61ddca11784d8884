/* places.h -- where headers and libraries for plug-ins are, as words for the compiler.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_PLACES_H
#define BENCH_PLUGIN_PLACES_H

#include "bench/plugin/command.h"
#include "bench/process/confine.h"

/* -I for the headers; for solvers for what families of methods share, for problems for
 * lib/multibody.h and its like. */
bool plugin_add_includes(command *c, bool solver, reason *why);

/* Libraries: of the adapters, where `adapters` names their archive, what the plug-in calls; for
 * solvers the kernel. */
bool plugin_add_libraries(command *c, bool solver, const char *adapters, reason *why);
/* All of these can be read in a cage. */
void plugin_show_places(confinement *c);

#endif
