/* fuzz.h -- parsers that want more than a call: each reads bytes that lie at `at` and in the
 * file `place`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_SIEGE_FUZZ_H
#define TESTS_SIEGE_FUZZ_H

#include <stddef.h>

/* fuzz_line.c: what a program that speaks lines writes */
void fuzz_line(const char *place);
/* fuzz_store.c: a store; SQL that makes one, sealed afterwards by whoever made it up */
void fuzz_store(const char *place);
void fuzz_rows(const char *place, const unsigned char *at, size_t n);

#endif
