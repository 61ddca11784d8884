/* gauss_diagonal.c -- df_k/dv_k by differences, and whether they are of use.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/gauss/gauss_diagonal.h"

#include <string.h>

#include "kernel/formulation/batch.h"

enum { S = GAUSS_STAGES, COLUMNS = S - 1, RARELY = 20, MOST_RARELY = 64 };
enum { PER_OCTAVE = 4, OCTAVES_BELOW_ONE = 2 };

static const real useful = R(1.0) / 3;

static long batches(const gauss_diagonal *d) { return (d->n + COLUMNS - 1) / COLUMNS; }
static long least_pause(const gauss_diagonal *d) { return RARELY * batches(d); }

void gauss_diagonal_reset(gauss_diagonal *d)
{
    d->on = d->requested = false;
    d->since = 0;
    d->pause = least_pause(d);
}

/* ---- differences ------------------------------------------------------------------------- */

static real spacing(real v) { return sqrt(IVP_EPS) * (1 + ivp_abs(v)); }

/* Components first, ...: point s has the (s - 1)-th of them moved, point 0 none. */
static void some(gauss_diagonal *d, ivp_model *m, const real *times, const real *y, int first,
                 real *Y, real *f)
{
    const int n = d->n, end = first + COLUMNS < n ? first + COLUMNS : n;
    for (int k = 0; k < 2 * n; k++)
        for (int s = 0; s < S; s++) Y[k * S + s] = y[k];
    for (int k = first; k < end; k++) Y[k * S + k - first + 1] += spacing(y[k]);
    const bool failed = batch_accel(m, times, Y, Y + n * S, f) != IVP_OK;
    for (int k = first; k < end; k++) {
        const real *v = Y + k * S, *a = f + k * S;
        const int s = k - first + 1;
        const real slope = (a[s] - a[0]) / (v[s] - v[0]);
        d->lambda[k] = !failed && ivp_finite(slope) && slope < 0 ? slope : 0;
    }
}

void gauss_diagonal_ask(gauss_diagonal *d, ivp_model *m, real t, const real *y, real *Y,
                        real *f)
{
    if (d->since < d->pause) return;
    real times[S];
    for (int s = 0; s < S; s++) times[s] = t;
    for (int k = 0; k < d->n; k += COLUMNS) some(d, m, times, y, k, Y, f);
    d->requested = true;
    d->since = 0;
}

/* ---- (I + z A)^-1 by Gauss and Jordan ---------------------------------------------------- */

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

/* ---- matrices ---------------------------------------------------------------------------- */

bool gauss_diagonal_take(gauss_diagonal *d, gauss_inverses *inverses, const real *AA, real h,
                         const real **B)
{
    d->most = 0;
    for (int k = 0; k < d->n; k++) {
        const gauss_inverse *i =
            d->on ? gauss_inverse_at(inverses, AA, -d->lambda[k] * h * h) : NULL;
        B[k] = i ? i->B : NULL;
        d->used[k] = i ? -i->z / (h * h) : 0;
        if (i) d->most = ivp_max(d->most, i->z);
    }
    return d->most > 0;
}

/* ---- their worth ------------------------------------------------------------------------- */

static bool of_use(const gauss_diagonal *d, real h, const real *weight, const real *const Y[2],
                   const real *const f[2])
{
    real all = 0, rest = 0;
    for (int k = 0; k < d->n; k++) {
        if (-d->lambda[k] * h * h < gauss_inverse_least) continue;
        for (int j = k * S; j < (k + 1) * S; j++) {
            const real df = weight[k] * (f[0][j] - f[1][j]);
            const real left = df - d->lambda[k] * weight[k] * (Y[0][j] - Y[1][j]);
            all += df * df;
            rest += left * left;
        }
    }
    return rest < useful * useful * all;
}

void gauss_diagonal_learn(gauss_diagonal *d, int count, real h, const real *weight,
                          const real *const Y[2], const real *const f[2])
{
    d->since += count;
    if (!d->requested || count < 2) return;
    const bool on = of_use(d, h, weight, Y, f);
    const long longer = d->pause * (on ? 2 : 4), most = MOST_RARELY * least_pause(d);
    d->pause = on != d->on ? least_pause(d) : longer < most ? longer : most;
    d->on = on;
    d->requested = false;
}

/* Few components are asked for again at once. */
void gauss_diagonal_fail(gauss_diagonal *d, int count)
{
    d->since += d->on ? d->pause / batches(d) : count;
    d->requested = false;
}
