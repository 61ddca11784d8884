/* proofs.h -- enclosures made by ivpbench-prove, and a table of those on file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_PROOFS_H
#define BENCH_CLI_PROOFS_H

#include <stdbool.h>

typedef struct proofs_request {
    const char *problem, *parameters, *folder, *output; /* output NULL: beside the reference */
    bool quiet;
} proofs_request;

/* Both return an exit code. */
int proofs_make(const proofs_request *q);
int proofs_table(const char *folder);
bool proofs_in(const char *folder); /* are there any? */

#endif
