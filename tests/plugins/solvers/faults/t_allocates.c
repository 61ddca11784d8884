/* t_allocates.c -- takes memory in each step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_ALLOCATES
#include "tests/plugins/pair.h"

PAIR(t_allocates);
