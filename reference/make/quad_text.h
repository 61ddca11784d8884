/* quad_text.h -- quad numbers as decimal text and back. */
#ifndef REFERENCE_QUAD_TEXT_H
#define REFERENCE_QUAD_TEXT_H

#include <ivp/base.h>

enum { DECIMAL_MAX = 64, DECIMAL_ALL = 36 };

void decimal(real x, int digits, char text[DECIMAL_MAX]);
real decimal_read(const char *text); /* NaN when it is no number */

#endif
