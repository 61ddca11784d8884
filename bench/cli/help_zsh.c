/* help_zsh.c -- completion for zsh, by _arguments: a case of the verb, or of verb and
 * action.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

static const char head[] =
    "#compdef ivpbench\n"
    "# zsh completion of ivpbench, for a folder of $fpath as _ivpbench.\n"
    "# Made by `ivpbench help --format zsh` from bench/cli/verb_*.c: `make cli-docs`\n"
    "\n"
    "_ivpbench_text() { _message -e value }\n"
    "_ivpbench_file() { _files }\n"
    "_ivpbench_folder() { _files -/ }\n";

static const char reader[] =
    "_ivpbench() {\n"
    "    local curcontext=$curcontext state line _ivpbench_program=$words[1]\n"
    "    typeset -A opt_args\n"
    "    _arguments -C '(- *)'{-V,--version}'[print the version]' \\\n"
    "        '(- *)'{-h,--help}'[print the verbs]' \\\n"
    "        '1:verb:_ivpbench_verb' '*:: :->rest' && return\n"
    "    [[ $state == rest ]] || return 1\n"
    "    case \"$words[1] $words[2]\" in\n";

static const char tail[] = "    esac\n"
                           "}\n"
                           "\n"
                           "_ivpbench \"$@\"\n";

/* A function that offers names and files, or the last name of a list with commas. */
static void print_kind(FILE *f, word_kind k, bool list)
{
    fprintf(f, "_ivpbench_%s%s() {\n    local -a names\n    names=(${(f)\"$({", help_kinds[k],
            list ? "_list" : "");
    for (int i = 0; i < 2 && help_names[k][i]; i++)
        fprintf(f, " $_ivpbench_program %s;", help_names[k][i]);
    fputs(" } 2>/dev/null)\"})\n", f);
    if (k == WORD_ARCHIVED) fputs("    names=(${names#@})\n", f);
    fputs(list ? "    _values -s , name $names\n" : "    compadd -a names\n", f);
    if (help_kind_has_files(k)) fputs("    _files\n", f);
    fputs("}\n", f);
}

/* "name:meaning" of verbs or actions */
static void print_pair(FILE *f, const char *name, const char *meaning)
{
    fprintf(f, "        %s:", name);
    help_quote(f, meaning, "");
    fputc('\n', f);
}

static void print_verbs(FILE *f, const cli_verb *const *list, int n)
{
    fputs("_ivpbench_verb() {\n    local -a verbs\n    verbs=(\n", f);
    for (int i = 0; i < n; i++) print_pair(f, list[i]->name, list[i]->summary);
    fputs("    )\n    _describe -t verbs verb verbs\n}\n", f);
    for (int i = 0; i < n; i++) {
        if (!list[i]->actions[0].name) continue;
        fprintf(f, "_ivpbench_%s_action() {\n    local -a actions\n    actions=(\n",
                list[i]->name);
        for (const verb_action *a = list[i]->actions; a->name; a++)
            print_pair(f, a->name, a->meaning);
        fputs("    )\n    _describe -t actions action actions\n}\n", f);
    }
}

static void print_option(FILE *f, const option_row *r)
{
    fputs(" \\\n            ", f);
    if (r->kind == OPTION_LOUDER)
        fprintf(f, "\\*");
    else if (r->letter)
        fprintf(f, "'(-%c --%s)'", r->letter, r->name);
    if (r->letter)
        fprintf(f, "{-%c,--%s}", r->letter, r->name);
    else
        fprintf(f, "--%s", r->name);
    char text[HELP_LINE];
    snprintf(text, sizeof text, "[%.*s]", HELP_LINE - 4, r->meaning);
    help_quote(f, text, "");
    if (!option_has_value(r)) return;
    fprintf(f, "':%s:", r->argument);
    if (!r->choices)
        fprintf(f, "_ivpbench_%s%s", help_kinds[r->takes], help_is_list(r) ? "_list" : "");
    if (r->choices) fputc('(', f);
    for (const char *c = r->choices; c && *c; c++) fputc(*c == '|' ? ' ' : *c, f);
    fputs(r->choices ? ")'" : "'", f);
}

static void print_operand(FILE *f, const verb_operand *o, int number)
{
    fputs(" \\\n            ", f);
    if (o->repeated)
        fputs("'*", f);
    else
        fprintf(f, "'%d", number);
    fprintf(f, "%s%s:_ivpbench_%s'", o->optional && !o->repeated ? "::" : ":", o->name,
            help_kinds[o->kind]);
}

/* The case of an action, or of a verb. */
static void print_case(FILE *f, const cli_verb *v, const verb_action *a)
{
    int number = 1;
    fprintf(f, "    '%s %s'%s)\n        _arguments '(- *)'{-h,--help}'[print help]'", v->name,
            a ? a->name : "", a ? "" : "*");
    for (const option_row *r = v->options; r && r->kind; r++)
        if (!a || !r->actions || word_among(r->actions, a->name)) print_option(f, r);
    if (v->actions[0].name)
        fprintf(f, " \\\n            '%d:action:_ivpbench_%s_action'", number++, v->name);
    for (const verb_operand *o = a ? a->operands : v->operands; o->name; o++)
        print_operand(f, o, number++);
    fputs(" ;;\n", f);
}

void help_zsh(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    fputs(head, f);
    for (int k = 0; k < WORD_KINDS; k++)
        if (help_names[k][0]) print_kind(f, (word_kind)k, false);
    print_kind(f, WORD_PROBLEM, true);
    print_kind(f, WORD_SOLVER, true);
    print_verbs(f, list, n);
    fprintf(f, "\n%s", reader);
    for (int i = 0; i < n; i++) {
        for (const verb_action *a = list[i]->actions; a->name; a++) print_case(f, list[i], a);
        print_case(f, list[i], NULL);
    }
    fputs(tail, f);
}
