/* verb_list.c -- `ivpbench list`: problems, solvers, formulations, plans.
 *
 * Names of plug-ins are asked of a child process: the parent loads none.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/cli/described_text.h"
#include "bench/cli/document.h"
#include "bench/cli/verbs.h"
#include "bench/worker/described.h"
#include "bench/base/tags.h"
#include "bench/plan/plan.h"
#include "bench/base/util.h"

#include "kernel/formulation/formulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct request {
    const char *tags;
    bool names, json;
} request;

static int show(const request *q, const char *kind, json_t *items)
{
    if (!q->json) {
        described_print_items(items);
        json_decref(items);
        return CLI_OK;
    }
    json_t *o = schema_begin(&list_schema);
    schema_text(o, "kind", kind);
    json_object_set_new(o, "items", items);
    return document_give(&list_schema, o, CLI_OK);
}

static void add_unusable(json_t *items, const char *name)
{
    json_t *o = need(json_object());
    schema_text(o, "name", name);
    schema_text(o, "unusable", "it ended the worker when it was loaded, as said above");
    json_array_append_new(items, o);
}

/* Asked of a worker. A plug-in that ends it (by its processes or its memory) is a row, and
 * another worker goes on behind it. */
static int described(const request *q, const char *kind, const char *condition)
{
    json_t *items = json_array();
    char *after = copied(""), *text;
    int code;
    for (bool again = true; again;) {
        char *what = text_of("%s%s%s %s", kind, *after ? ":" : "", after, condition);
        code = ask_worker_text("list", what, &text);
        char *last = described_items(items, text);
        again = code != CLI_OK && last && strcmp(last, after) > 0;
        if (again) add_unusable(items, last);
        free(what);
        free(text);
        free(after);
        after = last ? last : copied("");
    }
    free(after);
    const int shown = show(q, kind, items);
    return code == CLI_OK ? shown : code;
}

static int tagged(const request *q)
{
    reason why;
    if (tags_check(q->tags, &why)) return described(q, "problems", q->tags);
    cli_say("%s", why.text);
    return CLI_USAGE;
}

static int names_of(const char *kind)
{
    enum { MOST = 4096 };
    char(*names)[PLUGIN_NAME_MAX] = grown(NULL, MOST, sizeof *names);
    const int n = plugin_list(kind, names, MOST);
    for (int i = 0; i < n && i < MOST; i++) puts(names[i]);
    free(names);
    return CLI_OK;
}

static void add(json_t *items, const char *name, const char *file)
{
    json_t *o = need(json_object());
    schema_text(o, "name", name);
    schema_text(o, "file", file);
    json_array_append_new(items, o);
}

static int formulations(const request *q)
{
    json_t *items = need(json_array());
    for (int i = 0; formulation_name(i); i++)
        if (q->json)
            add(items, formulation_name(i), NULL);
        else
            puts(formulation_name(i));
    return show(q, "formulations", items);
}

static int plans(const request *q)
{
    char **paths;
    json_t *items = need(json_array());
    const int n = plan_list(&paths);
    for (int i = 0; i < n; i++) {
        char *path = copied(paths[i]);
        const char *name = plan_name(paths[i]);
        if (q->json)
            add(items, name, path);
        else if (q->names)
            puts(name);
        else
            printf("%-16s%s\n", name, path);
        free(path);
    }
    plan_list_free(paths, n);
    return show(q, "plans", items);
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_list, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *kind = argv[first];
    if ((q.tags != NULL) + q.names + q.json > 1 && !(q.tags && q.json)) {
        cli_say("list: give one of --names, --tags and --json; --tags goes with --json");
        return CLI_USAGE;
    }
    if (q.tags) return tagged(&q);
    if (!strcmp(kind, "formulations")) return formulations(&q);
    if (!strcmp(kind, "plans")) return plans(&q);
    return q.names ? names_of(kind) : described(&q, kind, "");
}

static const option_row options[] = {
    { "names", 0, OPTION_FLAG, offsetof(request, names), NULL, WORD_TEXT,
      .meaning = "print the names alone, one a line" },
    { "tags", 0, OPTION_TEXT, offsetof(request, tags), "CONDITION", WORD_TEXT,
      .meaning = "take only problems with these tags, as in 'stiff & !index2'",
      .otherwise = "all", .actions = "problems" },
    JSON_ROW(request, json, .actions = NULL),
    { 0 }
};

const cli_verb verb_list = {
    .name = "list",
    .summary = "list problems, solvers, formulations or plans",
    .synopsis = { "list problems [--names | --tags CONDITION] [--json]",
                  "list solvers [--names | --json]", "list formulations [--names | --json]",
                  "list plans [--names | --json]" },
    .description = { "The command lists what this installation can run." },
    .actions = { { "problems", "list the test problems with their titles", { { 0 } } },
                 { "solvers", "list the solvers with their titles", { { 0 } } },
                 { "formulations", "list the formulations of equations of motion", { { 0 } } },
                 { "plans",
                   "list the plans that a name alone finds, with their files",
                   { { 0 } } } },
    .options = options,
    .documents = { &list_schema },
    .examples = { { "ivpbench list problems --tags 'stiff & !index2'",
                    "List the stiff problems that are not of index 2." } },
    .run = run,
};
