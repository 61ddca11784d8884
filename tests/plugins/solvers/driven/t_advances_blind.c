/* t_advances_blind.c -- the same code, returning after each step, without dense output: events
 * are looked for by shorter steps from a restart.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/plugins/driven.h"

DRIVEN(t_advances_blind, .advance = driven_advance);
