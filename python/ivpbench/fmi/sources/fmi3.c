/* fmi3.c -- a problem of ivpbench by the functions of FMI 3.0 for model exchange. Importers
 * look for all functions of the interface; those that a model without clocks, arrays and
 * co-simulation has no use for return an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "model.h"

#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

typedef void *instance;
typedef void log_message(void *environment, int status, const char *category, const char *text);

typedef struct logger {
    log_message *tell;
    void *environment;
} logger;

static void say(void *whom, const char *text)
{
    const logger *l = whom;
    if (l->tell) l->tell(l->environment, STATUS_ERROR, "logStatusError", text);
}

EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

EXPORT int fmi3SetDebugLogging(instance c, bool on, size_t n, const char *const *categories)
{
    (void)c, (void)on, (void)n, (void)categories;
    return STATUS_OK;
}

EXPORT void fmi3FreeInstance(instance c)
{
    if (c) free(((model *)c)->whom);
    model_free(c);
}

EXPORT instance fmi3InstantiateModelExchange(const char *name, const char *token,
                                             const char *resources, bool visible, bool logging,
                                             void *environment, log_message *tell)
{
    (void)name, (void)resources, (void)visible, (void)logging;
    if (!token || strcmp(token, CHOSEN_TOKEN)) return NULL;
    model *m = model_new();
    logger *l = malloc(sizeof *l);
    if (!m || !l) {
        free(l);
        model_free(m);
        return NULL;
    }
    *l = (logger){ tell, environment };
    m->say = say;
    m->whom = l;
    return m;
}

EXPORT int fmi3EnterInitializationMode(instance c, bool has_tolerance, double tolerance,
                                       double start, bool has_stop, double stop)
{
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    ((model *)c)->numbers[0] = start;
    return model_start(c);
}

EXPORT int fmi3ExitInitializationMode(instance c) { return model_start(c); }
EXPORT int fmi3Reset(instance c) { return model_reset(c); }

/* What there is nothing to do for */
#define NOTHING(name)                                                                          \
    EXPORT int fmi3##name(instance c)                                                          \
    {                                                                                          \
        (void)c;                                                                               \
        return STATUS_OK;                                                                      \
    }
NOTHING(Terminate)
NOTHING(EnterEventMode)
NOTHING(EnterContinuousTimeMode)
NOTHING(EvaluateDiscreteStates)
NOTHING(EnterConfigurationMode)
NOTHING(ExitConfigurationMode)

/* What such a model has not */
#define ABSENT(name)                                                                           \
    EXPORT int fmi3##name(void) { return STATUS_ERROR; }
ABSENT(GetString)
ABSENT(SetString)
ABSENT(GetBinary)
ABSENT(SetBinary)
ABSENT(GetClock)
ABSENT(SetClock)
ABSENT(GetNumberOfVariableDependencies)
ABSENT(GetVariableDependencies)
ABSENT(GetAdjointDerivative)
ABSENT(GetIntervalDecimal)
ABSENT(GetIntervalFraction)
ABSENT(GetShiftDecimal)
ABSENT(GetShiftFraction)
ABSENT(SetIntervalDecimal)
ABSENT(SetIntervalFraction)
ABSENT(SetShiftDecimal)
ABSENT(SetShiftFraction)
ABSENT(EnterStepMode)
ABSENT(GetOutputDerivatives)
ABSENT(DoStep)
ABSENT(ActivateModelPartition)

EXPORT instance fmi3InstantiateCoSimulation(void) { return NULL; }
EXPORT instance fmi3InstantiateScheduledExecution(void) { return NULL; }

/* ---- variables --------------------------------------------------------------------------- */

#define VALUES(name, type)                                                                     \
    EXPORT int fmi3Get##name(instance c, const uint32_t *r, size_t n, type *x, size_t nx)      \
    {                                                                                          \
        double value = 0;                                                                      \
        for (size_t i = 0; i < n; i++) {                                                       \
            if (i >= nx || !get_value(c, r[i], &value)) return STATUS_ERROR;                   \
            x[i] = (type)value;                                                                \
        }                                                                                      \
        return STATUS_OK;                                                                      \
    }                                                                                          \
    EXPORT int fmi3Set##name(instance c, const uint32_t *r, size_t n, const type *x,           \
                             size_t nx)                                                        \
    {                                                                                          \
        for (size_t i = 0; i < n; i++)                                                         \
            if (i >= nx || !set_value(c, r[i], (double)x[i])) return STATUS_ERROR;             \
        return STATUS_OK;                                                                      \
    }
VALUES(Float64, double)
VALUES(Int32, int32_t)
VALUES(Float32, float)
VALUES(Int8, int8_t)
VALUES(UInt8, uint8_t)
VALUES(Int16, int16_t)
VALUES(UInt16, uint16_t)
VALUES(UInt32, uint32_t)
VALUES(Int64, int64_t)
VALUES(UInt64, uint64_t)
VALUES(Boolean, bool)

EXPORT int fmi3GetDirectionalDerivative(instance c, const uint32_t *unknown, size_t nunknown,
                                        const uint32_t *known, size_t nknown,
                                        const double *seed, size_t nseed, double *out,
                                        size_t nout)
{
    if (nseed != nknown || nout != nunknown) return STATUS_ERROR;
    return model_along(c, unknown, nunknown, known, nknown, seed, out);
}

/* ---- states of the FMU ------------------------------------------------------------------- */

EXPORT int fmi3GetFMUState(instance c, void **state) { return state_get(c, state); }
EXPORT int fmi3SetFMUState(instance c, void *state) { return state_set(c, state); }

EXPORT int fmi3FreeFMUState(instance c, void **state)
{
    (void)c;
    return state_free(state);
}

EXPORT int fmi3SerializedFMUStateSize(instance c, void *state, size_t *size)
{
    (void)state;
    *size = state_bytes(c);
    return STATUS_OK;
}

EXPORT int fmi3SerializeFMUState(instance c, void *state, uint8_t *bytes, size_t size)
{
    return state_pack(c, state, bytes, size);
}

EXPORT int fmi3DeserializeFMUState(instance c, const uint8_t *bytes, size_t size, void **state)
{
    return state_unpack(c, bytes, size, state);
}

/* ---- model exchange ---------------------------------------------------------------------- */

EXPORT int fmi3UpdateDiscreteStates(instance c, bool *again, bool *ends, bool *nominals,
                                    bool *moved, bool *has_next, double *next)
{
    model *m = c;
    *again = *nominals = false;
    *moved = model_update(m);
    *ends = m->numbers[1] > 0;
    *has_next = next_break(m, next);
    return STATUS_OK;
}

EXPORT int fmi3CompletedIntegratorStep(instance c, bool final, bool *event, bool *ends)
{
    (void)c, (void) final;
    *event = *ends = false;
    return STATUS_OK;
}

EXPORT int fmi3SetTime(instance c, double t)
{
    ((model *)c)->numbers[0] = t;
    return STATUS_OK;
}

EXPORT int fmi3SetContinuousStates(instance c, const double *x, size_t n)
{
    memcpy(((model *)c)->y, x, n * sizeof *x);
    return STATUS_OK;
}

EXPORT int fmi3GetContinuousStates(instance c, double *x, size_t n)
{
    memcpy(x, ((model *)c)->y, n * sizeof *x);
    return STATUS_OK;
}

EXPORT int fmi3GetNominalsOfContinuousStates(instance c, double *x, size_t n)
{
    weigh(((model *)c)->p, (int)n, x);
    return STATUS_OK;
}

EXPORT int fmi3GetContinuousStateDerivatives(instance c, double *x, size_t n)
{
    (void)n;
    return model_derivatives(c, x);
}

EXPORT int fmi3GetEventIndicators(instance c, double *z, size_t n)
{
    (void)n;
    return model_indicators(c, z);
}

EXPORT int fmi3GetNumberOfEventIndicators(instance c, size_t *n)
{
    *n = 0;
    for (int k = 0; k < ((model *)c)->nguards; k++) *n += is_guard(&PROBLEM.events[k]);
    return STATUS_OK;
}

EXPORT int fmi3GetNumberOfContinuousStates(instance c, size_t *n)
{
    *n = (size_t)((model *)c)->n;
    return STATUS_OK;
}
