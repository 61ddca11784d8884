/* document.c -- JSON documents on the standard output; errors too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/document.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"

static json_t *given; /* NULL: there is no answer */

int document_give(const schema *s, json_t *o, int code)
{
    char *wrong = schema_wrong(s, o);
    if (wrong) {
        cli_say("the answer does not fit its schema: %s", wrong);
        json_decref(o);
        code = CLI_INFRA;
    } else {
        given = o;
    }
    free(wrong);
    return code;
}

bool document_requested(const cli_verb *v, int argc, char **argv)
{
    for (int i = 1; v->documents[0] && i < argc && strcmp(argv[i], "--"); i++)
        if (!strcmp(argv[i], "--json")) return true;
    return false;
}

static json_t *error_json(int code)
{
    json_t *o = need(json_object());
    json_object_set_new(o, "exit_code", json_integer(code));
    schema_text(o, "message", cli_kept());
    return o;
}

int document_run(const cli_verb *v, int argc, char **argv)
{
    cli_keep();
    const int code = v->run(argc, argv);
    const bool answered = given != NULL;
    if (!answered) given = schema_begin(v->documents[0]);
    if (!answered || code >= CLI_USAGE) json_object_set_new(given, "error", error_json(code));
    json_dumpf(given, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    putchar('\n');
    json_decref(given);
    return code;
}
