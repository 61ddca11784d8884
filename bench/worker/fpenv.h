/* fpenv.h -- the floating-point environment: rounding, flushing of small numbers, traps.
 *
 * Exception flags are not part of it: every computation raises them. Reading all of it takes 5
 * ns on an AMD EPYC of 2024, nearly all of it STMXCSR; a sum whose last digit shows the
 * rounding takes a quarter of that (tests/bench/overhead.c prints both). So there are two
 * looks. */
#ifndef BENCH_FPENV_H
#define BENCH_FPENV_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fpenv {
    unsigned vector, scalar; /* x86: MXCSR and the x87 control word */
} fpenv;

fpenv fpenv_read(void);
void fpenv_write(fpenv e);
/* false with a sentence that names what is different. */
bool fpenv_same(fpenv before, fpenv now, char *why, size_t size);

/* Whether numbers come out as at the start of a program: sums round to nearest, subnormal
 * numbers are neither flushed nor taken for zero, and, on x86, the x87 control word is the
 * usual one. What this does not see is which vector operations trap: those change no digit,
 * they end the process. false is no verdict (the process may have begun otherwise): then
 * fpenv_same() decides. */
bool fpenv_usual(void);

#endif
