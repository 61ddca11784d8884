/* words.h -- a record for people. */
#ifndef BENCH_WORDS_H
#define BENCH_WORDS_H

#include "bench/cell/record.h"

void words_print(const record *r);

#endif
