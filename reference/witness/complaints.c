/* complaints.c -- see complaints.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/witness/complaints.h"

void complaints_add(complaints *c, const char *format, ...)
{
    va_list args;
    if (c->n++) reason_add(c->why, "; ");
    va_start(args, format);
    reason_vadd(c->why, format, args);
    va_end(args);
}
