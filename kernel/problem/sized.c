/* sized.c -- copies of descriptors and of their tables, element by element.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/problem/sized.h"

#include "kernel/problem/plugin.h"

#include <ivp/solver.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table of a descriptor: elements begin with a text, and the last one is zero. */
struct table {
    const char *of;     /* what an element is */
    size_t at, size_at; /* the pointer to the first element, and its size, in the descriptor */
    size_t knows;       /* that size here */
};
#define TABLE(kind, member, which, element, type)                                              \
    {                                                                                          \
        element, offsetof(kind, member), offsetof(kind, bytes.which), sizeof(type)             \
    }

static const struct table of_problem[] = {
    TABLE(ivp_problem, params, param, "parameter", ivp_param),
    TABLE(ivp_problem, events, event, "event", ivp_event),
    TABLE(ivp_problem, observables, observable, "observable", ivp_observable),
    TABLE(ivp_problem, invariants, observable, "invariant", ivp_observable),
    TABLE(ivp_problem, published, published, "end value of", ivp_published),
    { 0 },
};

static const struct table of_solver[] = {
    TABLE(ivp_solver, options, param, "option", ivp_param),
    TABLE(ivp_solver, settings, setting, "setting", ivp_setting),
    { 0 },
};

/* One of the two kinds of descriptor */
struct kind {
    const char *name, *macro;
    size_t knows;
    const struct table *tables;
};
static const struct kind problem_kind = { "problem", "IVP_PROBLEM", sizeof(ivp_problem),
                                          of_problem };
static const struct kind solver_kind = { "solver", "IVP_SOLVER", sizeof(ivp_solver),
                                         of_solver };

size_t sized_take(void *to, size_t knows, const void *from, size_t gives)
{
    const size_t both = knows < gives ? knows : gives;
    memcpy(to, from, both);
    memset((char *)to + both, 0, knows - both);
    for (size_t k = knows; k < gives; k++)
        if (((const char *)from)[k]) return k;
    return 0;
}

static const char *pointer_at(const void *struct_, size_t offset)
{
    const char *pointer;
    memcpy(&pointer, (const char *)struct_ + offset, sizeof pointer);
    return pointer;
}

static unsigned short size_at(const void *descriptor, const struct table *t)
{
    unsigned short size;
    memcpy(&size, (const char *)descriptor + t->size_at, sizeof size);
    return size;
}

/* ---- sizes ------------------------------------------------------------------------------- */

static bool same_sizes(const sized_head *raw, const struct kind *kind)
{
    bool same = raw->bytes.descriptor == kind->knows;
    for (const struct table *t = kind->tables; t->of; t++)
        same = same && size_at(raw, t) == t->knows;
    return same;
}

/* Sizes without which nothing can be read: those of the head, and of an element that begins
 * with a text. */
static bool has_sizes(const sized_head *raw, const struct kind *kind)
{
    bool has = raw->bytes.descriptor >= sizeof *raw;
    for (const struct table *t = kind->tables; t->of && has; t++) {
        const bool there =
            t->at + sizeof(char *) <= raw->bytes.descriptor && pointer_at(raw, t->at);
        has = !there || size_at(raw, t) >= sizeof(char *);
    }
    return has;
}

/* ---- copies ------------------------------------------------------------------------------ */

static bool unknown(const char *what, const char *name, const struct kind *kind,
                    const sized_head *raw, size_t at, reason *why)
{
    return reason_set(
        why,
        "%s '%s' was built with a later header, and its %s%s%s%s sets a member that this "
        "program does not know (byte %zu): leave it out, or take a later ivpbench",
        kind->name, raw->name, what, name ? " '" : "", name ? name : "", name ? "'" : "", at);
}

/* The table as this program has it, into the pointer of the copy */
static bool take_table(char *copy, const sized_head *raw, const struct kind *kind,
                       const struct table *t, reason *why)
{
    const char *from = pointer_at(copy, t->at);
    const size_t gives = size_at(raw, t);
    if (!from || gives == t->knows) return true;
    size_t n = 0;
    while (pointer_at(from + n * gives, 0)) n++;
    char *to = calloc(n + 1, t->knows);
    if (!to) return reason_set(why, "out of memory");
    memcpy(copy + t->at, &to, sizeof to);
    for (size_t k = 0; k < n; k++) {
        const char *element = from + k * gives;
        const size_t at = sized_take(to + k * t->knows, t->knows, element, gives);
        if (at) return unknown(t->of, pointer_at(element, 0), kind, raw, at, why);
    }
    return true;
}

static bool take(char *copy, const sized_head *raw, const struct kind *kind, reason *why)
{
    const size_t at = sized_take(copy, kind->knows, raw, raw->bytes.descriptor);
    if (at) return unknown("descriptor", NULL, kind, raw, at, why);
    for (const struct table *t = kind->tables; t->of; t++)
        if (!take_table(copy, raw, kind, t, why)) return false;
    return true;
}

static void drop(char *copy, const sized_head *raw, const struct kind *kind)
{
    for (const struct table *t = kind->tables; copy && t->of; t++) {
        const char *table = pointer_at(copy, t->at);
        if (t->at + sizeof table > raw->bytes.descriptor || table != pointer_at(raw, t->at))
            free((void *)table);
    }
    free(copy);
}

/* Copies that were made: libraries stay loaded, and so do these. */
static struct made {
    const sized_head *raw;
    char *copy;
    struct made *next;
} * all_made;

static const char *made_before(const sized_head *raw)
{
    const struct made *m = all_made;
    while (m && m->raw != raw) m = m->next;
    return m ? m->copy : NULL;
}

static const char *made_anew(const sized_head *raw, const struct kind *kind, reason *why)
{
    struct made *m = malloc(sizeof *m);
    char *copy = calloc(1, kind->knows);
    if (!m || !copy) reason_set(why, "out of memory");
    if (!m || !copy || !take(copy, raw, kind, why)) {
        drop(copy, raw, kind);
        free(m);
        return NULL;
    }
    *m = (struct made){ raw, copy, all_made };
    all_made = m;
    return copy;
}

static const void *sized(const sized_head *raw, const struct kind *kind, reason *why)
{
    if (!has_sizes(raw, kind)) {
        reason_set(why, "%s '%s' does not say its sizes: leave .bytes to %s and build it anew",
                   kind->name, raw->name, kind->macro);
        return NULL;
    }
    if (same_sizes(raw, kind)) return raw;
    const char *copy = made_before(raw);
    return copy ? copy : made_anew(raw, kind, why);
}

const ivp_problem *sized_problem(const sized_head *raw, reason *why)
{
    return sized(raw, &problem_kind, why);
}

const ivp_solver *sized_solver(const sized_head *raw, reason *why)
{
    return sized(raw, &solver_kind, why);
}
