/* described_text.c -- documentation of plug-ins in lines and sections.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/described_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bench/base/util.h"

static const char *text_in(const json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? text : "";
}

static void line(const char *label, const char *text)
{
    if (*text) printf("  %-16s%s\n", label, text);
}

/* All of a list in one line */
static void text_list(const char *label, const json_t *list, const char *between)
{
    size_t k;
    json_t *one;
    printf("  %-16s", label);
    json_array_foreach(list, k, one) printf("%s%s", k ? between : "", json_string_value(one));
    putchar('\n');
}

/* A line for each member; a list has one of each element. */
static void lines(const json_t *o, const char *const rows[][2])
{
    for (; (*rows)[0]; rows++) {
        const json_t *v = json_object_get(o, (*rows)[1]);
        size_t k;
        json_t *one;
        json_array_foreach(v, k, one) line((*rows)[0], json_string_value(one));
        if (json_is_string(v)) line((*rows)[0], json_string_value(v));
    }
}

static void more_of(const json_t *one)
{
    const char *choices = text_in(one, "choices"), *kind = text_in(one, "kind");
    if (*choices) printf(" (one of: %s)", choices);
    if (!strcmp(kind, "integer")) printf(" (an integer)");
    if (!strcmp(kind, "structural")) printf(" (an integer, of which sizes depend)");
    if (json_is_true(json_object_get(one, "jumps"))) printf(", the state jumps");
}

/* Three columns a row */
static void section(const char *heading, const json_t *list, const char *const names[3])
{
    size_t k;
    json_t *one;
    if (json_array_size(list)) printf("\n%s\n", heading);
    json_array_foreach(list, k, one)
    {
        printf("  %-16s%-14s%s", text_in(one, names[0]), text_in(one, names[1]),
               text_in(one, names[2]));
        more_of(one);
        putchar('\n');
    }
}

static const struct {
    const char *member, *heading, *columns[3];
} sections[] = {
    { "parameters", "parameters", { "name", "value", "meaning" } },
    { "events", "events", { "name", "direction", "then" } },
    { "observables", "observables", { "name", "unit", "meaning" } },
    { "invariants", "invariants", { "name", "unit", "meaning" } },
    { "options", "options", { "name", "value", "meaning" } },
    { "settings", "recommended settings", { "name", "options", "meaning" } },
};

static void published(const json_t *list)
{
    size_t k;
    json_t *one;
    if (json_array_size(list)) puts("\npublished end values");
    json_array_foreach(list, k, one)
    {
        const char *parameters = text_in(one, "parameters");
        printf("  %s%s%s\n", text_in(one, "source"), *parameters ? ", " : "", parameters);
    }
}

static long count_in(const json_t *o, const char *name)
{
    return (long)json_integer_value(json_object_get(o, name));
}

static void problem_lines(const json_t *o)
{
    static const char *const first[][2] = { { "title", "title" },
                                            { "source", "source" },
                                            { "tags", "tags" },
                                            { "form", "form" },
                                            { "not determined", "not_deterministic" },
                                            { NULL } },
                             *const second[][2] = { { "derived", "derived" },
                                                    { "interval", "interval" },
                                                    { NULL } },
                             *const third[][2] = { { "scd over", "scd_over" },
                                                   { "mescd over", "mescd_over" },
                                                   { NULL } };
    lines(o, first);
    if (json_object_get(o, "n"))
        printf("  %-16sn = %ld\n", "sizes", count_in(o, "n"));
    else
        printf("  %-16snq = %ld, nx = %ld, ng = %ld\n", "sizes", count_in(o, "nq"),
               count_in(o, "nx"), count_in(o, "ng"));
    lines(o, second);
    text_list("formulations", json_object_get(o, "formulations"), " ");
    lines(o, third);
    if (json_is_true(json_object_get(o, "scd_absolute"))) line("scd counts", "absolute errors");
}

static void solver_lines(const json_t *o)
{
    static const char *const first[][2] = { { "title", "title" },
                                            { "source", "source" },
                                            { "library", "library" },
                                            { "times contain", "times_contain" },
                                            { "not determined", "not_deterministic" },
                                            { "missing", "missing" },
                                            { "family", "family" },
                                            { NULL } },
                             *const second[][2] = { { "takes", "takes" },
                                                    { "step control", "step_control" },
                                                    { NULL } };
    lines(o, first);
    if (json_object_get(o, "order"))
        printf("  %-16s%ld\n", "order", count_in(o, "order"));
    else
        line("order", "variable");
    text_list("formulations", json_object_get(o, "formulations"), " ");
    text_list("works through", json_object_get(o, "works_through"), "  ");
    lines(o, second);
    line("dense output", json_is_true(json_object_get(o, "dense_output")) ? "yes" : "no");
}

void described_print(const json_t *o)
{
    static const char *const later[][2] = { { "not used yet", "not_used_yet" }, { NULL } };
    const bool problem = json_object_get(o, "form") != NULL;
    printf("%s %s\n", problem ? "problem" : "solver", text_in(o, "name"));
    (problem ? problem_lines : solver_lines)(o);
    lines(o, later);
    for (size_t k = 0; k < sizeof sections / sizeof *sections; k++)
        section(sections[k].heading, json_object_get(o, sections[k].member),
                sections[k].columns);
    published(json_object_get(o, "published"));
    if (*text_in(o, "hides"))
        printf("\n%s\n  hides %s\n", text_in(o, "file"), text_in(o, "hides"));
}

void described_print_items(const json_t *items)
{
    size_t k;
    json_t *one;
    json_array_foreach(items, k, one)
    {
        const char *name = text_in(one, "name"), *tags = text_in(one, "tags");
        if (!*tags) tags = text_in(one, "missing");
        if (json_object_get(one, "unusable"))
            printf("%-26sunusable: %s\n", name, text_in(one, "unusable"));
        else
            printf("%-26s%s%s%s%s\n", name, text_in(one, "title"), *tags ? " [" : "", tags,
                   *tags ? "]" : "");
        if (json_object_get(one, "hides"))
            printf("%-26s%s hides %s\n", "", text_in(one, "file"), text_in(one, "hides"));
    }
}
