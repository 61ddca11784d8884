/* slopes.h -- y' and the algebraic unknowns of M y' = f or F(t, y, y') = 0 at a restart after a
 * break point or an event.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_STEPPING_SLOPES_H
#define IVP_STEPPING_SLOPES_H

#include "kernel/formulation/model_inner.h"

typedef struct slopes slopes;

/* f: IVP_AS_LIN or IVP_AS_DAE */
ivp_status slopes_create(slopes **out, instance *i, ivp_formulation f, reason *why);
void slopes_destroy(slopes *s);

/* After t: y keeps its differential unknowns; the others, and all of y', are computed. Not
 * counted. */
ivp_status slopes_at(slopes *s, real t, real *y, real *yp);

#endif
