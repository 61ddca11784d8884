/* model.h -- how a model is opened: a problem seen through one formulation and one view.
 * What a solver may do with it is in ivp/model.h. */
#ifndef IVP_KERNEL_MODEL_H
#define IVP_KERNEL_MODEL_H

#include "instance.h"

struct mech;

struct ivp_model {
    instance *instance;
    ivp_formulation formulation;
    ivp_view view;
    int n, nq, nx, ng;
    int *index;
    bool *differential;
    int newton;        /* projected: Newton steps of the position projection, 0: to rounding */
    bool projects_rhs; /* f(P(y)): for methods that keep a history */
    real wall;         /* break point that ends the present piece; 0: none */
    long count[IVP_NCOUNTERS];
    struct mech *mech; /* of mechanical problems */
    real *y, *point;   /* projected point; (t, y, y') of complex steps */
    real *work;        /* n */
};

/* view: exactly one; options "alpha=.. beta=.." or "newton=..", NULL: defaults. On failure a
 * sentence in why[PLUGIN_WHY_MAX]. */
ivp_status model_open(ivp_model **out, instance *i, ivp_formulation f, const char *options,
                      ivp_view view, char *why);
void model_close(ivp_model *m);

/* The settled state: where the formulation projects, pulls y back to its manifolds.
 * *moved: was y changed. */
ivp_status model_settle(ivp_model *m, real t, real *y, bool *moved);

/* Between the layout of the formulation and the canonical one. Start: y and y' of the unknowns
 * at the consistent start. To canonical: completes a, and lambda where the formulation has
 * none. */
void model_start(const ivp_model *m, real *y, real *yp);
ivp_status model_canonical(ivp_model *m, real t, const real *y, real *canonical);
/* From canonical (completed) to the unknowns y, with y' for the differential ones. */
ivp_status model_unknowns(ivp_model *m, real t, real *canonical, real *y, real *yp);

unsigned formulation_views(const instance *i, ivp_formulation f); /* what it offers */
const ivp_param *formulation_options(ivp_formulation f);          /* or NULL */

/* residual.c and first.c: mechanical problems */
ivp_status residual_mech(ivp_model *m, real t, const real *y, const real *yp, real *F);
ivp_status residual_mech_jac(ivp_model *m, real t, const real *y, const real *yp, real c,
                             ivp_mat J);
ivp_status first_mech(ivp_model *m, real t, const real *y, real *f);
ivp_status first_mech_jac(ivp_model *m, real t, const real *y, ivp_mat J);
ivp_status first_mech_dt(ivp_model *m, real t, const real *y, real *ft);

#endif
