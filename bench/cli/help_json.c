/* help_json.c -- docs/json.md: the documents of all verbs, from their schemas.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/help.h"

#include <stdlib.h>

#include "bench/base/schema.h"
#include "bench/base/util.h"

static const char intro[] =
    "# JSON documents\n\n"
    "For programs that call `ivpbench`. With `--json` these verbs print one JSON document on "
    "the standard output, or\n"
    "write it with `--json FILE`.\n"
    "`ivpbench help --format json` prints this page from the tables by which each document is "
    "checked before it is\n"
    "printed, and `make cli-docs` renews it.\n\n"
    "Each document has the member `schema`: a name and a version, such as "
    "`ivpbench.rank/1.0.0`. The version is\n"
    "semantic ([semver.org](https://semver.org)). A new optional member raises the second "
    "number. A member that goes\n"
    "away or means something else raises the first. Readers ignore members that they do not "
    "know.\n\n"
    "A number that does not exist is left out: there is neither NaN nor null. Numbers read "
    "back with the same bits.\n"
    "Optional members are marked with `?`.\n\n"
    "Exit codes are those of [the command line](cli.md#exit-codes). Where the code is 2 or "
    "more, or there is no\n"
    "answer, the document has the member `error`. Its schema may be the first of the verb "
    "then. What is said of it\n"
    "also stands on the standard error.\n\n"
    "| member | type | meaning |\n|---|---|---|\n"
    "| `error`? | object | why there is no answer, or what is wrong with it |\n"
    "| `error.exit_code` | whole number | exit code of the program |\n"
    "| `error.message` | text | what was said; lines |\n\n"
    "Other documents have schemas of their own: `export --format jsonl`, and those of\n"
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

static void put_schema(FILE *f, const cli_verb *v, const char *option, const schema *s)
{
    fprintf(f,
            "\n## %s\n\n`ivpbench %s %s`, schema `%s/%s`: %s.\n\n| member | type | meaning "
            "|\n|---|---|---|\n",
            s->name, v->name, option, s->name, s->version, s->meaning);
    put_rows(f, s->rows, "");
}

void help_json(FILE *f)
{
    const cli_verb *list[VERBS_MOST];
    const int n = verbs_all(list);
    fputs(intro, f);
    for (int i = 0; i < n; i++) {
        for (int k = 0; list[i]->documents[k]; k++)
            put_schema(f, list[i], "--json", list[i]->documents[k]);
        for (int k = 0; list[i]->files[k]; k++)
            put_schema(f, list[i], "--json FILE", list[i]->files[k]);
    }
}
