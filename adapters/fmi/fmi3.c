/* fmi3.c -- functions of FMI 3.0 that 2.0 declares differently (FMI 3.0.1, sections 2.2 and
 * 3.2).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fmi/calls.h"

#include <stdint.h>
#include <stdio.h>

typedef void log_message(void *environment, int status, const char *category, const char *text);

static struct {
    void *(*instantiate)(const char *, const char *, const char *, bool, bool, void *,
                         log_message *);
    int (*enter_initialization)(void *, bool, double, double, bool, double);
    int (*update)(void *, bool *, bool *, bool *, bool *, bool *, double *);
    int (*completed)(void *, bool, bool *, bool *);
    int (*along)(void *, const unsigned *, size_t, const unsigned *, size_t, const double *,
                 size_t, double *, size_t);
    int (*get_real)(void *, const unsigned *, size_t, double *, size_t);
    int (*get_integer)(void *, const unsigned *, size_t, int32_t *, size_t);
    int (*get_long)(void *, const unsigned *, size_t, int64_t *, size_t);
    int (*get_boolean)(void *, const unsigned *, size_t, bool *, size_t);
    int (*set_real)(void *, const unsigned *, size_t, const double *, size_t);
    int (*set_integer)(void *, const unsigned *, size_t, const int32_t *, size_t);
    int (*set_long)(void *, const unsigned *, size_t, const int64_t *, size_t);
    int (*set_boolean)(void *, const unsigned *, size_t, const bool *, size_t);
} functions;

static const fmi_symbol symbols[] = {
    { "fmi3InstantiateModelExchange", &functions.instantiate },
    { "fmi3EnterInitializationMode", &functions.enter_initialization },
    { "fmi3ExitInitializationMode", &fmi_call.exit_initialization },
    { "fmi3EnterEventMode", &fmi_call.enter_event_mode },
    { "fmi3UpdateDiscreteStates", &functions.update },
    { "fmi3EnterContinuousTimeMode", &fmi_call.enter_continuous_time },
    { "fmi3CompletedIntegratorStep", &functions.completed },
    { "fmi3SetTime", &fmi_call.set_time },
    { "fmi3SetContinuousStates", &fmi_call.set_states },
    { "fmi3GetContinuousStates", &fmi_call.get_states },
    { "fmi3GetContinuousStateDerivatives", &fmi_call.get_derivatives },
    { "fmi3GetEventIndicators", &fmi_call.get_indicators },
    { "fmi3GetFloat64", &functions.get_real },
    { "fmi3GetInt32", &functions.get_integer },
    { "fmi3GetInt64", &functions.get_long },
    { "fmi3GetBoolean", &functions.get_boolean },
    { "fmi3SetFloat64", &functions.set_real },
    { "fmi3SetInt32", &functions.set_integer },
    { "fmi3SetInt64", &functions.set_long },
    { "fmi3SetBoolean", &functions.set_boolean },
    { "fmi3FreeInstance", &fmi_call.free_instance },
    { "fmi3GetDirectionalDerivative", &functions.along, true },
    { "fmi3GetFMUState", &fmi_call.get_fmu_state, true },
    { "fmi3SetFMUState", &fmi_call.set_fmu_state, true },
    { "fmi3FreeFMUState", &fmi_call.free_fmu_state, true },
    { 0 },
};

static void log_text(void *environment, int status, const char *category, const char *text)
{
    (void)environment, (void)category;
    fmi_say(ivp_fmi_here.name, status, text ? text : "");
}

/* The path of the resources ends with a slash there. */
static void *instantiate(const ivp_fmi_model *m, const char *resources)
{
    char folder[512];
    snprintf(folder, sizeof folder, "%s/", resources);
    return functions.instantiate(m->name, m->token, folder, false, false, NULL, log_text);
}

static int enter_initialization(void *it, double t0)
{
    return functions.enter_initialization(it, false, 0, t0, false, 0);
}

static int update(void *it, fmi_update *u)
{
    bool nominals_moved = false;
    *u = (fmi_update){ 0 };
    return functions.update(it, &u->again, &u->ends, &nominals_moved, &u->moved, &u->has_next,
                            &u->next);
}

static int completed(void *it, bool *event, bool *ends)
{
    return functions.completed(it, true, event, ends);
}

static int get(void *it, const ivp_fmi_variable *v, double *x)
{
    int32_t i = 0;
    int64_t l = 0;
    bool b = false;
    int st = FMI_ERROR;
    switch (v->type) {
    case IVP_FMI_REAL:
        return functions.get_real(it, &v->reference, 1, x, 1);
    case IVP_FMI_INTEGER:
        st = functions.get_integer(it, &v->reference, 1, &i, 1);
        break;
    case IVP_FMI_LONG:
        st = functions.get_long(it, &v->reference, 1, &l, 1);
        break;
    case IVP_FMI_BOOLEAN:
        st = functions.get_boolean(it, &v->reference, 1, &b, 1);
        break;
    }
    *x = (double)(i + l + b);
    return st;
}

static int set(void *it, const ivp_fmi_variable *v, double x)
{
    const int32_t i = (int32_t)x;
    const int64_t l = (int64_t)x;
    const bool b = fabs(x) > 0;
    switch (v->type) {
    case IVP_FMI_REAL:
        return functions.set_real(it, &v->reference, 1, &x, 1);
    case IVP_FMI_INTEGER:
        return functions.set_integer(it, &v->reference, 1, &i, 1);
    case IVP_FMI_LONG:
        return functions.set_long(it, &v->reference, 1, &l, 1);
    case IVP_FMI_BOOLEAN:
        return functions.set_boolean(it, &v->reference, 1, &b, 1);
    }
    return FMI_ERROR;
}

static int along(void *it, const ivp_fmi_model *m, const double *dy, double *out)
{
    const size_t n = (size_t)m->nstates;
    if (!functions.along) return FMI_ERROR;
    return functions.along(it, m->derivatives, n, m->states, n, dy, n, out, n);
}

const fmi_version fmi_3 = { symbols, instantiate, enter_initialization, update, completed, get,
                            set,     along };
