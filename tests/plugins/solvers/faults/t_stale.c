/* t_stale.c -- keeps a stage of the state before a projection.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_STALE
#include "tests/plugins/pair.h"

PAIR(t_stale);
