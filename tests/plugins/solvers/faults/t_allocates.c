/* t_allocates.c -- takes memory in each step. */
#define FAULT FAULT_ALLOCATES
#include "tests/plugins/pair.h"

PAIR(t_allocates);
