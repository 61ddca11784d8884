/* command.h -- the words of a command line, put together one by one. */
#ifndef BENCH_PLUGIN_COMMAND_H
#define BENCH_PLUGIN_COMMAND_H

#include "bench/base/util.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 160 };

typedef struct command {
    char *word[WORDS + 1]; /* owned */
    int n;
} command;

static inline void add(command *c, char *word)
{
    if (c->n < WORDS)
        c->word[c->n++] = word;
    else
        free(word);
}

static inline void add_words(command *c, const char *words)
{
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        const size_t n = strcspn(words, " ");
        add(c, text_of("%.*s", (int)n, words));
        words += n;
    }
}

static inline void command_free(command *c)
{
    for (int i = 0; i < c->n; i++) free(c->word[i]);
}

#endif
