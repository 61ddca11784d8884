/* mech.h -- a mechanical problem's blocks with workspace: accelerations and multipliers from
 * the saddle-point system, tangents, projections. All evaluations are counted in `count`.
 *
 *     [ M  G^T ] [ a      ]   [ f                                    ]
 *     [ G  0   ] [ lambda ] = [ gamma - 2 alpha (G u + g_t) - beta g ]
 *
 * alpha = beta = 0 without Baumgarte's stabilisation (RT paper, section 3.2).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_MECH_H
#define IVP_MECH_H

#include <ivp/model.h>
#include <ivp/problem.h>

#include "kernel/linear/elimination.h"
#include "kernel/problem/forces.h"
#include "kernel/problem/noise.h"

struct cstep;
struct cstep_blocks;
struct derived;
struct fixed_order;
struct mech_sparse;

/* How constraints enter their rows: the weights of g, G u + g_t and G a - gamma. */
typedef struct mech_levels {
    real position, velocity, acceleration;
} mech_levels;

typedef struct mech {
    ivp_mech_problem problem; /* terms, and a hand-written tangent or NULL */
    struct cstep *twin;
    struct derived *derived; /* blocks that the problem leaves out; NULL: it writes all */
    const real *p;
    int nq, nx, ng;
    real alpha, beta;
    long *count;                /* IVP_NCOUNTERS */
    ivp_terms at;               /* blocks of the last evaluation */
    bool stale;                 /* the block has entries that terms() does not overwrite */
    ivp_mat S;                  /* factors of the saddle-point matrix, nq + ng */
    bool is_sparse;             /* M and G are: */
    struct mech_sparse *sparse; /* what is known of them; NULL: they are full */
    struct mech *full;          /* made by mech_full() */
    int *pivots;
    bool factored;             /* for mech_solve() */
    bool pivoted;              /* S holds the factors, not fixed */
    struct fixed_order *fixed; /* the saddle point eliminated without pivoting; NULL: dense */
    real *a, *lambda;          /* lambda follows a: one vector of nq + ng */
    real *rhs, *solution;      /* nq + ng */
    real *y;                   /* (q, u, x) of a point whose parts lie apart */
    real *z, *dz;              /* point and direction of complex steps */
    f_noise noise;             /* of f; none in most models */
    ivp_terms along;           /* directional derivatives of the blocks */
    ivp_tangent tangent;
    real *store;
    size_t terms_reals, tangent_reals;
} mech;

ivp_status mech_create(mech **out, const ivp_problem *problem, const ivp_sizes *sizes,
                       const real *p, struct cstep *twin, long *count);
/* The same with sparse M and G: its memory does not grow as nq^2, except that of
 * mech_full(). */
ivp_status mech_create_sparse(mech **out, const ivp_problem *problem, const ivp_sizes *sizes,
                              const real *p, struct cstep *twin, long *count);
void mech_destroy(mech *m);
/* A workspace of the same problem with full blocks: m itself, or a second one that the first
 * call creates and m owns. IVP_E_NOMEM. */
ivp_status mech_full(mech *m, mech **full);
/* Sets the plan that eliminates the saddle point; if code is NULL, the plan is interpreted. If
 * it leaves a large residual, LU with pivoting follows, which counts as another factorisation.
 * Plan and code must outlive m. IVP_E_NOMEM. */
ivp_status mech_eliminate(mech *m, const elimination_plan *plan, const elimination_code *code);

/* The point of a vector that begins with (q, u, x). */
static inline ivp_state mech_state(const mech *m, real t, const real *y)
{
    return (ivp_state){ .t = t, .y = y, .q = y, .u = y + m->nq, .x = y + 2 * m->nq };
}

/* Evaluates blocks into m->at, which it zeroes first; IVP_DOMAIN if one is not finite. q, u and
 * x of the point may be separate arrays, and its y may be NULL. */
ivp_status mech_terms(mech *m, unsigned want, const ivp_state *s);
/* The same at a point of mech_state(), whose parts are known to lie together. */
ivp_status mech_terms_at(mech *m, unsigned want, const ivp_state *s);

/* Solves the saddle-point system at (t, q, u, x) into m->a and m->lambda. Then, if nx > 0,
 * m->at.d holds x'. mech_accelerate_at(): at a point of mech_state().
 * mech_accelerate_factored() alone leaves factors for mech_solve(). */
ivp_status mech_accelerate(mech *m, const ivp_state *s);
ivp_status mech_accelerate_at(mech *m, const ivp_state *s);
ivp_status mech_accelerate_factored(mech *m, const ivp_state *s);

/* Factors [M G^T; G 0] of m->at. */
ivp_status mech_factor(mech *m);
void mech_solve(mech *m, real *b); /* b: nq + ng; NaN where nothing is factored */

/* b := M^-1 b, b: nq; overwrites M and f of m->at. IVP_SINGULAR, also where a solution would
 * have less than three digits. */
ivp_status mech_solve_mass(mech *m, real *b);

/* Sparse matrices of implicit methods, with factors, of a mech with sparse blocks,
 *
 *     K = [ m M + kq r_q + ku r_u   G^T ]        r = M a + G^T lambda - f
 *         [ G                       0   ]
 *
 * M and G: sparse, of this mech or copies of them. at: the point of the derivatives, with its a
 * and lambda; not read if kq = ku = 0. */
typedef struct mech_matrix mech_matrix;
mech_matrix *mech_matrix_create(mech *m, bool derivatives); /* NULL: no memory */
void mech_matrix_destroy(mech_matrix *k);                   /* accepts NULL */
ivp_status mech_matrix_factor(mech_matrix *k, ivp_mat M, ivp_mat G, const ivp_state *at, real w,
                              real kq, real ku);
void mech_matrix_solve(mech_matrix *k, real *x); /* nq + ng */
int mech_matrix_entries(const mech_matrix *k);   /* of K */

/* cstep_terms() of the twin, and derivatives of blocks that the problem leaves out; dense
 * blocks only. */
ivp_status mech_along(mech *m, unsigned want, const real *z, const real *dz,
                      const struct cstep_blocks *out);

/* Which parts of the tangent are wanted. */
enum {
    TANGENT_R = 1,
    TANGENT_S = 2,
    TANGENT_V = 4,
    TANGENT_W = 8,
    TANGENT_D = 16,
    TANGENT_TIME = 32 /* rt, st, vt, dt of the parts asked for */
};

/* Fills m->tangent (see ivp_tangent) by hand-written code or complex steps. mu: NULL unless
 * TANGENT_W is asked for. */
ivp_status mech_tangent(mech *m, unsigned want, const ivp_state *s, const real *mu);

/* Derivatives of f and d into the caller's matrices; of the stiff terms of f (where the problem
 * gives them); of f and d along (t, q) = (dt, dq), into m->along. */
ivp_status mech_force_jac(mech *m, const ivp_state *s, ivp_force_jac *out);
ivp_status mech_stiff_jac(mech *m, const ivp_state *s, ivp_force_jac *out);
ivp_status mech_force_along(mech *m, const ivp_state *s, real dt, const real *dq);

/* Projects q of y = (q, u, x) onto g(t, q) = 0 with the least change in the norm of M; M and G
 * are those of the initial point. newton > 0: number of Newton steps; 0: iterate to rounding
 * level. Reports the size of the first correction relative to that of q in *moved (may be
 * NULL). */
ivp_status mech_project_q(mech *m, int newton, real t, real *y, real *moved);
/* Projects u onto G(t, q) u + g_t = 0 in the same norm. */
ivp_status mech_project_u(mech *m, real t, real *y, real *moved);

/* mech_sparse.c */
struct mech_sparse *mech_sparse_create(mech *m); /* sets m->at.M and m->at.G; NULL: no memory */
void mech_sparse_destroy(struct mech_sparse *s); /* accepts NULL */
void mech_sparse_anew(struct mech_sparse *s);    /* factors as none; accepts NULL */
ivp_status mech_sparse_terms(mech *m, unsigned want, const ivp_state *s);
ivp_status mech_sparse_factor(mech *m);
void mech_sparse_solve(mech *m, real *b);
ivp_status mech_sparse_factor_mass(mech *m);
void mech_sparse_solve_mass(mech *m, real *b); /* after mech_sparse_factor_mass() */
/* A copy of M or G with its own storage, for mat_copy(); the caller frees the values. */
ivp_tape mech_sparse_copy(ivp_mat A);

/* structure.c: a plan for [M G^T; G 0], read from M and G as they lie one behind the other,
 * from M and G at points around y = (q, u, x) and all over [t0, t1]. NULL: the matrix is not
 * symmetric, no order of pivots is safe, or memory is short. */
elimination_plan *structure_plan(mech *m, real t0, real t1, const real *y);

/* fixed_order.c */
void fixed_order_destroy(struct fixed_order *f); /* accepts NULL */
/* Returns whether all entries of [M G^T; G 0] of m->at are in the plan's pattern. */
bool fixed_order_fits(const mech *m);
void fixed_order_factor(mech *m); /* what fits */
/* b and x are different vectors. Returns false if the factors are too inaccurate or x is not
 * finite. closely: the residual is also compared with b, as for accelerations. */
bool fixed_order_solve(mech *m, bool closely, const real *b, real *x);
/* The same, closely; without factors, and leaving none. */
bool fixed_order_once(mech *m, const real *b, real *x);
/* The matrix that was factored, in full, into m->S. */
void fixed_order_expand(mech *m);

#endif
