/* convert.h -- a file of another kind becomes a problem in C, by a program of the Python
 * package.
 *
 *     model    equations, SymPy models, problems in Python
 *     fmi      an FMU
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_CONVERT_H
#define BENCH_PLUGIN_CONVERT_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { CONVERT_ARGUMENTS = 4 };

typedef struct convert_task {
    const char *module; /* of ivpbench: its __main__ has main(arguments) */
    const char *arguments[CONVERT_ARGUMENTS]; /* the file first, then what the module asks for;
                                                 NULL ends them */
    int out;                                  /* descriptor that gets the C file */
} convert_task;

/* Runs the converter under confinement on its first argument, which is not trusted. told[size],
 * or NULL: what it says of the file. false with the converter's sentence, or with what is
 * missing: Python, a package, the package ivpbench. */
bool convert(const convert_task *task, char *told, size_t size, reason *why);

/* The model `from` as NAME.c in this folder, over no other file. `files` is that name. `end` is
 * the end of the interval of a model in SBML, a decimal; NULL for all others. */
bool convert_model(const char *from, const char *end, const char *name, char *files,
                   size_t size, reason *why);

#endif
