/* model_private.h -- functions of a model for methods of this build, in addition to ivp/model.h
 * (symbol version IVP_PRIVATE: it may change with any commit). */
#ifndef IVP_MODEL_PRIVATE_H
#define IVP_MODEL_PRIVATE_H

#include <ivp/model.h>

/* Returns whether events are located; then dense output must be as accurate as the end of a
 * step. */
bool ivp_looks_inside(const ivp_model *m);
double ivp_span(const ivp_model *m); /* length of the interval, for rules of h0 */

/* Returns whether M and J are kept by columns over a pattern that the problem declares. Then
 * every view has a pencil; that of F = 0 has M = dF/dy' and J = -dF/dy. */
bool ivp_has_columns(const ivp_model *m);

/* Options of constraint stabilisation, for methods with their own stabilisation; zero if not
 * set. */
enum { IVP_CONVERGED = -1 };
typedef struct ivp_stabilisation {
    real alpha, beta; /* baumgarte1, baumgarte2 */
    int newton;       /* projected: Newton steps of the position projection, or IVP_CONVERGED */
    ivp_formulation base; /* projected: IVP_INDEX1 or IVP_INDEX2, what a step is made in */
} ivp_stabilisation;

ivp_stabilisation ivp_stabilisation_of(const ivp_model *m);

/* J = dF/dy and N = dF/dy' as separate matrices from one linearisation, for methods with
 * several numbers c */
ivp_status ivp_res_jacs(ivp_model *m, real t, const real *y, const real *yp, ivp_mat J,
                        ivp_mat N);

/* ivp_declines_full() for create(); sets its sentence as the reason. */
bool ivp_refuses_full(ivp_model *m);

/* Where ivp_is_sparse(): Jx := J x, different vectors; and J without the derivatives of
 * accelerations by positions until it is linearised again, before factors are made. */
ivp_status ivp_pencil_along(ivp_pencil *p, const real *x, real *Jx);
void ivp_pencil_forget_positions(ivp_pencil *p);

#endif
