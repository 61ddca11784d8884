/* python.h -- a solver or a problem written in Python: CPython embedded in the worker.
 *
 * `ivpbench plugin build my.py` writes a file that holds my.py as a text and includes this one,
 * of a problem after <ivp/problem.h>. What is declared here is in libivpadapters.a, for the
 * complex twin of a problem in libivpadapters-complex.a. libpython3 is opened at the first use;
 * plug-ins do not link it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_PYTHON_H
#define IVP_PYTHON_H

#ifndef IVP_PROBLEM_H

#include <ivp/foreign.h>

typedef struct ivp_python_file {
    const char *name, *source, *needs; /* needs: a package such as "scipy", or "" */
    double full_matrices;              /* n x n numbers each, that the code stores at once */
    double first_factors; /* LU decompositions of full real matrices before the first step ends;
                           * of a complex one four */
} ivp_python_file;

#pragma GCC visibility push(hidden)

/* Members of ivp_solver that call the methods of class Solver. After an exception they return
 * IVP_E_LIBRARY, and its last line goes to ivp_reason(). */
IVP_EXTERN const char *ivp_python_missing(const ivp_python_file *file);
IVP_EXTERN double ivp_python_memory(const ivp_python_file *file, const ivp_model *m);
IVP_EXTERN double ivp_python_least_s(const ivp_python_file *file, const ivp_model *m);
IVP_EXTERN ivp_status ivp_python_create(void **self, ivp_model *m, const ivp_tol *tol,
                                        const ivp_python_file *file);
IVP_EXTERN void ivp_python_destroy(void *self);
IVP_EXTERN ivp_status ivp_python_restart(void *self, real t, const real *y, const real *yp,
                                         real h0);
IVP_EXTERN ivp_status ivp_python_advance(void *self, real tmax, real *t, real *y);
IVP_EXTERN ivp_status ivp_python_dense(void *self, real theta, real *y);
IVP_EXTERN void ivp_python_finish(void *self);

#pragma GCC visibility pop

/* PYTHON_SOLVER(name, file, .title = ..., ...) */
#define PYTHON_SOLVER(id, file, ...)                                                           \
    static double memory(const ivp_model *m, const double *option)                             \
    {                                                                                          \
        (void)option;                                                                          \
        return ivp_python_memory(&(file), m);                                                  \
    }                                                                                          \
    static double least_s(const ivp_model *m, const double *option)                            \
    {                                                                                          \
        (void)option;                                                                          \
        return ivp_python_least_s(&(file), m);                                                 \
    }                                                                                          \
    IVP_FOREIGN_SOLVER(id, ivp_python, &(file), __VA_ARGS__, .memory = memory,                 \
                       .least_s = least_s, .times_contain = "the interpreter of Python")

#else

#include <ivp/testset.h>

typedef struct ivp_python_problem {
    const char *name, *text, *title, *source;
    double t0, t1;
    int n;
    bool jacobian, exact; /* has def jac(t, y), def exact(t) */
    const char *not_deterministic;
} ivp_python_problem;

/* Fills the descriptor *p, in double only. If Python cannot run, sets the tag "missing" and the
 * reason in .source, which the loader reports. */
IVP_EXTERN __attribute__((visibility("hidden"))) void ivp_python_fill(
    ivp_problem *p, const ivp_python_problem *python);

/* PYTHON_PROBLEM(name, python) */
#define PYTHON_PROBLEM(id, python) IVP_FILLED_PROBLEM(id, ivp_python_fill, &(python))

#endif
#endif
