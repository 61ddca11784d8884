/* help_man.c -- the man page in troff with the macros of man(7).
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

/* Text for troff: `word` in bold; a hyphen that is typed is a minus sign, and no line begins
 * with a control character. */
static void put(FILE *f, const char *text)
{
    bool bold = false, start = true;
    for (; *text; text++, start = false) {
        if (start && (*text == '.' || *text == '\'')) fputs("\\&", f);
        if (*text == '`') {
            bold = !bold;
            fputs(bold ? "\\fB" : "\\fR", f);
        } else if (*text == '-')
            fputs("\\-", f);
        else if (*text == '\\')
            fputs("\\e", f);
        else if (*text == '~')
            fputs("\\(ti", f);
        else if (*text == '\'')
            fputs("\\(aq", f);
        else if (*text == '"')
            fputs("\\(dq", f);
        else
            fputc(*text, f);
    }
}

/* A tag in bold, and its text. */
static void tagged(FILE *f, const char *tag, const char *text)
{
    fputs(".TP\n\\fB", f);
    put(f, tag);
    fputs("\\fR\n", f);
    put(f, text);
    fputc('\n', f);
}

static void facts(FILE *f, const char *title, const help_fact *list)
{
    fprintf(f, ".SH %s\n", title);
    for (; list->name; list++) tagged(f, list->name, list->meaning);
}

static void print_synopsis(const cli_verb *v, FILE *f)
{
    fputs(".nf\n", f);
    for (int i = 0; v->synopsis[i]; i++) {
        fputs("\\fBivpbench ", f);
        put(f, v->synopsis[i]);
        fputs("\\fR\n", f);
    }
    fputs(".fi\n", f);
}

static void print_options(const option_row *r, FILE *f)
{
    for (; r && r->kind; r++) {
        char label[HELP_LINE], note[HELP_LINE], text[2 * HELP_LINE];
        help_label(r, label);
        help_note(r, note);
        snprintf(text, sizeof text, "%s%s%s", r->meaning, *note ? " " : "", note);
        tagged(f, label, text);
    }
}

static void print_examples(const cli_verb *v, FILE *f)
{
    for (const verb_example *e = v->examples; e->command; e++) {
        fputs(".PP\n", f);
        put(f, e->meaning);
        fputs("\n.RS\n.nf\n", f);
        put(f, e->command);
        fputs("\n.fi\n.RE\n", f);
    }
}

static void print_verb(const cli_verb *v, FILE *f)
{
    fprintf(f, ".SS %s\n", v->name);
    print_synopsis(v, f);
    for (int i = 0; v->description[i]; i++) {
        fputs(".PP\n", f);
        put(f, v->description[i]);
        fputc('\n', f);
    }
    for (const verb_action *a = v->actions; a->name; a++) tagged(f, a->name, a->meaning);
    for (const verb_operand *o = v->operands; o->name; o++) tagged(f, o->name, o->meaning);
    print_options(v->options, f);
    if (v->exits[0].meaning) fputs(".PP\nExit status:\n", f);
    for (const verb_exit *e = v->exits; e->meaning; e++) {
        char code[16];
        snprintf(code, sizeof code, "%d", e->code);
        tagged(f, code, e->meaning);
    }
    print_examples(v, f);
}

static void print_groups(FILE *f)
{
    for (const verb_group *g = verb_groups; g->title; g++) {
        fputs(".PP\n", f);
        put(f, g->title);
        fputs(":\n", f);
        for (int i = 0; g->verbs[i]; i++) tagged(f, g->verbs[i]->name, g->verbs[i]->summary);
    }
}

void help_man(FILE *f)
{
    fprintf(
        f,
        ".\\\" Made by `ivpbench help --format man` from bench/cli/verb_*.c: `make cli-docs`\n"
        ".TH IVPBENCH 1 \"\" \"ivpbench %s\" \"User Commands\"\n"
        ".SH NAME\n"
        "ivpbench \\- compare solvers of ODEs and DAEs on test problems\n"
        ".SH SYNOPSIS\n"
        ".nf\n"
        "\\fBivpbench\\fR \\fIVERB\\fR [\\fIoptions\\fR]\n"
        "\\fBivpbench help\\fR [\\fIVERB\\fR]\n"
        "\\fBivpbench \\-\\-version\\fR\n"
        ".fi\n"
        ".SH DESCRIPTION\n",
        IVPBENCH_VERSION);
    for (int i = 0; help_about[i]; i++) {
        if (i) fputs(".PP\n", f);
        put(f, help_about[i]);
        fputc('\n', f);
    }
    print_groups(f);
    fputs(".SH VERBS\n", f);
    for (const verb_group *g = verb_groups; g->title; g++)
        for (int i = 0; g->verbs[i]; i++) print_verb(g->verbs[i], f);
    facts(f, "EXIT STATUS", help_codes);
    facts(f, "ENVIRONMENT", help_variables);
    facts(f, "FILES", help_files);
    fputs(".SH COPYING\nGPL\\-3.0\\-or\\-later.\n", f);
}
