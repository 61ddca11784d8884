/* t_node.c -- a node that is off by a thousandth: longer steps do not show it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_NODE
#include "tests/plugins/pair.h"

PAIR(t_node);
