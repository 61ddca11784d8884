/* plugin_eliminate.h -- the elimination of a mechanical problem written out as C.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_ELIMINATE_H
#define BENCH_PLUGIN_ELIMINATE_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the plans of the problem for its defaults and for every word that its parameters may
 * be, as C for any arithmetic (elimination_codes of kernel/linear/elimination.h). A problem
 * without a saddle point, or without a plan, gives an empty list. */
bool plugin_eliminate(const char *name, FILE *out, reason *why);

#endif
