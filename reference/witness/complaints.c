/* complaints.c -- see complaints.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/complaints.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void complaints_add(complaints *c, const char *format, ...)
{
    const char *const between = c->n++ ? "; " : "";
    const size_t at = strlen(c->text);
    va_list args;
    if (at + 8 >= c->size) return;
    snprintf(c->text + at, c->size - at, "%s", between);
    va_start(args, format);
    vsnprintf(c->text + at + strlen(between), c->size - at - strlen(between), format, args);
    va_end(args);
}
