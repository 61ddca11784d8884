/* fmi2.c -- functions of FMI 2.0 that 3.0 declares differently (FMI 2.0.4, sections 2.1 and
 * 3.2).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fmi/calls.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct event_info {
    int again, ends, nominals_moved, moved, has_next;
    double next;
} event_info;

typedef struct callbacks {
    void (*log)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} callbacks;

static struct {
    void *(*instantiate)(const char *, int, const char *, const char *, const callbacks *, int,
                         int);
    int (*setup)(void *, int, double, double, int, double);
    int (*enter_initialization)(void *);
    int (*update)(void *, event_info *);
    int (*completed)(void *, int, int *, int *);
    int (*along)(void *, const unsigned *, size_t, const unsigned *, size_t, const double *,
                 double *);
    int (*get_real)(void *, const unsigned *, size_t, double *);
    int (*get_integer)(void *, const unsigned *, size_t, int *);
    int (*get_boolean)(void *, const unsigned *, size_t, int *);
    int (*set_real)(void *, const unsigned *, size_t, const double *);
    int (*set_integer)(void *, const unsigned *, size_t, const int *);
    int (*set_boolean)(void *, const unsigned *, size_t, const int *);
} functions;

static const fmi_symbol symbols[] = {
    { "fmi2Instantiate", &functions.instantiate },
    { "fmi2SetupExperiment", &functions.setup },
    { "fmi2EnterInitializationMode", &functions.enter_initialization },
    { "fmi2ExitInitializationMode", &fmi_call.exit_initialization },
    { "fmi2EnterEventMode", &fmi_call.enter_event_mode },
    { "fmi2NewDiscreteStates", &functions.update },
    { "fmi2EnterContinuousTimeMode", &fmi_call.enter_continuous_time },
    { "fmi2CompletedIntegratorStep", &functions.completed },
    { "fmi2SetTime", &fmi_call.set_time },
    { "fmi2SetContinuousStates", &fmi_call.set_states },
    { "fmi2GetContinuousStates", &fmi_call.get_states },
    { "fmi2GetDerivatives", &fmi_call.get_derivatives },
    { "fmi2GetEventIndicators", &fmi_call.get_indicators },
    { "fmi2GetReal", &functions.get_real },
    { "fmi2GetInteger", &functions.get_integer },
    { "fmi2GetBoolean", &functions.get_boolean },
    { "fmi2SetReal", &functions.set_real },
    { "fmi2SetInteger", &functions.set_integer },
    { "fmi2SetBoolean", &functions.set_boolean },
    { "fmi2FreeInstance", &fmi_call.free_instance },
    { "fmi2GetDirectionalDerivative", &functions.along, true },
    { "fmi2GetFMUstate", &fmi_call.get_fmu_state, true },
    { "fmi2SetFMUstate", &fmi_call.set_fmu_state, true },
    { "fmi2FreeFMUstate", &fmi_call.free_fmu_state, true },
    { 0 },
};

__attribute__((format(printf, 5, 6))) static void log_text(void *environment, const char *name,
                                                           int status, const char *category,
                                                           const char *format, ...)
{
    (void)environment, (void)category;
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fmi_say(name, status, text);
}

/* The resources are named by a URI there. */
static void *instantiate(const ivp_fmi_model *m, const char *resources)
{
    static const callbacks back = { log_text, calloc, free, NULL, NULL };
    char uri[512];
    snprintf(uri, sizeof uri, "file://%s", resources);
    return functions.instantiate(m->name, 0, m->token, uri, &back, 0, 0);
}

static int enter_initialization(void *it, double t0)
{
    const int st = functions.setup(it, 0, 0, t0, 0, 0);
    return st > FMI_WARNING ? st : functions.enter_initialization(it);
}

static int update(void *it, fmi_update *u)
{
    event_info e = { 0 };
    const int st = functions.update(it, &e);
    *u = (fmi_update){ e.again, e.ends, e.moved, e.has_next, e.next };
    return st;
}

static int completed(void *it, bool *event, bool *ends)
{
    int e = 0, end = 0;
    const int st = functions.completed(it, 1, &e, &end);
    *event = e;
    *ends = end;
    return st;
}

static int get(void *it, const ivp_fmi_variable *v, double *x)
{
    int i = 0;
    if (v->type == IVP_FMI_REAL) return functions.get_real(it, &v->reference, 1, x);
    const int st = (v->type == IVP_FMI_BOOLEAN ? functions.get_boolean : functions.get_integer)(
        it, &v->reference, 1, &i);
    *x = i;
    return st;
}

static int set(void *it, const ivp_fmi_variable *v, double x)
{
    const int i = (int)x;
    if (v->type == IVP_FMI_REAL) return functions.set_real(it, &v->reference, 1, &x);
    return (v->type == IVP_FMI_BOOLEAN ? functions.set_boolean
                                       : functions.set_integer)(it, &v->reference, 1, &i);
}

static int along(void *it, const ivp_fmi_model *m, const double *dy, double *out)
{
    const size_t n = (size_t)m->nstates;
    return functions.along ? functions.along(it, m->derivatives, n, m->states, n, dy, out)
                           : FMI_ERROR;
}

const fmi_version fmi_2 = { symbols, instantiate, enter_initialization, update, completed, get,
                            set,     along };
