/* loops.c -- what the libraries are compared with, compiled with -O2 whatever the build takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/calibration/calibration.h"

#include <math.h>
#include <string.h>

enum { N = CALIBRATION_N, M = CALIBRATION_M };

void loop_sum(workpiece *w)
{
    for (int i = 0; i < N; i++) w->z[i] = 1.7 * w->x[i] + 0.3 * w->y[i];
}

void loop_product(workpiece *w)
{
    for (int i = 0; i < N; i++) w->z[i] = w->x[i] * w->y[i];
}

void loop_dot(workpiece *w)
{
    double s = 0;
    for (int i = 0; i < N; i++) s += w->x[i] * w->y[i];
    w->sum += s;
}

void loop_norm(workpiece *w)
{
    double s = 0;
    for (int i = 0; i < N; i++) s += w->x[i] * w->y[i] * (w->x[i] * w->y[i]);
    w->sum += sqrt(s / N);
}

void loop_quotient(workpiece *w)
{
    double most = 0;
    for (int i = 0; i < N; i++)
        if (fabs(w->x[i] / w->y[i]) > most) most = fabs(w->x[i] / w->y[i]);
    w->sum += most;
}

void loop_dassl(workpiece *w)
{
    double most = 0, s = 0;
    for (int i = 0; i < N; i++)
        if (fabs(w->x[i] / w->y[i]) > most) most = fabs(w->x[i] / w->y[i]);
    for (int i = 0; i < N; i++) {
        const double q = w->x[i] / w->y[i] / most;
        s += q * q;
    }
    w->sum += most * sqrt(s / N);
}

void loop_weights(workpiece *w)
{
    for (int i = 0; i < N; i++) w->z[i] = 1e-6 * fabs(w->x[i]) + 1e-9;
}

/* With the checks of klu_scale(): the row is one, the entry a number or not. */
void loop_rows(workpiece *w)
{
    for (int i = 0; i < M; i++) w->z[i] = 0;
    for (int j = 0; j < M; j++)
        for (int k = w->starts[j]; k < w->starts[j + 1]; k++) {
            const int row = w->row[k];
            if (row < 0 || row >= M) return;
            w->z[row] += w->A[k] < 0 ? -w->A[k] : w->A[k];
        }
}

static int largest(const double *column, int from)
{
    int at = from;
    for (int i = from + 1; i < M; i++)
        if (fabs(column[i]) > fabs(column[at])) at = i;
    return at;
}

static void exchange(double *a, int i, int k)
{
    const double kept = a[i];
    a[i] = a[k];
    a[k] = kept;
}

void loop_lu(workpiece *w)
{
    double *a = w->LU;
    memcpy(a, w->A, sizeof w->A);
    for (int k = 0; k < M; k++) {
        double *c = a + k * M;
        const int p = w->pivots[k] = largest(c, k);
        for (int j = 0; p != k && j < M; j++) exchange(a + j * M, p, k);
        for (int i = k + 1; i < M; i++) c[i] /= c[k];
        for (int j = k + 1; j < M; j++)
            for (int i = k + 1; i < M; i++) a[i + j * M] -= a[k + j * M] * c[i];
    }
}
