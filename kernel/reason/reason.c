/* reason.c -- see reason.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/reason/reason.h"

#include <stdio.h>
#include <string.h>

/* Bytes of the text that fit, where a character (at most four bytes, all but the first of the
 * form 10xxxxxx: RFC 3629, section 3) is kept or left out with all its bytes. */
static size_t fitting(const char *text, size_t room)
{
    size_t n = strlen(text);
    if (n < room) return n;
    n = room - 1;
    for (int k = 0; k < 3 && n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80; k++) n--;
    return n;
}

/* Formats aside first: the arguments may be the text itself. */
static void put(reason *why, size_t at, const char *format, va_list list)
{
    char text[REASON_ROOM + 1];
    if (vsnprintf(text, sizeof text, format, list) < 0) return;
    const size_t n = fitting(text, REASON_ROOM - at);
    memcpy(why->text + at, text, n);
    why->text[at + n] = '\0';
}

bool reason_set(reason *why, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (why) put(why, 0, format, list);
    va_end(list);
    return false;
}

bool reason_vadd(reason *why, const char *format, va_list list)
{
    if (why) put(why, strlen(why->text), format, list);
    return false;
}

bool reason_add(reason *why, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    reason_vadd(why, format, list);
    va_end(list);
    return false;
}
