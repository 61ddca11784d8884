/* control.h -- step size control: the size for which the predicted scaled error is one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_CONTROL_H
#define IVP_CONTROL_H

#include <ivp/solver.h>

/* I, PI and digital filters by name; ends with { 0 }. The first is the kernel's default. */
extern const ivp_control control_laws[];
#define CONTROL_LAWS "i pi pi42 pc11 pid h211b h312b" /* their names */
const ivp_control *control_by_name(const char *name); /* NULL: unknown */

typedef struct control {
    const ivp_control *law;
    real e1[2], e2[2], ratio; /* errors of the last two accepted steps, last step size ratio */
} control;

void control_reset(control *c, const ivp_control *law);

/* Next step size after a trial of size h with these tests (all <= 1 when accepted). The
 * smallest factor is taken. After a rejected trial the step does not grow and the history is
 * reset. */
real control_next(control *c, real h, const ivp_test *test, int ntests, bool accepted);

#endif
