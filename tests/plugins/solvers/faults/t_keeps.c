/* t_keeps.c -- gives nothing back of what an object has. */
#define FAULT FAULT_KEEPS
#include "tests/plugins/pair.h"

PAIR(t_keeps);
