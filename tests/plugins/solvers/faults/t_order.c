/* t_order.c -- declares an order that it has not. */
#define FAULT FAULT_ORDER
#include "tests/plugins/pair.h"

PAIR(t_order);
