/* plugin_source.h -- what the files of a plug-in are: languages by their endings, and the one
 * that defines it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_SOURCE_H
#define BENCH_PLUGIN_SOURCE_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

enum { PLUGIN_PARTS = 32 };

typedef enum plugin_language {
    PLUGIN_NONE, /* no source: a word for the compiler */
    PLUGIN_C,
    PLUGIN_CXX,
    PLUGIN_FORTRAN,
    PLUGIN_PYTHON,
    PLUGIN_LINE /* the data file of a program that speaks lines */
} plugin_language;

typedef struct plugin_source {
    const char *path; /* of the file that defines it */
    char name[64];
    plugin_language language;       /* of that file */
    bool solver;                    /* else a problem */
    bool lanes;                     /* a problem that does not say IVP_NO_LANES */
    const char *part[PLUGIN_PARTS]; /* the other sources, in the order given */
    int nparts;
} plugin_source;

plugin_language plugin_language_of(const char *path);

/* Finds among n files the main one. It has IVP_PROBLEM(name) or IVP_SOLVER(name), or is a
 * Python file with a class Solver, or a program's data file. The name must be the file's. */
bool plugin_identify(plugin_source *s, char *const *files, int n, reason *why);

#endif
