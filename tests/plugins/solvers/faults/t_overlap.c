/* t_overlap.c -- stages that overlap by one number.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_OVERLAP
#include "tests/plugins/pair.h"

PAIR(t_overlap);
