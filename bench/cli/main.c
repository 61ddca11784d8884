/* main.c -- `ivpbench VERB ...`: finds the verb, helps, tells its version.
 *
 * A mistyped verb gets the nearest one as a suggestion and exit code 2. */
#include "bench/base/message.h"
#include "bench/host/doctor.h"
#include "bench/host/machine.h"
#include "bench/base/options.h"
#include "bench/plugin/allocations.h"

#include <stdio.h>
#include <string.h>

static const cli_verb *const verbs[] = {
    &verb_try,     &verb_list,    &verb_info,   &verb_plan,   &verb_run,       &verb_report,
    &verb_rank,    &verb_compare, &verb_gate,   &verb_export, &verb_merge,     &verb_store,
    &verb_archive, &verb_submit,  &verb_status, &verb_cancel, &verb_reference, &verb_papers,
    &verb_new,     &verb_plugin,  &verb_doctor, &verb_speed,  &verb_worker,
};
enum { NVERBS = sizeof verbs / sizeof *verbs };

static void help(void)
{
    puts("usage: ivpbench VERB [options]   (ivpbench help VERB tells more)\n\n"
         "Test problems, solvers and formulations for initial value problems of ordinary and\n"
         "differential-algebraic equations, measured against each other.\n");
    for (int i = 0; i < NVERBS; i++)
        if (verbs[i]->summary) printf("  %-12s%s\n", verbs[i]->name, verbs[i]->summary);
}

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

static int unknown(const char *word)
{
    const char *names[NVERBS];
    int n = 0;
    for (int i = 0; i < NVERBS; i++)
        if (verbs[i]->summary) names[n++] = verbs[i]->name;
    const char *near = nearest_word(word, names, n);
    if (near)
        cli_say("unknown verb \"%s\"; did you mean %s?", word, near);
    else
        cli_say("unknown verb \"%s\"; ivpbench --help names those that exist", word);
    return CLI_USAGE;
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

static const cli_verb *find(const char *word)
{
    for (int i = 0; i < NVERBS; i++)
        if (!strcmp(verbs[i]->name, word)) return verbs[i];
    return NULL;
}

/* `ivpbench help`, `ivpbench help VERB` */
static int help_on(const char *word)
{
    const cli_verb *v = *word ? find(word) : NULL;
    if (*word && !v) return unknown(word);
    if (v)
        fputs(v->usage, stdout);
    else
        help();
    return finish(CLI_OK);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
        version();
        return finish(CLI_OK);
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || !strcmp(word, "help"))
        return help_on(argc > 2 && *word == 'h' ? argv[2] : "");
    if (!*word) {
        help();
        return finish(CLI_USAGE);
    }
    const cli_verb *v = find(word);
    if (!v) return unknown(word);
    if (asks_help(argc - 2, argv + 2)) return help_on(word);
    if (v != &verb_worker && v != &verb_plugin) allocations_must_succeed();
    return finish(v->run(argc - 1, argv + 1));
}
