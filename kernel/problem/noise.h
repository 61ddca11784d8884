/* noise.h -- adds a relative error of IVP_EPS with random sign to each component of f, to
 * measure the effect of rounding on a solution. The generator is xorshift64 (Marsaglia, J.
 * Stat. Softw. 8 (2003)), so runs are reproducible.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_PROBLEM_NOISE_H
#define KERNEL_PROBLEM_NOISE_H

#include <ivp/base.h>

#include <stdint.h>

typedef struct f_noise {
    uint64_t state; /* 0: none */
} f_noise;

/* seed 0: none */
f_noise noise_of(long seed);

/* f: n numbers. Without noise it costs one comparison. */
void noise_put(f_noise *z, real *f, int n) __attribute__((cold));
static inline void noise_add(f_noise *z, real *f, int n)
{
    if (__builtin_expect(z->state != 0, 0)) noise_put(z, f, n);
}

#endif
