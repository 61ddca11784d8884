/* t_hoards.c -- keeps a piece of memory of each run.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_HOARDS
#include "tests/plugins/pair.h"

PAIR(t_hoards);
