/* test_battery_libraries.c -- every wrapped library keeps the battery of small problems with
 * closed forms. */
#include "tests/battery_cases.h"

int main(void) { return battery_of(false); }
