/* fmi2.c -- a problem of ivpbench by the functions of FMI 2.0 for model exchange.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "model.h"

#define EXPORT __attribute__((visibility("default")))

typedef void *component;
typedef struct callbacks {
    void (*tell)(void *, const char *, int, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} callbacks;
typedef struct event_info {
    int again, ends, nominals_moved, moved, has_next;
    double next;
} event_info;

static void say(void *whom, const char *text)
{
    const callbacks *back = whom;
    if (back->tell)
        back->tell(back->environment, CHOSEN_NAME, STATUS_ERROR, "logStatusError", "%s", text);
}

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

EXPORT int fmi2SetDebugLogging(component c, int on, size_t n, const char *const *categories)
{
    (void)c, (void)on, (void)n, (void)categories;
    return STATUS_OK;
}

EXPORT component fmi2Instantiate(const char *name, int type, const char *guid,
                                 const char *resources, const callbacks *back, int visible,
                                 int logging)
{
    (void)name, (void)resources, (void)visible, (void)logging;
    if (type != 0 || !guid || strcmp(guid, CHOSEN_TOKEN)) return NULL;
    model *m = model_new();
    if (m && back) m->say = say, m->whom = (void *)(size_t)back;
    return m;
}

EXPORT void fmi2FreeInstance(component c) { model_free(c); }

EXPORT int fmi2SetupExperiment(component c, int has_tolerance, double tolerance, double start,
                               int has_stop, double stop)
{
    model *m = c;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    m->numbers[0] = start;
    return STATUS_OK;
}

EXPORT int fmi2EnterInitializationMode(component c) { return model_start(c); }
EXPORT int fmi2ExitInitializationMode(component c) { return model_start(c); }

EXPORT int fmi2Terminate(component c)
{
    (void)c;
    return STATUS_OK;
}

EXPORT int fmi2Reset(component c) { return model_reset(c); }

/* ---- variables --------------------------------------------------------------------------- */

EXPORT int fmi2GetReal(component c, const unsigned *r, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        if (!get_value(c, r[i], &x[i])) return STATUS_ERROR;
    return STATUS_OK;
}

EXPORT int fmi2GetInteger(component c, const unsigned *r, size_t n, int *x)
{
    double value = 0;
    for (size_t i = 0; i < n; i++) {
        if (!get_value(c, r[i], &value)) return STATUS_ERROR;
        x[i] = (int)value;
    }
    return STATUS_OK;
}

EXPORT int fmi2SetReal(component c, const unsigned *r, size_t n, const double *x)
{
    for (size_t i = 0; i < n; i++)
        if (!set_value(c, r[i], x[i])) return STATUS_ERROR;
    return STATUS_OK;
}

EXPORT int fmi2SetInteger(component c, const unsigned *r, size_t n, const int *x)
{
    for (size_t i = 0; i < n; i++)
        if (!set_value(c, r[i], x[i])) return STATUS_ERROR;
    return STATUS_OK;
}

/* There is no variable of these types. */
EXPORT int fmi2GetBoolean(component c, const unsigned *r, size_t n, int *x)
{
    (void)c, (void)r, (void)x;
    return n ? STATUS_ERROR : STATUS_OK;
}

EXPORT int fmi2SetBoolean(component c, const unsigned *r, size_t n, const int *x)
{
    (void)c, (void)r, (void)x;
    return n ? STATUS_ERROR : STATUS_OK;
}

EXPORT int fmi2GetString(component c, const unsigned *r, size_t n, const char **x)
{
    (void)c, (void)r, (void)x;
    return n ? STATUS_ERROR : STATUS_OK;
}

EXPORT int fmi2SetString(component c, const unsigned *r, size_t n, const char *const *x)
{
    (void)c, (void)r, (void)x;
    return n ? STATUS_ERROR : STATUS_OK;
}

EXPORT int fmi2GetDirectionalDerivative(component c, const unsigned *unknown, size_t nunknown,
                                        const unsigned *known, size_t nknown,
                                        const double *seed, double *out)
{
    return model_along(c, unknown, nunknown, known, nknown, seed, out);
}

/* ---- states of the FMU ------------------------------------------------------------------- */

EXPORT int fmi2GetFMUstate(component c, void **state) { return state_get(c, state); }
EXPORT int fmi2SetFMUstate(component c, void *state) { return state_set(c, state); }

EXPORT int fmi2FreeFMUstate(component c, void **state)
{
    (void)c;
    return state_free(state);
}

EXPORT int fmi2SerializedFMUstateSize(component c, void *state, size_t *size)
{
    (void)state;
    *size = state_bytes(c);
    return STATUS_OK;
}

EXPORT int fmi2SerializeFMUstate(component c, void *state, char *bytes, size_t size)
{
    return state_pack(c, state, bytes, size);
}

EXPORT int fmi2DeSerializeFMUstate(component c, const char *bytes, size_t size, void **state)
{
    return state_unpack(c, bytes, size, state);
}

/* ---- model exchange ---------------------------------------------------------------------- */

EXPORT int fmi2EnterEventMode(component c)
{
    (void)c;
    return STATUS_OK;
}

EXPORT int fmi2NewDiscreteStates(component c, event_info *info)
{
    model *m = c;
    *info = (event_info){ .moved = model_update(m) };
    info->ends = m->numbers[1] > 0;
    info->has_next = next_break(m, &info->next);
    return STATUS_OK;
}

EXPORT int fmi2EnterContinuousTimeMode(component c)
{
    (void)c;
    return STATUS_OK;
}

EXPORT int fmi2CompletedIntegratorStep(component c, int final, int *event, int *ends)
{
    (void)c, (void) final;
    *event = *ends = 0;
    return STATUS_OK;
}

EXPORT int fmi2SetTime(component c, double t)
{
    ((model *)c)->numbers[0] = t;
    return STATUS_OK;
}

EXPORT int fmi2SetContinuousStates(component c, const double *x, size_t n)
{
    memcpy(((model *)c)->y, x, n * sizeof *x);
    return STATUS_OK;
}

EXPORT int fmi2GetContinuousStates(component c, double *x, size_t n)
{
    memcpy(x, ((model *)c)->y, n * sizeof *x);
    return STATUS_OK;
}

EXPORT int fmi2GetNominalsOfContinuousStates(component c, double *x, size_t n)
{
    weigh(((model *)c)->p, (int)n, x);
    return STATUS_OK;
}

EXPORT int fmi2GetDerivatives(component c, double *x, size_t n)
{
    (void)n;
    return model_derivatives(c, x);
}

EXPORT int fmi2GetEventIndicators(component c, double *z, size_t n)
{
    (void)n;
    return model_indicators(c, z);
}
