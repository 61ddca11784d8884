/* spell.c -- the normal form of a decimal number, computed digit by digit.
 *
 *     d1 d2 .. dP, d1 and dP not 0, times 10^(X + 1 - P)
 *
 * is written like C's %.Pg: with an exponent where X < -4 or X >= P, else without one. Nothing
 * is rounded, so a text has its exact meaning in each arithmetic.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/spell.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXPONENT = 99999 }; /* far outside the range of every arithmetic */

typedef struct parts {
    bool minus;
    char digit[SPELL_DIGITS + 1];
    int n;        /* digits that count; those beyond the room are counted alone */
    int exponent; /* of the first of them */
} parts;

/* Digits with at most one point; leading and trailing zeros do not count. Where they end. */
static const char *read_digits(const char *at, parts *d, bool *any)
{
    int zeros = 0, before = 0;
    bool point = false;
    for (; isdigit((unsigned char)*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        *any = true;
        if (!point && (d->n || *at != '0')) before++;
        if (point && !d->n && *at == '0') before--;
        if (*at == '0') {
            zeros += d->n > 0;
            continue;
        }
        for (; zeros; zeros--, d->n++)
            if (d->n < SPELL_DIGITS) d->digit[d->n] = '0';
        if (d->n < SPELL_DIGITS) d->digit[d->n] = *at;
        d->n++;
    }
    d->exponent = before - 1;
    return at;
}

static bool read_exponent(const char *at, parts *d)
{
    if (!*at) return true;
    if (*at != 'e' && *at != 'E') return false;
    const bool sign = at[1] == '+' || at[1] == '-';
    if (!isdigit((unsigned char)at[1 + sign])) return false;
    char *end;
    const long e = strtol(at + 1, &end, 10);
    const long bounded = e > MOST_EXPONENT    ? MOST_EXPONENT
                         : e < -MOST_EXPONENT ? -MOST_EXPONENT
                                              : e;
    d->exponent += (int)bounded;
    return !*end;
}

static void write_parts(const parts *d, char *text)
{
    const int X = d->exponent, P = d->n;
    text += sprintf(text, "%s", d->minus ? "-" : "");
    if (!P)
        sprintf(text, "0");
    else if (X < -4 || X >= P)
        sprintf(text, "%c%s%.*se%c%02d", d->digit[0], P > 1 ? "." : "", P - 1, d->digit + 1,
                X < 0 ? '-' : '+', abs(X));
    else if (X < 0)
        sprintf(text, "0.%.*s%.*s", -X - 1, "000", P, d->digit);
    else
        sprintf(text, "%.*s%s%.*s", X + 1, d->digit, P > X + 1 ? "." : "", P - X - 1,
                d->digit + X + 1);
}

spelling spell_decimal(const char *word, char text[SPELL_MAX])
{
    parts d = { .minus = *word == '-' };
    bool any = false;
    *text = '\0';
    const char *at = read_digits(word + (*word == '-' || *word == '+'), &d, &any);
    if (!any || !read_exponent(at, &d)) return SPELL_NO_NUMBER;
    if (d.n > SPELL_DIGITS) return SPELL_TOO_LONG;
    write_parts(&d, text);
    return SPELLED;
}
