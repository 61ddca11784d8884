/* t_last.c -- an error test that leaves out the last component.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_LAST
#include "tests/plugins/pair.h"

PAIR(t_last);
