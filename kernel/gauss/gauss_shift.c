/* gauss_shift.c -- the number that stands for the Jacobian, and the matrices that go with it. */
#include "kernel/gauss/gauss_shift.h"

#include <string.h>

enum { S = GAUSS_STAGES, PER_OCTAVE = 4, OCTAVES_BELOW_ONE = 2 };

static const real least_part = R(0.35), first_part = R(0.5), most_part = R(0.6);
static const real pace = R(0.93);    /* of the part */
static const real gain = R(0.25);    /* of the means */
static const real parallel = R(0.9); /* cosine of dY and df */
static const real steady = R(0.3);   /* spread over mean */

void gauss_shift_reset(gauss_shift *s)
{
    s->lambda = s->mean = s->spread = 0;
    s->part = first_part;
}

/* B := (I + z A)^-1 by Gauss and Jordan, in place. Pivots are not sought: those there are stay away
 * from zero for every z (tests/methods/test_gauss_shift.c). */
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

const real *gauss_shift_matrix(gauss_shift *s, const real *A, real h)
{
    static const real smallest = R(0.25);
    const real z = -s->lambda * h;
    if (!(z > smallest)) return NULL;
    const real octaves = log(z) / log(R(2.0)) + OCTAVES_BELOW_ONE;
    int k = (int)(PER_OCTAVE * ivp_min(octaves, GAUSS_SHIFTS) + R(0.5));
    if (k >= GAUSS_SHIFTS) k = GAUSS_SHIFTS - 1;
    if (!s->made[k]) invert(A, pow(R(2.0), (real)k / PER_OCTAVE - OCTAVES_BELOW_ONE), s->B[k]);
    s->made[k] = true;
    return s->B[k];
}

static void balance(gauss_shift *s, real rayleigh)
{
    if (!(s->lambda < 0)) return;
    s->part = rayleigh > s->lambda ? ivp_max(least_part, s->part * pace)
                                   : ivp_min(most_part, s->part / pace);
}

void gauss_shift_learn(gauss_shift *s, const real moments[3])
{
    const real yy = moments[0], yf = moments[1], ff = moments[2];
    if (!(yy > 0 && ff > 0)) return;
    balance(s, yf / yy);
    if (yf * yf >= parallel * parallel * yy * ff) {
        const real far = ff / yf;
        if (s->mean == 0) s->mean = far, s->spread = ivp_abs(far) / 2;
        s->spread += gain * (ivp_abs(far - s->mean) - s->spread);
        s->mean += gain * (far - s->mean);
    }
    s->lambda = s->spread < -steady * s->mean ? s->part * s->mean : 0;
}

void gauss_shift_fail(gauss_shift *s) { s->lambda = s->mean = s->spread = 0; }
