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
 * Comput. 18 (1997), and of its code ode15s. If M may be singular, the remaining residual of a
 * constraint stays in the state. Shorter steps do not reduce this error. So the iteration
 * continues to 3 % of the tolerance instead of half of it. The first correction is never
 * accepted on the strength of an earlier rate. (Transistor amplifier, rtol 1e-3 to 1e-8:
 * without this, two of six runs of NDF end with step sizes near zero.) If two solutions in a
 * row fail with a new J, the guess is far from a constraint, and shorter steps do not help.
 * Then J is evaluated at every iterate. The iteration also ends if corrections stop shrinking
 * at the level of rounding errors, which a constraint may amplify. (The same problem, 1e-2 and
 * 1e-12.)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
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

/* Returns the effect on y1 of an error e of the formula y' = (d + psi + e) / c. If M is
 * singular, this is (M - c J)^-1 M e with the matrices of the last solution, valid until the
 * next call. There e itself contains errors of other unknowns and rounding, amplified by
 * constraints; shorter steps do not reduce them. If M is regular, returns e, as codes for
 * y' = f do. */
const real *corrector_filter(corrector *s, const real *e);

#endif
