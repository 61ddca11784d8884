/* record_print.h -- a record for people. */
#ifndef BENCH_CELL_RECORD_PRINT_H
#define BENCH_CELL_RECORD_PRINT_H

#include "bench/cell/record.h"

void words_print(const record *r);

#endif
