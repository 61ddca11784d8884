/* naming.h -- names that a descriptor gives: words of files and tables.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef KERNEL_PROBLEM_NAMING_H
#define KERNEL_PROBLEM_NAMING_H

#include "kernel/reason/reason.h"

#include <ivp/problem.h>

/* Checks the names of events, observables, invariants and parameters. A name has no blank and
 * no control character, is short enough for the file formats, and is unique among its kind.
 * Otherwise returns false with a sentence in why. */
bool names_are_valid(const ivp_problem *p, reason *why);

#endif
