/* plugin_inner.h -- arithmetics of plug-ins and their compilers, for the files that compile.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_INNER_H
#define BENCH_PLUGIN_INNER_H

#include "bench/plugin/command.h"

typedef struct arithmetic {
    const char *folder, *define, *strict; /* strict: flags of quad, NULL elsewhere */
    const char *quick;                    /* of problems, NULL: none */
    const char *adapters;                 /* library of adapters, NULL: none */
} arithmetic;

/* Points side by side, in three widths. */
enum { PLUGIN_WIDTHS = 3 };
extern const arithmetic plugin_widths[PLUGIN_WIDTHS];

const char *plugin_compiler(const arithmetic *a);

#endif
