/* t_first.c -- right: the first step after each restart is refused, whatever its error.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_FIRST
#include "tests/plugins/pair.h"

PAIR(t_first);
