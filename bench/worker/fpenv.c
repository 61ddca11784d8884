/* fpenv.c -- the control words of the processor's arithmetic.
 *
 * A library that was compiled with -ffast-math flushes subnormal numbers from the moment it is
 * loaded; a solver that does not restore the rounding mode changes all later results.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/worker/fpenv.h"

#include "bench/base/util.h"

#include <fenv.h>
#include <stdint.h>

/* Two sums at once, of terms that the compiler does not know. 1 + 0.75 eps and -1 - 0.75 eps
 * round away from zero to nearest; each other direction takes one of them to +-1. 1.5 u - u is
 * half of the least normal number u: zero if results are flushed; the least number of all plus
 * zero is zero if terms are. */
typedef double pair __attribute__((vector_size(16)));
typedef int64_t bits __attribute__((vector_size(16)));
static volatile pair terms[] = {
    { 1, -1 }, { 0x1.8p-53, -0x1.8p-53 }, { 0x1.8p-1022, 0x1p-1074 }, { -0x1p-1022, 0 }
};
static const pair large = { 0x1.0000000000001p0, -0x1.0000000000001p0 };
static const pair small = { 0x1p-1023, 0x1p-1074 };

static bool sums_are_usual(void)
{
    const pair a = terms[0] + terms[1], b = terms[2] + terms[3];
    const bits wrong = ((bits)a ^ (bits)large) | ((bits)b ^ (bits)small);
    return !(wrong[0] | wrong[1]);
}

#if defined __x86_64__
enum { FLAGS = 0x3f, FLUSH = 0x8040, ROUND = 0x6000, X87_ROUND = 0xc00 };

fpenv fpenv_read(void)
{
    unsigned vector;
    unsigned short scalar;
    __asm__ volatile("stmxcsr %0" : "=m"(vector));
    __asm__ volatile("fnstcw %0" : "=m"(scalar));
    return (fpenv){ vector & ~(unsigned)FLAGS, scalar };
}

void fpenv_write(fpenv e)
{
    const unsigned short scalar = (unsigned short)e.scalar;
    __asm__ volatile("ldmxcsr %0" : : "m"(e.vector));
    __asm__ volatile("fldcw %0" : : "m"(scalar));
}

bool fpenv_usual(void)
{
    enum { AT_START = 0x37f }; /* all traps masked, 64 bits, to nearest */
    unsigned short scalar;
    __asm__ volatile("fnstcw %0" : "=m"(scalar));
    return (scalar == AT_START) & sums_are_usual();
}

bool fpenv_same(fpenv before, fpenv now, reason *why)
{
    const unsigned vector = before.vector ^ now.vector, scalar = before.scalar ^ now.scalar;
    if (!vector && !scalar) return true;
    return reason_set(why, "the floating-point environment was changed: %s",
                      vector & FLUSH ? "subnormal numbers are flushed to zero"
                      : vector & ROUND || scalar & X87_ROUND ? "another rounding"
                                                             : "traps or precision");
}
#else
/* `scalar` is whether sums come out otherwise than to be expected. */
fpenv fpenv_read(void) { return (fpenv){ (unsigned)fegetround(), !sums_are_usual() }; }
bool fpenv_usual(void) { return sums_are_usual(); }

void fpenv_write(fpenv e)
{
    if (!e.scalar) fesetenv(FE_DFL_ENV);
    fesetround((int)e.vector);
}

bool fpenv_same(fpenv before, fpenv now, reason *why)
{
    if (before.vector == now.vector && before.scalar == now.scalar) return true;
    return reason_set(why, "the floating-point environment was changed: %s",
                      before.vector != now.vector ? "another rounding"
                                                  : "subnormal numbers are flushed to zero");
}
#endif
