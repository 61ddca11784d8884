/* options.h -- the options of a verb as a table, from which they are read and described.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "bench/base/fields.h"

typedef enum option_kind {
    OPTION_END = 0,
    OPTION_FLAG,   /* bool: set to true */
    OPTION_TEXT,   /* const char *: points into argv, or to `initial` */
    OPTION_NUMBER, /* double: finite and positive */
    OPTION_COUNT,  /* long: a whole number, not negative */
    OPTION_LOUDER, /* int: one more each time */
    OPTION_WORD,   /* const char *: one of `choices` */
    OPTION_FIELD   /* a struct, whose `field` is set; fields.h */
} option_kind;

/* What a word of the command line names; completion offers these. */
typedef enum word_kind {
    WORD_TEXT = 0, /* anything: nothing is offered */
    WORD_PROBLEM,
    WORD_SOLVER,
    WORD_FORMULATION,
    WORD_PLUGIN, /* a problem or a solver */
    WORD_PLAN,   /* a name or a file */
    WORD_STORE,  /* a file or @NAME of the archive */
    WORD_ARCHIVED,
    WORD_FILE,
    WORD_FOLDER,
    WORD_VERB,
    WORD_KINDS
} word_kind;

typedef struct option_row {
    const char *name;
    char letter; /* 0: none */
    option_kind kind;
    size_t at;            /* offset of the value in the request of the verb */
    const char *argument; /* the name of its value in help, such as "FILE"; NULL: it has none */
    word_kind takes;
    const char *meaning;    /* one clause, without a full stop */
    const char *choices;    /* OPTION_WORD: separated by '|' */
    const field_row *field; /* OPTION_FIELD */
    const char *initial;    /* the value without the option, as the user would write it */
    const char *otherwise;  /* with no `initial`: what holds without the option, in words */
    const char *actions;    /* sub-verbs that take it, separated by '|'; NULL: all */
} option_row;

enum { OPTIONS_MOST = 40 };

/* Puts the initial values into the request, then reads the options of argv[1..]; the operands
 * move to the end. given[i]: rows[i] was on the command line. Returns the position of the first
 * operand, or -1 after saying what is wrong. rows ends with { 0 }. */
int options_read(const option_row *rows, void *request, bool given[OPTIONS_MOST], int argc,
                 char **argv);

/* Flags have no value, all others take the next word. */
bool option_has_value(const option_row *row);

/* Is the word one of those between the bars of "a|b|c"? */
bool word_among(const char *choices, const char *word);

/* The most similar word, or NULL if none is similar. */
const char *nearest_word(const char *word, const char *const *choices, int n);

#endif
