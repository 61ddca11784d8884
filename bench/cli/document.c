/* document.c -- JSON documents on the standard output; errors too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/document.h"

#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/cli/verbs.h"

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

/* ---- the page ---------------------------------------------------------------------------- */

static const char intro[] =
    "# JSON documents\n\n"
    "For programs that call `ivpbench`. With `--json` these verbs print one JSON document on the standard output.\n"
    "`ivpbench help --format json` prints this page from the tables by which each document is checked before it is\n"
    "printed, and `make cli-docs` renews it.\n\n"
    "Each document has the member `schema`: a name and a version, such as `ivpbench.rank/1.0.0`. The version is\n"
    "semantic ([semver.org](https://semver.org)). A new optional member raises the second number. A member that goes\n"
    "away or means something else raises the first. Readers ignore members that they do not know.\n\n"
    "A number that does not exist is left out: there is neither NaN nor null. Numbers read back with the same bits.\n"
    "Optional members are marked with `?`.\n\n"
    "Exit codes are those of [the command line](cli.md#exit-codes). Where the code is 2 or more, or there is no\n"
    "answer, the document has the member `error`. Its schema may be the first of the verb then. What is said of it\n"
    "also stands on the standard error.\n\n"
    "| member | type | meaning |\n|---|---|---|\n"
    "| `error`? | object | why there is no answer, or what is wrong with it |\n"
    "| `error.exit_code` | whole number | exit code of the program |\n"
    "| `error.message` | text | what was said; lines |\n\n"
    "Other documents have schemas of their own: `compare --json`, `export --format jsonl`, and those of\n"
    "[pull requests](pull-requests.md).\n";

static void put_rows(FILE *f, const schema_row *rows, const char *above)
{
    for (const schema_row *r = rows; r->name; r++) {
        char *name = text_of("%s%s%s", above, r->name, r->uses & SCHEMA_LIST ? "[]" : "");
        fprintf(f, "| `%s`%s | %s | %s |\n", name, r->uses & SCHEMA_OPTIONAL ? "?" : "",
                schema_type_text(r), r->meaning);
        char *below = text_of("%s.", name);
        if (r->members) put_rows(f, r->members, below);
        free(below);
        free(name);
    }
}

static void put_schema(FILE *f, const cli_verb *v, const schema *s)
{
    fprintf(f,
            "\n## %s\n\n`ivpbench %s --json`, schema `%s/%s`: %s.\n\n| member | type | meaning "
            "|\n|---|---|---|\n",
            s->name, v->name, s->name, s->version, s->meaning);
    put_rows(f, s->rows, "");
}

void document_page(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    fputs(intro, f);
    for (int i = 0; i < n; i++)
        for (int k = 0; list[i]->documents[k]; k++)
            put_schema(f, list[i], list[i]->documents[k]);
}
