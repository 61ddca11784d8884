/* plugin_lanes.h -- a problem that has no lanes, told in one line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_LANES_H
#define BENCH_PLUGIN_LANES_H

#include <stdio.h>

/* path: the file that does not compile in lanes; said: what the compiler said of it, or
 * NULL. */
void plugin_no_lanes(const char *path, FILE *said);

#endif
