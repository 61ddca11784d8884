/* t_norm.c -- an error norm that takes n for the root of n.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_NORM
#include "tests/plugins/pair.h"

PAIR(t_norm);
