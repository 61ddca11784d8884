/* t_refuses.c -- two of three steps that would pass are refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#define FAULT FAULT_REFUSES
#include "tests/plugins/pair.h"

PAIR(t_refuses);
