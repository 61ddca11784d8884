/* verb.c -- reads a command line by the description of its verb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/verb.h"

#include <limits.h>
#include <string.h>

#include "bench/base/message.h"

enum { LINE = 512 };

static const option_row no_options[] = { { 0 } };

const verb_action *verb_find_action(const cli_verb *v, const char *name)
{
    for (const verb_action *a = v->actions; a->name; a++)
        if (!strcmp(a->name, name)) return a;
    return NULL;
}

/* "add, list, show, remove" */
static void action_names(const cli_verb *v, char text[LINE])
{
    int n = 0;
    for (const verb_action *a = v->actions; a->name && n < LINE; a++)
        n += snprintf(text + n, (size_t)(LINE - n), "%s%s", n ? ", " : "", a->name);
}

static void say_no_action(const cli_verb *v, const char *name)
{
    const char *names[OPTIONS_MOST];
    char all[LINE];
    int n = 0;
    for (const verb_action *a = v->actions; a->name; a++) names[n++] = a->name;
    const char *near = name ? nearest_word(name, names, n) : NULL;
    action_names(v, all);
    if (!name)
        cli_say("%s: give one of %s; see ivpbench %s --help", v->name, all, v->name);
    else if (near)
        cli_say("%s: \"%s\" is no action; did you mean %s?", v->name, name, near);
    else
        cli_say("%s: \"%s\" is no action; give one of %s", v->name, name, all);
}

void verb_operand_names(const verb_operand *o, char *text, size_t size)
{
    size_t n = 0;
    *text = '\0';
    for (; o->name && n < size; o++)
        n += (size_t)snprintf(text + n, size - n, "%s%s%s%s%s", n ? " " : "",
                              o->optional ? "[" : "", o->name, o->repeated ? "..." : "",
                              o->optional ? "]" : "");
}

/* title: "rank", or "archive add" */
static bool count_fits(const char *title, const cli_verb *v, const verb_operand *o, int n)
{
    char names[LINE];
    int least = 0, most = 0;
    for (int i = 0; o[i].name; i++) {
        least += !o[i].optional;
        most = o[i].repeated || most == INT_MAX ? INT_MAX : most + 1;
    }
    if (n >= least && n <= most) return true;
    verb_operand_names(o, names, sizeof names);
    if (!*names)
        cli_say("%s takes no operand, but %d %s given; see ivpbench %s --help", title, n,
                n == 1 ? "was" : "were", v->name);
    else
        cli_say("%s: give %s; %d operand%s given; see ivpbench %s --help", title, names, n,
                n == 1 ? " was" : "s were", v->name);
    return false;
}

/* An option of another action would have no effect. */
static bool options_fit(const cli_verb *v, const verb_action *a, const bool *given)
{
    for (int i = 0; v->options && v->options[i].kind; i++) {
        const option_row *row = &v->options[i];
        if (!given[i] || !row->actions || word_among(row->actions, a->name)) continue;
        cli_say("%s %s takes no --%s: that is an option of %s", v->name, a->name, row->name,
                row->actions);
        return false;
    }
    return true;
}

static bool action_fits(const cli_verb *v, const bool *given, int n, char **operands)
{
    char title[LINE];
    const verb_action *a = n ? verb_find_action(v, operands[0]) : NULL;
    if (!a) {
        say_no_action(v, n ? operands[0] : NULL);
        return false;
    }
    snprintf(title, sizeof title, "%s %s", v->name, a->name);
    return options_fit(v, a, given) && count_fits(title, v, a->operands, n - 1);
}

int verb_read(const cli_verb *v, void *request, int argc, char **argv)
{
    bool given[OPTIONS_MOST] = { false };
    const int first =
        options_read(v->options ? v->options : no_options, request, given, argc, argv);
    if (first < 0) return -1;
    const bool good = v->actions[0].name ? action_fits(v, given, argc - first, argv + first)
                                         : count_fits(v->name, v, v->operands, argc - first);
    return good ? first : -1;
}
