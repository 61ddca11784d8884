/* quad_text.c -- quad numbers as decimal text and back. */
#include "reference/make/quad_text.h"

#include <stdio.h>
#include <stdlib.h>

void decimal(real x, int digits, char text[DECIMAL_MAX])
{
    char format[16];
    snprintf(format, sizeof format, "%%.%dg", digits);
    strfromf128(text, DECIMAL_MAX, format, x);
}

real decimal_read(const char *text)
{
    char *end;
    const real x = strtof128(text, &end);
    return end != text && !*end && ivp_finite(x) ? x : (real)NAN;
}
