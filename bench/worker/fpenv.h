/* fpenv.h -- the floating-point environment: rounding, flushing of small numbers, traps.
 *
 * Reading it costs a nanosecond or two (tests/bench/overhead.c prints it). Exception flags are
 * not part of it: every computation raises them. */
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

#endif
