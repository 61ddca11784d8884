/* seen.c -- the C library's balanced tree (tsearch) over texts.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/seen.h"

#include "bench/base/util.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef struct visit {
    char *text, *what;
} visit;

static int order(const void *a, const void *b)
{
    return strcmp(((const visit *)a)->text, ((const visit *)b)->text);
}

static void free_visit(void *p)
{
    visit *e = p;
    free(e->text);
    free(e->what);
    free(e);
}

bool seen_add(seen *s, const char *text, const char *what)
{
    visit *e = need(malloc(sizeof *e));
    *e = (visit){ copied(text), copied(what) };
    const bool new = *(visit **)need(tsearch(e, &s->tree, order)) == e;
    if (!new) free_visit(e);
    return new;
}

const char *seen_what(const seen *s, const char *text)
{
    char *sought = copied(text);
    const visit key = { .text = sought };
    visit *const *found = tfind(&key, &s->tree, order);
    free(sought);
    return found ? (*found)->what : NULL;
}

void seen_free(seen *s)
{
    tdestroy(s->tree, free_visit);
    s->tree = NULL;
}
