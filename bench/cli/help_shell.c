/* help_shell.c -- what completion in bash, zsh and fish has in common.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

const char *const help_kinds[WORD_KINDS] = {
    [WORD_TEXT] = "text",     [WORD_PROBLEM] = "problem",
    [WORD_SOLVER] = "solver", [WORD_FORMULATION] = "formulation",
    [WORD_PLUGIN] = "plugin", [WORD_PLAN] = "plan",
    [WORD_STORE] = "store",   [WORD_ARCHIVED] = "archived",
    [WORD_FILE] = "file",     [WORD_FOLDER] = "folder",
    [WORD_VERB] = "verb",
};

const char *const help_names[WORD_KINDS][2] = {
    [WORD_PROBLEM] = { "list problems --names" },
    [WORD_SOLVER] = { "list solvers --names" },
    [WORD_FORMULATION] = { "list formulations --names" },
    [WORD_PLUGIN] = { "list problems --names", "list solvers --names" },
    [WORD_PLAN] = { "list plans --names" },
    [WORD_STORE] = { "archive list --names" },
    [WORD_ARCHIVED] = { "archive list --names" },
};

bool help_kind_has_files(word_kind kind)
{
    return kind == WORD_FILE || kind == WORD_PLAN || kind == WORD_STORE;
}

bool help_is_list(const option_row *row)
{
    const bool names = row->takes == WORD_PROBLEM || row->takes == WORD_SOLVER;
    return names && (!strcmp(row->argument, "LIST") || !strcmp(row->argument, "GLOBS"));
}

void help_quote(FILE *f, const char *text, const char *special)
{
    fputc('\'', f);
    for (; *text; text++) {
        if (*text == '`') continue;
        if (strchr(special, *text)) fputc('\\', f);
        fputs(*text == '\'' ? "'\\'" : "", f);
        fputc(*text, f);
    }
    fputc('\'', f);
}
