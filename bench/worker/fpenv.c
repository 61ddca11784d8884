/* fpenv.c -- the control words of the processor's arithmetic.
 *
 * A library that was compiled with -ffast-math flushes subnormal numbers from the moment it is
 * loaded; a solver that forgets to set the rounding back changes every digit that follows. */
#include "bench/worker/fpenv.h"

#include "bench/base/util.h"

#include <fenv.h>

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

bool fpenv_same(fpenv before, fpenv now, char *why, size_t size)
{
    const unsigned vector = before.vector ^ now.vector, scalar = before.scalar ^ now.scalar;
    if (!vector && !scalar) return true;
    return fail(why, size, "the floating-point environment was changed: %s",
                vector & FLUSH                         ? "subnormal numbers are flushed to zero"
                : vector & ROUND || scalar & X87_ROUND ? "another rounding"
                                                       : "traps or precision");
}
#else
fpenv fpenv_read(void) { return (fpenv){ (unsigned)fegetround(), 0 }; }
void fpenv_write(fpenv e) { fesetround((int)e.vector); }

bool fpenv_same(fpenv before, fpenv now, char *why, size_t size)
{
    return before.vector == now.vector ||
           fail(why, size, "the floating-point environment was changed: another rounding");
}
#endif
