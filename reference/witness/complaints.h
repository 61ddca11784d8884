/* complaints.h -- all that is wrong with a reference, as sentences one behind the other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_COMPLAINTS_H
#define REFERENCE_COMPLAINTS_H

#include "kernel/reason/reason.h"

/* `why` is the caller's and begins empty; what does not fit is counted and left out. */
typedef struct complaints {
    reason *why;
    int n;
} complaints;

void complaints_add(complaints *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
