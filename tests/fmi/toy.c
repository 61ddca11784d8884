/* toy.c -- an FMU to test importers with: a ball that falls, h' = v, v' = -g (1 + n / 10) after
 * n bounces, and a counter that a time event raises each half second. Both n and the counter
 * are discrete states that no continuous state shows.
 *
 *     FMI          2 or 3
 *     SAVES=0      without states of the FMU
 *     STEP_EVENT   completedIntegratorStep asks for an event
 *     INTRUDES     a constructor writes a file, whose name is the value
 *     RISES        the indicator is -h, and the bounce is at h < 0, not at h = 0
 *     FAILS        f fails from then on (status 3)
 *
 * References: 0 time, 1 h, 2 v, 3 h', 4 v', 5 g, 6 e, 7 limit (integer), 8 counter (integer),
 * 9 stop (boolean): whether reaching the limit ends the simulation; 10 n (integer)
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct toy {
    double t, h, v, g, e, next;
    int limit, counter, stop, bounces;
    bool event_mode, pending;
} toy;

#ifdef RISES
#define INDICATOR (-m->h)
#define IS_BELOW  (m->h < 0)
#else
#define INDICATOR m->h
#define IS_BELOW  (m->h <= 0)
#endif

#ifdef INTRUDES
__attribute__((constructor)) static void intrude(void)
{
    FILE *f = fopen(INTRUDES, "w");
    if (f) fclose(f);
}
#endif

#if FMI == 2
typedef int truth;
#define NAME(two, three) fmi2##two
#define COUNT
#define ONE
typedef int integer;
#else
typedef bool truth;
#define NAME(two, three) fmi3##three
#define COUNT            , size_t nvalues
typedef int32_t integer;
#endif

static int instances; /* at a time: one, or instantiation fails */

static toy *create(void)
{
    toy *m = instances ? NULL : calloc(1, sizeof *m);
    if (!m) return NULL;
    instances = 1;
    *m = (toy){ .h = 1, .g = 9.81, .e = 0.8, .limit = 100, .stop = 1, .event_mode = true };
    return m;
}

#if FMI == 2
void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources,
                      const void *callbacks, int visible, int logging)
{
    (void)name, (void)type, (void)resources, (void)callbacks, (void)visible, (void)logging;
    return strcmp(guid, "{toy}") ? NULL : create();
}
int fmi2SetupExperiment(toy *m, int a, double b, double start, int c, double d)
{
    (void)a, (void)b, (void)c, (void)d;
    m->t = start;
    m->next = start + 0.5;
    return 0;
}
int fmi2EnterInitializationMode(toy *m) { return m ? 0 : 3; }
#else
void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment, void *log)
{
    (void)name, (void)resources, (void)visible, (void)logging, (void)environment, (void)log;
    return strcmp(token, "{toy}") ? NULL : create();
}
int fmi3EnterInitializationMode(toy *m, bool a, double b, double start, bool c, double d)
{
    (void)a, (void)b, (void)c, (void)d;
    m->t = start;
    m->next = start + 0.5;
    return 0;
}
#endif

void NAME(FreeInstance, FreeInstance)(toy *m)
{
    instances = 0;
    free(m);
}
int NAME(ExitInitializationMode, ExitInitializationMode)(toy *m) { return m ? 0 : 3; }

int NAME(EnterEventMode, EnterEventMode)(toy *m)
{
    m->event_mode = true;
    return 0;
}
int NAME(EnterContinuousTimeMode, EnterContinuousTimeMode)(toy *m)
{
    m->event_mode = false;
    return 0;
}

/* The bounce takes two iterations: v in the first, n in the second. */
static bool update(toy *m, bool *again)
{
    const bool bounces = IS_BELOW && m->v < 0;
    *again = bounces;
    if (bounces) {
        m->h = 0;
        m->v = -m->e * m->v;
        m->pending = true;
    } else if (m->pending) {
        m->pending = false;
        m->bounces++;
    } else if (m->t >= m->next) {
        m->counter++;
        m->next += 0.5;
    }
    return bounces;
}

#if FMI == 2
typedef struct event_info {
    int again, ends, nominals, moved, has_next;
    double next;
} event_info;
int fmi2NewDiscreteStates(toy *m, event_info *i)
{
    bool again = false;
    if (!m->event_mode) return 3;
    i->moved = update(m, &again);
    i->again = again;
    i->nominals = 0;
    i->ends = m->stop && m->counter >= m->limit;
    i->has_next = 1;
    i->next = m->next;
    return 0;
}
#else
int fmi3UpdateDiscreteStates(toy *m, bool *again, bool *ends, bool *nominals, bool *moved,
                             bool *has_next, double *next)
{
    if (!m->event_mode) return 3;
    *moved = update(m, again);
    *nominals = false;
    *ends = m->stop && m->counter >= m->limit;
    *has_next = true;
    *next = m->next;
    return 0;
}
#endif

int NAME(CompletedIntegratorStep, CompletedIntegratorStep)(toy *m, truth a, truth *event,
                                                           truth *ends)
{
    (void)m, (void)a;
#ifdef STEP_EVENT
    *event = 1;
#else
    *event = 0;
#endif
    *ends = 0;
    return 0;
}

int NAME(SetTime, SetTime)(toy *m, double t)
{
    m->t = t;
    return 0;
}
int NAME(SetContinuousStates, SetContinuousStates)(toy *m, const double *x, size_t n)
{
    m->h = x[0];
    m->v = x[1];
    return n == 2 ? 0 : 3;
}
int NAME(GetContinuousStates, GetContinuousStates)(toy *m, double *x, size_t n)
{
    x[0] = m->h;
    x[1] = m->v;
    return n == 2 ? 0 : 3;
}
int NAME(GetDerivatives, GetContinuousStateDerivatives)(toy *m, double *x, size_t n)
{
#ifdef FAILS
    if (m->t > FAILS) return 3;
#endif
    x[0] = m->v;
    x[1] = -m->g * (1 + m->bounces / 10.0);
    return n == 2 && !m->event_mode ? 0 : 3;
}
int NAME(GetEventIndicators, GetEventIndicators)(toy *m, double *z, size_t n)
{
    z[0] = INDICATOR;
    return n == 1 ? 0 : 3;
}

/* ---- variables --------------------------------------------------------------------------- */

static double *real_of(toy *m, unsigned r)
{
    return r == 1 ? &m->h : r == 2 ? &m->v : r == 5 ? &m->g : r == 6 ? &m->e : NULL;
}
static int *integer_of(toy *m, unsigned r)
{
    return r == 7 ? &m->limit : r == 8 ? &m->counter : r == 10 ? &m->bounces : NULL;
}

#if FMI == 2
#define ARGUMENTS(type) toy *m, const unsigned *r, size_t n, type *x
#else
#define ARGUMENTS(type) toy *m, const unsigned *r, size_t n, type *x, size_t nx
#endif
#define EACH(expression)                                                                       \
    for (size_t i = 0; i < n; i++) {                                                           \
        if (!(place(m, r[i]))) return 3;                                                       \
        expression;                                                                            \
    }                                                                                          \
    return 0;

int NAME(GetReal, GetFloat64)(ARGUMENTS(double))
{
    double *(*place)(toy *, unsigned) = real_of;
    EACH(x[i] = *place(m, r[i]))
}
int NAME(SetReal, SetFloat64)(ARGUMENTS(const double))
{
    double *(*place)(toy *, unsigned) = real_of;
    EACH(*place(m, r[i]) = x[i])
}
int NAME(GetInteger, GetInt32)(ARGUMENTS(integer))
{
    int *(*place)(toy *, unsigned) = integer_of;
    EACH(x[i] = *place(m, r[i]))
}
int NAME(SetInteger, SetInt32)(ARGUMENTS(const integer))
{
    int *(*place)(toy *, unsigned) = integer_of;
    EACH(*place(m, r[i]) = x[i])
}
int NAME(GetBoolean, GetBoolean)(ARGUMENTS(truth))
{
    for (size_t i = 0; i < n; i++) x[i] = m->stop != 0;
    return *r == 9 ? 0 : 3;
}
int NAME(SetBoolean, SetBoolean)(ARGUMENTS(const truth))
{
    for (size_t i = 0; i < n; i++) m->stop = x[i];
    return *r == 9 ? 0 : 3;
}
#if FMI == 3
int fmi3GetInt64(ARGUMENTS(int64_t)) { return m && r && x && nx ? 3 : 3 + (int)n; }
int fmi3SetInt64(ARGUMENTS(const int64_t)) { return m && r && x && nx ? 3 : 3 + (int)n; }
#endif

#if SAVES
int NAME(GetFMUstate, GetFMUState)(toy *m, void **state)
{
    if (!*state) *state = malloc(sizeof *m);
    memcpy(*state, m, sizeof *m);
    return 0;
}
int NAME(SetFMUstate, SetFMUState)(toy *m, const void *state)
{
    memcpy(m, state, sizeof *m);
    return 0;
}
int NAME(FreeFMUstate, FreeFMUState)(toy *m, void **state)
{
    free(*state);
    *state = NULL;
    return m ? 0 : 3;
}
#endif
