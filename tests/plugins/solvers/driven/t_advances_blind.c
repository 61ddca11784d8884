/* t_advances_blind.c -- the same code, returning after each step, without dense output: events
 * are looked for by shorter steps from a restart. */
#include "tests/plugins/driven.h"

DRIVEN(t_advances_blind, .advance = driven_advance);
