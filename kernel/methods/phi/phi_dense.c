/* phi_dense.c -- phi functions of a dense matrix by scaling and squaring of the augmented one.
 *
 * With tau = h / 2^s so small that [q/q] Pade is exact to rounding for z = tau A,
 *
 *     V = sum b_2k z^2k
 *     U = z sum b_(2k+1) z^2k
 *     e^z = I + 2 (V - U)^-1 U
 *     X_0 = e^z - I
 *     X_(j+1) = 2 X_j + X_j^2
 *
 * and X_j = exp(2^j tau A) - I are all kept. In the block triangular exponential the columns
 * beside e^(tA) need no more than these: at tau they are a Taylor series (products with
 * vectors), and squaring doubles them,
 *
 *     C_(j+1) = C_j + X_j C_j + C_j e^(2^j tau N)
 *
 * A state at t goes through the binary digits of t / tau, one product each, and the fraction
 * that is left through the series again: so one preparation serves every t in [0, h].
 *
 * s is chosen from |z^4|^(1/4) and |z^6|^(1/6) instead of |z|, but no rounding error of the
 * Pade terms, which |z| governs, may pass: Al-Mohy, Higham, SIAM J. Matrix Anal. Appl. 31
 * (2009), (5.1) and (5.2).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/phi/phi_dense.h"

#include <stdlib.h>

#include "kernel/linear/lu.h"
#include "kernel/methods/phi/phi_chain.h"

#if IVP_ARITH == IVP_QUAD
enum { DEGREE = 13 }; /* q, odd: reaches |z| = 1.1 */
#else
enum { DEGREE = 7 }; /* 0.95 */
#endif
enum { LEVELS = 100, TERMS = 500, MATRICES = 6 };

struct phi_dense {
    int n, squarings;
    ivp_mat A;
    real h, tau;
    struct {
        phi_chain at_zero;
        real *C; /* n x PHI_COLUMNS for each level */
    } chain[PHI_CHAINS];
    real *X;                                     /* n x n for each level */
    real *z, *z2, *power, *next, *even, *odd;    /* n x n */
    real *state, *term, *image;                  /* n + PHI_COLUMNS */
    real coefficient[DEGREE + 1], leading, near; /* b_k; see begin() */
    int *pivots;
    real store[];
};

static size_t sz(int n) { return (size_t)n; }

/* b_k of the [q/q] Pade polynomials of exp. The backward error
 *
 *     c |z|^(2q+1),     c = (q!)^2 / ((2q)! (2q+1)!)
 *
 * stays below |z| IVP_EPS / 2 up to |z| = near; c is `leading`. */
static void begin(phi_dense *d)
{
    const int q = DEGREE;
    d->coefficient[0] = d->leading = 1;
    for (int k = 0; k < q; k++)
        d->coefficient[k + 1] =
            d->coefficient[k] * (real)(q - k) / (real)((2 * q - k) * (k + 1));
    for (int k = 1; k <= q; k++) d->leading *= (real)k / (real)(q + k);
    for (int k = 1; k <= 2 * q + 1; k++) d->leading /= (real)k;
    d->near = pow(IVP_EPS / 2 / d->leading, 1 / (real)(2 * q));
}

phi_dense *phi_dense_create(int most)
{
    const size_t n = sz(most), nn = n * n, columns = n * PHI_COLUMNS, long_n = n + PHI_COLUMNS;
    const size_t reals =
        (LEVELS + MATRICES) * nn + PHI_CHAINS * (LEVELS + 1) * columns + 3 * long_n;
    phi_dense *d = calloc(1, sizeof *d + reals * sizeof(real) + n * sizeof(int));
    if (!d) return NULL;
    real *at = d->store;
    real **const squares[MATRICES] = { &d->z, &d->z2, &d->power, &d->next, &d->even, &d->odd };
    for (int k = 0; k < MATRICES; k++, at += nn) *squares[k] = at;
    d->X = at;
    at += LEVELS * nn;
    for (int k = 0; k < PHI_CHAINS; k++, at += LEVELS * columns) {
        d->chain[k].at_zero.W = at;
        d->chain[k].C = at += columns;
    }
    d->state = at;
    d->term = at + long_n;
    d->image = at + 2 * long_n;
    void *rest = at + 3 * long_n; /* no int is longer than a real */
    d->pivots = rest;
    begin(d);
    return d;
}

int phi_dense_squarings(const phi_dense *d) { return d->squarings; }

/* ---- the matrices ------------------------------------------------------------------------ */

/* C := A B */
static void multiply(int n, const real *A, const real *B, real *C)
{
    memset(C, 0, sz(n) * sz(n) * sizeof *C);
    for (int j = 0; j < n; j++) columns_add(A, n, n, n, B + j * n, C + j * n);
}

static void scale(int n, real factor, real *A)
{
    for (int i = 0; i < n * n; i++) A[i] *= factor;
}

static real norm(int n, const real *A)
{
    real most = 0;
    for (int j = 0; j < n; j++) {
        real sum = 0;
        for (int i = 0; i < n; i++) sum += ivp_abs(A[i + j * n]);
        if (!(sum <= most)) most = sum; /* NaN too */
    }
    return most;
}

/* How often x must be divided by `by` to come down to `near`; LEVELS + 1: too often. */
static int divisions(real x, real by, real near)
{
    int s = 0;
    for (; !(x <= near) && s <= LEVELS; s++) x /= by;
    return s;
}

static void swap(real **a, real **b)
{
    real *x = *a;
    *a = *b;
    *b = x;
}

/* | |2^-s z|^(2q+1) | / |2^-s z| : what rounding makes of the Pade terms */
static real rounding_growth(const phi_dense *d, int s)
{
    const int n = d->n;
    const real shrink = ldexp((real)1, -s);
    real *transposed = d->even, *x = d->term, *y = d->image, most = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) transposed[j + i * n] = shrink * ivp_abs(d->z[i + j * n]);
    for (int i = 0; i < n; i++) x[i] = 1;
    for (int k = 0; k < 2 * DEGREE + 1; k++, swap(&x, &y)) {
        memset(y, 0, sz(n) * sizeof *y);
        columns_add(transposed, n, n, n, x, y);
    }
    for (int i = 0; i < n; i++) most = ivp_max(most, x[i]);
    return most / (shrink * norm(n, d->z));
}

/* z = h A, and where its norm asks for squarings z^2, z^4 and z^6 in z2, power, next. */
static int choose_squarings(phi_dense *d)
{
    const int n = d->n, plain_choice = divisions(norm(n, d->z), 2, d->near);
    if (plain_choice == 0 || plain_choice > LEVELS) return plain_choice;
    multiply(n, d->z, d->z, d->z2);
    multiply(n, d->z2, d->z2, d->power);
    multiply(n, d->power, d->z2, d->next);
    const real by_4 = sqrt(sqrt(norm(n, d->power)));
    const real by_6 = pow(norm(n, d->next), 1 / R(6.0));
    int s = divisions(by_4 > by_6 ? by_4 : by_6, 2, d->near);
    const real error = d->leading * rounding_growth(d, s);
    s += divisions(error, ldexp((real)1, 2 * DEGREE), IVP_EPS / 2);
    return s < plain_choice ? s : plain_choice;
}

static void accumulate(phi_dense *d, int k, const real *power)
{
    const int n = d->n;
    for (int i = 0; i < n * n; i++) {
        d->even[i] += d->coefficient[2 * k] * power[i];
        d->odd[i] += d->coefficient[2 * k + 1] * power[i];
    }
}

/* V and U at 2^-s z from z^2, z^4, z^6; U in next. */
static void pade_polynomials(phi_dense *d)
{
    const int n = d->n, s = d->squarings;
    memset(d->even, 0, sz(n) * sz(n) * sizeof(real));
    memset(d->odd, 0, sz(n) * sz(n) * sizeof(real));
    for (int i = 0; i < n; i++) {
        d->even[i + i * n] = d->coefficient[0];
        d->odd[i + i * n] = d->coefficient[1];
    }
    scale(n, ldexp((real)1, -s), d->z);
    scale(n, ldexp((real)1, -2 * s), d->z2);
    scale(n, ldexp((real)1, -4 * s), d->power);
    scale(n, ldexp((real)1, -6 * s), d->next);
    accumulate(d, 1, d->z2);
    accumulate(d, 2, d->power);
    accumulate(d, 3, d->next);
    for (int k = 4; 2 * k < DEGREE; k++) {
        swap(&d->power, &d->next);
        multiply(n, d->power, d->z2, d->next);
        accumulate(d, k, d->next);
    }
    multiply(n, d->z, d->odd, d->next);
}

/* X_0 = 2 (V - U)^-1 U, then the squarings; X_s itself is never needed. */
static ivp_status exponentials(phi_dense *d)
{
    const int n = d->n;
    const size_t nn = sz(n) * sz(n);
    pade_polynomials(d);
    for (size_t i = 0; i < nn; i++) d->even[i] -= d->next[i];
    const ivp_mat D = { n, n, n, d->even };
    const ivp_status st = lu_factor(D, d->pivots);
    if (st) return st;
    real *X = d->X;
    for (size_t i = 0; i < nn; i++) X[i] = 2 * d->next[i];
    for (int j = 0; j < n; j++) lu_solve(D, d->pivots, X + j * n);
    for (int k = 1; k < d->squarings; k++, X += nn) {
        multiply(n, X, X, X + nn);
        for (size_t i = 0; i < nn; i++) X[nn + i] += 2 * X[i];
    }
    return vec_finite(X, nn) ? IVP_OK : IVP_DOMAIN;
}

ivp_status phi_dense_matrix(phi_dense *d, ivp_mat A, real h)
{
    const int n = d->n = A.rows;
    d->A = A;
    d->h = h;
    d->squarings = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) d->z[i + j * n] = h * *ivp_at(A, i, j);
    const int s = choose_squarings(d);
    if (s > LEVELS) return IVP_DOMAIN;
    d->squarings = s;
    d->tau = h * ldexp((real)1, -s);
    return s ? exponentials(d) : IVP_OK;
}

/* ---- the columns, and states ------------------------------------------------------------- */

static real largest(const real *x, int n) { return vec_max(x, n); }

/* state := exp(t C) state by Taylor's series. The lower part ends by itself after p terms; only
 * then do small terms mean that the upper one has converged. */
static void series(phi_dense *d, const phi_chain *c, real t)
{
    const int n = d->n, p = c->columns;
    memcpy(d->term, d->state, sz(n + p) * sizeof(real));
    for (int k = 1, small = 0; k < TERMS && small < 2; k++) {
        phi_chain_multiply(c, d->A, d->term, d->image);
        for (int i = 0; i < n + p; i++) {
            d->term[i] = d->image[i] * (t / (real)k);
            d->state[i] += d->term[i];
        }
        const bool tiny = largest(d->term, n) <= IVP_EPS / 4 * largest(d->state, n);
        small = k > p && tiny ? small + 1 : 0;
    }
}

/* x := e^(t N) x */
static void shift(int p, real t, real *x)
{
    for (int i = 0; i < p; i++) {
        real factor = 1;
        for (int k = i + 1; k < p; k++) {
            factor *= t / (real)(k - i);
            x[i] += factor * x[k];
        }
    }
}

/* state := exp(2^j tau C) state */
static void level(phi_dense *d, int chain, int j)
{
    const int n = d->n, p = d->chain[chain].at_zero.columns;
    const ivp_mat X = { n, n, n, d->X + sz(j) * sz(n) * sz(n) };
    const ivp_mat C = { n, p, n, d->chain[chain].C + sz(j) * sz(n) * PHI_COLUMNS };
    memcpy(d->image, d->state, sz(n) * sizeof(real));
    mat_multiply_add(X, d->image, d->state);
    mat_multiply_add(C, d->state + n, d->state);
    shift(p, ldexp(d->tau, j), d->state + n);
}

/* state := (0, e_k) */
static void unit_state(phi_dense *d, int p, int k)
{
    memset(d->state, 0, sz(d->n + p) * sizeof(real));
    d->state[d->n + k] = 1;
}

/* When w_p alone drives the chain, its columns are c_k = t^k phi_k(t A) w_p, and one follows
 * from the other: c_k = A c_(k+1) + t^k / k! w_p. */
static void descend(const phi_dense *d, const real *w, int k, const real *next, real *column)
{
    real factor = 1;
    for (int i = 1; i <= k; i++) factor *= d->tau / (real)i;
    for (int i = 0; i < d->n; i++) column[i] = factor * w[i];
    mat_multiply_add(d->A, next, column);
}

/* Columns at tau */
static void first_columns(phi_dense *d, const phi_chain *c, bool single, real *C)
{
    const int n = d->n, p = c->columns;
    for (int k = p - 1; k >= 0; k--) {
        if (single && k < p - 1) {
            descend(d, c->W, k + 1, C + (k + 1) * n, C + k * n);
            continue;
        }
        unit_state(d, p, k);
        series(d, c, d->tau);
        memcpy(C + k * n, d->state, sz(n) * sizeof(real));
    }
}

void phi_dense_load(phi_dense *d, int chain, int columns, const real *const *w)
{
    const int n = d->n;
    phi_chain *c = &d->chain[chain].at_zero;
    phi_chain_load(c, n, columns, w);
    if (d->squarings == 0) return;
    bool single = true;
    for (int k = 0; k + 1 < columns; k++) single = single && !w[k];
    real *C = d->chain[chain].C;
    first_columns(d, c, single, C);
    for (int j = 0; j + 1 < d->squarings; j++)
        for (int k = 0; k < columns; k++) {
            unit_state(d, columns, k);
            for (int twice = 0; twice < 2; twice++) level(d, chain, j);
            memcpy(C + ((j + 1) * PHI_COLUMNS + k) * n, d->state, sz(n) * sizeof(real));
        }
}

void phi_dense_at(phi_dense *d, int chain, real t, real *u)
{
    const phi_chain *c = &d->chain[chain].at_zero;
    real rest = t;
    unit_state(d, c->columns, c->columns - 1);
    for (int j = d->squarings - 1; j >= 0; j--)
        while (rest >= ldexp(d->tau, j)) {
            level(d, chain, j);
            rest -= ldexp(d->tau, j);
        }
    if (rest > 0) series(d, c, rest);
    memcpy(u, d->state, sz(d->n) * sizeof(real));
}
