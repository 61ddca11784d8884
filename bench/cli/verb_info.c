/* verb_info.c -- `ivpbench info`: all that a problem or a solver says of itself.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/cli/described_text.h"
#include "bench/cli/document.h"
#include "bench/cli/verbs.h"
#include "bench/worker/described.h"

#include <stdlib.h>
#include <string.h>

typedef struct request {
    bool json;
} request;

static int answer(const request *q, const char *text)
{
    json_t *o = described_document(text);
    if (!o) return CLI_INFRA;
    const char *name = json_string_value(json_object_get(o, "schema"));
    if (q->json)
        return document_give(
            strstr(name, solver_schema.name) ? &solver_schema : &problem_schema, o, CLI_OK);
    described_print(o);
    json_decref(o);
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    char *text;
    const int first = verb_read(&verb_info, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    int code = ask_worker_text("info", argv[first], &text);
    if (code == CLI_OK) code = answer(&q, text);
    free(text);
    return code;
}

static const option_row options[] = { JSON_ROW(request, json, .actions = NULL), { 0 } };

const cli_verb verb_info = {
    .name = "info",
    .summary = "describe one problem or solver",
    .synopsis = { "info NAME [--json]" },
    .description = { "The command prints what a plug-in documents about itself. For a problem "
                     "these are parameters, sizes, events, observables, scored components and "
                     "the formulations that fit. For a solver these are options, orders and "
                     "formulations." },
    .operands = { { "NAME", WORD_PLUGIN, .meaning = "name of a problem or a solver" } },
    .options = options,
    .documents = { &problem_schema, &solver_schema },
    .examples = { { "ivpbench info my_problem", "Describe one problem." } },
    .run = run,
};
