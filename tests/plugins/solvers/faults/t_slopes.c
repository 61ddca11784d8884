/* t_slopes.c -- dense output that meets the ends of a step alone.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_SLOPES
#include "tests/plugins/pair.h"

PAIR(t_slopes);
