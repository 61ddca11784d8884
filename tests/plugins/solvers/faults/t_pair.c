/* t_pair.c -- a pair that keeps its contract. */
#define FAULT FAULT_NONE
#include "tests/plugins/pair.h"

PAIR(t_pair);
