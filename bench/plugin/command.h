/* command.h -- the words of a command line, put together one by one.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PLUGIN_COMMAND_H
#define BENCH_PLUGIN_COMMAND_H

#include "bench/base/util.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 160 };

typedef struct command {
    char *word[ARGUMENTS + 1]; /* owned */
    int n;
} command;

static inline void add(command *c, char *word)
{
    if (c->n < ARGUMENTS)
        c->word[c->n++] = word;
    else
        free(word);
}

static inline void add_arguments(command *c, const char *text)
{
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t n = strcspn(text, " ");
        add(c, text_of("%.*s", (int)n, text));
        text += n;
    }
}

static inline void command_free(command *c)
{
    for (int i = 0; i < c->n; i++) free(c->word[i]);
}

#endif
