/* radau_system.c -- see radau_system.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/radau/radau_system.h"

#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/band.h"
#include "kernel/linear/pack.h"
#include "kernel/linear/ldu.h"
#include "kernel/linear/mat.h"
#include "kernel/formulation/batch.h"
#include "kernel/formulation/model_private.h"

ivp_status radau_system_open(radau_system *s, ivp_model *m)
{
    const bool is_rhs = ivp_view_of(m) == IVP_FIRST;
    const int multipliers = is_rhs || !ivp_nq(m) ? 0 : ivp_n(m) - 2 * ivp_nq(m) - ivp_nx(m);
    const bool partitioned = ivp_formulation_of(m) == IVP_STATE_SPACE;
    *s = (radau_system){ .m = m,
                         .n = ivp_n(m),
                         .e = ivp_nq(m) - (partitioned ? ivp_ng(m) : 0),
                         .nm = ivp_formulation_of(m) == IVP_GGL ? ivp_ng(m) : 0,
                         .is_rhs = is_rhs,
                         .band = ivp_band_of(m),
                         .constraints = ivp_n(m) - multipliers };
    s->packed = !s->e && 2 * s->band.lower + s->band.upper + 1 < s->n;
    if (ivp_has_columns(m)) return ivp_pencil_open(m, 1, &s->pencil);
    const ivp_status status = sparse_saddle_open(m, &s->saddle);
    if (!status && !s->saddle && !s->packed && ivp_refuses_full(m)) return IVP_E_DECLINED;
    if (s->saddle && s->nm) s->e = s->nm = 0; /* all of it is sparse, nothing is eliminated */
    if (s->saddle && is_rhs) s->hidden = ivp_ng(m);
    return status;
}

/* A matrix that exchanges of rows may fill: full, unless diagonals take less. */
static clu_mat take_matrix(const radau_system *s, bool is_complex, arena *w)
{
    const int size = s->n - s->e, lower = s->band.lower, upper = lower + s->band.upper;
    const bool packed = s->packed;
    clu_mat A = { .lower = packed ? lower : size - 1, .upper = packed ? upper : size - 1 };
    ivp_mat *const parts[] = { &A.re, &A.im };
    for (int k = 0; k < 1 + is_complex; k++)
        *parts[k] = packed ? band_view(size, lower, upper,
                                       arena_take(w, band_reals(size, lower, upper)))
                           : arena_mat(w, size, size);
    return A;
}

static ivp_mat take_complete(const radau_system *s, arena *w)
{
    const int n = s->n, lower = s->band.lower, upper = s->band.upper;
    if (!s->packed) return arena_mat(w, n, n);
    return band_view(n, lower, upper, arena_take(w, band_reals(n, lower, upper)));
}

size_t radau_system_carve(radau_system *s, int pairs, real *store)
{
    arena w = { store, 0 };
    const int n = s->n, size = n - s->e;
    const bool kept = !s->saddle && !s->pencil;
    if (kept) {
        s->J = take_complete(s, &w);
        s->N = take_complete(s, &w);
        s->P = arena_mat(&w, size, s->e ? size : 0);
    }
    for (int k = 0; k < 2; k++) {
        s->p[k] = arena_vec(&w, s->e);
        s->b[k] = arena_vec(&w, size + s->hidden);
    }
    for (int k = 0; kept && k <= pairs; k++) {
        s->factors[k].A = take_matrix(s, k > 0, &w);
        s->factors[k].d = arena_vec(&w, k ? 0 : size);
        s->factors[k].pivots = arena_ints(&w, size);
    }
    return w.used;
}

ivp_status radau_system_evaluate(radau_system *s, real t, const real *y, const real *yp,
                                 real *out)
{
    return s->is_rhs ? ivp_rhs(s->m, t, y, out) : ivp_res(s->m, t, y, yp, out);
}

/* ---- matrices ---------------------------------------------------------------------------- */

static ivp_mat part(ivp_mat A, int row, int col, int rows, int cols)
{
    return (ivp_mat){ rows, cols, A.ld, A.a + row + (size_t)col * (size_t)A.ld };
}

/* Columns of u: those of q. Columns of mu: those of q times -G^T. */
static void fill_P(radau_system *s)
{
    const int e = s->e, size = s->n - e, mu = size - s->nm;
    const ivp_mat by_q = part(s->J, e, 0, size, e), Gt = part(s->J, 0, s->n - s->nm, e, s->nm);
    memset(s->P.a, 0, (size_t)size * (size_t)s->P.cols * sizeof(real));
    for (int j = 0; j < e; j++)
        memcpy(ivp_at(s->P, 0, j), ivp_at(by_q, 0, j), (size_t)size * sizeof(real));
    for (int k = 0; k < s->nm; k++)
        for (int j = 0; j < e; j++)
            for (int i = 0; i < size; i++)
                *ivp_at(s->P, i, mu + k) -= *ivp_at(by_q, i, j) * *ivp_at(Gt, j, k);
}

static ivp_status linearise_rhs(radau_system *s, real t, const real *y)
{
    const ivp_status status = batch_rhs_jac_near(s->m, t, y, s->J);
    const int n = s->n, lower = s->packed ? s->band.lower : n,
              upper = s->packed ? s->band.upper : n;
    for (int j = 0; j < n; j++) {
        for (int i = band_top(upper, j); i < band_end(n, lower, j); i++)
            *ivp_at(s->J, i, j) = -*ivp_at(s->J, i, j);
        *ivp_at(s->N, j, j) = 1;
    }
    return status;
}

ivp_status radau_system_linearise(radau_system *s, real t, const real *y, const real *yp)
{
    if (s->pencil) return ivp_pencil_linearise(s->pencil, t, y, yp, NULL);
    if (s->saddle) {
        const int nq = ivp_nq(s->m);
        const real *u = y + nq, *a = s->is_rhs ? NULL : yp + nq;
        const ivp_state at = { .t = t, .q = y, .u = u, .x = u + nq, .a = a, .lambda = u + nq };
        return sparse_saddle_linearise(s->saddle, &at, NULL);
    }
    const ivp_status status =
        s->is_rhs ? linearise_rhs(s, t, y) : model_res_jacs(s->m, t, y, yp, s->J, s->N);
    if (!status && s->e) fill_P(s);
    return status;
}

/* to := c N + J + d P; J, P: NULL is zero */
static void assemble_rows(int first, int end, real c, const real *N, const real *J, real d,
                          const real *P, real *to)
{
    int i = first;
    for (; i + PACK <= end; i += PACK) {
        const pack x = c * pack_load(N + i) + (J ? pack_load(J + i) : pack_of(0));
        pack_store(to + i, P ? x + d * pack_load(P + i) : x);
    }
    for (; i < end; i++) {
        const real x = c * N[i] + (J ? J[i] : 0);
        to[i] = P ? x + d * P[i] : x;
    }
}

/* J + c N + P / c: its real part with both real parts, its imaginary part with both others. */
static void assemble(const radau_system *s, const clu_mat *A, real c, real d, bool with_J,
                     ivp_mat to)
{
    const int e = s->e, size = s->n - e, fill = A->upper < size - 1 ? A->lower : 0;
    for (int j = 0; j < size; j++) {
        const real *J = ivp_at(s->J, e, e + j), *N = ivp_at(s->N, e, e + j);
        real *column = ivp_at(to, 0, j);
        const int top = band_top(A->upper - fill, j), end = band_end(size, A->lower, j);
        for (int i = band_top(A->upper, j); i < top; i++) column[i] = 0;
        assemble_rows(top, end, c, N, with_J ? J : NULL, d, e ? ivp_at(s->P, 0, j) : NULL,
                      column);
    }
}

static bool is_full(const clu_mat *A) { return A->lower == A->re.rows - 1; }

static ivp_status factor_real(const radau_factors *f)
{
    const clu_mat *A = &f->A;
    return is_full(A) ? ldu_factor(A->re, f->d, f->pivots)
                      : band_factor(A->re, A->lower, A->upper - A->lower, f->pivots);
}

ivp_status radau_system_factor(radau_system *s, int k, real re, real im)
{
    radau_factors *f = &s->factors[k];
    const real square = re * re + im * im;
    f->cre = re;
    f->cim = im;
    f->dre = re / square;
    f->dim = -im / square;
    if (s->pencil && !k) return ivp_pencil_factor(s->pencil, 0, re, 1);
    if (s->pencil) return pencil_shift(s->pencil, k, re, im);
    if (s->saddle) return sparse_saddle_shift(s->saddle, k, re, im);
    ivp_count(s->m, IVP_N_LU, 1);
    assemble(s, &f->A, f->cre, f->dre, true, f->A.re);
    if (k == 0) return factor_real(f);
    assemble(s, &f->A, f->cim, f->dim, false, f->A.im);
    return clu_factor(f->A, f->pivots);
}

/* ---- solutions --------------------------------------------------------------------------- */

/* b := the other rows of x, [M; G] x where they are those of accelerations, without what
 * p = x_q / c does there */
static void reduce(const radau_system *s, const real *x, const real *p, real *b)
{
    const int e = s->e, size = s->n - e;
    if (s->saddle && s->is_rhs)
        sparse_saddle_mass(s->saddle, x + e, b);
    else
        memcpy(b, x + e, (size_t)size * sizeof(real));
    if (s->saddle) sparse_saddle_subtract(s->saddle, p, b);
    int j = s->saddle ? e : 0;
    for (; j + 1 < e; j += 2)
        column_subtract_two(b, ivp_at(s->J, e, j), p[j], ivp_at(s->J, e, j + 1), p[j + 1], 0,
                            size);
    if (j < e) column_subtract(b, ivp_at(s->J, e, j), p[j], 0, size);
}

/* x := (u - G^T mu, b), of which the first part is still to be divided by c */
static void expand(const radau_system *s, const real *b, real *x)
{
    const int e = s->e, size = s->n - e;
    memcpy(x, b, (size_t)e * sizeof(real));
    for (int k = 0; k < s->nm; k++)
        for (int i = 0; i < e; i++)
            x[i] -= *ivp_at(s->J, i, s->n - s->nm + k) * b[size - s->nm + k];
    memcpy(x + e, b, (size_t)size * sizeof(real));
}

/* Rows of constraints of index 3 are G / c in the matrix, and G where it is sparse. */
static void substitute_sparse(radau_system *s, int k, real *re, real *im)
{
    const radau_factors *f = &s->factors[k];
    const bool divided = ivp_formulation_of(s->m) == IVP_INDEX3;
    for (int i = s->constraints - s->e; divided && i < s->n - s->e; i++) {
        const real x = re[i], y = k ? im[i] : 0;
        re[i] = f->cre * x - f->cim * y;
        if (k) im[i] = f->cre * y + f->cim * x;
    }
    sparse_saddle_solve_shift(s->saddle, k, re, im);
}

static void substitute(const radau_factors *f, real *b)
{
    const clu_mat *A = &f->A;
    if (is_full(A))
        ldu_solve(A->re, f->d, f->pivots, b);
    else
        band_solve(A->re, A->lower, A->upper - A->lower, f->pivots, b);
}

static void solve_real(radau_system *s, const radau_factors *f, real *x)
{
    const int e = s->e;
    if (s->pencil) {
        ivp_pencil_solve(s->pencil, 0, x);
        return;
    }
    if (!s->saddle) ivp_count(s->m, IVP_N_SOLVE, 1);
    if (!e && s->saddle) {
        sparse_saddle_solve_shift(s->saddle, 0, x, NULL);
        return;
    }
    if (!e) {
        substitute(f, x);
        return;
    }
    for (int i = 0; i < e; i++) s->p[0][i] = f->dre * x[i];
    reduce(s, x, s->p[0], s->b[0]);
    if (s->saddle)
        substitute_sparse(s, 0, s->b[0], NULL);
    else
        substitute(f, s->b[0]);
    expand(s, s->b[0], x);
    for (int i = 0; i < e; i++) x[i] = s->p[0][i] + f->dre * x[i];
}

void radau_system_solve(radau_system *s, int k, real *re, real *im)
{
    const radau_factors *f = &s->factors[k];
    const int e = s->e;
    if (k == 0) {
        solve_real(s, f, re);
        return;
    }
    if (s->pencil) {
        pencil_solve_shift(s->pencil, k, re, im);
        return;
    }
    if (!s->saddle) ivp_count(s->m, IVP_N_SOLVE, 1);
    if (!e && s->saddle) {
        sparse_saddle_solve_shift(s->saddle, k, re, im);
        return;
    }
    if (!e) {
        clu_solve(f->A, f->pivots, re, im);
        return;
    }
    for (int i = 0; i < e; i++) {
        s->p[0][i] = f->dre * re[i] - f->dim * im[i];
        s->p[1][i] = f->dre * im[i] + f->dim * re[i];
    }
    reduce(s, re, s->p[0], s->b[0]);
    reduce(s, im, s->p[1], s->b[1]);
    if (s->saddle)
        substitute_sparse(s, k, s->b[0], s->b[1]);
    else
        clu_solve(f->A, f->pivots, s->b[0], s->b[1]);
    expand(s, s->b[0], re);
    expand(s, s->b[1], im);
    for (int i = 0; i < e; i++) {
        const real x = re[i];
        re[i] = s->p[0][i] + f->dre * x - f->dim * im[i];
        im[i] = s->p[1][i] + f->dre * im[i] + f->dim * x;
    }
}
