/* python_verb.h -- verbs that are programs of the Python package beside this one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_PYTHON_VERB_H
#define BENCH_CLI_PYTHON_VERB_H

#include "bench/cli/verb.h"

/* Checks the command line by the table of the verb, then replaces this process by
 * main() of the module with VERB --option=value ... operand ... Options are flags and texts,
 * and stand in `request`, of the type that the rows belong to. IVPBENCH names this program
 * there. Returns an enum cli_exit only where that fails, after a sentence. */
int python_verb(const cli_verb *v, const char *module, void *request, int argc, char **argv);

#endif
