/* t_advances.c -- the same code, returning after each step.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

DRIVEN(t_advances, .advance = driven_advance, .dense = driven_dense);
