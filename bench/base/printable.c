/* printable.c -- UTF-8 read sign by sign.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/printable.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"

/* Length of the sign that begins here; 0: none does. Those of two bytes that begin with C2 and
 * go on below A0 are control characters. */
static int sign(const unsigned char *c)
{
    const int n = *c < 0x20 || *c == 0x7f ? 0
                  : *c < 0x80             ? 1
                  : *c < 0xc2             ? 0
                  : *c < 0xe0             ? 2
                  : *c < 0xf0             ? 3
                  : *c < 0xf5             ? 4
                                          : 0;
    for (int i = 1; i < n; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    return n == 2 && *c == 0xc2 && c[1] < 0xa0 ? 0 : n;
}

void tame(char *text, const char *keep)
{
    unsigned char *c = (unsigned char *)text;
    while (*c) {
        const int n = sign(c);
        if (!n && !strchr(keep, *c)) *c = '?';
        c += n ? n : 1;
    }
}

void put_tame(FILE *f, const char *text)
{
    char *copy = copied(text);
    tame(copy, "");
    fputs(copy, f);
    free(copy);
}
