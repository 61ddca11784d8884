/* import_sbml.h -- a model in SBML becomes a plug-in.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_IMPORT_SBML_H
#define BENCH_PLUGIN_IMPORT_SBML_H

#include "bench/plugin/import_fmu.h"

/* Writes NAME.c into this folder, over no other file, and compiles it into q->root in all
 * arithmetics: docs/sbml.md. q->end is required. told[size], why[size]: as import_fmu(), size at
 * least 512. */
bool import_sbml(const import_request *q, char *told, char *why, size_t size);

#endif
