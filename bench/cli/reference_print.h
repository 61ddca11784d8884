/* reference_print.h -- a state of a reference on stdout.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_REFERENCE_PRINT_H
#define BENCH_CLI_REFERENCE_PRINT_H

#include "reference/file/ref.h"

/* csv: a header and a line for each component, else a head with halves, grade and laws before
 * them. observables: those too. */
void reference_print(const ref *r, const ref_state *s, bool csv, bool observables);

#endif
