/* t_slopes.c -- dense output that meets the ends of a step alone. */
#define FAULT FAULT_SLOPES
#include "tests/plugins/pair.h"

PAIR(t_slopes);
