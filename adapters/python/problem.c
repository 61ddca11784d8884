/* problem.c -- a problem written in Python, y' = f(t, y): the interface of the Test Set kept by
 * functions that ask the interpreter, so that it has the derivatives of adapters/testset. It is
 * in double alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <ivp/problem.h>
/* which says that a problem is meant */
#include <ivp/python.h>

#include "adapters/python/start.h"

#include <stdlib.h>
#include <string.h>

/* Shared with python/ivpbench/problems.py, which has the same members in the same order. */
static struct {
    const char *name, *text;
    long n;
    int (*start)(double t, double *y);
    int (*f)(double t, const double *y, double *f);
    int (*jac)(double t, const double *y, double *J);
    int (*exact)(double t, double *y);
} table;

static const ivp_python_problem *problem;
static double *solution; /* n: where exact() is asked for it */

/* Opened with the first question: who lists problems needs no interpreter. What fails there was
 * said to standard error, which the record keeps. */
static bool is_open(void)
{
    if (table.f) return true;
    table.name = problem->name;
    table.text = problem->text;
    table.n = problem->n;
    return ivp_python_run("__import__('ivpbench.problems').problems.open(%zu)", &table) &&
           table.f;
}

/* The argument list of the Test Set. NOLINTNEXTLINE(readability-function-size) */
static void prob(char *fullnm, char *problm, char *type, int *neqn, int *ndisc, double *t,
                 int *numjac, int *mljac, int *mujac, int *nummas, int *mlmas, int *mumas,
                 int *ind, size_t nfull, size_t nshort, size_t ntype)
{
    (void)problm, (void)nshort, (void)ind;
    const size_t length = strlen(problem->title);
    memset(fullnm, ' ', nfull);
    memcpy(fullnm, problem->title, length < nfull ? length : nfull);
    memcpy(type, "ODE", ntype);
    *neqn = *mljac = *mujac = *mlmas = *mumas = problem->n;
    *ndisc = *nummas = 0;
    t[0] = problem->t0;
    t[1] = problem->t1;
    *numjac = !problem->jacobian;
}

static void init(int *neqn, double *t, double *y, double *yprime, int *consis)
{
    (void)yprime;
    *consis = is_open() && !table.start(*t, y);
    for (int i = 0; !*consis && i < *neqn; i++) y[i] = (double)NAN;
}

static void feval(int *neqn, double *t, double *y, double *yprime, double *f, int *ierr,
                  double *rpar, int *ipar)
{
    (void)neqn, (void)yprime, (void)rpar, (void)ipar;
    *ierr = is_open() ? table.f(*t, y, f) : -1;
}

static void jeval(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfdy,
                  int *ierr, double *rpar, int *ipar)
{
    (void)ldim, (void)neqn, (void)yprime, (void)rpar, (void)ipar;
    *ierr = is_open() ? table.jac(*t, y, dfdy) : -1;
}

static void meval(int *ldim, int *neqn, double *t, double *y, double *yprime, double *dfddy,
                  int *ierr, double *rpar, int *ipar)
{
    (void)ldim, (void)neqn, (void)t, (void)y, (void)yprime, (void)dfddy, (void)rpar, (void)ipar;
    *ierr = -1;
}

static void solut(int *neqn, double *t, double *y) { (void)neqn, (void)t, (void)y; }

static ivp_status exact(real t, real *y, const real *p)
{
    (void)p;
    if (!is_open() || table.exact(re(t), solution)) return IVP_DOMAIN;
    for (int i = 0; i < problem->n; i++) y[i] = solution[i];
    return IVP_OK;
}

void ivp_python_fill(ivp_problem *p, const ivp_python_problem *python)
{
    static const testset_code code = { prob, init, feval, jeval, meval, solut };
    const char *why = ivp_python_lacks("");
    problem = python;
    p->tags = "double_only missing";
    p->source = why;
    if (why) return;
    testset_fill(p, &code);
    p->source = problem->source;
    p->not_deterministic = problem->not_deterministic;
    solution = problem->exact ? calloc((size_t)problem->n, sizeof *solution) : NULL;
    if (solution) p->exact = exact;
    p->tags = "ode double_only interpreted"; /* whose times contain it */
}
