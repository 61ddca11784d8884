/* noise.c -- the signs are the highest bit of the generator.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/noise.h"

f_noise noise_of(long seed)
{
    return (f_noise){ seed ? (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) | 1 : 0 };
}

void noise_put(f_noise *z, real *f, int n)
{
    for (int i = 0; i < n; i++) {
        z->state ^= z->state << 13;
        z->state ^= z->state >> 7;
        z->state ^= z->state << 17;
        f[i] += z->state >> 63 ? IVP_EPS * f[i] : -IVP_EPS * f[i];
    }
}
