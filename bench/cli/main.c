/* main.c -- `ivpbench VERB ...`: finds the verb, runs it, tells the version.
 *
 * A mistyped verb gets the nearest one as a suggestion and exit code 2.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/base/printable.h"
#include "bench/cli/document.h"
#include "bench/cli/help.h"
#include "bench/cli/verbs.h"
#include "bench/host/doctor.h"
#include "bench/host/machine.h"
#include "bench/plugin/allocations.h"

#include <stdio.h>
#include <string.h>

static void version(void)
{
    char text[64];
    const char *name;
    printf("ivpbench %s\ncompiler  %s %s\nflags     %s\n", IVPBENCH_VERSION, BUILD_CC,
           __VERSION__, BUILD_FLAGS);
    for (int i = 0; (name = machine_library(i, text, sizeof text)); i++)
        printf("%-10s%s\n", name, *text ? text : "absent");
    printf("%-10s%s\n", "plots", doctor_gnuplot(text, sizeof text) ? text : "absent");
}

static bool asks_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
    return false;
}

static int finish(int code)
{
    if (!fflush(stdout) && !ferror(stdout)) return code;
    cli_say("standard output cannot be written");
    return code ? code : CLI_INFRA;
}

static int run_verb(const cli_verb *v, int argc, char **argv)
{
    if (asks_help(argc - 1, argv + 1)) {
        help_verb(v, stdout);
        return CLI_OK;
    }
    if (v != &verb_worker && v != &verb_plugin) allocations_must_succeed();
    return v == &verb_help                     ? help_run(argc, argv)
           : document_requested(v, argc, argv) ? document_run(v, argc, argv)
                                               : v->run(argc, argv);
}

static bool prints_data(const cli_verb *v)
{
    return v == &verb_export || v == &verb_import || v == &verb_worker;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    const cli_verb *v = verb_find(word);
    tame_output(v && prints_data(v));
    if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
        version();
        return finish(CLI_OK);
    }
    if (!*word || !strcmp(word, "--help") || !strcmp(word, "-h")) {
        help_all(stdout);
        return finish(*word ? CLI_OK : CLI_USAGE);
    }
    return v ? finish(run_verb(v, argc - 1, argv + 1)) : verb_unknown(word);
}
