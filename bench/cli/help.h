/* help.h -- the descriptions of all verbs as texts: help, man page, reference page,
 * completion.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_CLI_HELP_H
#define BENCH_CLI_HELP_H

#include "bench/cli/verbs.h"

typedef struct help_request {
    const char *format;
} help_request;

/* `ivpbench help ...`; the exit code. The list of verbs has verb_help, which cannot have this
 * as its `run`: that would be a circle of files. */
int help_run(int argc, char **argv);

/* ---- texts for people -------------------------------------------------------------------- */

void help_all(FILE *f); /* the verbs by groups */
void help_verb(const cli_verb *v, FILE *f);
void help_man(FILE *f);      /* troff: docs/ivpbench.1 */
void help_markdown(FILE *f); /* docs/cli.md */
void help_json(FILE *f);     /* docs/json.md: every document with its members */
void help_markdown_verb(const cli_verb *v, FILE *f);

/* ---- completion -------------------------------------------------------------------------- */

void help_bash(FILE *f);
void help_zsh(FILE *f);
void help_fish(FILE *f);

/* ---- what they share --------------------------------------------------------------------- */

enum { HELP_LINE = 640 };

typedef struct help_fact {
    const char *name, *meaning; /* NULL ends a list */
} help_fact;

/* The name of a kind in completion, such as "problem". */
extern const char *const help_kinds[WORD_KINDS];
/* Verbs that print the names of a kind, such as "list problems --names"; NULL: there are
 * none. */
extern const char *const help_names[WORD_KINDS][2];
bool help_kind_has_files(word_kind kind);
/* Is the value a list of problems or solvers, separated by commas? */
bool help_is_list(const option_row *row);
/* In quotes that bash, zsh and fish understand, without the marks of `words`. Characters of
 * `special` get a backslash. */
void help_quote(FILE *f, const char *text, const char *special);

extern const char *const help_about[]; /* paragraphs about the program; ends with NULL */
extern const help_fact help_codes[], help_variables[], help_files[];

/* "-s, --store FILE" */
void help_label(const option_row *row, char text[HELP_LINE]);
/* What follows the meaning in brackets: "(csv|jsonl; default: csv)", or "". */
void help_note(const option_row *row, char text[HELP_LINE]);

#endif
