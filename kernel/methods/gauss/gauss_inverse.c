/* gauss_inverse.c -- (I + z A)^-1 by Gauss and Jordan. */
#include "kernel/methods/gauss/gauss_inverse.h"

#include <string.h>

enum { S = GAUSS_STAGES, PER_OCTAVE = 4, OCTAVES_BELOW_ONE = 2 };

/* In place. Pivots are not sought: those there are stay away from zero for every z
 * (tests/methods/test_gauss_shift.c). */
static void invert(const real *A, real z, real *B)
{
    for (int k = 0; k < S * S; k++) B[k] = z * A[k] + (k % (S + 1) == 0 ? 1 : 0);
    for (int k = 0; k < S; k++) {
        const real over = 1 / B[k * S + k];
        real column[S];
        memcpy(column, B + k * S, sizeof column);
        for (int i = 0; i < S; i++) B[k * S + i] = i == k ? 1 : 0;
        for (int j = 0; j < S; j++) {
            const real f = B[j * S + k] * over;
            for (int i = 0; i < S; i++) B[j * S + i] -= column[i] * f;
            B[j * S + k] = f;
        }
    }
}

const gauss_inverse *gauss_inverse_at(gauss_inverses *inverses, const real *A, real z)
{
    if (!(z > gauss_inverse_least)) return NULL;
    const real octaves = log(z) / log(R(2.0)) + OCTAVES_BELOW_ONE;
    int k = (int)(PER_OCTAVE * ivp_min(octaves, GAUSS_INVERSES) + R(0.5));
    if (k >= GAUSS_INVERSES) k = GAUSS_INVERSES - 1;
    gauss_inverse *i = &inverses->of[k];
    if (i->z > 0) return i;
    i->z = pow(R(2.0), (real)k / PER_OCTAVE - OCTAVES_BELOW_ONE);
    invert(A, i->z, i->B);
    return i;
}
