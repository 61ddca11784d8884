/* divided.c -- see divided.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/multistep/divided.h"

#include <string.h>

real *divided_carve(divided *x, int n, int most, real *storage)
{
    *x = (divided){ .n = n, .most = most };
    for (int j = 0; j <= most; j++, storage += n) x->phi[j] = storage;
    return storage;
}

void divided_begin(divided *x, real h, const real *y, const real *slope)
{
    memcpy(x->phi[0], y, (size_t)x->n * sizeof(real));
    for (int i = 0; i < x->n; i++) x->phi[1][i] = h * slope[i];
    x->psi[1] = h;
    x->known = 1;
}

void divided_ahead(const divided *from, real h, int degree, divided *to)
{
    real beta = 1;
    to->known = degree;
    memcpy(to->phi[0], from->phi[0], (size_t)from->n * sizeof(real));
    for (int j = 1; j <= degree; j++) {
        to->psi[j] = h + from->psi[j - 1];
        beta *= to->psi[j] / from->psi[j];
        for (int i = 0; i < from->n; i++) to->phi[j][i] = beta * from->phi[j][i];
    }
    if (degree < to->most) to->psi[degree + 1] = h + from->psi[degree];
}

void divided_predict(const divided *ahead, int degree, real *y, real *slope)
{
    real gamma = 0;
    memcpy(y, ahead->phi[0], (size_t)ahead->n * sizeof(real));
    if (slope) memset(slope, 0, (size_t)ahead->n * sizeof(real));
    for (int j = 1; j <= degree; j++) {
        gamma += 1 / ahead->psi[j];
        for (int i = 0; i < ahead->n; i++) y[i] += ahead->phi[j][i];
        for (int i = 0; slope && i < ahead->n; i++) slope[i] += gamma * ahead->phi[j][i];
    }
}

void divided_add(divided *ahead, int degree, const real *delta)
{
    real **phi = ahead->phi;
    const bool further = ahead->known > degree && ahead->most > degree + 1;
    for (int i = 0; further && i < ahead->n; i++)
        phi[degree + 2][i] = delta[i] - phi[degree + 1][i];
    memcpy(phi[degree + 1], delta, (size_t)ahead->n * sizeof(real));
    for (int j = degree; j >= 0; j--)
        for (int i = 0; i < ahead->n; i++) phi[j][i] += phi[j + 1][i];
    ahead->known = degree + 1 + further;
}

void divided_at(const divided *x, int degree, real s, real *y)
{
    real weight = 1;
    memcpy(y, x->phi[0], (size_t)x->n * sizeof(real));
    for (int j = 1; j <= degree; j++) {
        weight *= (s + x->psi[j - 1]) / x->psi[j];
        for (int i = 0; i < x->n; i++) y[i] += weight * x->phi[j][i];
    }
}
