/* ref_fields.c -- words and numbers of a line.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *ref_word(ref_reader *in)
{
    char *w = in->rest;
    if (!w || !*w) return NULL;
    char *blank = strchr(w, ' ');
    in->rest = blank ? blank + 1 : NULL;
    if (blank) *blank = 0;
    return w;
}

bool ref_flawed(ref_reader *in, const char *flaw)
{
    in->flaw = flaw;
    return false;
}

bool ref_number(ref_reader *in, double *x)
{
    const char *w = ref_word(in);
    char *end;
    if (!w) return ref_flawed(in, "a number is missing");
    *x = strtod(w, &end);
    return (end != w && !*end && isfinite(*x)) || ref_flawed(in, "this is not a number");
}

bool ref_count(ref_reader *in, int *n)
{
    double x;
    if (!ref_number(in, &x)) return false;
    if (x < 0 || x > REF_COUNT_MOST || x != floor(x))
        return ref_flawed(in, "this is not a count");
    *n = (int)x;
    return true;
}

bool ref_known(ref_reader *in, double *x)
{
    if (in->rest && *in->rest == '?' && (in->rest[1] == ' ' || !in->rest[1])) {
        ref_word(in);
        *x = -1;
        return true;
    }
    return ref_number(in, x) && (*x >= 0 || ref_flawed(in, "an error must not be negative"));
}

bool ref_name(ref_reader *in, char *to, size_t size)
{
    const char *w = ref_word(in);
    if (!w) return ref_flawed(in, "a name is missing");
    if (strlen(w) >= size) return ref_flawed(in, "this name is too long");
    memcpy(to, w, strlen(w) + 1);
    return true;
}
