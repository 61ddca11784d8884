/* dependence.c -- G row by row, by Gram and Schmidt, each twice:
 *
 *     g_j = sum_k r_kj e_k + rest,   dependent where |rest| <= 1e-10 |g_j|
 *     g_j = sum_k c_k g_k            R c = r_j, by back substitution
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/dependence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const real negligible = R(1e-10), no_part = R(1e-8);

typedef struct basis {
    int n, rank; /* length of a row */
    real *e;     /* rank x n */
    real *r;     /* column k: coefficients of the k-th independent row, ng */
    int *row;    /* numbers of the independent rows */
    int ng;
} basis;

static real length(const real *x, int n)
{
    real sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/* rest := its part outside of the basis; r: coefficients of the part inside. */
static void project(const basis *b, real *rest, real *r)
{
    memset(r, 0, (size_t)b->ng * sizeof *r);
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < b->rank; k++) {
            const real *e = b->e + (size_t)k * (size_t)b->n;
            real c = 0;
            for (int j = 0; j < b->n; j++) c += e[j] * rest[j];
            for (int j = 0; j < b->n; j++) rest[j] -= c * e[j];
            r[k] += c;
        }
}

static void take(basis *b, int row, const real *rest, const real *r, real size)
{
    real *e = b->e + (size_t)b->rank * (size_t)b->n,
         *column = b->r + (size_t)b->rank * (size_t)b->ng;
    for (int j = 0; j < b->n; j++) e[j] = rest[j] / size;
    memcpy(column, r, (size_t)b->ng * sizeof *r);
    column[b->rank] = size;
    b->row[b->rank++] = row;
}

/* " 1 and 2": the rows that this one is made of; r is overwritten. */
static void name_parts(const basis *b, ivp_mat G, real *r, real size, char *text, size_t room)
{
    const char *between = "";
    size_t at = 0;
    *text = 0;
    for (int k = b->rank - 1; k >= 0; k--) {
        r[k] /= b->r[(size_t)k * (size_t)b->ng + (size_t)k];
        for (int j = 0; j < k; j++) r[j] -= r[k] * b->r[(size_t)k * (size_t)b->ng + (size_t)j];
    }
    for (int k = 0; k < b->rank && at < room; k++) {
        real row_size = 0;
        for (int j = 0; j < G.cols; j++)
            row_size = ivp_max(row_size, ivp_abs(*ivp_at(G, b->row[k], j)));
        if (ivp_abs(r[k]) * row_size <= no_part * size) continue;
        at += (size_t)snprintf(text + at, room - at, "%s%d", between, b->row[k] + 1);
        between = " and ";
    }
}

static ivp_status examine(const char *whose, ivp_mat G, basis *b, real *rest, reason *why)
{
    real *r = rest + G.cols;
    int dependent = -1;
    char parts[200] = "";
    for (int row = 0; row < G.rows; row++) {
        for (int j = 0; j < G.cols; j++) rest[j] = *ivp_at(G, row, j);
        const real full = length(rest, G.cols);
        project(b, rest, r);
        const real size = length(rest, G.cols);
        if (size > negligible * full) {
            take(b, row, rest, r, size);
        } else if (dependent < 0) {
            dependent = row;
            name_parts(b, G, r, full, parts, sizeof parts);
        }
    }
    if (dependent < 0) return IVP_OK;
    reason_set(
        why,
        "%s: constraints depend on each other at the start: rank %d of %d, row %d %s%s; the "
        "forces of constraint are not unique: leave the row out",
        whose, b->rank, G.rows, dependent + 1, *parts ? "follows from " : "of G is zero",
        parts);
    return IVP_E_INCONSISTENT;
}

ivp_status constraints_depend(const char *whose, ivp_mat G, reason *why)
{
    const size_t ng = (size_t)G.rows, n = (size_t)G.cols;
    real *store = calloc(ng * n + ng * ng + n + ng + 1, sizeof *store);
    int *rows = calloc(ng + 1, sizeof *rows);
    ivp_status status = IVP_E_NOMEM;
    if (store && rows) {
        basis b = { .n = G.cols, .e = store, .r = store + ng * n, .row = rows, .ng = G.rows };
        status = examine(whose, G, &b, store + ng * n + ng * ng, why);
    }
    free(store);
    free(rows);
    return status;
}
