/* phi_krylov.c -- phi functions of a large matrix by Arnoldi's method on the augmented one.
 *
 * From a state v at time a, with beta = |v|,
 *
 *     C V_m = V_m H_m + h_(m+1,m) v_(m+1) e_m^T
 *     exp((t - a) C) v = beta V_(m+1) F(t - a)
 *     F(t) = exp(t [ H_m              0 ]) e_1
 *                  [ h_(m+1,m) e_m^T  0 ]
 *
 * The last entry of F times beta is the error of the approximation without v_(m+1) (Saad, SIAM
 * J. Numer. Anal. 29 (1992)), and bounds that of the one with it from above. It must stay below
 * PHI_KRYLOV_ACCURACY |u| at the end b of the substep. Three sizes of the basis are tried for
 * the whole way to h; then the substep is cut until the largest is good enough. The basis stays
 * valid for every t in (a, b], so that what is asked in ascending order costs one pass.
 *
 * The lower part of the state is scaled to the size of h W: the norm must see both.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/phi/phi_krylov.h"

#include <stdlib.h>

#include "kernel/methods/phi/phi_chain.h"
#include "kernel/methods/phi/phi_dense.h"

enum { SIZES = 3, LARGEST = 40, CUTS = 60, SUBSTEPS = 2000 };
static const int sizes[SIZES] = { 10, 20, LARGEST };

struct phi_krylov {
    int n, m; /* m: size of the present basis */
    phi_operator A;
    phi_chain chain;
    phi_dense *small;
    real h, a, b; /* the present basis serves (a, b]; b = a: none */
    real unit;    /* size of the lower part at the start */
    real beta, last;
    long products;
    int most;        /* substeps */
    real *H, *Hm;    /* (LARGEST + 1)^2: of Arnoldi, and its leading part with the last row */
    real *F, *first; /* LARGEST + 1; first column of Hm */
    real *v, *u;     /* state at a; scratch: n + PHI_COLUMNS */
    real *V;         /* n + PHI_COLUMNS, LARGEST + 1 times */
    real store[];
};

static size_t sz(int n) { return (size_t)n; }

phi_krylov *phi_krylov_create(int n)
{
    const size_t rows = LARGEST + 1, length = sz(n) + PHI_COLUMNS;
    const size_t reals = 2 * rows * rows + 2 * rows + (rows + 2) * length + sz(n) * PHI_COLUMNS;
    phi_krylov *k = calloc(1, sizeof *k + reals * sizeof(real));
    if (!k) return NULL;
    k->n = n;
    k->most = SUBSTEPS;
    k->H = k->store;
    k->Hm = k->H + rows * rows;
    k->F = k->Hm + rows * rows;
    k->first = k->F + rows;
    k->v = k->first + rows;
    k->u = k->v + length;
    k->V = k->u + length;
    k->chain.W = k->V + rows * length;
    k->small = phi_dense_create(LARGEST + 1);
    if (k->small) return k;
    free(k);
    return NULL;
}

void phi_krylov_destroy(phi_krylov *k)
{
    if (!k) return;
    free(k->small);
    free(k);
}

long phi_krylov_products(const phi_krylov *k) { return k->products; }

void phi_krylov_limit(phi_krylov *k, int substeps) { k->most = substeps; }

static int length(const phi_krylov *k) { return k->n + k->chain.columns; }

static real dot(int n, const real *x, const real *y)
{
    real sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

static real norm(int n, const real *x) { return sqrt(dot(n, x, x)); }

static void rewind_to_zero(phi_krylov *k)
{
    k->a = k->b = 0;
    memset(k->v, 0, sz(length(k)) * sizeof(real));
    k->v[length(k) - 1] = k->unit;
}

void phi_krylov_load(phi_krylov *k, phi_operator A, real h, int columns, const real *const *w)
{
    k->A = A;
    k->h = h;
    phi_chain_load(&k->chain, k->n, columns, w);
    k->unit = h * vec_max(k->chain.W, k->n * columns);
    for (int i = 0; i < k->n * columns && k->unit > 0; i++) k->chain.W[i] /= k->unit;
    rewind_to_zero(k);
}

/* ---- one basis --------------------------------------------------------------------------- */

/* Column j of H, and v_(j+1): Gram-Schmidt twice is enough. */
static void arnoldi_step(phi_krylov *k, int j)
{
    const int n = length(k);
    real *w = k->V + (j + 1) * n, *h = k->H + j * (LARGEST + 1);
    k->A.times(k->A.of, k->V + j * n, w);
    phi_chain_add(&k->chain, k->n, k->V + j * n, w);
    k->products++;
    memset(h, 0, (LARGEST + 1) * sizeof(real));
    const real before = norm(n, w);
    for (int twice = 0; twice < 2; twice++)
        for (int i = 0; i <= j; i++) {
            const real *v = k->V + i * n, share = dot(n, v, w);
            h[i] += share;
            for (int l = 0; l < n; l++) w[l] -= share * v[l];
        }
    h[j + 1] = norm(n, w);
    if (h[j + 1] <= 4 * IVP_EPS * before) h[j + 1] = 0; /* the basis is complete */
    for (int l = 0; l < n && h[j + 1] > 0; l++) w[l] /= h[j + 1];
}

/* The small exponential, for all times up to `width`. */
static ivp_status small_problem(phi_krylov *k, int m, real width)
{
    const int rows = m + 1;
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < rows; i++)
            k->Hm[i + j * rows] = j < m ? k->H[i + j * (LARGEST + 1)] : 0;
    memcpy(k->first, k->Hm, sz(rows) * sizeof(real));
    k->m = m;
    const ivp_status st =
        phi_dense_matrix(k->small, (ivp_mat){ rows, rows, rows, k->Hm }, width);
    if (!st) phi_dense_load(k->small, 0, 1, (const real *const[]){ k->first });
    return st;
}

/* u := state at a + t; returns the error estimate relative to its upper part. */
static real evaluate(phi_krylov *k, real t)
{
    const int n = length(k);
    phi_dense_at(k->small, 0, t, k->F); /* e^(tH) e_1 = e_1 + t phi_1(tH) H e_1 */
    k->F[0] += 1;
    memset(k->u, 0, sz(n) * sizeof(real));
    for (int j = 0; j <= k->m; j++)
        for (int i = 0; i < n; i++) k->u[i] += k->beta * k->F[j] * k->V[i + j * n];
    const real error = k->beta * ivp_abs(k->F[k->m]), size = norm(k->n, k->u);
    return error > 0 ? error / size : 0;
}

static bool accurate(real error) { return error <= PHI_KRYLOV_ACCURACY; }

/* Basis at a, as large as the whole rest needs if any size will do. */
static ivp_status grow(phi_krylov *k, real *error)
{
    const int n = length(k), most = n < LARGEST ? n : LARGEST;
    k->beta = norm(n, k->v);
    for (int i = 0; i < n; i++) k->V[i] = k->v[i] / k->beta;
    ivp_status st = IVP_OK;
    for (int s = 0, j = 0, full = 0; !st && s < SIZES && !full; s++) {
        for (; j < sizes[s] && !full; j++) {
            arnoldi_step(k, j);
            full = j + 1 == most || k->H[j + 1 + j * (LARGEST + 1)] <= 0;
        }
        st = small_problem(k, j, k->h - k->a);
        if (st) break;
        *error = evaluate(k, k->h - k->a);
        full = full || accurate(*error);
    }
    return st;
}

/* The next substep: sets b. */
static ivp_status build(phi_krylov *k)
{
    real error = 1, width = k->h - k->a;
    ivp_status st = grow(k, &error);
    for (int cut = 0; !st && !accurate(error); cut++) {
        if (cut == CUTS || !ivp_finite(error)) return IVP_NO_CONVERGENCE;
        const real wanted = pow(PHI_KRYLOV_ACCURACY / error, 1 / (real)k->m);
        width *= ivp_max(R(0.1), ivp_min(R(0.9) * wanted, R(0.8)));
        error = evaluate(k, width);
    }
    k->b = k->a + width;
    return st || width * (real)k->most >= k->h - k->a ? st : IVP_NO_CONVERGENCE;
}

ivp_status phi_krylov_at(phi_krylov *k, real t, real *u)
{
    ivp_status st = IVP_OK;
    if (t < k->a) rewind_to_zero(k);
    memset(u, 0, sz(k->n) * sizeof *u);
    if (k->unit == 0 || t == 0) return st;
    for (int substep = 0; !st && k->b < t; substep++) {
        if (substep == k->most) return IVP_NO_CONVERGENCE;
        if (k->b > k->a) {
            evaluate(k, k->b - k->a);
            memcpy(k->v, k->u, sz(length(k)) * sizeof(real));
            k->a = k->b;
        }
        st = build(k);
    }
    if (st) return st;
    evaluate(k, t - k->a);
    memcpy(u, k->u, sz(k->n) * sizeof *u);
    return vec_finite(u, sz(k->n)) ? IVP_OK : IVP_DOMAIN;
}
