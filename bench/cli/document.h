/* document.h -- the answer of a verb to programs: one JSON document on the standard output,
 * which is an error where there is no answer.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_DOCUMENT_H
#define BENCH_CLI_DOCUMENT_H

#include "bench/base/schema.h"
#include "bench/cli/verb.h"

/* Takes a document over, to be printed when the verb has ended. Returns the code; CLI_INFRA,
 * after a sentence, for a document that is not what its schema says. */
int document_give(const schema *s, json_t *o, int code);

/* Runs a verb that was asked for JSON, and prints its document. Where there is none, or the
 * verb fails (codes from 2), there is the member `error`: the exit code, and all that was
 * said. */
int document_run(const cli_verb *v, int argc, char **argv);
/* Has the verb documents, and does the command line ask for them? */
bool document_requested(const cli_verb *v, int argc, char **argv);

#endif
