/* t_blind.c -- an error test that sees nothing. */
#define FAULT FAULT_BLIND
#include "tests/plugins/pair.h"

PAIR(t_blind);
