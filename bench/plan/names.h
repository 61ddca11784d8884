/* names.h -- names that people type: what a mistyped one may have meant, what hides what.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_NAMES_H
#define BENCH_NAMES_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

/* Sentences with the nearest name and where names are looked for; caller frees. kind:
 * "problems", "solvers", or NULL for either. */
char *names_unknown(const char *kind, const char *name);
char *names_unknown_plan(const char *name);

/* Finds the file to which a name resolves, and the next file of this name on the search path.
 * Returns false if there is no other. */
bool names_hides(const char *kind, const char *name, char *path, char *other, size_t size);

/* False with a sentence: a cell asks for a width of lanes that this build has not made. */
struct plan;
bool names_lanes_are_built(const struct plan *p, reason *why);

/* A sentence on stderr for every plug-in of a plan that hides another. */
void names_say_hidden(const struct plan *p);

#endif
