/* forces.h -- derivatives of forces alone, for partitioned methods of this build (symbol
 * version IVP_PRIVATE: it may change with any commit).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_FORCES_H
#define IVP_FORCES_H

#include <ivp/model.h>

/* Derivatives of the forces f and of d only, for partitioned methods. */
typedef struct ivp_force_jac {
    ivp_mat fq, fu, fx, dq, du, dx; /* nq or nx rows; nq, nq, nx columns */
} ivp_force_jac;

ivp_status forces_jac(ivp_model *m, const ivp_state *s, ivp_force_jac *out);
/* The same for the stiff terms only, if the problem defines them; zero in fx, dq, du, dx. */
bool forces_tell_stiff(const ivp_model *m);
ivp_status forces_stiff_jac(ivp_model *m, const ivp_state *s, ivp_force_jac *out);
/* One derivative of (f, d), nq + nx, along (t, q) = (dt, dq); u, x, lambda are fixed. */
ivp_status forces_along(ivp_model *m, const ivp_state *s, real dt, const real *dq, real *along);

#endif
