/* python_problem.h -- a problem written in Python, y' = f(t, y): the interface of testset.h kept by
 * functions that ask the interpreter. `ivpbench plugin build my.py` writes a file of a few lines that
 * includes this one and holds my.py as a text; so it is in double alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_PYTHON_PROBLEM_H
#define IVP_PYTHON_PROBLEM_H

#include <ivp/python_start.h>
#include <ivp/testset.h>

typedef struct ivp_python_problem {
    const char *name, *text, *title, *source;
    double t0, t1;
    int n;
    bool jacobian, exact; /* has def jac(t, y), def exact(t) */
} ivp_python_problem;

/* Shared with ivpbench/problems.py, which has the same members in the same order. */
static struct {
    const char *name, *text;
    long n;
    int (*start)(double t, double *y);
    int (*f)(double t, const double *y, double *f);
    int (*jac)(double t, const double *y, double *J);
    int (*exact)(double t, double *y);
} ivp_python_table;

static const ivp_python_problem ivp_python_it; /* the stub defines it below */

/* Opened with the first question: who lists problems needs no interpreter. What fails there was said to
 * standard error, which the record keeps. */
static inline bool ivp_python_ready(void)
{
    if (ivp_python_table.f) return true;
    ivp_python_table.name = ivp_python_it.name;
    ivp_python_table.text = ivp_python_it.text;
    ivp_python_table.n = ivp_python_it.n;
    return ivp_python_run("import ivpbench.problems as p; p.open(%zu)", &ivp_python_table) &&
           ivp_python_table.f;
}

void prob_(char *fullnm, char *problm, char *type, int *neqn, int *ndisc, double *t,
           int *numjac, int *mljac, int *mujac, int *nummas, int *mlmas, int *mumas, int *ind,
           size_t nfull, size_t nshort, size_t ntype)
{
    (void)problm, (void)nshort, (void)ind;
    memset(fullnm, ' ', nfull);
    memcpy(fullnm, ivp_python_it.title,
           strlen(ivp_python_it.title) < nfull ? strlen(ivp_python_it.title) : nfull);
    memcpy(type, "ODE", ntype);
    *neqn = *mljac = *mujac = *mlmas = *mumas = ivp_python_it.n;
    *ndisc = *nummas = 0;
    t[0] = ivp_python_it.t0;
    t[1] = ivp_python_it.t1;
    *numjac = !ivp_python_it.jacobian;
}

void init_(int *neqn, double *t, double *y, double *yprime, int *consis)
{
    (void)yprime;
    *consis = ivp_python_ready() && !ivp_python_table.start(*t, y);
    for (int i = 0; !*consis && i < *neqn; i++) y[i] = (double)NAN;
}

void feval_(int *neqn, double *t, double *y, double *yprime, double *f, int *ierr, double *rpar,
            int *ipar)
{
    (void)neqn, (void)yprime, (void)rpar, (void)ipar;
    *ierr = ivp_python_ready() ? ivp_python_table.f(*t, y, f) : -1;
}

void jeval_(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfdy, int *ierr,
            double *rpar, int *ipar)
{
    (void)ldim, (void)neqn, (void)yprime, (void)rpar, (void)ipar;
    *ierr = ivp_python_ready() ? ivp_python_table.jac(*t, y, dfdy) : -1;
}

void meval_(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfddy,
            int *ierr, double *rpar, int *ipar)
{
    (void)ldim, (void)neqn, (void)t, (void)y, (void)yprime, (void)dfddy, (void)rpar, (void)ipar;
    *ierr = -1;
}

static ivp_status ivp_python_exact(real t, real *y, const real *p)
{
    (void)p;
    if (!ivp_python_ready() || ivp_python_table.exact(re(t), testset.y)) return IVP_DOMAIN;
    for (int i = 0; i < ivp_python_it.n; i++) y[i] = testset.y[i];
    return IVP_OK;
}

void solut_(int *neqn, double *t, double *y) { (void)neqn, (void)t, (void)y; }

/* A descriptor that is not filled says in .source why: the loader tells it. */
static inline void ivp_python_fill(ivp_problem *p)
{
    const char *why = ivp_python_missing("");
    p->tags = "double_only missing";
    p->source = why;
    if (why) return;
    testset_fill(p);
    p->source = ivp_python_it.source;
    if (ivp_python_it.exact) p->exact = ivp_python_exact;
    p->tags = "ode double_only interpreted"; /* whose times contain it */
}

#define PYTHON_PROBLEM(id)                                                                     \
    extern ivp_problem ivp_problem_##id;                                                       \
    ivp_problem ivp_problem_##id = { IVP_PROBLEM_HEAD(id) };                                   \
    __attribute__((constructor)) static void fill(void) { ivp_python_fill(&ivp_problem_##id); }

#endif
