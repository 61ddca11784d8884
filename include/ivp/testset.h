/* testset.h -- adapter for problems in the Fortran interface of the Test Set for IVP Solvers.
 *
 *     prob init feval jeval meval solut
 *
 * Source: Mazzia, Magherini, Test Set for IVP Solvers, release 2.4, part I.3, "Format of the
 * problem codes".
 *
 * `ivpbench plugin build --testset crank.f` writes a file of two lines that includes this one.
 * What is declared here is in libivpadapters.a, for the complex twin, which gives derivatives,
 * in libivpadapters-complex.a. Such a problem is in double alone: no reference in quad can be
 * made.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_TESTSET_H
#define IVP_TESTSET_H

#include <ivp/problem.h>

/* Functions that the Fortran files define. Hidden lengths of CHARACTER arguments come last. */
IVP_EXTERN void prob_(char *fullnm, char *problm, char *type, int *neqn, int *ndisc, double *t,
                      int *numjac, int *mljac, int *mujac, int *nummas, int *mlmas, int *mumas,
                      int *ind, size_t, size_t, size_t);
IVP_EXTERN void init_(int *neqn, double *t, double *y, double *yprime, int *consis);
IVP_EXTERN void feval_(int *neqn, double *t, double *y, double *yprime, double *f, int *ierr,
                       double *rpar, int *ipar);
IVP_EXTERN void jeval_(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfdy,
                       int *ierr, double *rpar, int *ipar);
IVP_EXTERN void meval_(int *ldim, int *neqn, double *t, double *y, double *yprime,
                       double *dfddy, int *ierr, double *rpar, int *ipar);
IVP_EXTERN void solut_(int *neqn, double *t, double *y);

typedef struct testset_code {
    __typeof__(prob_) *prob;
    __typeof__(init_) *init;
    __typeof__(feval_) *feval;
    __typeof__(jeval_) *jeval, *meval;
    __typeof__(solut_) *solut;
} testset_code;

/* Calls prob() and fills the descriptor *p. The code must stay loaded as long as the object,
 * and an object has only one. If prob() returns invalid data, .title stays NULL and the loader
 * refuses the descriptor. */
IVP_EXTERN __attribute__((visibility("hidden"))) void testset_fill(ivp_problem *p,
                                                                   const testset_code *code);

/* Defines a descriptor that fill(descriptor, what) fills when the object is loaded */
#define IVP_FILLED_PROBLEM(id, fill, what)                                                     \
    IVP_EXTERN ivp_problem ivp_problem_##id;                                                   \
    ivp_problem ivp_problem_##id = { IVP_PROBLEM_HEAD(id) };                                   \
    __attribute__((constructor)) static void fill_##id(void) { fill(&ivp_problem_##id, what); }

/* TESTSET_PROBLEM(name) */
#define TESTSET_PROBLEM(id)                                                                    \
    static const testset_code fortran = { prob_, init_, feval_, jeval_, meval_, solut_ };      \
    IVP_FILLED_PROBLEM(id, testset_fill, &fortran)

#endif
