/* fmi.h -- a model-exchange FMU (FMI 2.0 or 3.0) as a problem, y' = f(t, y) with events.
 *
 * `ivpbench import model.fmu` writes a file that holds the FMU's shared library and resources
 * and includes this one. What is declared here is in libivpadapters.a, for the complex twin,
 * which gives derivatives, in libivpadapters-complex.a. The library is loaded at the first
 * evaluation, never before: who lists problems runs nothing of the FMU. Such a problem is in
 * double alone.
 *
 * Sources: Functional Mock-up Interface 2.0.4 and 3.0.1, Modelica Association.
 *
 * The discrete state of the FMU is a hidden parameter, the last one: its number in a table of
 * the process (adapters/fmi/modes.h). Parameters before it are those of the FMU.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef IVP_FMI_H
#define IVP_FMI_H

#include <ivp/problem.h>

typedef enum ivp_fmi_type {
    IVP_FMI_REAL,    /* Real, Float64 */
    IVP_FMI_INTEGER, /* Integer and Enumeration of 2.0; Int32 */
    IVP_FMI_LONG,    /* Int64 and Enumeration of 3.0 */
    IVP_FMI_BOOLEAN
} ivp_fmi_type;

typedef struct ivp_fmi_variable {
    unsigned reference;
    ivp_fmi_type type;
} ivp_fmi_variable;

/* A file of the FMU, written below a scratch folder before the library is loaded. */
typedef struct ivp_fmi_file {
    const char *name; /* "resources/y.txt"; NULL ends the list */
    const void *bytes;
    size_t size;
} ivp_fmi_file;

typedef struct ivp_fmi_model {
    int version;         /* 2 or 3 */
    const char *name;    /* of the model */
    const char *token;   /* its guid or instantiationToken */
    const char *library; /* the file that is loaded */
    const ivp_fmi_file *files;
    int nstates, nindicators, nparameters, noutputs; /* y has max(nstates, 1) components */
    const ivp_fmi_variable *parameters, *outputs;
    const unsigned *states, *derivatives; /* references, nstates each */
    const double *nominals;               /* nstates; NULL: all 1 */
    double t0, t1;
    bool saves_state;       /* it has fmiGetFMUState and its kin */
    bool gives_derivatives; /* it has fmiGetDirectionalDerivative */
    bool rounds_guards;     /* an indicator that is zero up to rounding has changed its sign */
} ivp_fmi_model;

/* The model of this plug-in; the file that is written defines it. */
IVP_EXTERN const ivp_fmi_model ivp_fmi_here __attribute__((visibility("hidden")));

#pragma GCC visibility push(hidden)

/* Members of ivp_problem. After a failure the FMU's own message is on standard error. */
IVP_EXTERN ivp_status ivp_fmi_start(real t0, real *y, real *yp, const real *p);
IVP_EXTERN ivp_status ivp_fmi_f(const ivp_state *s, real *f, const real *p);
IVP_EXTERN void ivp_fmi_weights(const real *p, double *w);
/* completedIntegratorStep; a model that asks for an event there is refused */
IVP_EXTERN ivp_status ivp_fmi_accepted(real t, const real *y, const real *p);
/* Event indicator *(const int *)data; time until the next time event */
IVP_EXTERN real ivp_fmi_indicator(const ivp_state *s, const real *p, const void *data);
IVP_EXTERN real ivp_fmi_pause(const ivp_state *s, const real *p);
/* The event iteration of the FMU; whether it has ended the simulation */
IVP_EXTERN void ivp_fmi_reset(real t, real *y, real *p);
IVP_EXTERN bool ivp_fmi_stops(real t, const real *y, const real *p);
IVP_EXTERN real ivp_fmi_output(int k, const ivp_state *s, const real *p);

#pragma GCC visibility pop

/* The complex twin has f and the start alone. */
#if IVP_IS_COMPLEX
#define IVP_FMI_MEMBERS(...)
#else
#define IVP_FMI_MEMBERS(...) __VA_ARGS__
#endif

/* FMI_PROBLEM(name, .title = ..., IVP_FMI_MEMBERS(.events = ...)) */
#define FMI_PROBLEM(id, ...)                                                                   \
    IVP_PROBLEM(id, .tags = "ode double_only", .form = IVP_ODE, .init = ivp_fmi_start,         \
                .ode = { .f = ivp_fmi_f }, __VA_ARGS__)

/* Rows of the table of events */
#define IVP_FMI_INDICATOR(word, number)                                                        \
    {                                                                                          \
        .name = word, .side_anew = true, .guard_with = ivp_fmi_indicator,                      \
        .data = &(const int){ number }, .then = IVP_RESTART, .reset = ivp_fmi_reset,           \
        .stops = ivp_fmi_stops                                                                 \
    }
#define IVP_FMI_TIME                                                                           \
    {                                                                                          \
        .name = "time", .direction = -1, .side_anew = true, .guard = ivp_fmi_pause,            \
        .then = IVP_RESTART, .reset = ivp_fmi_reset, .stops = ivp_fmi_stops                    \
    }

#endif
