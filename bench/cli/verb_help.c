/* verb_help.c -- describes `ivpbench help`; help.c prints.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

static const option_row options[] = {
    { "format", 0, OPTION_WORD, offsetof(help_request, format), "WORD", WORD_TEXT,
      .meaning =
          "text for a terminal, the man page, the reference page, the page of JSON documents, "
          "or completion for a shell",
      .choices = "text|markdown|man|json|bash|zsh|fish", .initial = "text" },
    { 0 }
};

const cli_verb verb_help = {
    .name = "help",
    .summary = "describe the verbs",
    .synopsis = { "help [VERB] [--format text|markdown]",
                  "help --format man|json|bash|zsh|fish" },
    .description = { "The command prints the list of verbs or the description of one verb. "
                     "`ivpbench VERB --help` prints the same description." },
    .operands = { { "VERB", WORD_VERB, .optional = true, .meaning = "verb to describe" } },
    .options = options,
    .examples = { { "ivpbench help rank", "Describe one verb." },
                  { "ivpbench help --format bash >~/.bash_completion",
                    "Enable completion in bash." } },
};
