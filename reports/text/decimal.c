/* decimal.c -- decimals of more digits than a double has: tables of coefficients are printed
 * with 25.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/text/decimal.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

__extension__ typedef _Float128 decimal;

static decimal last_unit(const char *text)
{
    const char *point = strchr(text, '.'), *exponent = strpbrk(text, "eE");
    const char *end = exponent ? exponent : text + strlen(text);
    const long after = point && point < end ? (long)(end - point) - 1 : 0;
    char *unit = text_of("1e%ld", (exponent ? strtol(exponent + 1, NULL, 10) : 0) - after);
    const decimal one = strtof128(unit, NULL);
    free(unit);
    return one;
}

double decimal_units(const char *a, const char *b)
{
    const decimal x = strtof128(a, NULL), y = strtof128(b, NULL);
    return (double)((x > y ? x - y : y - x) / last_unit(a));
}

double decimal_unit(const char *text) { return (double)last_unit(text); }
