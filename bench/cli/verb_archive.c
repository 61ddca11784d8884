/* verb_archive.c -- `ivpbench archive add|list|show|remove`: stores under names, to compare
 * with.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "bench/store/archive.h"
#include "bench/store/store.h"
#include "reports/text/table.h"

/* ---- what a store is --------------------------------------------------------------------- */

typedef struct summary {
    long results;
    char *problems, *solvers; /* distinct names, in the order of the store */
    int nproblems, nsolvers;
} summary;

/* Adds a word to "a, b, c" unless it is there. */
static void note_word(char **list, int *n, const char *word)
{
    char *all = text_of(", %s,", *list), *one = text_of(", %s,", word);
    if (!strstr(all, one)) {
        char *more = text_of("%s%s%s", *list, **list ? ", " : "", word);
        free(*list);
        *list = more;
        ++*n;
    }
    free(all);
    free(one);
}

static bool note_result(void *context, const record *r, const char *machine)
{
    (void)machine;
    summary *s = context;
    s->results++;
    note_word(&s->problems, &s->nproblems, r->cell.problem);
    note_word(&s->solvers, &s->nsolvers, r->cell.solver);
    return true;
}

static const char *word_of(const json_t *environment, const char *name)
{
    const char *text = json_string_value(json_object_get(environment, name));
    return text ? text : "";
}

/* One row: name, what was said, what is in it, where and when it was measured. */
static void add_row(table *t, const char *name, store *s, const char *note)
{
    summary all = { .problems = copied(""), .solvers = copied("") };
    store_run run = { 0 };
    store_each(s, false, note_result, &all);
    const bool found = store_last_run(s, &run);
    json_t *e = found ? json_loads(run.environment, 0, NULL) : NULL;
    table_text(t, "%s", name);
    table_count(t, all.results);
    table_count(t, all.nproblems);
    table_count(t, all.nsolvers);
    table_text(t, "%.10s", run.started);
    table_text(t, "%.40s", word_of(e, "cpu"));
    table_text(t, "%.12s", word_of(e, "commit"));
    table_text(t, "%s", note);
    if (found) {
        free(run.plan);
        free(run.environment);
    }
    json_decref(e);
    free(all.problems);
    free(all.solvers);
}

static table *row_table(void)
{
    return table_new("name|results|problems|solvers|measured|machine|commit|note");
}

/* Into the table; false after a sentence. */
static bool describe(table *t, const char *name, bool verify)
{
    reason why = { "" };
    char *path = text_of("@%s", name), *note = archive_note(name, &why);
    store *s = note ? store_open(path, false, &why) : NULL;
    bool good = s != NULL;
    if (s) add_row(t, name, s, note);
    if (s && verify) good = store_check(s);
    for (int i = 0; s && store_damage(s, i); i++, good = false)
        cli_say("%s", store_damage(s, i));
    if (!s) cli_say("%s", why.text);
    store_close(s);
    free(note);
    free(path);
    return good;
}

/* ---- the four ---------------------------------------------------------------------------- */

static int add(const char *name, const char *from, const char *note)
{
    reason why;
    long kept;
    if (!archive_add(name, from, note, &kept, &why)) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    printf("@%s: %ld results\n", name, kept);
    return CLI_OK;
}

/* A store that cannot be read does not hide the others. */
static int list(bool alone)
{
    char **names;
    const int n = archive_names(&names);
    bool good = true;
    table *t = row_table();
    for (int i = 0; i < n; i++) {
        if (alone)
            printf("@%s\n", names[i]);
        else
            good = describe(t, names[i], false) && good;
        free(names[i]);
    }
    if (table_rows(t)) table_plain(t, stdout);
    if (!n && !alone)
        puts("the archive is empty; ivpbench archive add NAME STORE keeps a store");
    table_free(t);
    free(names);
    return good ? CLI_OK : CLI_INFRA;
}

static int show(const char *name)
{
    table *t = row_table();
    const bool good = describe(t, name + (*name == '@'), true);
    if (table_rows(t)) table_plain(t, stdout);
    if (good) puts("sound");
    table_free(t);
    return good ? CLI_OK : CLI_INFRA;
}

static int take_out(const char *name)
{
    reason why;
    if (archive_remove(name, &why)) return CLI_OK;
    cli_say("%s", why.text);
    return CLI_INFRA;
}

typedef struct request {
    const char *note;
    bool names;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_archive, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *what = argv[first], *name = argv[first + 1];
    if (!strcmp(what, "add")) return add(name, argv[first + 2], q.note);
    if (!strcmp(what, "list")) return list(q.names);
    return strcmp(what, "show") ? take_out(name) : show(name);
}

static const option_row options[] = {
    { "note", 'n', OPTION_TEXT, offsetof(request, note), "TEXT", WORD_TEXT,
      .meaning = "what the store holds and who measured it", .initial = "", .actions = "add" },
    { "names", 0, OPTION_FLAG, offsetof(request, names), NULL, WORD_TEXT,
      .meaning = "print the names alone, one a line", .actions = "list" },
    { 0 }
};

const cli_verb verb_archive = {
    .name = "archive",
    .summary = "keep stores by name, to compare with",
    .synopsis = { "archive add NAME STORE [--note TEXT]", "archive list [--names]",
                  "archive show NAME", "archive remove NAME" },
    .description = { "The archive keeps stores under names. Every verb that reads a store also "
                     "takes `@NAME`, as in `ivpbench report @last-year` or "
                     "`ivpbench rank --store @theirs`.",
                     "The folder of the archive is `IVPBENCH_ARCHIVE` if this variable is set. "
                     "Otherwise it is `ivpbench/archive` in `XDG_DATA_HOME` or in "
                     "`~/.local/share`. You can copy its files, `NAME.db`, to other "
                     "machines." },
    .actions = { { "add",
                   "read and verify a store of any schema and add a compacted copy; a damaged "
                   "store or a name in use is refused",
                   { { "NAME", WORD_TEXT, .meaning = "new name" },
                     { "STORE", WORD_STORE, .meaning = "store to copy" } } },
                 { "list", "list all stores of the archive", { { 0 } } },
                 { "show",
                   "verify one store and print what it holds",
                   { { "NAME", WORD_ARCHIVED, .meaning = "name in the archive" } } },
                 { "remove",
                   "delete one store from the archive",
                   { { "NAME", WORD_ARCHIVED, .meaning = "name in the archive" } } } },
    .options = options,
    .exits = { { CLI_INFRA, "the name does not exist, or a store is damaged or not written" } },
    .examples = { { "ivpbench archive add last-year out/bench.db --note 'before the new LU'",
                    "Keep the results of today." },
                  { "ivpbench compare @last-year out/bench.db",
                    "Compare the archived results with new ones." } },
    .run = run,
};
