/* corrector.h -- the equation of an implicit step by Newton's method, with a Jacobian that is
 * kept until the iteration is slow. From a guess y0, a vector psi and a number c,
 *
 *     y1 = y0 + d
 *     d  = c f(t1, y0 + d) - psi
 *     (I - c J) delta = c f(t1, y0 + d) - psi - d,     d := d + delta
 *
 * Multistep methods, implicit Euler and stages of diagonally implicit methods have this form.
 * The rules of stopping are those of Shampine, Reichelt: The MATLAB ODE Suite, SIAM J. Sci.
 * Comput. 18 (1997), and of its code ode15s. */
#ifndef IVP_CORRECTOR_H
#define IVP_CORRECTOR_H

#include <ivp/solver.h>

typedef struct corrector {
    ivp_model *m;
    const ivp_tol *tol; /* weights of corrections */
    int n, most;        /* unknowns; iterations */
    bool rounding;      /* iterate to rounding level, in place of half the tolerance */
    ivp_tol own;        /* tol, then */
    ivp_mat J, A;
    int *pivots;
    bool have_J;
    real t_J, c; /* where J was evaluated; of the factored matrix, 0: none */
    real rate;   /* of convergence, 0: not known */
    real least;  /* corrections below are rounding errors */
    real *y0, *psi, *d, *delta, *eps;
} corrector;

/* Storage that it takes of the caller: reals and n integers. */
size_t corrector_reals(int n);
/* tol->h > 0: to rounding level. Returns what lies behind the reals. */
real *corrector_carve(corrector *s, ivp_model *m, const ivp_tol *tol, real *reals, int *pivots);
void corrector_forget(corrector *s);

/* y1 at t1, and s->d, from s->y0 and s->psi. An iteration that is slow with a J from another
 * time is repeated with one at (t1, y0). */
ivp_status corrector_solve(corrector *s, real c, real t1, real *y1);

#endif
