/* system.h -- the inside of ivp_system (ivp/system.h): an instance, and a model of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef LIBRARY_SYSTEM_H
#define LIBRARY_SYSTEM_H

#include <ivp/system.h>

#include "kernel/formulation/model_inner.h"

struct ref;

struct ivp_system {
    instance *instance;
    ivp_model *model;
    const char *formulation;
    char settings[SETTINGS_MAX]; /* parameters that differ from the defaults */
    double *component;           /* 4 times instance_ncomponents() numbers */
    double *work, *weights;      /* n each, one array */
    struct ref *reference;       /* NULL: not asked for yet, or none */
    bool sought;                 /* it was asked for */
    reason none;                 /* why there is none */
    reason why;
};

/* Notes the sentence, as of printf(), and returns the status. */
ivp_status system_fails(ivp_system *s, ivp_status st, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The status of an evaluation with its sentence; `what` says of what. */
ivp_status system_result(ivp_system *s, ivp_status st, const char *what, double t);
/* Are t and y finite? Equations are not asked elsewhere. */
bool system_finite(const ivp_system *s, double t, const double *y);
/* Copies as much as the caller's struct holds; the first member of both is the size of it. */
ivp_status system_give(ivp_system *s, void *to, const void *from, size_t knows);

#endif
