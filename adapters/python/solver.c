/* solver.c -- a solver written in Python behind the solver interface: the package ivpbench
 * (python/) makes C functions of the methods of class Solver and puts their addresses into a
 * table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/python/start.h"
#include "adapters/reason.h"

#include <ivp/python.h>

#include <stdlib.h>

/* Shared with python/ivpbench/bridge.py, which has the same members in the same order. */
typedef struct table {
    ivp_model *model;
    const char *name, *source;
    const double *atol;
    double rtol, h, hmax;
    long n;
    ivp_status (*rhs)(ivp_model *, double, const double *, double *);
    ivp_status (*rhs_jac)(ivp_model *, double, const double *, double *);
    void (*count)(ivp_model *, int, long);
    int (*restart)(double t, const double *y, const double *yp, double h0);
    int (*step)(double tmax, double *t, double *y);
    int (*dense)(double theta, double *y);
    int (*finish)(void);
    char said[256];
} table;

static ivp_status jacobian(ivp_model *m, double t, const double *y, double *J)
{
    const int n = ivp_n(m);
    return ivp_rhs_jac(m, t, y, (ivp_mat){ n, n, n, J });
}

/* k < 0: the code does not tell */
static void count(ivp_model *m, int c, long k)
{
    if (k < 0)
        ivp_not_counted(m, (ivp_counter)c);
    else
        ivp_count(m, (ivp_counter)c, k);
}

const char *ivp_python_missing(const ivp_python_file *file)
{
    return ivp_python_lacks(file->needs);
}

double ivp_python_memory(const ivp_python_file *file, const ivp_model *m)
{
    const double n = ivp_n(m);
    return file->full_matrices * n * n * sizeof(double);
}

/* 2/3 n^3 operations each, at a rate of LAPACK, which numpy and SciPy use, that no processor
 * exceeds */
double ivp_python_least_s(const ivp_python_file *file, const ivp_model *m)
{
    const double n = ivp_n(m), rate = 2e11;
    return file->first_factors * n * n * n / 1.5 / rate;
}

void ivp_python_destroy(void *self)
{
    if (self) ivp_python_run("import ivpbench.bridge as b; b.close(%zu)", self);
    free(self);
}

ivp_status ivp_python_create(void **self, ivp_model *m, const ivp_tol *tol,
                             const ivp_python_file *file)
{
    table *s = *self = calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    *s = (table){ .model = m,
                  .name = file->name,
                  .source = file->source,
                  .atol = tol->atol,
                  .rtol = tol->rtol,
                  .h = tol->h,
                  .hmax = tol->hmax,
                  .n = ivp_n(m),
                  .rhs = ivp_rhs,
                  .rhs_jac = jacobian,
                  .count = count };
    if (!ivp_python_run("import ivpbench.bridge as b; b.open(%zu)", s))
        return adapter_fails(m, IVP_E_LIBRARY,
                             "Python cannot be started, or finds no package ivpbench");
    return *s->said ? adapter_fails(m, IVP_E_LIBRARY, "%s", s->said) : IVP_OK;
}

/* What a method of the class returned, with what it said. */
static ivp_status result(table *s, int st)
{
    if (st && *s->said) ivp_reason(s->model, s->said);
    return (ivp_status)st;
}

ivp_status ivp_python_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    table *s = self;
    return result(s, s->restart(t, y, yp, h0));
}

ivp_status ivp_python_advance(void *self, real tmax, real *t, real *y)
{
    table *s = self;
    return result(s, s->step(tmax, t, y));
}

ivp_status ivp_python_dense(void *self, real theta, real *y)
{
    table *s = self;
    return result(s, s->dense(theta, y));
}

void ivp_python_finish(void *self)
{
    table *s = self;
    s->finish();
}
