/* elimination_sweep.h -- what code written out from a plan sweeps over: the largest of |x|, y,
 * ..., two numbers at once where a register of double holds two. Of the same numbers it is the
 * same one as that of ivp_max() over them one by one, but where one of them is NaN.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_ELIMINATION_SWEEP_H
#define IVP_ELIMINATION_SWEEP_H

#include "kernel/linear/elimination.h"

#if IVP_ARITH == IVP_DOUBLE && defined __SSE2__

#define ELIMINATION_PAIRS
typedef double elimination_sweep __attribute__((vector_size(16)));
typedef long long elimination_pair __attribute__((vector_size(16)));
/* two numbers in memory */
typedef elimination_pair elimination_stored __attribute__((aligned(8), may_alias));

static inline elimination_sweep elimination_larger(elimination_sweep most, real x, real y)
{
    const elimination_pair unsigned_part = { 0x7fffffffffffffff, 0x7fffffffffffffff },
                           both = (elimination_pair)(elimination_sweep){ x, y };
    return __builtin_ia32_maxpd(most, (elimination_sweep)(both & unsigned_part));
}

static inline real elimination_most(elimination_sweep most)
{
    return ivp_max(most[0], most[1]);
}

#define ELIMINATION_NOTHING ((elimination_sweep){ 0 })

#else

typedef real elimination_sweep;

static inline elimination_sweep elimination_larger(elimination_sweep most, real x, real y)
{
    return ivp_max(ivp_max(most, ivp_abs(x)), ivp_abs(y));
}

static inline real elimination_most(elimination_sweep most) { return most; }

#define ELIMINATION_NOTHING ivp_of(0)

#endif

/* Bits of n numbers that lie side by side. */
static inline elimination_bits elimination_bits_among(const real *x, int n)
{
    elimination_bits bits = elimination_bits_of(ivp_of(0));
    int k = 0;
#ifdef ELIMINATION_PAIRS
    elimination_pair a = { 0 }, b = { 0 };
    for (; k + 4 <= n; k += 4) {
        a |= *(const elimination_stored *)(x + k);
        b |= *(const elimination_stored *)(x + k + 2);
    }
    a |= b;
    bits = (elimination_bits)(a[0] | a[1]) << 1; /* as elimination_bits_of() */
#endif
    for (; k < n; k++) bits |= elimination_bits_of(x[k]);
    return bits;
}

#endif
