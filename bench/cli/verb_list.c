/* verb_list.c -- `ivpbench list`: problems, solvers, formulations, plans.
 *
 * Names of plug-ins are asked of a child process: the parent loads none.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/tags.h"
#include "bench/plan/plan.h"
#include "bench/base/util.h"

#include "kernel/formulation/formulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tagged(const char *condition)
{
    char why[512];
    if (!tags_check(condition, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    char *what = text_of("problems %s", condition);
    const int code = ask_worker("list", what);
    free(what);
    return code;
}

static int plugins(const char *kind, bool names_only)
{
    enum { MOST = 4096 };
    if (!names_only) return ask_worker("list", kind);
    char(*names)[PLUGIN_NAME_MAX] = grown(NULL, MOST, sizeof *names);
    const int n = plugin_list(kind, names, MOST);
    for (int i = 0; i < n && i < MOST; i++) puts(names[i]);
    free(names);
    return CLI_OK;
}

static int formulations(void)
{
    for (int i = 0; formulation_name(i); i++) puts(formulation_name(i));
    return CLI_OK;
}

static int plans(bool names_only)
{
    char **paths;
    const int n = plan_list(&paths);
    for (int i = 0; i < n; i++) {
        char *path = copied(paths[i]);
        const char *name = plan_name(paths[i]);
        if (names_only)
            puts(name);
        else
            printf("%-16s%s\n", name, path);
        free(path);
    }
    plan_list_free(paths, n);
    return CLI_OK;
}

typedef struct request {
    const char *tags;
    bool names;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_list, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *kind = argv[first];
    if (q.tags && q.names) {
        cli_say("list: give either --tags or --names");
        return CLI_USAGE;
    }
    if (q.tags) return tagged(q.tags);
    if (!strcmp(kind, "formulations")) return formulations();
    return strcmp(kind, "plans") ? plugins(kind, q.names) : plans(q.names);
}

static const option_row options[] = {
    { "names", 0, OPTION_FLAG, offsetof(request, names), NULL, WORD_TEXT,
      .meaning = "print the names alone, one a line" },
    { "tags", 0, OPTION_TEXT, offsetof(request, tags), "CONDITION", WORD_TEXT,
      .meaning = "take only problems with these tags, as in 'stiff & !index2'",
      .otherwise = "all", .actions = "problems" },
    { 0 }
};

const cli_verb verb_list = {
    .name = "list",
    .summary = "list problems, solvers, formulations or plans",
    .synopsis = { "list problems [--names | --tags CONDITION]", "list solvers [--names]",
                  "list formulations [--names]", "list plans [--names]" },
    .description = { "The command lists what this installation can run." },
    .actions = { { "problems", "list the test problems with their titles", { { 0 } } },
                 { "solvers", "list the solvers with their titles", { { 0 } } },
                 { "formulations", "list the formulations of equations of motion", { { 0 } } },
                 { "plans",
                   "list the plans that a name alone finds, with their files",
                   { { 0 } } } },
    .options = options,
    .examples = { { "ivpbench list problems --tags 'stiff & !index2'",
                    "List the stiff problems that are not of index 2." } },
    .run = run,
};
