/* t_weight.c -- a weight of the error that is off by a thousandth.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_WEIGHT
#include "tests/plugins/pair.h"

PAIR(t_weight);
