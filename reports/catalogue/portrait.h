/* portrait.h -- the figure of a solution, from its reference.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REPORTS_PORTRAIT_H
#define REPORTS_PORTRAIT_H

#include "reference/file/ref.h"

/* Observables against time, each over its largest value: the trajectory, or the states where
 * there is none. Time is logarithmic where the first state is in the first thousandth of the
 * interval. */
bool portrait_write(const ref *r, const char *folder, const char *name, reason *why);

#endif
