/* help_bash.c -- completion for bash: tables of the verbs as functions, and the code that reads
 * the command line by them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <string.h>

static const char head[] =
    "# bash completion of ivpbench, for share/bash-completion/completions/ivpbench.\n"
    "# Made by `ivpbench help --format bash` from bench/cli/verb_*.c: `make cli-docs`\n";

/* How the command line is read. Bash splits it at `@` and `=`, which are joined again. */
static const char reader[] =
    "# COMP_WORDS up to the cursor, with \"@\" \"NAME\" joined and \"=\" left out\n"
    "_ivpbench_line()\n"
    "{\n"
    "    local i glue=\n"
    "    line=()\n"
    "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
    "        case ${COMP_WORDS[i]} in\n"
    "        =) ((i < COMP_CWORD)) || line+=('') ;;\n"
    "        @ | =@) ((i < COMP_CWORD)) && glue=@ || line+=(@) ;;\n"
    "        *) line+=(\"$glue${COMP_WORDS[i]}\") glue= ;;\n"
    "        esac\n"
    "    done\n"
    "}\n"
    "\n"
    "# KIND WORD: names and files of this kind\n"
    "_ivpbench_offer()\n"
    "{\n"
    "    local kind=$1 word=$2 before=\n"
    "    case $kind in\n"
    "    problem | solver) # the last of a list with commas\n"
    "        before=${word%\"${word##*,}\"} word=${word##*,} ;;\n"
    "    file) compgen -f -- \"$word\" ;;\n"
    "    folder) compgen -d -- \"$word\" ;;\n"
    "    plan | store) compgen -f -- \"$word\" ;;\n"
    "    esac\n"
    "    compgen -P \"$before\" -W \"$(_ivpbench_names \"$kind\" 2>/dev/null)\" -- \"$word\"\n"
    "}\n"
    "\n"
    "_ivpbench()\n"
    "{\n"
    "    local -a line\n"
    "    local program=${COMP_WORDS[0]} action= index=1 i kind= words= word\n"
    "    _ivpbench_line\n"
    "    local verb=${line[1]} last=$((${#line[@]} - 1))\n"
    "    word=${line[last]}\n"
    "    local actions=$(_ivpbench_actions \"$verb\")\n"
    "    for ((i = 2; i < last; i++)); do\n"
    "        kind= words=\n"
    "        case ${line[i]} in\n"
    "        --) kind=file ;;\n"
    "        -*) if _ivpbench_value \"$verb ${line[i]}\" && ((i + 1 < last)); then\n"
    "                i=$((i + 1)) kind= words=\n"
    "            fi\n"
    "            continue ;;\n"
    "        *) if [[ $actions && ! $action ]]; then\n"
    "                action=${line[i]}\n"
    "            else\n"
    "                index=$((index + 1))\n"
    "            fi\n"
    "            continue ;;\n"
    "        esac\n"
    "        break\n"
    "    done\n"
    "    if ((last == 1)); then\n"
    "        words=\"$(_ivpbench_names verb) --help --version\"\n"
    "    elif [[ $kind || $words ]]; then\n"
    "        :\n"
    "    elif [[ $word == -* ]]; then\n"
    "        words=\"$(_ivpbench_options \"$verb $action\") --help\"\n"
    "    elif [[ $actions && ! $action ]]; then\n"
    "        words=$actions\n"
    "    else\n"
    "        _ivpbench_operand \"$verb $action $index\"\n"
    "    fi\n"
    "    if [[ $words ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
    "    else\n"
    "        mapfile -t COMPREPLY < <(_ivpbench_offer \"$kind\" \"$word\")\n"
    "    fi\n"
    "    case $kind$word in # a name with \"@\" is no file\n"
    "    plan@* | store@*) ;;\n"
    "    file* | folder* | plan* | store*) compopt -o filenames 2>/dev/null ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _ivpbench ivpbench\n";

static void begin(FILE *f, const char *comment, const char *name)
{
    fprintf(f, "\n# %s\n%s()\n{\n    case $1 in\n", comment, name);
}

static void end(FILE *f) { fputs("    esac\n}\n", f); }

static void print_names(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    begin(f, "KIND: the names of this kind, as the program knows them", "_ivpbench_names");
    fputs("    verb) echo '", f);
    for (int i = 0; i < n; i++) fprintf(f, "%s%s", i ? " " : "", list[i]->name);
    fputs("' ;;\n", f);
    for (int k = 0; k < WORD_KINDS; k++) {
        if (!help_names[k][0]) continue;
        fprintf(f, "    %s)", help_kinds[k]);
        for (int i = 0; i < 2 && help_names[k][i]; i++)
            fprintf(f, "%s \"$program\" %s", i ? ";" : "", help_names[k][i]);
        fputs(k == WORD_ARCHIVED ? " | sed 's/^@//' ;;\n" : " ;;\n", f);
    }
    end(f);
}

static void print_actions(FILE *f, const cli_verb *const *list, int n)
{
    begin(f, "VERB: its actions", "_ivpbench_actions");
    for (int i = 0; i < n; i++) {
        if (!list[i]->actions[0].name) continue;
        fprintf(f, "    %s) echo '", list[i]->name);
        for (const verb_action *a = list[i]->actions; a->name; a++)
            fprintf(f, "%s%s", a == list[i]->actions ? "" : " ", a->name);
        fputs("' ;;\n", f);
    }
    end(f);
}

/* Of an action, or all of a verb. */
static void print_option_names(FILE *f, const cli_verb *v, const char *action)
{
    if (!v->options) return;
    fprintf(f, "    '%s %s'%s) echo '", v->name, action ? action : "", action ? "" : "*");
    const char *between = "";
    for (const option_row *r = v->options; r->kind; r++) {
        if (action && r->actions && !word_among(r->actions, action)) continue;
        fprintf(f, "%s--%s", between, r->name);
        between = " ";
    }
    fputs("' ;;\n", f);
}

static void print_options(FILE *f, const cli_verb *const *list, int n)
{
    begin(f, "VERB ACTION: the options", "_ivpbench_options");
    for (int i = 0; i < n; i++) {
        for (const verb_action *a = list[i]->actions; a->name; a++)
            print_option_names(f, list[i], a->name);
        print_option_names(f, list[i], NULL);
    }
    end(f);
}

static void print_value(FILE *f, const char *verb, const option_row *r)
{
    fprintf(f, "    '%s --%s'", verb, r->name);
    if (r->letter) fprintf(f, " | '%s -%c'", verb, r->letter);
    fputs(r->choices ? ") words='" : ") kind=", f);
    for (const char *c = r->choices; c && *c; c++) fputc(*c == '|' ? ' ' : *c, f);
    fprintf(f, "%s ;;\n", r->choices ? "'" : help_kinds[r->takes]);
}

static void print_values(FILE *f, const cli_verb *const *list, int n)
{
    begin(f, "\"VERB OPTION\": what its value may be; fails if it has none", "_ivpbench_value");
    for (int i = 0; i < n; i++)
        for (const option_row *r = list[i]->options; r && r->kind; r++)
            if (option_has_value(r)) print_value(f, list[i]->name, r);
    fputs("    *) return 1 ;;\n", f);
    end(f);
}

static void print_operands_of(FILE *f, const char *verb, const char *action,
                              const verb_operand *o)
{
    for (int i = 1; o->name; o++, i++) {
        fprintf(f, "    '%s %s ", verb, action);
        if (o->repeated)
            fputs("'*)", f);
        else
            fprintf(f, "%d')", i);
        fprintf(f, " kind=%s ;;\n", help_kinds[o->kind]);
    }
}

static void print_operands(FILE *f, const cli_verb *const *list, int n)
{
    begin(f, "\"VERB ACTION NUMBER\": what this operand may be", "_ivpbench_operand");
    for (int i = 0; i < n; i++) {
        print_operands_of(f, list[i]->name, "", list[i]->operands);
        for (const verb_action *a = list[i]->actions; a->name; a++)
            print_operands_of(f, list[i]->name, a->name, a->operands);
    }
    end(f);
}

void help_bash(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    fputs(head, f);
    print_names(f);
    print_actions(f, list, n);
    print_options(f, list, n);
    print_values(f, list, n);
    print_operands(f, list, n);
    fprintf(f, "\n%s", reader);
}
