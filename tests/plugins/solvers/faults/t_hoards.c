/* t_hoards.c -- keeps a piece of memory of each run. */
#define FAULT FAULT_HOARDS
#include "tests/plugins/pair.h"

PAIR(t_hoards);
