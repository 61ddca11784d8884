/* model.h -- what a solver sees of a problem: a model, opened in one formulation and one view.
 *
 * Every call is counted and every result checked: NaN or infinity becomes IVP_DOMAIN, a status,
 * and never travels on as a number. Vectors have the length ivp_n(m); the layout of the
 * unknowns is that of the formulation, in this order, blocks that it lacks left out:
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
 *                   pulled back to their manifolds after each step
 *                                                        q u x lambda           q u x
 *     state_space   q = (w, v) partitioned: w from g = 0, w' from G u + g_t = 0
 *                                                        -                      v v' x
 *     ode           y' = f                               y                      y
 *                   a mechanical problem without constraints
 *                                                        q u x                  q u x
 *     lin           M y' = f                             y                      y in IVP_LINEAR
 *     dae           F(t, y, y') = 0                      y                      -
 *
 * projected is not offered in IVP_RES; IVP_SECOND has v v' of state_space, q u of ode.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
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

/* The more structure a view shows, the lower its bit. */
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
int ivp_nq(const ivp_model *m);                   /* 0 unless mechanical */
int ivp_nx(const ivp_model *m);
int ivp_ng(const ivp_model *m);

/* Diagonals below and above the main one that df/dy, M and dF/dy + c dF/dy' may occupy; n - 1
 * where the problem declares none. */
typedef struct ivp_band {
    int lower, upper;
} ivp_band;

ivp_band ivp_band_of(const ivp_model *m);

/* A sentence why create() fails, or why an attempt or a code with a loop of its own gives up:
 * not copied. */
void ivp_reason(ivp_model *m, const char *sentence);
/* A sentence on a run that goes on (its problem is stiff): kept with the result, however that
 * ends. Not copied until then; of several the last one. */
void ivp_remark(ivp_model *m, const char *sentence);

/* ---- IVP_SECOND ------------------------------------------------------------------------- */

/* Unknowns (v, v'), n = 2 nv; offered when nx = 0 by state_space, ode, index1, baumgarte1 and
 * projected. */
ivp_status ivp_accel(ivp_model *m, real t, const real *v, const real *vp, real *a);
/* J1 = da/dv, J2 = da/dv', nv x nv; at = partial da/dt, or NULL when not wanted */
ivp_status ivp_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                         ivp_mat J2, real *at);

/* ---- IVP_FIRST -------------------------------------------------------------------------- */

ivp_status ivp_rhs(ivp_model *m, real t, const real *y, real *f);
/* df/dy, n x n; or with ld < n packed diagonals: element (i, j) of those that ivp_band_of names
 * stands at J.a[i + j ld], nothing else is written */
ivp_status ivp_rhs_jac(ivp_model *m, real t, const real *y, ivp_mat J);
/* both from one linearisation: mechanical problems share nearly all the work */
ivp_status ivp_rhs_jac_dt(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);

/* ---- IVP_LINEAR ------------------------------------------------------------------------- */

/* f and its derivatives as in IVP_FIRST, the residual F = M y' - f as in IVP_RES, and M. A
 * matrix that is constant is evaluated once a restart. */
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

/* M and J = df/dy of IVP_FIRST and IVP_LINEAR as the problem is structured (full, diagonals as
 * in ivp_band_of, or sparse), and factors of matrices a M - b J. Opened in create(); belongs to
 * the model. Where ivp_is_sparse(), of IVP_SECOND too, as y' = f in y = (v, v'); J is not
 * formed there. */
typedef struct ivp_pencil ivp_pencil;

/* Is this a large mechanism, of which blocks and pencils are sparse and no full matrix is
 * made? */
bool ivp_is_sparse(const ivp_model *m);

ivp_status ivp_pencil_open(ivp_model *m, int factors, ivp_pencil **out);
/* J and M at (t, y); ft = partial df/dt, or NULL. Where M varies the derivatives are those of
 * f - M y' with y' = yp fixed; elsewhere yp is not read. */
ivp_status ivp_pencil_linearise(ivp_pencil *p, real t, const real *y, const real *yp, real *ft);
/* Mx := M x, of the last linearisation; x and Mx are different vectors. */
void ivp_pencil_mass(const ivp_pencil *p, const real *x, real *Mx);
/* Factors number k: a M - b J = P^T L U. IVP_SINGULAR as from ivp_factor. */
ivp_status ivp_pencil_factor(ivp_pencil *p, int k, real a, real b);
void ivp_pencil_solve(ivp_pencil *p, int k, real *x); /* x := (a M - b J)^-1 x */

/* ---- IVP_RES ---------------------------------------------------------------------------- */

ivp_status ivp_res(ivp_model *m, real t, const real *y, const real *yp, real *F);
/* J = dF/dy + c dF/dy', n x n, or packed diagonals as above */
ivp_status ivp_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c, ivp_mat J);

/* ---- IVP_MECH_VIEW ----------------------------------------------------------------------- */

/* Blocks at a point; storage of the caller, zeroed by the call. */
typedef struct ivp_blocks {
    ivp_mat M, G;                 /* nq x nq, ng x nq */
    real *f, *d, *g, *gt, *gamma; /* nq, nx, ng, ng, ng */
} ivp_blocks;

/* want: sum of IVP_M .. IVP_GAMMA. lambda of the point is read where IVP_D is wanted; M and G
 * are full. */
ivp_status ivp_blocks_at(ivp_model *m, unsigned want, const ivp_state *s, ivp_blocks *out);

/* Derivatives at frozen a and lambda:
 *     r = M a + G^T lambda - f     rq, ru: nq x nq; rx: nq x nx
 *     d                            dq, du: nx x nq; dx: nx x nx; dl: nx x ng
 *     v = G u + g_t                vq: ng x nq, only where it has storage */
typedef struct ivp_derivatives {
    ivp_mat rq, ru, rx, dq, du, dx, dl, vq;
} ivp_derivatives;

ivp_status ivp_derivatives_at(ivp_model *m, const ivp_state *s, ivp_derivatives *out);

/* ---- linear algebra, counted ------------------------------------------------------------- */

/* For methods with full matrices: a sentence where there are too many unknowns for these (more
 * than 3,000: each then takes 72 MB), or NULL. A `declines` of a solver. */
const char *ivp_declines_full(const ivp_model *m);
/* Dense LU with row pivoting in place. IVP_SINGULAR if a pivot vanishes or is not finite. */
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

const char *ivp_counter_name(ivp_counter c);         /* "n_f", "n_mass" ... */
void ivp_count(ivp_model *m, ivp_counter c, long k); /* a wrapped library's own totals */

#ifdef __cplusplus
}
#endif

#endif
