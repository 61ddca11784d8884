/* plugin_elimination.h -- compiled eliminations of a mechanism outside the tree.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_ELIMINATION_H
#define BENCH_PLUGIN_ELIMINATION_H

#include "bench/plugin/plugin_source.h"

/* After plugin_compile() of a problem: root/ARITHMETIC/eliminations/NAME.so in double and in
 * the lanes that it has (plugin_eliminate.h). Objects of an earlier build go first. A problem
 * without mechanics or without a safe order has none. What cannot be compiled is told in one
 * line: the elimination is then interpreted, with the same results. Puts root in front of
 * IVPBENCH_PLUGIN_PATH. */
void plugin_elimination_build(const plugin_source *s, const char *root);

#endif
