/* tags.c -- conditions on tags, read by recursive descent and answered on the way.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/tags.h"

#include "bench/base/util.h"

#include <fnmatch.h>
#include <string.h>

enum { MOST_WORD = 128, DEEPEST = 64 };

typedef struct reading {
    const char *at, *tags;
    const char *expected; /* what should stand at `at`; NULL: all is well so far */
    int depth;
} reading;

static const char ends[] = " \t\n,|&!()";

static char look(reading *r)
{
    r->at += strspn(r->at, " \t\n");
    return *r->at;
}

static bool wrong(reading *r, const char *expected)
{
    if (!r->expected) r->expected = expected;
    return false;
}

static bool has(const char *tags, const char *glob)
{
    char word[MOST_WORD];
    for (tags += strspn(tags, " "); *tags; tags += strspn(tags, " ")) {
        const size_t n = strcspn(tags, " ");
        if (n < sizeof word) {
            memcpy(word, tags, n);
            word[n] = '\0';
            if (fnmatch(glob, word, 0) == 0) return true;
        }
        tags += n;
    }
    return false;
}

static bool read_word(reading *r)
{
    char word[MOST_WORD];
    const size_t n = strcspn(r->at, ends);
    if (!n) return wrong(r, "a tag, \"!\" or \"(\"");
    if (n >= sizeof word) return wrong(r, "a shorter word");
    memcpy(word, r->at, n);
    word[n] = '\0';
    r->at += n;
    return has(r->tags, word);
}

static bool read_alternative(reading *r);

static bool read_one(reading *r)
{
    bool fits;
    if (++r->depth > DEEPEST) return wrong(r, "fewer parentheses");
    switch (look(r)) {
    case '!':
        r->at++;
        fits = !read_one(r);
        break;
    case '(':
        r->at++;
        fits = read_alternative(r);
        if (look(r) == ')')
            r->at++;
        else
            wrong(r, "\")\"");
        break;
    default:
        fits = read_word(r);
    }
    r->depth--;
    return fits;
}

/* Both sides are always read: what is wrong on the right of a false one is wrong all the
 * same. */
static bool read_all(reading *r)
{
    bool fits = read_one(r);
    while (!r->expected && look(r) == '&') {
        r->at++;
        fits = read_one(r) && fits;
    }
    return fits;
}

static bool read_alternative(reading *r)
{
    bool fits = read_all(r);
    while (!r->expected && look(r) && *r->at != ')') {
        if (*r->at == '|' || *r->at == ',') r->at++;
        fits = read_all(r) || fits;
    }
    return fits;
}

static bool read_problem(reading *r)
{
    if (!r->at || !look(r)) return true;
    const bool fits = read_alternative(r);
    if (!r->expected && *r->at) wrong(r, "\"&\", \"|\" or the end");
    return fits;
}

bool tags_fit(const char *condition, const char *tags)
{
    reading r = { .at = condition, .tags = tags };
    return read_problem(&r);
}

bool tags_check(const char *condition, reason *why)
{
    reading r = { .at = condition, .tags = "" };
    read_problem(&r);
    if (!r.expected) return true;
    return reason_set(
        why, "tags \"%s\": %s is expected %s%s; for example 'stiff & !(index2 | large)'",
        condition, r.expected, *r.at ? "at " : "at its end", r.at);
}
