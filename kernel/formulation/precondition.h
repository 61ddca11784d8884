/* precondition.h -- approximate inverses of a M - b J for iterative linear solvers, from M and
 * J over a declared pattern (jac_columns.h).
 *
 *     ilu0    L U with the entries of the pattern alone (Meijerink, van der Vorst, Math. Comp.
 *             31 (1977); Saad, Iterative Methods for Sparse Linear Systems, 10.3)
 *     band    the entries of `width` diagonals on each side, factored
 *     block   the diagonal blocks of `width` unknowns, factored
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_PRECONDITION_H
#define IVP_PRECONDITION_H

#include <ivp/model.h>

typedef enum ivp_precondition_kind {
    IVP_PRECONDITION_NONE,
    IVP_PRECONDITION_ILU0,
    IVP_PRECONDITION_BAND,
    IVP_PRECONDITION_BLOCK
} ivp_precondition_kind;

typedef struct ivp_preconditioner ivp_preconditioner;

/* Of options of solvers: NULL, or why they cannot be; and why a model cannot have one. */
static inline const char *ivp_preconditioner_refused(ivp_precondition_kind kind, double width)
{
    enum { WIDEST = 1000000 };
    const bool integer = width >= 0 && width <= WIDEST && width == (int)width;
    return integer && (width > 0 || kind != IVP_PRECONDITION_BLOCK)
               ? NULL
               : "preconditioner_width must be a whole number, of block at least 1";
}
#define IVP_PRECONDITION_NO_PATTERN                                                            \
    "this preconditioner is built over a pattern, and the problem declares none or is too "    \
    "small: preconditioner=none"

/* Of a model where ivp_has_columns(). IVP_E_NOMEM */
ivp_status ivp_preconditioner_open(ivp_model *m, ivp_precondition_kind kind, int width,
                                   ivp_preconditioner **out);
void ivp_preconditioner_close(ivp_preconditioner *p); /* accepts NULL */
/* M and J at a point, as of a pencil */
ivp_status ivp_preconditioner_linearise(ivp_preconditioner *p, real t, const real *y,
                                        const real *yp);
/* P of a M - b J; IVP_SINGULAR */
ivp_status ivp_preconditioner_factor(ivp_preconditioner *p, real a, real b);
void ivp_preconditioner_solve(ivp_preconditioner *p, real *x); /* x := P^-1 x */

/* Exact products with the matrices of Newton's iteration: Jv := df/dy v of y' = f, and
 * (dF/dy + c dF/dy') v of F = 0, by one complex step; not of mechanical problems. */
ivp_status ivp_rhs_along(ivp_model *m, real t, const real *y, const real *v, real *Jv);
ivp_status ivp_res_along(ivp_model *m, real t, const real *y, const real *yp, real c,
                         const real *v, real *Jv);

#endif
