/* test_battery.c -- every method of the tree keeps the battery of small problems with closed
 * forms, one feature of the interface after the other.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/battery_cases.h"

int main(void) { return battery_of(true); }
