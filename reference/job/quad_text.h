/* quad_text.h -- quad numbers as decimal text and back.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef REFERENCE_QUAD_TEXT_H
#define REFERENCE_QUAD_TEXT_H

#include <ivp/base.h>

#include <stdio.h>
#include <stdlib.h>

enum { DECIMAL_MAX = 64, DECIMAL_ALL = 36 };

static inline void decimal(real x, int digits, char text[DECIMAL_MAX])
{
    char format[16];
    snprintf(format, sizeof format, "%%.%dg", digits);
    strfromf128(text, DECIMAL_MAX, format, x);
}

/* NaN if the text is not a number */
static inline real decimal_read(const char *text)
{
    char *end;
    const real x = strtof128(text, &end);
    return end != text && !*end && ivp_finite(x) ? x : (real)NAN;
}

#endif
