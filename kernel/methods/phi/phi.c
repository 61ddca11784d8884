/* phi.c -- phi functions: the matrix balanced, then by either way.
 *
 * B = D^-1 A D with D of powers of two that bring the norms of row i and column i together:
 * masses of mechanical units (positions and stiff accelerations) cost no squarings then, and no
 * digits. All vectors go through D, exactly.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/phi/phi.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/linear/mat.h"
#include "kernel/methods/phi/phi_dense.h"
#include "kernel/methods/phi/phi_krylov.h"

enum { SWEEPS = 20 };

struct phi {
    int n;
    real h;
    phi_dense *dense;               /* either this ... */
    phi_krylov *krylov[PHI_CHAINS]; /* ... or these */
    ivp_mat B;                      /* balanced; of PHI_PRODUCTS nothing, but */
    phi_operator A;                 /* unbalanced */
    real *scale, *work;
    real *w[PHI_COLUMNS];
    real store[];
};

phi *phi_create(int n, phi_way way)
{
    const size_t k = (size_t)n, full = way == PHI_PRODUCTS ? 0 : k * k;
    phi *p = calloc(1, sizeof *p + (full + (2 + PHI_COLUMNS) * k) * sizeof(real));
    if (!p) return NULL;
    p->n = n;
    p->B = (ivp_mat){ n, n, n, p->store };
    p->scale = p->store + full;
    p->work = p->scale + k;
    for (size_t i = 0; i < PHI_COLUMNS; i++) p->w[i] = p->scale + (2 + i) * k;
    bool good = true;
    if (way == PHI_PADE) good = (p->dense = phi_dense_create(n)) != NULL;
    for (int i = 0; way != PHI_PADE && i < PHI_CHAINS; i++)
        good = (p->krylov[i] = phi_krylov_create(n)) != NULL && good;
    if (good) return p;
    phi_destroy(p);
    return NULL;
}

void phi_destroy(phi *p)
{
    if (!p) return;
    free(p->dense);
    for (int i = 0; i < PHI_CHAINS; i++) phi_krylov_destroy(p->krylov[i]);
    free(p);
}

void phi_limit(phi *p, int bases)
{
    for (int i = 0; i < PHI_CHAINS && p->krylov[i]; i++) phi_krylov_limit(p->krylov[i], bases);
}

int phi_squarings(const phi *p) { return p->dense ? phi_dense_squarings(p->dense) : 0; }

/* ---- balancing --------------------------------------------------------------------------- */

/* Power of two that brings the sums r (row) and c (column), without the diagonal, together. */
static real balancing_factor(real r, real c)
{
    real f = 1;
    if (!(r > 0 && c > 0 && ivp_finite(r) && ivp_finite(c))) return f;
    while (c * f * f < r / 2) f *= 2;
    while (c * f * f > r * 2) f /= 2;
    return f;
}

static real balance_one(ivp_mat B, int i)
{
    real r = 0, c = 0;
    for (int j = 0; j < B.rows; j++) {
        r += j == i ? 0 : ivp_abs(*ivp_at(B, i, j));
        c += j == i ? 0 : ivp_abs(*ivp_at(B, j, i));
    }
    const real f = balancing_factor(r, c);
    if (c * f + r / f >= R(0.95) * (c + r)) return 1;
    for (int j = 0; j < B.rows; j++) {
        *ivp_at(B, j, i) *= f;
        *ivp_at(B, i, j) /= f;
    }
    return f;
}

static void balance(phi *p)
{
    bool moved = true;
    for (int i = 0; i < p->n; i++) p->scale[i] = 1;
    for (int sweep = 0; moved && sweep < SWEEPS; sweep++) {
        moved = false;
        for (int i = 0; i < p->n; i++) {
            const real f = balance_one(p->B, i);
            p->scale[i] *= f;
            moved = moved || f != 1;
        }
    }
}

/* ---- either way -------------------------------------------------------------------------- */

ivp_status phi_matrix(phi *p, ivp_mat A, real h)
{
    for (int j = 0; j < p->n; j++)
        for (int i = 0; i < p->n; i++) *ivp_at(p->B, i, j) = *ivp_at(A, i, j);
    balance(p);
    p->h = h;
    return p->dense ? phi_dense_matrix(p->dense, p->B, h) : IVP_OK;
}

ivp_status phi_products(phi *p, phi_operator A, const real *unit, real h)
{
    memcpy(p->scale, unit, (size_t)p->n * sizeof *unit);
    p->A = A;
    p->h = h;
    return IVP_OK;
}

/* Bx := D^-1 A D x */
static void times(void *of, const real *x, real *Bx)
{
    const phi *p = of;
    if (!p->A.times) {
        memset(Bx, 0, (size_t)p->n * sizeof *Bx);
        mat_multiply_add(p->B, x, Bx);
        return;
    }
    for (int i = 0; i < p->n; i++) p->work[i] = p->scale[i] * x[i];
    p->A.times(p->A.of, p->work, Bx);
    for (int i = 0; i < p->n; i++) Bx[i] /= p->scale[i];
}

void phi_load(phi *p, int chain, int columns, const real *const *w)
{
    const real *balanced[PHI_COLUMNS] = { NULL };
    for (int k = 0; k < columns; k++) {
        if (!w[k]) continue;
        for (int i = 0; i < p->n; i++) p->w[k][i] = w[k][i] / p->scale[i];
        balanced[k] = p->w[k];
    }
    if (p->dense)
        phi_dense_load(p->dense, chain, columns, balanced);
    else
        phi_krylov_load(p->krylov[chain], (phi_operator){ times, p }, p->h, columns, balanced);
}

ivp_status phi_at(phi *p, int chain, real t, real *u)
{
    ivp_status st = IVP_OK;
    if (p->dense)
        phi_dense_at(p->dense, chain, t, u);
    else
        st = phi_krylov_at(p->krylov[chain], t, u);
    for (int i = 0; i < p->n; i++) u[i] *= p->scale[i];
    return st ? st : vec_finite(u, (size_t)p->n) ? IVP_OK : IVP_DOMAIN;
}
