/* verb_list.c -- `ivpbench list`: problems, solvers, formulations, plans.
 *
 * Names of plug-ins are asked of a child process: the parent loads none. */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/tags.h"
#include "bench/plan/plan.h"
#include "bench/base/util.h"

#include "kernel/formulation/formulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: ivpbench list problems|solvers|formulations|plans [--names]\n"
    "       ivpbench list problems --tags CONDITION\n"
    "\n"
    "  --names           names alone, one a line\n"
    "  --tags CONDITION  only problems whose tags fit: 'stiff & !index2'\n";

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

static int run(int argc, char **argv)
{
    bool names_only = false;
    const char *tags = NULL;
    const option_row rows[] = { { "names", 0, OPTION_FLAG, &names_only, NULL },
                                { "tags", 0, OPTION_TEXT, &tags, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *kind = first + 1 == argc ? argv[first] : "";
    if (tags && (strcmp(kind, "problems") != 0 || names_only)) {
        cli_say("list: --tags goes with problems, and without --names");
        return CLI_USAGE;
    }
    if (tags) return tagged(tags);
    if (!strcmp(kind, "problems") || !strcmp(kind, "solvers")) return plugins(kind, names_only);
    if (!strcmp(kind, "formulations")) return formulations();
    if (!strcmp(kind, "plans")) return plans(names_only);
    static const char *const kinds[] = { "problems", "solvers", "formulations", "plans" };
    const char *near = nearest_word(kind, kinds, (int)(sizeof kinds / sizeof *kinds));
    cli_say("list: one of problems, solvers, formulations, plans is expected%s%s%s",
            near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return CLI_USAGE;
}

const cli_verb verb_list = { .name = "list",
                             .summary = "problems, solvers, formulations, plans",
                             .usage = usage,
                             .run = run };
