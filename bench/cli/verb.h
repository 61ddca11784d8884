/* verb.h -- the description of a verb: it is parsed by this, and help, man page, reference page
 * and completion are printed from it.
 *
 * Texts are plain English with one markup: `word` is what the user types.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_VERB_H
#define BENCH_CLI_VERB_H

#include <stdio.h>

#include "bench/base/options.h"
#include "bench/base/schema.h"

typedef struct verb_operand {
    const char *name; /* "PROBLEM"; NULL ends the list */
    word_kind kind;
    bool optional, repeated;
    const char *meaning; /* one clause */
} verb_operand;

/* A sub-verb: the first operand of its verb. */
typedef struct verb_action {
    const char *name; /* NULL ends the list */
    const char *meaning;
    verb_operand operands[3];
} verb_action;

typedef struct verb_exit {
    int code;
    const char *meaning; /* NULL ends the list */
} verb_exit;

typedef struct verb_example {
    const char *command; /* NULL ends the list */
    const char *meaning; /* one sentence */
} verb_example;

typedef struct cli_verb {
    const char *name;
    const char *summary;        /* one clause */
    const char *synopsis[9];    /* without "ivpbench "; ends with NULL */
    const char *description[7]; /* paragraphs; ends with NULL */
    verb_action actions[9];     /* or, without them, */
    verb_operand operands[3];   /* what follows the verb */
    const option_row *options;  /* ends with { 0 }; NULL: none */
    const schema *documents[3]; /* what --json prints; ends with NULL */
    const schema *files[2];     /* what --json FILE writes; ends with NULL */
    verb_exit exits[5];         /* where the codes mean more than everywhere */
    verb_example examples[5];
    int (*run)(int argc,
               char **argv); /* argv[0] is the verb; returns an enum cli_exit; NULL: help */
} cli_verb;

/* Reads the command line of a verb into its request: options, the action, and how many operands
 * there are. Returns the position of the first operand, which is the action where the verb has
 * some, or -1 after saying what is wrong. */
int verb_read(const cli_verb *v, void *request, int argc, char **argv);

/* NULL, or the action of this name. */
const verb_action *verb_find_action(const cli_verb *v, const char *name);

/* "PROBLEM [FILE...]" of a verb or an action; "" if it has no operand. */
void verb_operand_names(const verb_operand *o, char *text, size_t size);

/* Rows that several verbs have; `request` is the type of theirs. */
#define STORE_ROW(request)                                                                     \
    {                                                                                          \
        "store", 's', OPTION_TEXT, offsetof(request, store), "FILE", WORD_STORE,               \
            .meaning = "results to read", .initial = "out/bench.db"                            \
    }
#define REFERENCE_ROW(request)                                                                 \
    {                                                                                          \
        "reference", 'R', OPTION_TEXT, offsetof(request, reference), "DIR", WORD_FOLDER,       \
            .meaning = "folder of the reference solutions", .otherwise = "the usual folders"   \
    }
#define COST_ROW(request)                                                                      \
    {                                                                                          \
        "cost", 0, OPTION_WORD, offsetof(request, cost), "WORD", WORD_TEXT,                    \
            .meaning =                                                                         \
                "what to compare: CPU time, or the instructions that `speed count` counted",   \
            .choices = "cpu|instructions", .initial = "cpu"                                    \
    }
#define PROBLEMS_ROW(request, member)                                                          \
    {                                                                                          \
        "problems", 0, OPTION_TEXT, offsetof(request, member), "GLOBS", WORD_PROBLEM,          \
            .meaning = "take only these problems, separated by commas", .otherwise = "all"     \
    }
#define SOLVERS_ROW(request, member)                                                           \
    {                                                                                          \
        "solvers", 0, OPTION_TEXT, offsetof(request, member), "GLOBS", WORD_SOLVER,            \
            .meaning = "take only these solvers, separated by commas", .otherwise = "all"      \
    }
#define TAGS_ROW(request, member)                                                              \
    {                                                                                          \
        "tags", 0, OPTION_TEXT, offsetof(request, member), "CONDITION", WORD_TEXT,             \
            .meaning = "take only problems with these tags, as in 'stiff & !index2'",          \
            .otherwise = "all"                                                                 \
    }
#define JSON_ROW(request, member, ...)                                                         \
    {                                                                                          \
        "json", 0, OPTION_FLAG, offsetof(request, member), NULL, WORD_TEXT,                    \
            .meaning = "print one JSON document, also of an error (docs/json.md)", __VA_ARGS__ \
    }
#define QUICK_ROW(request, member)                                                             \
    {                                                                                          \
        "quick", 0, OPTION_FLAG, offsetof(request, member), NULL, WORD_TEXT,                   \
            .meaning =                                                                         \
                "take every second rung of a ladder, and time each run briefly in one process" \
    }

#endif
