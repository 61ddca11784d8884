/* saddle_shift.h -- iteration matrices of large mechanisms for methods with several numbers c, and for
 * codes that want the whole matrix of the residual. */
#ifndef IVP_SADDLE_SHIFT_H
#define IVP_SADDLE_SHIFT_H

#include "kernel/problem/mech_matrix.h"

/* For several numbers c, real or complex, from one linearisation: matrix number k < 8,
 *
 *     [ c M + r_u + r_q / c   G^T ]
 *     [ G                     0   ] */
ivp_status saddle_linearise(mech_matrix *k, const ivp_state *at);
ivp_status saddle_factor_shift(mech_matrix *k, int number, real re, real im);
/* im NULL where c was real; im may lie anywhere */
void saddle_solve_shift(mech_matrix *k, int number, real *re, real *im);
/* dF/dy + c dF/dy' of the residual at index 3, in (q, u, lambda), of that linearisation */
ivp_status saddle_residual(mech_matrix *k, real c, ivp_columns *out);
/* out -= [r_q; G] p */
void saddle_subtract(const mech_matrix *k, const real *p, real *out);

#endif
