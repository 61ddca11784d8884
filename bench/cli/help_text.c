/* help_text.c -- help for a terminal: `ivpbench help`, `ivpbench VERB --help`.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

enum { WIDTH = 80, COLUMN = 24 };

/* Words from column `at` on, lines broken before WIDTH and continued at `indent`. */
static void wrap(FILE *f, int at, int indent, const char *text)
{
    const int left = indent;
    bool fresh = true; /* nothing on this line behind the indentation */
    while (*text) {
        const int n = (int)strcspn(text, " ");
        if (!fresh && at + 1 + n > WIDTH) {
            fprintf(f, "\n%*s", left, "");
            at = left;
            fresh = true;
        }
        fprintf(f, "%s%.*s", fresh ? "" : " ", n, text);
        at += n + !fresh;
        fresh = false;
        text += n + (text[n] == ' ');
    }
    fputc('\n', f);
}

/* "  label   meaning", the meaning from COLUMN on. */
static void row(FILE *f, const char *label, const char *meaning)
{
    const int n = fprintf(f, "  %s", label);
    if (n + 2 > COLUMN)
        fprintf(f, "\n%*s", COLUMN, "");
    else
        fprintf(f, "%*s", COLUMN - n, "");
    wrap(f, COLUMN, COLUMN, meaning);
}

static void print_actions(const cli_verb *v, FILE *f)
{
    if (v->actions[0].name) fputs("\nactions:\n", f);
    for (const verb_action *a = v->actions; a->name; a++) row(f, a->name, a->meaning);
}

static void print_operands(const verb_operand *o, FILE *f)
{
    if (o->name) fputs("\noperands:\n", f);
    for (; o->name; o++) row(f, o->name, o->meaning);
}

static void print_options(const option_row *r, FILE *f)
{
    if (r) fputs("\noptions:\n", f);
    for (; r && r->kind; r++) {
        char label[HELP_LINE], all[HELP_LINE], note[HELP_LINE], meaning[2 * HELP_LINE];
        help_label(r, label);
        help_note(r, note);
        snprintf(all, sizeof all, "%s%.*s", r->letter ? "" : "    ", HELP_LINE - 8, label);
        snprintf(meaning, sizeof meaning, "%s%s%s", r->meaning, *note ? " " : "", note);
        row(f, all, meaning);
    }
}

static void print_exits(const cli_verb *v, FILE *f)
{
    if (v->exits[0].meaning) fputs("\nexit codes:\n", f);
    for (const verb_exit *e = v->exits; e->meaning; e++) {
        char code[16];
        snprintf(code, sizeof code, "%d", e->code);
        row(f, code, e->meaning);
    }
}

static void print_examples(const cli_verb *v, FILE *f)
{
    if (v->examples[0].command) fputs("\nexamples:\n", f);
    for (const verb_example *e = v->examples; e->command; e++)
        fprintf(f, "  # %s\n  %s\n", e->meaning, e->command);
}

void help_verb(const cli_verb *v, FILE *f)
{
    for (int i = 0; v->synopsis[i]; i++)
        fprintf(f, "%s ivpbench %s\n", i ? "      " : "usage:", v->synopsis[i]);
    for (int i = 0; v->description[i]; i++) {
        fputc('\n', f);
        wrap(f, 0, 0, v->description[i]);
    }
    print_actions(v, f);
    print_operands(v->operands, f);
    print_options(v->options, f);
    print_exits(v, f);
    print_examples(v, f);
}

void help_all(FILE *f)
{
    fputs("usage: ivpbench VERB [options]\n"
          "       ivpbench help VERB\n"
          "       ivpbench --version\n",
          f);
    for (int i = 0; help_about[i]; i++) {
        fputc('\n', f);
        wrap(f, 0, 0, help_about[i]);
    }
    for (const verb_group *g = verb_groups; g->title; g++) {
        fprintf(f, "\n%s:\n", g->title);
        for (int i = 0; g->verbs[i]; i++)
            fprintf(f, "  %-12s%s\n", g->verbs[i]->name, g->verbs[i]->summary);
    }
}
