/* convert.h -- a model on symbols (python/ivpbench/model) becomes a problem in C.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_CONVERT_H
#define BENCH_PLUGIN_CONVERT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the converter on the model `from`, untrusted code, under confinement, and writes NAME.c
 * into this folder, over no other file. `files` is that name. false with the converter's
 * sentence, or with what is missing: Python, SymPy, the package ivpbench. */
bool convert_model(const char *from, const char *name, char *files, char *why, size_t size);

#endif
