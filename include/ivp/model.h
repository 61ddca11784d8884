/* model.h -- what a solver sees of a problem: a model, opened in one formulation and one view.
 *
 * Every call is counted and every result is checked: if one is NaN or infinite, the function
 * returns IVP_DOMAIN. Functions that return an ivp_status may also pass on a status of the
 * problem and IVP_E_NOMEM; their results are then undefined. All arrays belong to the caller
 * unless a comment says otherwise. Units are those of the problem, angles are in radians.
 * Vectors have length ivp_n(m). The formulation defines the unknowns, in this order, without
 * blocks that it lacks:
 *
 *     q (nq)   u (nq)   x (nx)   lambda (ng)   mu (ng)          problems of form IVP_MECH
 *     y (n)                                                     all others
 *
 *                                                        unknowns in
 *     formulation   constraints enter as                 IVP_RES, IVP_MECH      IVP_FIRST
 *     index3        g = 0                                q u x lambda           -
 *     index2        G u + g_t = 0                        q u x lambda           -
 *     ggl           both, q' = u - G^T mu                q u x lambda mu        -
 *     index1        G u' = gamma                         q u x lambda           q u x
 *     baumgarte1    G u' = gamma - 2 alpha (G u + g_t) - beta g
 *                                                        q u x lambda           q u x
 *     baumgarte2    G u + g_t = -alpha g                 q u x lambda           -
 *     projected     as index1, or as index2 in IVP_MECH where that is asked for; q and u are
 *                   projected onto their manifolds after each step
 *                                                        q u x lambda           q u x
 *     state_space   q = (w, v) partitioned: w from g = 0, w' from G u + g_t = 0
 *                                                        -                      v v' x
 *     ode           y' = f                               y                      y
 *                   a mechanical problem without constraints
 *                                                        q u x                  q u x
 *     lin           M y' = f                             y                      y in IVP_LINEAR
 *     dae           F(t, y, y') = 0                      y                      -
 *
 * projected is not offered in IVP_RES; IVP_SECOND has v v' of state_space, q u of ode, and the
 * halves of y where the problem declares y' = f to be v'' = a(t, v, v').
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_MODEL_H
#define IVP_MODEL_H

#include <ivp/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ivp_model ivp_model;

typedef enum ivp_formulation {
    IVP_INDEX3 = 1,
    IVP_INDEX2 = 2,
    IVP_GGL = 4,
    IVP_INDEX1 = 8,
    IVP_BAUMGARTE1 = 16,
    IVP_BAUMGARTE2 = 32,
    IVP_PROJECTED = 64,
    IVP_STATE_SPACE = 128,
    IVP_AS_ODE = 256,
    IVP_AS_LIN = 512,
    IVP_AS_DAE = 1024
} ivp_formulation;

/* The interface through which a solver evaluates a model. The more structure a view shows, the
 * lower its bit. */
typedef enum ivp_view {
    IVP_MECH_VIEW = 1, /* ivp_blocks_at and its derivatives       the blocks themselves     */
    IVP_SECOND = 2,    /* ivp_accel and its derivatives           v'' = f(t, v, v')         */
    IVP_FIRST = 4,     /* ivp_rhs and its derivatives             y' = f(t, y)              */
    IVP_LINEAR = 8,    /* ivp_rhs, ivp_mass, ivp_res ...          M(t, y) y' = f(t, y)      */
    IVP_RES = 16       /* ivp_res and its derivatives             F(t, y, y') = 0           */
} ivp_view;

/* ---- what it is ------------------------------------------------------------------------- */

int ivp_n(const ivp_model *m); /* number of unknowns */
ivp_formulation ivp_formulation_of(const ivp_model *m);
ivp_view ivp_view_of(const ivp_model *m);
const int *ivp_index(const ivp_model *m);         /* n: index (1, 2, 3) of each unknown */
const bool *ivp_differential(const ivp_model *m); /* n: its derivative appears */
/* Numbers of positions, first-order states and constraints; 0 unless mechanical */
int ivp_nq(const ivp_model *m);
int ivp_nx(const ivp_model *m);
int ivp_ng(const ivp_model *m);

/* Numbers of diagonals below and above the main one that may be nonzero in df/dy, M and dF/dy +
 * c dF/dy'; n - 1 if the problem declares none. */
typedef struct ivp_band {
    int lower, upper;
} ivp_band;

ivp_band ivp_band_of(const ivp_model *m);

/* Sets the reason, a sentence, before create(), attempt() or drive() returns a failure. It is
 * not copied: it must outlive the solver. */
void ivp_reason(ivp_model *m, const char *sentence);
/* Sets a remark, a sentence, on a run that continues (such as "the problem is stiff"); the
 * result contains it whatever the outcome. It is copied at the end of the run; the last remark
 * counts. */
void ivp_remark(ivp_model *m, const char *sentence);

/* ---- IVP_SECOND ------------------------------------------------------------------------- */

/* v'' = a(t, v, v'); unknowns (v, v'), n = 2 nv. Offered by state_space, ode, index1, baumgarte1
 * and projected if nx = 0, and by ode for y' = f that is declared to be v'' = a. v, vp, a:
 * nv. */
ivp_status ivp_accel(ivp_model *m, real t, const real *v, const real *vp, real *a);
/* true in IVP_SECOND if a does not depend on v', as the problem declares. */
bool ivp_velocity_free(const ivp_model *m);
/* J1 = da/dv, J2 = da/dv', nv x nv; at = partial da/dt, nv, or NULL if not wanted */
ivp_status ivp_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                         ivp_mat J2, real *at);

/* ---- IVP_FIRST -------------------------------------------------------------------------- */

/* f := f(t, y), n */
ivp_status ivp_rhs(ivp_model *m, real t, const real *y, real *f);
/* J := df/dy, n x n. With ld < n, J holds packed diagonals: element (i, j) inside ivp_band_of
 * is J.a[i + j ld]; no other element is written. */
ivp_status ivp_rhs_jac(ivp_model *m, real t, const real *y, ivp_mat J);
/* J := df/dy and ft := partial df/dt (n) from one linearisation; for mechanical problems the
 * second costs little */
ivp_status ivp_rhs_jac_dt(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);

/* ---- IVP_LINEAR ------------------------------------------------------------------------- */

/* f and its derivatives as in IVP_FIRST, the residual F = M y' - f as in IVP_RES, and M. A
 * constant M is evaluated once per restart. */
typedef enum ivp_mass_kind {
    IVP_MASS_ONE,      /* the identity: all other views */
    IVP_MASS_REGULAR,  /* constant, invertible */
    IVP_MASS_SINGULAR, /* constant, singular: differential-algebraic equations */
    IVP_MASS_VARIES    /* depends on t or y */
} ivp_mass_kind;

ivp_mass_kind ivp_mass_of(const ivp_model *m);
ivp_status ivp_mass(ivp_model *m, real t, const real *y, ivp_mat M); /* as in ivp_rhs_jac */
/* Mx := M(t, y) x, in every view that has ivp_rhs; x and Mx are different vectors. */
ivp_status ivp_mass_times(ivp_model *m, real t, const real *y, const real *x, real *Mx);

/* ---- iteration matrices ------------------------------------------------------------------ */

/* Matrices M and J = df/dy of IVP_FIRST and IVP_LINEAR in the problem's structure, and factors
 * of a M - b J. The structure is full, banded (ivp_band_of) or sparse. Call it in create(); the
 * model owns the result. If ivp_is_sparse(), IVP_SECOND has one too, as y' = f in y = (v, v');
 * J is not formed there. */
typedef struct ivp_pencil ivp_pencil;

/* true for a large mechanism: blocks and pencils are sparse, and no full matrix is formed. */
bool ivp_is_sparse(const ivp_model *m);

/* *out: a pencil with `factors` sets of factors. The model frees it. IVP_E_NOMEM: no memory. */
ivp_status ivp_pencil_open(ivp_model *m, int factors, ivp_pencil **out);
/* Evaluates J and M at (t, y); ft := partial df/dt, or NULL. If M varies, the derivatives are
 * those of f - M y' at fixed y' = yp; otherwise yp is not read. */
ivp_status ivp_pencil_linearise(ivp_pencil *p, real t, const real *y, const real *yp, real *ft);
/* Mx := M x, of the last linearisation; x and Mx are different vectors. */
void ivp_pencil_mass(const ivp_pencil *p, const real *x, real *Mx);
/* Computes factors number k, 0 <= k < factors, of a M - b J = P^T L U. IVP_SINGULAR as from
 * ivp_factor(). */
ivp_status ivp_pencil_factor(ivp_pencil *p, int k, real a, real b);
void ivp_pencil_solve(ivp_pencil *p, int k, real *x); /* x := (a M - b J)^-1 x */

/* ---- IVP_RES ---------------------------------------------------------------------------- */

/* F := F(t, y, y'), n; yp = y' */
ivp_status ivp_res(ivp_model *m, real t, const real *y, const real *yp, real *F);
/* J = dF/dy + c dF/dy', n x n, or packed diagonals as above */
ivp_status ivp_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c, ivp_mat J);

/* ---- IVP_MECH_VIEW ----------------------------------------------------------------------- */

/* Blocks at a point. The caller owns the storage; the call zeroes it. */
typedef struct ivp_blocks {
    ivp_mat M, G;                 /* nq x nq, ng x nq */
    real *f, *d, *g, *gt, *gamma; /* nq, nx, ng, ng, ng */
} ivp_blocks;

/* Evaluates the blocks in want, a sum of IVP_M .. IVP_GAMMA. lambda of the point is read if
 * IVP_D is wanted; M and G are full. */
ivp_status ivp_blocks_at(ivp_model *m, unsigned want, const ivp_state *s, ivp_blocks *out);

/* Derivatives at frozen a and lambda:
 *     r = M a + G^T lambda - f     rq, ru: nq x nq; rx: nq x nx
 *     d                            dq, du: nx x nq; dx: nx x nx; dl: nx x ng
 *     v = G u + g_t                vq: ng x nq, only where it has storage */
typedef struct ivp_derivatives {
    ivp_mat rq, ru, rx, dq, du, dx, dl, vq;
} ivp_derivatives;

/* Evaluates them at a point with its a and lambda; the caller owns the storage, full
 * matrices. */
ivp_status ivp_derivatives_at(ivp_model *m, const ivp_state *s, ivp_derivatives *out);

/* ---- linear algebra, counted ------------------------------------------------------------- */

/* Dense LU factorisation with row pivoting, in place; pivots: A.rows numbers, out. IVP_SINGULAR
 * if a pivot is zero or not finite. */
ivp_status ivp_factor(ivp_model *m, ivp_mat A, int *pivots);
void ivp_solve(ivp_model *m, ivp_mat LU, const int *pivots, real *b); /* b := A^-1 b */

/* ---- counters that only the method can know ---------------------------------------------- */

typedef enum ivp_counter {
    IVP_N_F,         /* right-hand sides, residuals or force blocks */
    IVP_N_MASS,      /* mass matrices */
    IVP_N_CON,       /* constraint blocks of any level */
    IVP_N_GAMMA,     /* acceleration-level right-hand sides */
    IVP_N_JAC,       /* Jacobians */
    IVP_N_JAC_EVALS, /* evaluations that the Jacobians cost, complex steps included */
    IVP_N_LU,        /* factorisations */
    IVP_N_SOLVE,     /* back-substitutions */
    IVP_N_NEWTON,    /* nonlinear iterations */
    IVP_N_PROJECT,   /* projections onto the constraint manifolds */
    IVP_N_ACCEPTED,
    IVP_N_REJECTED,
    IVP_N_FAILED,  /* steps */
    IVP_N_EVENT,   /* events located */
    IVP_N_RESTART, /* restarts after the start */
    IVP_NCOUNTERS
} ivp_counter;

const char *ivp_counter_name(ivp_counter c); /* "n_f", "n_mass" ... */
/* Adds k >= 0, a total of a wrapped library. The kernel counts n_f and n_accepted itself. */
void ivp_count(ivp_model *m, ivp_counter c, long k);
/* Call it in finish() if a wrapped library has no count of n_lu, n_solve, n_newton, n_rejected
 * or n_failed. Stores and exports then leave the counter empty instead of 0. Counts of the
 * kernel itself stay. */
void ivp_not_counted(ivp_model *m, ivp_counter c);

#ifdef __cplusplus
}
#endif

#endif
