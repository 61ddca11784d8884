/* help_markdown.c -- the reference page of the command line, docs/cli.md: a section a verb.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <ctype.h>
#include <string.h>

/* Text in a cell of a table: bars would end it, and stars or brackets be read as markup. */
static void put(FILE *f, const char *text)
{
    bool code = false;
    for (; *text; text++) {
        if (*text == '`') code = !code;
        if (*text == '|' || (!code && strchr("<*_", *text))) fputc('\\', f);
        fputc(*text, f);
    }
}

/* "First letter upper case, a full stop at the end." */
static void sentence(FILE *f, const char *clause)
{
    fputc(toupper((unsigned char)*clause), f);
    put(f, clause + 1);
    fputs(".\n", f);
}

static void row(FILE *f, const char *code, const char *meaning, const char *more)
{
    fprintf(f, "| `%s` | ", code);
    put(f, meaning);
    if (more) fputs(" | ", f), put(f, more);
    fputs(" |\n", f);
}

static void facts(FILE *f, const char *title, const char *column, const help_fact *list)
{
    fprintf(f, "\n## %s\n\n| %s | meaning |\n|---|---|\n", title, column);
    for (; list->name; list++) row(f, list->name, list->meaning, NULL);
}

static void print_actions(const cli_verb *v, FILE *f)
{
    if (v->actions[0].name) fputs("\n| action | meaning |\n|---|---|\n", f);
    for (const verb_action *a = v->actions; a->name; a++) {
        char operands[HELP_LINE], all[2 * HELP_LINE];
        verb_operand_names(a->operands, operands, sizeof operands);
        snprintf(all, sizeof all, "%s%s%s", a->name, *operands ? " " : "", operands);
        row(f, all, a->meaning, NULL);
    }
}

static void print_operands(const verb_operand *o, FILE *f)
{
    if (o->name) fputs("\n| operand | meaning |\n|---|---|\n", f);
    for (; o->name; o++) row(f, o->name, o->meaning, NULL);
}

static void print_options(const option_row *r, FILE *f)
{
    if (r) fputs("\n| option | meaning |\n|---|---|\n", f);
    for (; r && r->kind; r++) {
        char label[HELP_LINE], note[HELP_LINE], text[2 * HELP_LINE];
        help_label(r, label);
        help_note(r, note);
        snprintf(text, sizeof text, "%s%s%s", r->meaning, *note ? " " : "", note);
        row(f, label, text, NULL);
    }
}

static void print_exits(const cli_verb *v, FILE *f)
{
    if (v->exits[0].meaning) fputs("\n| exit code | meaning |\n|---|---|\n", f);
    for (const verb_exit *e = v->exits; e->meaning; e++) {
        char code[16];
        snprintf(code, sizeof code, "%d", e->code);
        row(f, code, e->meaning, NULL);
    }
}

static void print_examples(const cli_verb *v, FILE *f)
{
    if (v->examples[0].command) fputs("\n```sh\n", f);
    for (const verb_example *e = v->examples; e->command; e++)
        fprintf(f, "# %s\n%s\n", e->meaning, e->command);
    if (v->examples[0].command) fputs("```\n", f);
}

void help_markdown_verb(const cli_verb *v, FILE *f)
{
    fprintf(f, "### ivpbench %s\n\n", v->name);
    sentence(f, v->summary);
    fputs("\n```\n", f);
    for (int i = 0; v->synopsis[i]; i++) fprintf(f, "ivpbench %s\n", v->synopsis[i]);
    fputs("```\n", f);
    for (int i = 0; v->description[i]; i++) {
        fputc('\n', f);
        put(f, v->description[i]);
        fputc('\n', f);
    }
    print_actions(v, f);
    print_operands(v->operands, f);
    print_options(v->options, f);
    print_exits(v, f);
    print_examples(v, f);
}

static void print_contents(FILE *f)
{
    fputs("\n| verb | meaning |\n|---|---|\n", f);
    for (const verb_group *g = verb_groups; g->title; g++)
        for (int i = 0; g->verbs[i]; i++) {
            fprintf(f, "| [%s](#ivpbench-%s) | ", g->verbs[i]->name, g->verbs[i]->name);
            put(f, g->verbs[i]->summary);
            fputs(" |\n", f);
        }
}

void help_markdown(FILE *f)
{
    fputs("# Command line\n\n"
          "This page is for everybody who types `ivpbench`. It describes every verb with its "
          "options. `ivpbench help --format markdown` prints it from the tables of "
          "`bench/cli/verb_*.c`, and `make cli-docs` renews it.\n",
          f);
    for (int i = 0; help_about[i]; i++) {
        fputc('\n', f);
        put(f, help_about[i]);
        fputc('\n', f);
    }
    print_contents(f);
    for (const verb_group *g = verb_groups; g->title; g++) {
        fprintf(f, "\n## %s\n", g->title);
        for (int i = 0; g->verbs[i]; i++) {
            fputc('\n', f);
            help_markdown_verb(g->verbs[i], f);
        }
    }
    facts(f, "Exit codes", "code", help_codes);
    facts(f, "Environment", "variable", help_variables);
    facts(f, "Files", "file or folder", help_files);
}
