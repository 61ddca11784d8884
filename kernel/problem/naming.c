/* naming.c -- see naming.h. A blank ends a word in every file that this program writes.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/naming.h"

#include <stdio.h>
#include <string.h>

/* What references keep of a name (reference/file/ref.h). */
enum { EVENT_MOST = 63, OBSERVABLE_MOST = 31, PARAMETER_MOST = 63 };

static bool is_word(const char *name, size_t most)
{
    size_t n = 0;
    for (; name[n]; n++)
        if ((unsigned char)name[n] <= ' ' || name[n] == 0x7f) return false;
    return n && n <= most;
}

static bool refuse(const ivp_problem *p, const char *kind, const char *name, size_t most,
                   reason *why)
{
    char shown[80];
    size_t n = 0;
    for (; name[n] && n + 1 < sizeof shown; n++)
        shown[n] = (unsigned char)name[n] < ' ' || name[n] == 0x7f ? '?' : name[n];
    shown[n] = 0;
    return reason_set(
        why,
        "%s: the %s \"%s\" is no word: 1 to %zu characters without blanks and control "
        "characters are expected, such as \"first_impact\"",
        p->name, kind, shown, most);
}

/* The names of one kind: the k-th, or NULL behind the last. */
typedef const char *(*kth_name)(const ivp_problem *p, int k);

static const char *event_name(const ivp_problem *p, int k)
{
    return p->events ? p->events[k].name : NULL;
}

static const char *observable_name(const ivp_problem *p, int k)
{
    return p->observables ? p->observables[k].name : NULL;
}

static const char *invariant_name(const ivp_problem *p, int k)
{
    return p->invariants ? p->invariants[k].name : NULL;
}

static const char *parameter_name(const ivp_problem *p, int k)
{
    return p->params ? p->params[k].name : NULL;
}

static bool twice(const ivp_problem *p, kth_name name, int k)
{
    for (int j = 0; j < k; j++)
        if (!strcmp(name(p, j), name(p, k))) return true;
    return false;
}

bool names_are_valid(const ivp_problem *p, reason *why)
{
    static const struct {
        const char *kind;
        kth_name name;
        size_t most;
    } kinds[] = { { "event", event_name, EVENT_MOST },
                  { "observable", observable_name, OBSERVABLE_MOST },
                  { "invariant", invariant_name, OBSERVABLE_MOST },
                  { "parameter", parameter_name, PARAMETER_MOST } };
    for (size_t b = 0; b < sizeof kinds / sizeof *kinds; b++)
        for (int k = 0; kinds[b].name(p, k); k++) {
            const char *name = kinds[b].name(p, k);
            if (!is_word(name, kinds[b].most))
                return refuse(p, kinds[b].kind, name, kinds[b].most, why);
            if (!twice(p, kinds[b].name, k)) continue;
            return reason_set(why, "%s: two of its %ss are called %s", p->name, kinds[b].kind,
                              name);
        }
    return true;
}
