/* reference_print.h -- a state of a reference on stdout.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_REFERENCE_PRINT_H
#define BENCH_CLI_REFERENCE_PRINT_H

#include "bench/base/schema.h"
#include "reference/file/ref.h"

/* csv: a header and a line for each component, else a head with halves, grade and laws before
 * them. observables: those too. */
void reference_print(const ref *r, const ref_state *s, bool csv, bool observables);

/* The same as a document; a state that is on no file from the rows that ivpbench-quad prints of
 * it, which are changed. */
extern const schema reference_schema;
json_t *reference_json(const ref *r, const ref_state *s, bool observables);
json_t *reference_json_of_rows(const char *problem, const char *parameters, double t,
                               char *csv);

#endif
