/* python.h -- a solver written in Python behind the solver interface: CPython embedded in the worker.
 *
 * `ivpbench plugin build my.py` writes a file of a few lines that includes this one and holds my.py as a
 * text. libpython is opened when the solver is created; the package ivpbench (python/) makes C
 * functions of the methods of class Solver and puts their addresses into the table below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_PYTHON_H
#define IVP_PYTHON_H

#include <ivp/solver.h>

#include <ivp/python_start.h>

typedef struct ivp_python_file {
    const char *name, *source, *needs; /* needs: a package such as "scipy", or "" */
} ivp_python_file;

/* Shared with ivpbench/bridge.py, which has the same members in the same order. */
typedef struct ivp_python {
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
} ivp_python;

static ivp_status ivp_python_jac(ivp_model *m, double t, const double *y, double *J)
{
    const int n = ivp_n(m);
    return ivp_rhs_jac(m, t, y, (ivp_mat){ n, n, n, J });
}

/* k < 0: the code does not tell */
static void ivp_python_count(ivp_model *m, int c, long k)
{
    if (k < 0)
        ivp_not_counted(m, (ivp_counter)c);
    else
        ivp_count(m, (ivp_counter)c, k);
}

/* ---- the solver --------------------------------------------------------------------------- */

static ivp_status ivp_python_told(ivp_python *s, int st)
{
    if (st && *s->said) ivp_reason(s->model, s->said);
    return (ivp_status)st;
}

static void ivp_python_destroy(void *self)
{
    if (self) ivp_python_run("import ivpbench.bridge as b; b.close(%zu)", self);
    free(self);
}

static ivp_status ivp_python_create(void **self, ivp_model *m, const ivp_tol *tol,
                                    const ivp_python_file *file)
{
    ivp_python *s = (ivp_python *)calloc(1, sizeof *s);
    if (!s) return IVP_E_NOMEM;
    *s = (ivp_python){ .model = m,
                       .name = file->name,
                       .source = file->source,
                       .atol = tol->atol,
                       .rtol = tol->rtol,
                       .h = tol->h,
                       .hmax = tol->hmax,
                       .n = ivp_n(m),
                       .rhs = ivp_rhs,
                       .rhs_jac = ivp_python_jac,
                       .count = ivp_python_count };
    *self = s;
    if (!ivp_python_run("import ivpbench.bridge as b; b.open(%zu)", s))
        snprintf(s->said, sizeof s->said,
                 "Python cannot be started, or finds no package ivpbench");
    if (!*s->said) return IVP_OK;
    static char kept[sizeof s->said]; /* the object goes, the reason stays */
    memcpy(kept, s->said, sizeof kept);
    ivp_reason(m, kept);
    return IVP_E_LIBRARY;
}

static ivp_status ivp_python_restart(void *self, real t, const real *y, const real *yp, real h0)
{
    ivp_python *s = (ivp_python *)self;
    return ivp_python_told(s, s->restart(t, y, yp, h0));
}

static ivp_status ivp_python_advance(void *self, real tmax, real *t, real *y)
{
    ivp_python *s = (ivp_python *)self;
    return ivp_python_told(s, s->step(tmax, t, y));
}

__attribute__((unused)) static ivp_status ivp_python_dense(void *self, real theta, real *y)
{
    ivp_python *s = (ivp_python *)self;
    return ivp_python_told(s, s->dense(theta, y));
}

static void ivp_python_finish(void *self)
{
    ivp_python *s = (ivp_python *)self;
    s->finish();
}

/* PYTHON_SOLVER(name, file, .title = ..., ...) */
#define PYTHON_SOLVER(id, file, ...)                                                           \
    static const char *missing(void) { return ivp_python_missing((file).needs); }              \
    static ivp_status create(void **self, ivp_model *m, const ivp_tol *tol,                    \
                             const double *option)                                             \
    {                                                                                          \
        (void)option;                                                                          \
        return ivp_python_create(self, m, tol, &(file));                                       \
    }                                                                                          \
    IVP_SOLVER(id, __VA_ARGS__, .views = IVP_FIRST, .h0_rule = IVP_H0_OWN, .missing = missing, \
               .create = create, .destroy = ivp_python_destroy, .restart = ivp_python_restart, \
               .advance = ivp_python_advance, .finish = ivp_python_finish,                     \
               .times_contain = "the interpreter of Python")

#endif
