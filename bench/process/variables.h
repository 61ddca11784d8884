/* variables.h -- which variables of the environment a confined process keeps.
 *
 * Keys and passwords of a user stand there, above all in continuous integration, and what a
 * plug-in prints lands in a store that is shared. So a confined process keeps the variables of
 * a list: search paths, languages, compilers, interpreters, threads, and our own. All others are
 * removed, but those that IVPBENCH_VARIABLES names ("NAME:NAME").
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_VARIABLES_H
#define BENCH_VARIABLES_H

/* Of this process, permanently: what is removed is overwritten in its memory, too. */
void variables_remove(void);

#endif
