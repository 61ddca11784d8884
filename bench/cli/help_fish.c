/* help_fish.c -- completion for fish: a `complete` for each verb, action, option and
 * operand.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

static const char head[] =
    "# fish completion of ivpbench, for share/fish/vendor_completions.d/ivpbench.fish.\n"
    "# Made by `ivpbench help --format fish` from bench/cli/verb_*.c: `make cli-docs`\n"
    "\n"
    "function __ivpbench_begins -d 'does the command line have no verb yet?'\n"
    "    test (count (commandline -opc)) -eq 1\n"
    "end\n"
    "\n"
    "function __ivpbench_verb -a verb -d 'is this the verb, and nothing follows?'\n"
    "    set -l line (commandline -opc)\n"
    "    test (count $line) -eq 2; and test $line[2] = $verb\n"
    "end\n"
    "\n"
    "function __ivpbench_in -a verb -d 'VERB [ACTION...]: is it this verb with one of these?'\n"
    "    set -l line (commandline -opc)\n"
    "    test (count $line) -ge 2; and test $line[2] = $verb; or return 1\n"
    "    test (count $argv) -eq 1; and return 0\n"
    "    test (count $line) -ge 3; and contains -- $line[3] $argv[2..]\n"
    "end\n"
    "\n";

static void print_names(FILE *f)
{
    fputs("function __ivpbench_names -a kind -d 'the names that the program knows'\n"
          "    set -l program (commandline -opc)[1]\n"
          "    switch $kind\n",
          f);
    for (int k = 0; k < WORD_KINDS; k++) {
        if (!help_names[k][0]) continue;
        fprintf(f, "        case %s\n", help_kinds[k]);
        for (int i = 0; i < 2 && help_names[k][i]; i++)
            fprintf(f, "            $program %s 2>/dev/null%s\n", help_names[k][i],
                    k == WORD_ARCHIVED ? " | string replace @ ''" : "");
    }
    fputs("    end\nend\n\ncomplete -c ivpbench -f\n", f);
}

/* The part of `complete` that says what a word may be. */
static void print_choices(FILE *f, word_kind k, const char *choices, bool list)
{
    if (choices) {
        fputs(" -a '", f);
        for (; *choices; choices++) fputc(*choices == '|' ? ' ' : *choices, f);
        fputc('\'', f);
    } else if (k == WORD_FOLDER)
        fputs(" -a '(__fish_complete_directories)'", f);
    else if (list)
        fprintf(f, " -a '(__fish_complete_list , \"__ivpbench_names %s\")'", help_kinds[k]);
    else if (help_names[k][0])
        fprintf(f, " -a '(__ivpbench_names %s)'", help_kinds[k]);
    if (help_kind_has_files(k)) fputs(" -F", f);
}

static void condition(FILE *f, const char *verb, const char *actions)
{
    fprintf(f, "complete -c ivpbench -n '__ivpbench_in %s", verb);
    if (actions) fputc(' ', f);
    for (; actions && *actions; actions++) fputc(*actions == '|' ? ' ' : *actions, f);
    fputc('\'', f);
}

static void print_option(FILE *f, const char *verb, const option_row *r)
{
    condition(f, verb, r->actions);
    if (r->letter) fprintf(f, " -s %c", r->letter);
    fprintf(f, " -l %s", r->name);
    if (option_has_value(r)) {
        fputs(help_kind_has_files(r->takes) ? " -r" : " -x", f);
        print_choices(f, r->takes, r->choices, help_is_list(r));
    }
    fputs(" -d ", f);
    help_quote(f, r->meaning, "");
    fputc('\n', f);
}

static void print_operands(FILE *f, const char *verb, const char *action, const verb_operand *o)
{
    for (; o->name; o++) {
        if (o->kind == WORD_TEXT) continue;
        condition(f, verb, action);
        print_choices(f, o->kind, NULL, false);
        fprintf(f, " -d '%s'\n", o->name);
    }
}

static void print_verb_names(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    condition(f, "help", NULL);
    fputs(" -a '", f);
    for (int i = 0; i < n; i++) fprintf(f, "%s%s", i ? " " : "", list[i]->name);
    fputs("'\n", f);
}

static void print_verb(FILE *f, const cli_verb *v)
{
    fprintf(f, "\ncomplete -c ivpbench -n __ivpbench_begins -a %s -d ", v->name);
    help_quote(f, v->summary, "");
    fputc('\n', f);
    for (const verb_action *a = v->actions; a->name; a++) {
        fprintf(f, "complete -c ivpbench -n '__ivpbench_verb %s' -a %s -d ", v->name, a->name);
        help_quote(f, a->meaning, "");
        fputc('\n', f);
    }
    for (const option_row *r = v->options; r && r->kind; r++) print_option(f, v->name, r);
    print_operands(f, v->name, NULL, v->operands);
    for (const verb_action *a = v->actions; a->name; a++)
        print_operands(f, v->name, a->name, a->operands);
}

void help_fish(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    fputs(head, f);
    print_names(f);
    fputs("complete -c ivpbench -n __ivpbench_begins -s V -l version -d 'print the version'\n"
          "complete -c ivpbench -s h -l help -d 'print help'\n",
          f);
    for (int i = 0; i < n; i++) print_verb(f, list[i]);
    print_verb_names(f);
}
