/* corrector.h -- the equation of an implicit step by Newton's method, with a Jacobian that is
 * kept until the iteration is slow. From a guess y0, a vector psi and a number c,
 *
 *     y1 = y0 + d
 *     M (d + psi) = c f(t1, y1)
 *     (M - c J) delta = c f(t1, y0 + d) - M (d + psi),     d := d + delta
 *
 * where M is I for y' = f and (d + psi) / c stands for y'; a matrix M(t, y) that varies is that
 * of (t1, y1), and J the derivative of f - M y'.
 *
 * Multistep methods, implicit Euler and stages of diagonally implicit methods have this form.
 * The rules of stopping are those of Shampine, Reichelt: The MATLAB ODE Suite, SIAM J. Sci.
 * Comput. 18 (1997), and of its code ode15s. Where M may be singular, what the iteration leaves
 * in a constraint stays in the state and is an error that no shorter step makes smaller: there
 * corrections go on to 3 % of the tolerance in place of half of it, and no first one is trusted
 * because of a rate seen before. (Transistor amplifier, rtol 1e-3 to 1e-8: without this two of
 * six runs of NDF end in steps that vanish.) Where two solutions on end fail with a J of their
 * own it is the guess that is far from a constraint, and no shorter step helps: then J is
 * evaluated at every iterate. Corrections that do not shrink because they are rounding errors,
 * which a constraint may multiply, end the iteration too. (The same, 1e-2 and 1e-12.) */
#ifndef IVP_CORRECTOR_H
#define IVP_CORRECTOR_H

#include <ivp/solver.h>

typedef struct corrector {
    ivp_model *m;
    const ivp_tol *tol;   /* weights of corrections */
    int n, most;          /* unknowns; iterations */
    bool rounding;        /* iterate to rounding level, in place of half the tolerance */
    ivp_tol rounding_tol; /* tol, then */
    ivp_pencil *pencil;
    bool plain;   /* M = I */
    bool careful; /* M may be singular */
    int failures; /* solutions that failed with a J of their own, one after another */
    bool have_J;
    real t_J, c; /* where J was evaluated; of the factored matrix, 0: none */
    real rate;   /* of convergence, 0: not known */
    real least;  /* corrections below are rounding errors */
    real *y0, *psi, *d, *delta, *eps, *slope, *product;
} corrector;

/* Storage that it takes of the caller. */
size_t corrector_reals(int n);
/* For create(): opens the model's iteration matrices. tol->h > 0: to rounding level. */
ivp_status corrector_open(corrector *s, ivp_model *m, const ivp_tol *tol, real *reals);
void corrector_forget(corrector *s);

/* y1 at t1, and s->d, from s->y0 and s->psi. An iteration that is slow with a J from another
 * time is repeated with one at (t1, y0). */
ivp_status corrector_solve(corrector *s, real c, real t1, real *y1);

/* What an error e of the formula, y' = (d + psi + e) / c, makes of y1: (M - c J)^-1 M e, with
 * the matrices of the last solution, until the next call. Where M is singular e itself, a
 * difference of solutions, contains how constraints multiply errors of others and rounding, and
 * cannot be made smaller by a shorter step. Where M is regular e is returned, as codes for
 * y' = f estimate. */
const real *corrector_filter(corrector *s, const real *e);

#endif
