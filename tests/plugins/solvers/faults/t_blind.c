/* t_blind.c -- an error test that sees nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_BLIND
#include "tests/plugins/pair.h"

PAIR(t_blind);
