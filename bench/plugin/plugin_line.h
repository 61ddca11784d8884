/* plugin_line.h -- a program that speaks lines (docs/line-protocol.md) as a solver:
 * include/ivp/line.h around what a data file says of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_LINE_H
#define BENCH_PLUGIN_LINE_H

#include "bench/plugin/plugin_source.h"
#include "kernel/reason/reason.h"

/* Writes it to this path, or says why not. */
bool plugin_line_write(const plugin_source *s, const char *path, reason *why);

#endif
