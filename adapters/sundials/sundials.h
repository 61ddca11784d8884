/* sundials.h -- what the wrappers of SUNDIALS share: context, vectors, statuses, statistics.
 *
 * A wrapper's object begins with a struct sundials, and that is the user data of its callbacks.
 * The libraries know three answers of a callback: 0, recoverable (> 0), fatal (< 0); the sign
 * of an ivp_status is made for that. The status itself is kept, so that a run that ends because
 * of it can say so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_SUNDIALS_SUNDIALS_H
#define ADAPTERS_SUNDIALS_SUNDIALS_H

#include <string.h>

#include <ivp/model.h>
#include <ivp/solver.h>

#include <nvector/nvector_serial.h>

#include "adapters/sundials/sundials_versions.h"

enum { SUNDIALS_STATISTICS = 7 };

/* A statistic of the library, and the kernel's counter to which it is added. */
typedef struct sundials_statistic {
    ivp_counter counter;
    int (*get)(void *memory, long *value);
} sundials_statistic;

/* Why a library gave up, in our words. A table ends with { 0 }. */
typedef struct sundials_flag {
    int flag;
    ivp_status status;
} sundials_flag;

typedef struct sundials {
    ivp_model *m;
    int n;
    SUNContext context;
    N_Vector y, atol, scratch;
    void *memory;      /* the integrator */
    ivp_status status; /* of the last callback that failed in this step; 0: none */
    real t_old, t;     /* the last step */
    real stop;         /* the library's stop time */
    const sundials_statistic *statistics;
    long counted[SUNDIALS_STATISTICS]; /* what the model has been told so far */
} sundials;

/* Context, vectors and the absolute tolerances. What is there after a failure is for
 * sundials_close(). */
static inline ivp_status sundials_open(sundials *s, ivp_model *m, const ivp_tol *tol)
{
    s->m = m;
    s->n = ivp_n(m);
    if (SUNContext_Create(SUN_COMM_NULL, &s->context)) return IVP_E_NOMEM;
    if (sundials_silent_context(s->context)) return IVP_E_LIBRARY;
    s->y = N_VNew_Serial(s->n, s->context);
    s->atol = N_VNew_Serial(s->n, s->context);
    s->scratch = N_VNew_Serial(s->n, s->context);
    if (!s->y || !s->atol || !s->scratch) return IVP_E_NOMEM;
    N_VConst(0, s->y);
    for (int i = 0; i < s->n; i++) NV_Ith_S(s->atol, i) = tol->atol ? tol->atol[i] : 0;
    return IVP_OK;
}

static inline void sundials_close(sundials *s)
{
    if (s->scratch) N_VDestroy(s->scratch);
    if (s->atol) N_VDestroy(s->atol);
    if (s->y) N_VDestroy(s->y);
    if (s->context) SUNContext_Free(&s->context);
}

/* The end of create(): a solver whose set-up failed is destroyed. */
static inline ivp_status sundials_created(void **self, ivp_status status,
                                          void (*destroy)(void *))
{
    if (!status) return IVP_OK;
    destroy(*self);
    *self = NULL;
    return status;
}

static inline void sundials_copy(const sundials *s, N_Vector to, const real *from)
{
    memcpy(N_VGetArrayPointer(to), from, (size_t)s->n * sizeof *from);
}

/* What a callback hands to the library. */
static inline int sundials_answer(sundials *s, ivp_status status)
{
    if (status) s->status = status;
    return (status > 0) - (status < 0);
}

/* The right-hand side, the same type for CVODE and ARKODE. */
static inline int sundials_rhs(sunrealtype t, N_Vector y, N_Vector f, void *self)
{
    sundials *s = self;
    return sundials_answer(s, ivp_rhs(s->m, t, N_VGetArrayPointer(y), N_VGetArrayPointer(f)));
}

static inline ivp_status sundials_failure(const sundials *s, const sundials_flag *table,
                                          int flag)
{
    if (s->status < 0) return s->status; /* the model said so */
    for (; table->flag; table++)
        if (table->flag == flag) return table->status;
    return IVP_E_LIBRARY;
}

/* Takes the library's statistics as they are for the new zero. */
static inline void sundials_begin(sundials *s, real t, const real *y)
{
    sundials_copy(s, s->y, y);
    s->t = s->t_old = t;
    s->stop = t; /* no wall yet */
    for (int i = 0; i < SUNDIALS_STATISTICS && s->statistics[i].get; i++)
        s->statistics[i].get(s->memory, &s->counted[i]);
}

/* Tells the model what the library has done since the restart; not step by step, for asking
 * costs as much as a small right-hand side. */
static void sundials_finish(void *self)
{
    sundials *s = self;
    for (int i = 0; i < SUNDIALS_STATISTICS && s->statistics[i].get; i++) {
        long now = 0;
        s->statistics[i].get(s->memory, &now);
        ivp_count(s->m, s->statistics[i].counter, now - s->counted[i]);
        s->counted[i] = now;
    }
}

/* The library's stop time, set only when tmax has changed. */
static inline int sundials_wall(sundials *s, int (*set_stop_time)(void *, sunrealtype),
                                real wall)
{
    if (s->stop == wall) return 0;
    s->stop = wall;
    return set_stop_time(s->memory, wall);
}

/* The end of advance(): flag is the library's verdict on the step. */
static inline ivp_status sundials_stepped(sundials *s, const sundials_flag *table, int flag,
                                          real *t, real *y)
{
    if (flag < 0) return sundials_failure(s, table, flag);
    if (!(s->t > s->t_old)) return IVP_E_STEP_TOO_SMALL; /* t + h = t is but a warning there */
    *t = s->t;
    memcpy(y, N_VGetArrayPointer(s->y), (size_t)s->n * sizeof *y);
    return IVP_OK;
}

/* Dense output from one of the GetDky functions. */
static inline ivp_status sundials_dense(sundials *s,
                                        int (*get_dky)(void *, sunrealtype, int, N_Vector),
                                        real theta, real *y)
{
    const real t = s->t_old + theta * (s->t - s->t_old);
    if (get_dky(s->memory, t, 0, s->scratch)) return IVP_E_LIBRARY;
    memcpy(y, N_VGetArrayPointer(s->scratch), (size_t)s->n * sizeof *y);
    return IVP_OK;
}

#endif
