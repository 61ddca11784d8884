/* noise.h -- f with a relative error of IVP_EPS and a random sign in each component: what the rounding of f
 * does to a solution. A generator of its own (xorshift64, Marsaglia, J. Stat. Softw. 8 (2003)), so that a
 * run repeats. */
#ifndef KERNEL_PROBLEM_NOISE_H
#define KERNEL_PROBLEM_NOISE_H

#include <ivp/base.h>

#include <stdint.h>

typedef struct f_noise {
    uint64_t state; /* 0: none */
} f_noise;

static inline f_noise noise_of(long seed)
{
    return (f_noise){ seed ? (uint64_t)seed * UINT64_C(0x9e3779b97f4a7c15) | 1 : 0 };
}

static inline void noise_add(f_noise *z, real *f, int n)
{
    for (int i = 0; i < n; i++) {
        z->state ^= z->state << 13;
        z->state ^= z->state >> 7;
        z->state ^= z->state << 17;
        f[i] += z->state >> 63 ? IVP_EPS * f[i] : -IVP_EPS * f[i];
    }
}

#endif
