/* noise.h -- f with a relative error of IVP_EPS and a random sign in each component: what the
 * rounding of f does to a solution. A generator of its own (xorshift64, Marsaglia, J. Stat.
 * Softw. 8 (2003)), so that a run repeats. */
#ifndef KERNEL_PROBLEM_NOISE_H
#define KERNEL_PROBLEM_NOISE_H

#include <ivp/base.h>

#include <stdint.h>

typedef struct f_noise {
    uint64_t state; /* 0: none */
} f_noise;

/* seed 0: none */
f_noise noise_of(long seed);

/* f[n], where there is noise at all: the usual run pays a comparison. */
void noise_put(f_noise *z, real *f, int n) __attribute__((cold));
static inline void noise_add(f_noise *z, real *f, int n)
{
    if (__builtin_expect(z->state != 0, 0)) noise_put(z, f, n);
}

#endif
