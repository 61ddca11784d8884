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
/* Are events looked for? Then the state inside a step matters as much as that at its end. */
bool ivp_looks_inside(const ivp_model *m);
double ivp_span(const ivp_model *m); /* length of the interval, for rules of h0 */

/* Diagonals below and above the main one that df/dy, M and dF/dy + c dF/dy' may occupy; n - 1
 * where the problem declares none. */
typedef struct ivp_band {
    int lower, upper;
} ivp_band;

ivp_band ivp_band_of(const ivp_model *m);
/* Does the problem say which entries of M and df/dy there are? Not of mechanical problems. */
bool ivp_tells_pattern(const ivp_model *m);

/* What was said about the stabilisation of the constraints, for methods that bring their own;
 * zeros where nothing was said. */
enum { IVP_CONVERGED = -1 };
typedef struct ivp_stabilisation {
    real alpha, beta; /* baumgarte1, baumgarte2 */
    int newton;       /* projected: Newton steps of the position projection, or IVP_CONVERGED */
    ivp_formulation base; /* projected: IVP_INDEX1 or IVP_INDEX2, what a step is made in */
} ivp_stabilisation;

ivp_stabilisation ivp_stabilisation_of(const ivp_model *m);

/* A sentence why create() fails, or why an attempt or a code with a loop of its own gives up: not
 * copied. */
void ivp_reason(ivp_model *m, const char *sentence);
/* A sentence on a run that goes on (its problem is stiff): kept with the result, however that ends.
 * Not copied until then; of several the last one. */
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
/* df/dy, n x n; or with ld < n packed diagonals: element (i, j) of those that ivp_band_of names stands
 * at J.a[i + j ld], nothing else is written */
ivp_status ivp_rhs_jac(ivp_model *m, real t, const real *y, ivp_mat J);
/* The same for simplified Newton iterations, which do not need all digits: of mechanical problems by central
 * differences of points side by side, right to 1e-8 of its largest entry, where a batch is open and has
 * lanes. J is full. */
ivp_status ivp_rhs_jac_near(ivp_model *m, real t, const real *y, ivp_mat J);
/* both from one linearisation: mechanical problems share nearly all the work */
ivp_status ivp_rhs_jac_dt(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);

/* ---- IVP_LINEAR ------------------------------------------------------------------------- */

/* f and its derivatives as in IVP_FIRST, the residual F = M y' - f as in IVP_RES, and M. A matrix
 * that is constant is evaluated once a restart. */
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

/* M and J = df/dy of IVP_FIRST and IVP_LINEAR as the problem is structured (full, diagonals as in
 * ivp_band_of, or sparse), and factors of matrices a M - b J. Opened in create(); belongs to the model.
 * Where ivp_is_sparse(), of IVP_SECOND too, as y' = f in y = (v, v'); J is not formed there. */
typedef struct ivp_pencil ivp_pencil;

ivp_status ivp_pencil_open(ivp_model *m, int factors, ivp_pencil **out);
/* J and M at (t, y); ft = partial df/dt, or NULL. Where M varies the derivatives are those of
 * f - M y' with y' = yp fixed; elsewhere yp is not read. */
ivp_status ivp_pencil_linearise(ivp_pencil *p, real t, const real *y, const real *yp, real *ft);
/* Mx := M x, of the last linearisation; x and Mx are different vectors. */
void ivp_pencil_mass(const ivp_pencil *p, const real *x, real *Mx);
/* Factors number k: a M - b J = P^T L U. IVP_SINGULAR as from ivp_factor. */
ivp_status ivp_pencil_factor(ivp_pencil *p, int k, real a, real b);
void ivp_pencil_solve(ivp_pencil *p, int k, real *x); /* x := (a M - b J)^-1 x */
/* Where ivp_is_sparse(): Jx := J x, different vectors; and J without the derivatives of accelerations by
 * positions until it is linearised again, before factors are made. */
ivp_status ivp_pencil_along(ivp_pencil *p, const real *x, real *Jx);
void ivp_pencil_forget_positions(ivp_pencil *p);

/* ---- batches --------------------------------------------------------------------------- */

/* Points side by side: component k of point s stands at x[k * IVP_BATCH + s]. They cost a
 * fraction of single calls where the processor, the arithmetic and the problem have lanes, and
 * as much where they have not; counters count points. To be opened once, in create(). */
enum { IVP_BATCH = 8 };
ivp_status ivp_open_batch(ivp_model *m);
/* IVP_SECOND and IVP_FIRST: t[IVP_BATCH]; v, vp, a: nv x IVP_BATCH; y, f: n x IVP_BATCH */
ivp_status ivp_accel_many(ivp_model *m, const real *t, const real *v, const real *vp, real *a);
ivp_status ivp_rhs_many(ivp_model *m, const real *t, const real *y, real *f);
/* The first so many points alone; the others hold something that may be evaluated. */
ivp_status ivp_rhs_points(ivp_model *m, int points, const real *t, const real *y, real *f);
/* Has ivp_open_batch() found lanes? Otherwise points go one by one. */
bool ivp_has_lanes(const ivp_model *m);

/* Sums over the points of a batch, for stages that depend on each other:
 *
 *     out_k[s] = base_k + h c_s slope_k + hA sum_j A_sj x_k[j],     A_sj = A[j * IVP_BATCH + s] */
typedef struct ivp_sums {
    const real *A, *c;
    real h, hA;
} ivp_sums;

/* k < n; slope may be NULL: zero */
void ivp_collocate(const ivp_model *m, int n, const ivp_sums *sums, const real *base,
                   const real *slope, const real *x, real *out);

/* Both lines of v'' = f at once: of y = (v, v'), n each, into out = (V, V'), where V is by the first sums with the slope v', V' by
 * the second ones without */
void ivp_collocate_second(const ivp_model *m, int n, const ivp_sums sums[2], const real *y,
                          const real *x, real *out);

/* sqrt(sum_k w_k^2 sum_s (x_k[s] - y_k[s])^2) for k < n; y may be NULL: zero */
real ivp_distance(const ivp_model *m, int n, const real *w, const real *x, const real *y);

/* x_k += B[k] (y_k - x_k) for k < n, by columns as A, NULL: I; returns the distance of x from y before. */
real ivp_relax(const ivp_model *m, int n, const real *w, const real *const *B, real *x,
               const real *y);

/* Sums over k < n and all points of w_k^2 dx^2, w_k^2 dx df and w_k^2 df^2, where dx = x[0] - x[1]
 * and df = f[0] - f[1]: how f changes with x. */
void ivp_moments(const ivp_model *m, int n, const real *w, const real *const x[2],
                 const real *const f[2], real sums[3]);

/* ---- IVP_RES ---------------------------------------------------------------------------- */

ivp_status ivp_res(ivp_model *m, real t, const real *y, const real *yp, real *F);
/* J = dF/dy + c dF/dy', n x n, or packed diagonals as above */
ivp_status ivp_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c, ivp_mat J);
/* J = dF/dy, N = dF/dy' apart, from one linearisation: for methods with several numbers c */
ivp_status ivp_res_jacs(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                        ivp_mat N);

/* ---- IVP_MECH_VIEW ----------------------------------------------------------------------- */

enum {
    IVP_WANT_M = 1,
    IVP_WANT_F = 2,
    IVP_WANT_D = 4,
    IVP_WANT_G = 8,
    IVP_WANT_GQ = 16,
    IVP_WANT_GT = 32,
    IVP_WANT_GAMMA = 64
}; /* the same bits as IVP_M .. IVP_GAMMA of problem.h */

/* Blocks at a point; storage of the caller, zeroed by the call. */
typedef struct ivp_blocks {
    ivp_mat M, G;                 /* nq x nq, ng x nq */
    real *f, *d, *g, *gt, *gamma; /* nq, nx, ng, ng, ng */
} ivp_blocks;

/* lambda of the point is read where IVP_WANT_D is wanted; M and G are full, or those of
 * ivp_saddle_blocks() */
ivp_status ivp_blocks_at(ivp_model *m, unsigned want, const ivp_state *s, ivp_blocks *out);

/* Derivatives at frozen a and lambda:
 *     r = M a + G^T lambda - f     rq, ru: nq x nq; rx: nq x nx
 *     d                            dq, du: nx x nq; dx: nx x nx; dl: nx x ng
 *     v = G u + g_t                vq: ng x nq, only where it has storage */
typedef struct ivp_derivatives {
    ivp_mat rq, ru, rx, dq, du, dx, dl, vq;
} ivp_derivatives;

ivp_status ivp_derivatives_at(ivp_model *m, const ivp_state *s, ivp_derivatives *out);

/* Sparse iteration matrices of large mechanisms without first-order states,
 *
 *     K = [ m M + kq r_q + ku r_u   G^T ]
 *         [ G                       0   ]
 *
 * Opened in create(); belongs to the model. *out NULL: blocks and derivatives are full here. */
typedef struct ivp_saddle ivp_saddle;
bool ivp_is_sparse(
    const ivp_model *m); /* would it be one? pencils need no full matrix then either */
ivp_status ivp_saddle_open(ivp_model *m, ivp_saddle **out);
/* M and G of `out` become sparse ones of the caller, for ivp_blocks_at(): set number 0 or 1. */
void ivp_saddle_blocks(ivp_saddle *s, int set, ivp_blocks *out);
/* M and G from there; r_q and r_u at the point, with its a and lambda; not where kq = ku = 0.
 * IVP_SINGULAR as from ivp_factor. */
ivp_status ivp_saddle_factor(ivp_saddle *s, const ivp_state *at, real m, real kq, real ku);
void ivp_saddle_solve(ivp_saddle *s, real *x); /* x := K^-1 x */

/* The stabilised form of index 2 in x = (a, lambda, nu), in place of number 0, with e = a - G0^T nu, v = G u + g_t, M and G
 * of set 0 and G0 of set 1:
 *
 *     (m M + ku r_u) a + kq r_q e + G^T lambda
 *     G e
 *     G a + kq / ku v_q e */
ivp_status ivp_saddle_factor_stabilised(ivp_saddle *s, const ivp_state *at, real m, real kq,
                                        real ku);
void ivp_saddle_solve_stabilised(ivp_saddle *s, real *x);

/* Matrix number k < 8 of [ M - kq f_q - ku f_u, G^T; below, 0 ], M, G and `below` as above, f_q and f_u at the point,
 * which is not looked at where kq = ku = 0; solved by ivp_saddle_solve_shift(). */
ivp_status ivp_saddle_factor_forces(ivp_saddle *s, int k, const ivp_blocks *b, ivp_mat below,
                                    const ivp_state *at, real kq, real ku);
/* M - kq f_q - ku f_u alone, M of the caller, and its solution */
ivp_status ivp_saddle_factor_free(ivp_saddle *s, ivp_mat M, const ivp_state *at, real kq,
                                  real ku);
void ivp_saddle_solve_free(ivp_saddle *s, real *x); /* nq */
/* Another number when the structure has grown, and all factors of numbers k are lost. */
int ivp_saddle_made(const ivp_saddle *s);

/* For several numbers c, real or complex, from one linearisation at a point with its a and lambda, or those of
 * y' = f where a is NULL: matrix number k < 8 of dF/dy + c dF/dy', F as in IVP_RES of this formulation, or y' - f as
 * that of index 1, with dq = (. + du) / c eliminated,
 *
 *     [ c M + r_u + r_q / c     G^T ]     s of index 1: G a - gamma, of index 2: G u + g_t, so that s_u = G
 *     [ c s_a + s_u + s_q / c   0   ]     index 3: G in place of G / c
 *
 * In ggl, where mu lies behind lambda, nothing is eliminated. by_time: (a_t, lambda_t) of y' = f, or NULL. */
ivp_status ivp_saddle_linearise(ivp_saddle *s, const ivp_state *at, real *by_time);
ivp_status ivp_saddle_shift(ivp_saddle *s, int k, real re, real im);
/* x := K^-1 x of number k; im is not looked at where c was real */
void ivp_saddle_solve_shift(ivp_saddle *s, int k, real *re, real *im);
void ivp_saddle_subtract(const ivp_saddle *s, const real *p,
                         real *out); /* out -= [r_q; s_q] p; index 3: [r_q; G] p */
void ivp_saddle_mass(const ivp_saddle *s, const real *x, real *out); /* out := [M; s_a] x */

/* dF/dy + c dF/dy' of IVP_RES by columns: rows of column j are row[first[j]] ..
 * row[first[j + 1] - 1]. Of the model, until the next call; `made` is another number when the
 * structure is another one. */
typedef struct ivp_columns {
    int n, made;
    const int *first, *row;
    const real *value;
} ivp_columns;
ivp_status ivp_saddle_residual(ivp_saddle *s, const ivp_state *at, real c, ivp_columns *out);

/* Derivatives of the forces f and of d alone, as partitioned methods want them. */
typedef struct ivp_force_jac {
    ivp_mat fq, fu, fx, dq, du, dx; /* nq or nx rows; nq, nq, nx columns */
} ivp_force_jac;

ivp_status ivp_force_jac_at(ivp_model *m, const ivp_state *s, ivp_force_jac *out);
/* The same of the stiff terms only, where the problem tells them; zero in fx, dq, du, dx. */
bool ivp_tells_stiff(const ivp_model *m);
ivp_status ivp_stiff_jac_at(ivp_model *m, const ivp_state *s, ivp_force_jac *out);
/* One derivative of (f, d), nq + nx, along (t, q) = (dt, dq); u, x, lambda are fixed. */
ivp_status ivp_force_along(ivp_model *m, const ivp_state *s, real dt, const real *dq,
                           real *along);

/* ---- linear algebra, counted ------------------------------------------------------------- */

/* For methods with full matrices: a sentence where there are too many unknowns for these (more than 3,000: each then
 * takes 72 MB), or NULL. A `declines` of a solver. */
const char *ivp_declines_full(const ivp_model *m);
bool ivp_refuses_full(
    ivp_model *m); /* the same for create(): with the sentence as its reason */
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
bool ivp_counter_may_be_unknown(ivp_counter c);      /* one of those below */
void ivp_count(ivp_model *m, ivp_counter c, long k); /* a wrapped library's own totals */
/* A wrapped library does not tell n_lu, n_solve, n_newton, n_rejected or n_failed: said in finish(),
 * the run has no such number. Stores and exports leave it empty; it is not 0. What the kernel
 * counts itself stays. */
void ivp_not_counted(ivp_model *m, ivp_counter c);

#ifdef __cplusplus
}
#endif

#endif
