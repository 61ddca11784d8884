/* model_inner.h -- how a model is opened: a problem seen through one formulation and one view.
 * What a solver may do with it is in ivp/model.h. */
#ifndef IVP_KERNEL_MODEL_INNER_H
#define IVP_KERNEL_MODEL_INNER_H

#include "kernel/problem/instance.h"

struct mech;
struct partition;
typedef struct batch batch;

struct ivp_model {
    instance *instance;
    ivp_formulation formulation;
    ivp_view view;
    int n, nq, nx, ng;
    int *index;
    bool *differential;
    ivp_stabilisation given;
    const char *reason; /* why create() failed, or NULL */
    char options[2 * (PLUGIN_NAME_MAX +
                      SETTING_MAX)]; /* those that were given, as spell.h writes them */
    int newton;        /* projected: Newton steps of the position projection, 0: to rounding */
    bool looks_inside; /* events are located */
    bool projects_rhs; /* f(P(y)): for methods that keep a history */
    real wall;         /* break point that ends the present piece; 0: none */
    long count[IVP_NCOUNTERS];
    struct mech *mech;      /* of mechanical problems */
    struct partition *part; /* of state_space; NULL otherwise */
    batch *batch;           /* of methods that opened one, and what closes it */
    void (*close_batch)(batch *b);
    real *q, *u, *x; /* recovered there: one vector */
    real *y, *point; /* projected point; (t, y, y') of complex steps */
    real *work;      /* n */
    real *scratch;   /* 2 n of the instance, n + n^2 where a mass matrix is kept there */
};

/* view: exactly one; options "alpha=.. beta=.." or "newton=.. base=..", NULL: defaults. On
 * failure a sentence in why[PLUGIN_WHY_MAX]. */
ivp_status model_open(ivp_model **out, instance *i, ivp_formulation f, const char *options,
                      ivp_view view, char *why);
void model_close(ivp_model *m);

/* What became of an accepted state: nothing; pulled back to the manifolds; or the partition of
 * the coordinates has degraded, so that the method must restart in new ones. */
typedef enum ivp_settled {
    IVP_SETTLED_KEPT,
    IVP_SETTLED_MOVED,
    IVP_SETTLED_RESTART
} ivp_settled;

/* The one hook of a formulation after an accepted step. */
ivp_status model_settle(ivp_model *m, real t, real *y, ivp_settled *what);

/* Unknowns y and y' at the consistent start. */
ivp_status model_start(ivp_model *m, real *y, real *yp);
/* From a completed canonical vector to the unknowns, with y' of the differential ones (zero for
 * LIN and DAE, where it is not known). state_space chooses its coordinates here. */
ivp_status model_unknowns(ivp_model *m, real t, const real *canonical, real *y, real *yp);
/* The same for q, u, x (or y) alone, in the coordinates as they are. */
void model_pack(const ivp_model *m, const real *canonical, real *y);

/* Back: q, u, x (or y) alone; or everything, a and lambda completed, lambda the method's own
 * where the formulation has it. Not counted. */
ivp_status model_positions(ivp_model *m, real t, const real *y, real *canonical);
ivp_status model_canonical(ivp_model *m, real t, const real *y, real *canonical);

/* The problem's tolerance weights, for each unknown; multipliers get 1. */
void model_weights(const ivp_model *m, real *weight);

unsigned formulation_views(const instance *i, ivp_formulation f); /* what it offers */
/* The one of these views that it is opened in: the lowest bit of those offered; 0: none. */
ivp_view formulation_view(const instance *i, ivp_formulation f, unsigned views);
const ivp_param *formulation_options(ivp_formulation f); /* or NULL */

/* residual.c and first.c: mechanical problems */
ivp_status residual_mech(ivp_model *m, real t, const real *y, const real *yp, real *F);
ivp_status residual_mech_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                             ivp_mat J);
ivp_status first_mech(ivp_model *m, real t, const real *y, real *f);
/* ft: partial df/dt, NULL when not wanted */
ivp_status first_mech_jac(ivp_model *m, real t, const real *y, ivp_mat J, real *ft);
/* without constraints and first-order states */
ivp_status first_accel_jac(ivp_model *m, real t, const real *v, const real *vp, ivp_mat J1,
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
