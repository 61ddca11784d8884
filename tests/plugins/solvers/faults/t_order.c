/* t_order.c -- declares an order that it has not.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_ORDER
#include "tests/plugins/pair.h"

PAIR(t_order);
