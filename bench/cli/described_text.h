/* described_text.h -- what plug-ins document (described.h) as text.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_DESCRIBED_TEXT_H
#define BENCH_CLI_DESCRIBED_TEXT_H

#include <jansson.h>

void described_print(const json_t *o); /* of a problem or a solver */
void described_print_items(const json_t *items);

#endif
