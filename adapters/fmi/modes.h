/* modes.h -- the one instance of an FMU in a process, and the discrete states that it has been
 * in.
 *
 * A problem is a function of (t, y, p), but an FMU has a memory. So each discrete state, a
 * mode, has a number, which is the last parameter. A mode is what an event iteration led to:
 * from which mode, at which t and y. Mode 0 is that of the start. To evaluate in a mode the
 * instance is brought there: by a saved state of the FMU, or by repeating the events since the
 * start. So few states are saved, however many events a run has. The same event of a repeated
 * run is the same mode.
 *
 * Other values of the parameters end the instance, and the table with it. An FMU that fails
 * (status 3) loses its instance, which is made anew; one that fails fatally (4) stays lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef ADAPTERS_FMI_MODES_H
#define ADAPTERS_FMI_MODES_H

#include "adapters/fmi/calls.h"

#pragma GCC visibility push(hidden)

/* What an FMI status is for a solver. An error ends the instance. */
ivp_status fmi_status(int st);

/* The instance, in the mode that p names; what to call next is fmi_at(). */
ivp_status fmi_reach(const double *p);
/* ... at a point, ready to be evaluated */
ivp_status fmi_at(double t, const double *y, const double *p);
/* Only after fmi_at() has succeeded */
void *fmi_instance(void);
const fmi_version *fmi_of_version(void);
/* Another number after each change of the instance or its mode */
long fmi_visit(void);

const double *fmi_first(void);    /* y of mode 0; after fmi_reach() */
double fmi_next(const double *p); /* time of the next time event, or HUGE_VAL; NaN: failure */
bool fmi_ended(const double *p);  /* the FMU has ended the simulation when it got there */

/* Event iteration at (t, y) in the mode of p, to which it writes the new mode. `at` is the
 * state that the FMU is shown, y or a little behind it. y gets the components that it
 * changes. */
ivp_status fmi_event(double t, double *y, const double *at, double *p);

#pragma GCC visibility pop

#endif
