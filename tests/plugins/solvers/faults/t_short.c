/* t_short.c -- an error test that says half of the error of the step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_SHORT
#include "tests/plugins/pair.h"

PAIR(t_short);
