/* fpenv.h -- the floating-point environment: rounding, flushing of small numbers, traps.
 *
 * Exception flags are not part of it: every computation raises them. Reading the environment
 * takes 5 ns on an AMD EPYC of 2024, most of it STMXCSR. A sum whose last digit shows the
 * rounding mode takes a quarter of that (tests/bench/overhead.c prints both). So there are two
 * checks.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_FPENV_H
#define BENCH_FPENV_H

#include "kernel/reason/reason.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fpenv {
    unsigned vector, scalar; /* x86: MXCSR and the x87 control word */
} fpenv;

fpenv fpenv_read(void);
void fpenv_write(fpenv e);
/* false with a sentence that names what is different. */
bool fpenv_same(fpenv before, fpenv now, reason *why);

/* Returns true if arithmetic is that of a new program: sums round to nearest, and subnormal
 * numbers are neither flushed nor read as zero. On x86 the x87 control word must have its
 * default value. Traps of vector operations are not checked: they change no digit, they end the
 * process. If this returns false, fpenv_same() decides, since the process may have started with
 * other settings. */
bool fpenv_usual(void);

#endif
