/* import.h -- a model of another program becomes a plug-in.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_IMPORT_H
#define BENCH_PLUGIN_IMPORT_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct import_request {
    const char *file, *name, *root; /* name of the problem; folder of the shared objects */
    const char *end;                /* of the interval; NULL: what the file says */
} import_request;

/* Compiles the problem into the folder, in double and its complex twin: docs/fmi.md. told[size]
 * gets what was read. false with a sentence. The FMU is read under confinement; nothing of it
 * is executed. */
bool import_fmu(const import_request *q, char *told, size_t size, reason *why);

/* Writes NAME.c into this folder, over no other file, and compiles it into q->root in all
 * arithmetics: docs/sbml.md. q->end is required. told[size]: as import_fmu(). */
bool import_sbml(const import_request *q, char *told, size_t size, reason *why);

#endif
