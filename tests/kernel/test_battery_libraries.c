/* test_battery_libraries.c -- every wrapped library keeps the battery of small problems with
 * closed forms.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/battery_cases.h"

int main(void) { return battery_of(false); }
