/* calls.h -- what is asked of an FMU, in the words of both versions of FMI.
 *
 * fmi2.c and fmi3.c declare the functions of the published interfaces, as far as they are used.
 * A status is that of FMI: 0 ok, 1 warning, 2 discard, 3 error, 4 fatal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FMI_CALLS_H
#define ADAPTERS_FMI_CALLS_H

#include <ivp/fmi.h>

enum { FMI_OK, FMI_WARNING, FMI_DISCARD, FMI_ERROR, FMI_FATAL };

typedef struct fmi_update {
    bool again, ends, moved, has_next; /* moved: continuous states have changed */
    double next;
} fmi_update;

/* Functions that both versions declare alike */
typedef struct fmi_calls {
    int (*set_time)(void *, double);
    int (*set_states)(void *, const double *, size_t);
    int (*get_states)(void *, double *, size_t);
    int (*get_derivatives)(void *, double *, size_t);
    int (*get_indicators)(void *, double *, size_t);
    int (*exit_initialization)(void *);
    int (*enter_event_mode)(void *);
    int (*enter_continuous_time)(void *);
    int (*get_fmu_state)(void *, void **);
    int (*set_fmu_state)(void *, void *);
    int (*free_fmu_state)(void *, void **);
    void (*free_instance)(void *);
} fmi_calls;

/* A name in the library, and where its address goes. NULL: the version has no such function. */
typedef struct fmi_symbol {
    const char *name;
    void *where;
    bool optional;
} fmi_symbol;

/* What the versions declare differently */
typedef struct fmi_version {
    const fmi_symbol *symbols; /* ends with { 0 } */
    void *(*instantiate)(const ivp_fmi_model *m, const char *resources);
    int (*enter_initialization)(void *it, double t0);
    int (*update)(void *it, fmi_update *u); /* newDiscreteStates, updateDiscreteStates */
    int (*completed)(void *it, bool *event, bool *ends);
    int (*get)(void *it, const ivp_fmi_variable *v, double *x);
    int (*set)(void *it, const ivp_fmi_variable *v, double x);
    /* out := (df/dy) dy; FMI_ERROR: it has none */
    int (*along)(void *it, const ivp_fmi_model *m, const double *dy, double *out);
} fmi_version;

#pragma GCC visibility push(hidden)

extern fmi_calls fmi_call;
extern const fmi_version fmi_2, fmi_3;

/* A line to standard error, a few times in a process; the same of what an FMU says */
__attribute__((format(printf, 1, 2))) void fmi_tell(const char *format, ...);
void fmi_say(const char *model, int status, const char *text);

/* Unpacks the files and loads the library, once; false: it cannot be, which was said. */
bool fmi_load(const ivp_fmi_model *m, const fmi_version *v);
/* The folder of resources, as a path; valid after fmi_load() */
const char *fmi_resources(void);

#pragma GCC visibility pop

#endif
