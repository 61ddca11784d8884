/* plugin_python.h -- a solver in Python as C: include/ivp/python.h around its text.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_PYTHON_H
#define BENCH_PLUGIN_PYTHON_H

#include "bench/plugin/plugin_source.h"
#include "kernel/reason/reason.h"

/* Writes it to this path, or says why not. */
bool plugin_python_write(const plugin_source *s, const char *path, reason *why);

#endif
