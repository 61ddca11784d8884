/* t_keeps.c -- gives nothing back of what an object has.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_KEEPS
#include "tests/plugins/pair.h"

PAIR(t_keeps);
