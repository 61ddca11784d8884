/* rosenbrock_matrix.c -- see rosenbrock_matrix.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/methods/rosenbrock/rosenbrock_matrix.h"

#include <string.h>

#include "kernel/linear/arena.h"
#include "kernel/linear/mat.h"
#include "kernel/formulation/model_private.h"

static size_t sz(int n) { return (size_t)n; }

ivp_status rosenbrock_matrix_open(rosenbrock_matrix *k, ivp_model *m, real gamma, bool none)
{
    const int n = ivp_n(m), np = ivp_view_of(m) == IVP_SECOND ? n / 2 : 0;
    *k = (rosenbrock_matrix){ .m = m, .none = none, .np = np, .nu = n - np, .gamma = gamma };
    if (none) return IVP_OK;
    if (!pencil_is_full(m)) return ivp_pencil_open(m, 1, &k->pencil);
    return ivp_refuses_full(m) ? IVP_E_DECLINED : IVP_OK;
}

size_t rosenbrock_matrix_carve(rosenbrock_matrix *k, real *store)
{
    arena w = { store, 0 };
    if (k->none) return 0;
    if (k->pencil) {
        k->wide = arena_vec(&w, k->np + k->nu);
        return w.used;
    }
    ivp_mat *const matrices[] = { &k->J1, &k->J2, &k->A };
    for (int i = 0; i < 3; i++) *matrices[i] = arena_mat(&w, k->nu, k->nu);
    k->pivots = arena_ints(&w, k->nu);
    return w.used;
}

/* The rows of accelerations and columns of positions in df/dy of a mechanical problem. */
static ivp_mat stiffness(const rosenbrock_matrix *k)
{
    if (k->np) return k->J1;
    const int half = ivp_nq(k->m) ? (k->nu - ivp_nx(k->m)) / 2 : 0;
    return (ivp_mat){ half, half, k->J2.ld, k->J2.a + half };
}

static ivp_status linearise_pencil(rosenbrock_matrix *k, real t, const real *y, bool velocity,
                                   real *ft)
{
    const ivp_status st = ivp_pencil_linearise(k->pencil, t, y, NULL, k->wide);
    if (st) return st;
    memcpy(ft, k->wide + k->np, sz(k->nu) * sizeof *ft);
    if (velocity) pencil_forget_positions(k->pencil);
    return IVP_OK;
}

ivp_status rosenbrock_matrix_at(rosenbrock_matrix *k, real t, const real *y, bool velocity,
                                real *ft)
{
    if (k->pencil) return linearise_pencil(k, t, y, velocity, ft);
    const ivp_status st = k->np ? ivp_accel_jac(k->m, t, y, y + k->np, k->J1, k->J2, ft)
                                : ivp_rhs_jac_dt(k->m, t, y, k->J2, ft);
    if (st || !velocity) return st;
    const ivp_mat K = stiffness(k);
    for (int j = 0; j < K.cols; j++) memset(ivp_at(K, 0, j), 0, sz(K.rows) * sizeof(real));
    return IVP_OK;
}

ivp_status rosenbrock_matrix_factor(rosenbrock_matrix *k, real h)
{
    const real g = k->gamma;
    k->h = h;
    if (k->none) return IVP_OK;
    if (k->pencil) return ivp_pencil_factor(k->pencil, 0, 1 / g, h);
    for (int j = 0; j < k->nu; j++) {
        for (int i = 0; i < k->nu; i++)
            *ivp_at(k->A, i, j) = -h * *ivp_at(k->J2, i, j) - g * h * h * *ivp_at(k->J1, i, j);
        *ivp_at(k->A, j, j) += 1 / g;
    }
    return ivp_factor(k->m, k->A, k->pivots);
}

static void solve_pencil(const rosenbrock_matrix *k, const real *w, real *b)
{
    real *x = k->wide, *z = x + k->np;
    for (int i = 0; i < k->np; i++) x[i] = w[i] / (k->h * k->gamma);
    memcpy(z, b, sz(k->nu) * sizeof *z);
    ivp_pencil_solve(k->pencil, 0, x);
    memcpy(b, z, sz(k->nu) * sizeof *b);
}

void rosenbrock_matrix_solve(const rosenbrock_matrix *k, const real *w, real *b)
{
    if (k->none) {
        for (int i = 0; i < k->nu; i++) b[i] *= k->gamma;
    } else if (k->pencil) {
        solve_pencil(k, w, b);
    } else {
        if (k->np) mat_multiply_add(k->J1, w, b);
        ivp_solve(k->m, k->A, k->pivots, b);
    }
}
