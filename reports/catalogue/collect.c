/* collect.c -- surveys of all problems, then the page.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/catalogue/catalogue.h"

#include "bench/process/companion.h"
#include "bench/base/message.h"
#include "bench/base/util.h"

#include <stdlib.h>

static int survey(catalogue_entry *e, const char *name, const char *reference)
{
    char word[] = "survey", option[] = "--output";
    char *problem = copied(name), *folder = copied(reference);
    char *const arguments[] = { word, problem, reference ? option : NULL, folder, NULL };
    e->name = name;
    const int code = companion_text("ivpbench-quad", arguments, &e->survey);
    free(problem);
    free(folder);
    return code;
}

int catalogue_make(const char *const *names, int n, const char *reference, const char *folder)
{
    reason why = { "" };
    int code = CLI_OK;
    catalogue_entry *e = need(calloc((size_t)n + 1, sizeof *e));
    for (int k = 0; k < n && code == CLI_OK; k++) code = survey(&e[k], names[k], reference);
    if (code == CLI_OK && !catalogue_write(e, n, reference, folder, &why)) {
        cli_say("%s", why.text);
        code = CLI_INFRA;
    }
    for (int k = 0; k < n; k++) free(e[k].survey);
    free(e);
    return code;
}

int catalogue_published(const char *folder)
{
    char word[] = "published", option[] = "--output";
    char *copy = copied(folder);
    char *const arguments[] = { word, folder ? option : NULL, copy, NULL };
    const int code = companion_run("ivpbench-quad", arguments, NULL);
    free(copy);
    return code;
}
