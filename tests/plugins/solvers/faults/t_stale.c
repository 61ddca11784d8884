/* t_stale.c -- keeps a stage of the state before a projection. */
#define FAULT FAULT_STALE
#include "tests/plugins/pair.h"

PAIR(t_stale);
