/* line.h -- adapter for a solver in another process that reads and writes lines:
 * docs/line-protocol.md.
 *
 * `ivpbench plugin build my.cfg` writes a file of a few lines that includes this one; what is
 * declared here is in libivpadapters.a. create() starts the program without a shell. Requests
 * go to its standard input, answers come from its standard output. Its standard error is kept
 * with the output of the worker.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_LINE_H
#define IVP_LINE_H

#include <ivp/foreign.h>

typedef struct ivp_line_file {
    const char *name; /* "./rk4.pl", as in the command */
    const unsigned char *bytes;
    size_t size;
} ivp_line_file;

typedef struct ivp_line_program {
    const char *const *command; /* words, ends with NULL */
    const ivp_line_file *files; /* files of the plug-in that the command names; ends with { 0
                                   } */
    const char *needs;          /* "octave": the package to name if the program is missing */
    bool jacobian;              /* it may request df/dy */
} ivp_line_program;

#pragma GCC visibility push(hidden)

/* Members of ivp_solver. If the program ends or its answer is invalid, they return
 * IVP_E_LIBRARY with a sentence in ivp_reason(); the next restart() starts the program
 * again. */
IVP_EXTERN const char *ivp_line_missing(const ivp_line_program *program);
IVP_EXTERN ivp_status ivp_line_create(void **self, ivp_model *m, const ivp_tol *tol,
                                      const ivp_line_program *program);
IVP_EXTERN void ivp_line_destroy(void *self);
IVP_EXTERN ivp_status ivp_line_restart(void *self, real t, const real *y, const real *yp,
                                       real h0);
IVP_EXTERN ivp_status ivp_line_advance(void *self, real tmax, real *t, real *y);
IVP_EXTERN ivp_status ivp_line_dense(void *self, real theta, real *y);
IVP_EXTERN void ivp_line_finish(void *self);
IVP_EXTERN double ivp_line_elsewhere(void *self);

#pragma GCC visibility pop

/* LINE_SOLVER(name, program, .title = ..., ...) */
#define LINE_SOLVER(id, program, ...)                                                          \
    IVP_FOREIGN_SOLVER(id, ivp_line, &(program), __VA_ARGS__,                                  \
                       .elsewhere_s = ivp_line_elsewhere,                                      \
                       .times_contain = "a process of its own and the pipe to it")

#endif
