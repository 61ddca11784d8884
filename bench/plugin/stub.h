/* stub.h -- bytes of others inside a C file that a build writes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_STUB_H
#define BENCH_STUB_H

#include <stdio.h>

/* As a string literal: every byte that is not plain is written as its number. */
void stub_text(FILE *f, const char *text, size_t n);
/* As numbers between the braces of an array, with a zero at the end. */
void stub_bytes(FILE *f, const unsigned char *at, size_t n);

#endif
