/* help.c -- `ivpbench help`: the verbs as text, man page, reference page or completion.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

#include "bench/base/message.h"

static const struct {
    const char *name;
    void (*all)(FILE *f);
    void (*one)(const cli_verb *v, FILE *f); /* NULL: this format has all verbs */
} formats[] = {
    { "text", help_all, help_verb }, { "markdown", help_markdown, help_markdown_verb },
    { "man", help_man, NULL },       { "bash", help_bash, NULL },
    { "zsh", help_zsh, NULL },       { "fish", help_fish, NULL },
    { "json", help_json, NULL },
};

static int print(size_t format, const char *name)
{
    const cli_verb *v = name ? verb_find(name) : NULL;
    if (name && !v) return verb_unknown(name);
    if (v && !formats[format].one) {
        cli_say("help: --format %s describes all verbs at once and takes no VERB",
                formats[format].name);
        return CLI_USAGE;
    }
    if (v)
        formats[format].one(v, stdout);
    else
        formats[format].all(stdout);
    return CLI_OK;
}

int help_run(int argc, char **argv)
{
    help_request q = { 0 };
    const int first = verb_read(&verb_help, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    size_t i = 0;
    while (strcmp(formats[i].name, q.format) != 0) i++;
    return print(i, first < argc ? argv[first] : NULL);
}
