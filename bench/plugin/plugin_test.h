/* plugin_test.h -- the contract of one plug-in, checked in a process of its own.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_TEST_H
#define BENCH_PLUGIN_TEST_H

/* Prints one line for each check to stdout. Returns an enum cli_exit. CLI_OK: all pass;
 * CLI_CHECK: one fails or the plug-in ended the process; CLI_USAGE: there is no such
 * plug-in. */
int plugin_test(const char *name);

#endif
