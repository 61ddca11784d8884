/* memory.h -- matrices that do not fit into memory are declined before they are tried.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_MEMORY_H
#define IVP_MEMORY_H

#include "kernel/reason/reason.h"

/* Bytes that a run may take: half of its limit of address space, as the harness sets it;
 * without a limit, those of the machine. */
double memory_allowed(void);

/* Returns whether so many bytes are allowed. If not, `why` says that `what` would take
 * them, and ends with `instead`. */
bool memory_fits(double bytes, const char *what, const char *instead, reason *why);

#endif
