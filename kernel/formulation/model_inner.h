/* model_inner.h -- a model: a problem opened in one formulation and one view. ivp/model.h has
 * the functions for solvers.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_KERNEL_MODEL_INNER_H
#define IVP_KERNEL_MODEL_INNER_H

#include "kernel/problem/instance.h"
#include "kernel/formulation/model_private.h"
#include "kernel/formulation/sparse_saddle.h"
#include "kernel/problem/noise.h"
#include "kernel/reason/reason.h"

struct mech;
struct mech_levels;
struct partition;
typedef struct batch batch;
typedef struct mass mass;
typedef struct jac_columns jac_columns;

enum { FORMULATION_OPTIONS = 6 }; /* at most */

/* How the equations of a mechanism are solved: options of every formulation, named like
 * this. */
#define FORMULATION_ELIMINATIONS "static interpreted dense sparse"
#define FORMULATION_LANES        "widest 8 4 2 none"
#define FORMULATION_KINKS        "passed located"
typedef enum ivp_elimination {
    ELIMINATION_STATIC,      /* in an order found once, as compiled code if available */
    ELIMINATION_INTERPRETED, /* the same by its plan */
    ELIMINATION_DENSE,       /* with pivoting */
    ELIMINATION_SPARSE       /* blocks sparse, with pivoting */
} ivp_elimination;
typedef struct formulation_solving {
    ivp_elimination elimination;
    int lanes;  /* at most so many points side by side; 0: none */
    bool kinks; /* located */
    long noise; /* of f (noise.h): a seed; 0: none */
} formulation_solving;

struct ivp_model {
    instance *instance;
    ivp_formulation formulation;
    ivp_view view;
    int n, nq, nx, ng;
    int *index;
    bool *differential;
    ivp_stabilisation given;
    const char *reason; /* why create() failed or a run gave up, or NULL */
    /* why full matrices, or factors over a pattern, are declined for want of memory; "": not */
    reason full_refused, factors_refused;
    const char *remark; /* of the method on this run, or NULL */
    /* those that were given, as spell.h writes them */
    char options[FORMULATION_OPTIONS * (PLUGIN_NAME_MAX + SETTING_MAX)];
    int newton; /* projected: Newton steps of the position projection, 0: to rounding */
    formulation_solving solving;
    bool direct;       /* y' = f is the problem's own f */
    bool unwatched;    /* nobody looks between the steps of this run: model_private.h */
    long unseen;       /* steps that may be taken unseen then */
    bool looks_inside; /* events are located */
    bool projects_rhs; /* f(P(y)): for methods that keep a history */
    real wall, last;   /* break point at the end of the present piece, and the last
                         floating-point time before it */
    real from, first;  /* break point at the start of the piece, and the first floating-point
                         time after it */
    long count[IVP_NCOUNTERS];
    long count_seen[IVP_NCOUNTERS];  /* before steps were taken unseen */
    f_noise noise;                   /* of f; of mechanical problems mech has it */
    bool not_counted[IVP_NCOUNTERS]; /* the method does not know: -1 behind the run */
    struct mech *mech;               /* of mechanical problems */
    struct partition *part;          /* of state_space; NULL otherwise */
    mass *mass;                      /* of problems of form M y' = f */
    jac_columns *columns; /* over a declared pattern (jac_columns.h); NULL: full or banded */
    ivp_pencil *pencil;   /* of methods that opened one, what closes it, */
    void (*close_pencil)(ivp_pencil *p);
    void (*begin_pencil)(ivp_pencil *p); /* and what a run or a piece of it begins with */
    sparse_saddle *saddle;               /* of methods that opened one, and what closes it */
    void (*close_saddle)(sparse_saddle *s);
    void (*anew_saddle)(sparse_saddle *s); /* before a run */
    batch *batch;                          /* of methods that opened one, and what closes it */
    void (*close_batch)(batch *b);
    real *q, *u, *x; /* recovered there: one vector */
    real *y, *point; /* projected point; (t, y, y') of complex steps */
    real *work;      /* n */
    real *full;      /* n x n, of second.c; NULL: no Jacobian was asked for yet */
    real *scratch;   /* 2 n of the instance */
};

/* view: exactly one; options "alpha=.. beta=.." or "newton=.. base=..", NULL: defaults. On
 * failure a sentence in why. */
ivp_status model_open(ivp_model **out, instance *i, ivp_formulation f, const char *options,
                      ivp_view view, reason *why);
void model_close(ivp_model *m);

/* Starts a run or a piece of it: discards cached constant matrices, which may have changed. */
void model_begin(ivp_model *m);
/* Discards what sparse matrices learnt in earlier runs: a run from the same start is the same,
 * to the bit, in every process. model_begin() follows. */
void model_anew(ivp_model *m);

/* Result of settling an accepted state. It is unchanged, or projected onto the manifolds, or
 * the coordinate partition has degraded and the method must restart. */
typedef enum ivp_settled {
    IVP_SETTLED_KEPT,
    IVP_SETTLED_MOVED,
    IVP_SETTLED_RESTART
} ivp_settled;

/* The one hook of a formulation after an accepted step. */
ivp_status model_settle(ivp_model *m, real t, real *y, ivp_settled *what);

/* Unknowns y and y' at the consistent start. */
ivp_status model_start(ivp_model *m, real *y, real *yp);
/* Converts a completed canonical vector to the unknowns, with y' of the differential ones (zero
 * for LIN and DAE, where it is unknown). state_space chooses its coordinates here. */
ivp_status model_unknowns(ivp_model *m, real t, const real *canonical, real *y, real *yp);
/* The same for q, u, x (or y) only, in the present coordinates. */
void model_pack(const ivp_model *m, const real *canonical, real *y);

/* Inverse conversion: q, u, x (or y) only; or the complete vector with a and lambda. lambda is
 * the method's own if the formulation has it. Not counted. */
ivp_status model_positions(ivp_model *m, real t, const real *y, real *canonical);
ivp_status model_canonical(ivp_model *m, real t, const real *y, real *canonical);

/* The problem's tolerance weights, for each unknown; multipliers get 1. */
void model_weights(const ivp_model *m, real *weight);

unsigned formulation_views(const instance *i, ivp_formulation f); /* what it offers */
/* The view in which the model is opened: the lowest bit of those offered; 0: none. */
ivp_view formulation_view(const instance *i, ivp_formulation f, unsigned views);
const ivp_param *formulation_options(ivp_formulation f); /* or NULL */
void formulation_solved(ivp_formulation f, const real *option, formulation_solving *how);

/* The elimination in use: "static", "interpreted", "dense", "sparse", or "" without
 * elimination. The width of the lanes in which batches are evaluated; 0: no batch, or one point
 * at a time. */
const char *model_elimination(const ivp_model *m);
int model_lanes(const ivp_model *m);
/* Evaluates blocks of a mechanism at the points of a batch in lanes and leaves them there; for
 * measurements. */
void model_terms_many(ivp_model *m, const real *t, const real *q, const real *u);

/* Sets the present piece, between the break points from and wall; -INFINITY, INFINITY:
 * none. */
void model_piece(ivp_model *m, real from, real wall);

/* Shifts a time at a break point into the present piece: one ulp before its end, or one after
 * its start. */
static inline real model_inside(const ivp_model *m, real t)
{
    if (t >= m->wall) return m->last;
    return t <= m->from ? m->first : t;
}

/* view.c: not checked, and J zero before. Of FIRST and LINEAR; ft: NULL when not wanted */
ivp_status view_jacobian(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);

/* saddle.c: discards the row order of earlier factors of several numbers c */
void sparse_saddle_begin(sparse_saddle *s);
/* Derivatives of accelerations and multipliers of y' = f along (q, u), into `out`, at the last
 * sparse_saddle_linearise(). Afterwards they no longer depend on positions. */
ivp_status sparse_saddle_along(sparse_saddle *s, const real *q, const real *u, real *out);
void sparse_saddle_drop_positions(sparse_saddle *s);

/* columns.c. Range of rows of column j of an n x n matrix that may be written. For packed
 * diagonals (kernel/linear/band.h): those inside the band. */
int view_top(const ivp_model *m, ivp_mat J, int j);
int view_end(const ivp_model *m, ivp_mat J, int j);
void view_negate(const ivp_model *m, ivp_mat J);
ivp_status view_ode_jac(ivp_model *m, real t, const real *y, ivp_mat J); /* of ODE and LIN */
/* ft := partial df/dt of an ODE or LIN problem */
ivp_status view_dt(ivp_model *m, real t, const real *y, real *ft);
/* Computes all columns of df/dy or of dF/dy + c dF/dy' (implicit) at the point that was set.
 * Each takes one complex step; a band matrix takes ml + mu + 1 in all. */
ivp_status view_step_all(ivp_model *m, bool implicit, real c, ivp_mat J);
/* Sets the point (t, y, yp) of complex steps in m->point, followed by a zero direction. */
real *view_point(ivp_model *m, real t, const real *y, const real *yp);

/* linear.c: M y' = f */
ivp_status linear_open(ivp_model *m);
void linear_close(ivp_model *m);
void linear_begin(ivp_model *m);
/* Evaluates M at the point, unless it is constant and known. */
ivp_status linear_mass(ivp_model *m, real t, const real *y);
/* to += x M, of the last evaluated M; `to` is full, or packed as J. */
void linear_add_matrix(const ivp_model *m, real x, ivp_mat to);
void linear_add(const ivp_model *m, const real *x, real *y); /* y += M x */
ivp_status linear_res(ivp_model *m, real t, const real *y, const real *yp, real *F);
ivp_status linear_res_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                          ivp_mat J);
/* d := the derivative of M(t, y) y' along the direction of m->point, where M varies. The
 * evaluated M is lost. */
ivp_status linear_step(ivp_model *m, real *d);
/* J -= d(M yp)/dy, and ft -= dM/dt yp unless it is NULL; nothing where M is constant */
ivp_status linear_along(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                        real *ft);

/* residual.c and first.c: mechanical problems; constraint level of the residual; y' = f has
 * that of index 1 */
struct mech_levels residual_levels(const ivp_model *m);
ivp_status residual_mech(ivp_model *m, real t, const real *y, const real *yp, real *F);
ivp_status residual_mech_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                             ivp_mat J);
/* N += dF/dy' at the point of the last call of residual_mech_jac() */
void residual_mech_mass(const ivp_model *m, ivp_mat N);
ivp_status first_mech(ivp_model *m, real t, const real *y, real *f);
/* The point where f is evaluated: y, or P(y) for methods that keep a history, in m->y. */
ivp_status first_point(ivp_model *m, real t, const real *y, const real **at);
/* ft: partial df/dt, NULL when not wanted */
ivp_status first_mech_jac(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);
/* without constraints and first-order states */
ivp_status first_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                           ivp_mat J2, real *at);

/* second.c: y' = f that is declared to be v'' = a(t, v, v') */
ivp_status second_accel(ivp_model *m, real t, const real *v, const real *vp, real *a);
ivp_status second_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
                            ivp_mat J2, real *at);

/* state_space.c */
ivp_status state_space_rhs(ivp_model *m, real t, const real *y, real *f);
ivp_status state_space_jac(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);
ivp_status state_space_accel(ivp_model *m, real t, const real *v, const real *vp, real *a);
ivp_status state_space_accel_jac(ivp_model *m, real t, const real *v, const real *vp,
                                 ivp_mat J1, ivp_mat J2, real *at);
ivp_status state_space_choose(ivp_model *m, real t, const real *canonical);
void state_space_pack(const ivp_model *m, const real *canonical, real *y);
ivp_status state_space_positions(ivp_model *m, real t, const real *y, real *canonical);
ivp_status state_space_settle(ivp_model *m, real t, const real *y, bool *good);

#endif
