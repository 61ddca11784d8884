/* t_advances.c -- the same code, returning after each step. */
#include "tests/plugins/driven.h"

DRIVEN(t_advances, .advance = driven_advance, .dense = driven_dense);
