/* pencil_mech.h -- matrices a I - b J of y' = f of large mechanisms, J = df/dy. J is full and
 * is not formed. With y = (q, u), c = a / b and the sparse saddle point K of number c
 * (saddle_shift.h),
 *
 *     (a I - b J) (x, z) = (v, w)
 *     K (z, .) = [M; G] w / b - [r_q; s_q] v / a
 *     x = v / a + z / c
 *
 * and with the saddle point S of the accelerations (first.c)
 *
 *     J (x, z) = (z, a_xz)
 *     S (a_xz, .) = -[r_q; s_q] x - [r_u; s_u] z
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PENCIL_MECH_H
#define IVP_PENCIL_MECH_H

#include "kernel/formulation/model_inner.h"

typedef struct pencil_mech pencil_mech;

/* *out NULL: the model's blocks are full. count: as of pencils. IVP_E_NOMEM */
ivp_status pencil_mech_open(ivp_model *m, int count, pencil_mech **out);
void pencil_mech_close(pencil_mech *p); /* accepts NULL */
/* Starts a run: discards the row order of earlier factors. */
void pencil_mech_begin(pencil_mech *p);
/* ft: partial df/dt, NULL when not wanted */
ivp_status pencil_mech_linearise(pencil_mech *p, real t, const real *y, real *ft);
ivp_status pencil_mech_factor(pencil_mech *p, int k, real a, real b);
void pencil_mech_solve(pencil_mech *p, int k, real *x);
ivp_status pencil_mech_along(pencil_mech *p, const real *x, real *Jx);
void pencil_mech_forget_positions(
    pencil_mech *p); /* of accelerations, until linearised again */

#endif
