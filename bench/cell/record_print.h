/* record_print.h -- a record for people.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CELL_RECORD_PRINT_H
#define BENCH_CELL_RECORD_PRINT_H

#include "bench/cell/record.h"

void words_print(const record *r);

#endif
