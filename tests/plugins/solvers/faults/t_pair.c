/* t_pair.c -- a pair that keeps its contract.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_NONE
#include "tests/plugins/pair.h"

PAIR(t_pair);
