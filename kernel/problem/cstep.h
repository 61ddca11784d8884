/* cstep.h -- derivatives of a problem's functions by the complex step, from its complex twin.
 *
 *     d/ds f(z + s dz) at s = 0   =   Im f(z + i e dz) / e,     e = 1e-100
 *
 * exact to rounding: nothing is subtracted. IVP_DOMAIN if f is NaN in real arithmetic (a root
 * of a negative number) or df/ds is not finite. cstep.c is compiled in the complex arithmetic
 * and takes the twin's descriptor as const void *; signatures here hold plain numbers only.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CSTEP_H
#define IVP_CSTEP_H

#include <ivp/problem.h>

typedef struct cstep cstep;

/* Directional derivatives of the blocks of a mechanical problem, dense column-major. */
typedef struct cstep_blocks {
    plain *M, *G, *f, *d, *g, *gt, *gamma;
} cstep_blocks;

/* NULL when memory is short. */
cstep *cstep_open(const void *twin, const ivp_sizes *sizes, int nparams, int nevents);
void cstep_close(cstep *c);
/* Sets parameters, derived values and sides; the twin computes derived values itself. Call it
 * again whenever p changes. */
void cstep_parameters(cstep *c, const plain *p);

/* z and dz: (t, q, u, x, lambda) of a mechanical problem. Only the wanted blocks of `out` are
 * written. */
ivp_status cstep_terms(cstep *c, unsigned want, const plain *z, const plain *dz,
                       const cstep_blocks *out);
/* The derivative of g alone, ng numbers; z and dz as for cstep_terms(). */
ivp_status cstep_constraints(cstep *c, const plain *z, const plain *dz, plain *dg);
struct tape_sheet;
/* The same for terms() only, without elements, with sparse M and G. Sets out->M and out->G to
 * arrays with one number for each slot of these sheets, which may grow. They are valid until
 * the next call. */
ivp_status cstep_taped(cstep *c, unsigned want, const plain *z, const plain *dz,
                       struct tape_sheet *M, struct tape_sheet *G, cstep_blocks *out);
/* K = -(kq df/dq + ku df/du) of one element at local q and u, n x n by columns; NaN outside the
 * domain. */
void cstep_element(cstep *c, int e, int n, const int *on, plain t, const plain *q,
                   const plain *u, plain kq, plain ku, plain *K);
/* df: nq := the derivative of the sum of all elements' forces; z and dz: (t, q, u, x) */
ivp_status cstep_elements(cstep *c, const plain *z, const plain *dz, plain *df);
/* z and dz: (t, y); df: n */
ivp_status cstep_f(cstep *c, const plain *z, const plain *dz, plain *df);
/* z and dz: (t, y). dM: n x n by columns of ld + 1 numbers, element (i, i) of which is number
 * `upper`: packed diagonals, where ld = lower + upper < n; ld = n and upper = 0: full. */
ivp_status cstep_mass(cstep *c, const plain *z, const plain *dz, int ld, int upper, plain *dM);
/* The same with a sparse M: *dM := an array with one number for each slot of the sheet, which
 * may grow. It is valid until the next call. */
ivp_status cstep_mass_taped(cstep *c, const plain *z, const plain *dz, struct tape_sheet *M,
                            plain **dM);
/* z and dz: (t, y, y'); dF: n */
ivp_status cstep_F(cstep *c, const plain *z, const plain *dz, plain *dF);

#endif
