/* verb_archive.c -- `ivpbench archive add|list|show|remove`: stores under names, to compare with. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/base/util.h"
#include "bench/store/archive.h"
#include "bench/store/store.h"
#include "reports/text/table.h"

static const char usage[] =
    "usage: ivpbench archive add NAME STORE [--note TEXT]\n"
    "       ivpbench archive list\n"
    "       ivpbench archive show NAME\n"
    "       ivpbench archive remove NAME\n"
    "\n"
    "Keeps stores under names: wherever a store is read, @NAME is the one of that name, as in\n"
    "`ivpbench report @last-year`, `compare @theirs out/bench.db`, `rank --store @theirs`.\n"
    "\n"
    "add      reads and verifies the whole STORE, of any schema, and keeps a compacted copy; a\n"
    "         damaged one is refused, and so is a name that is taken\n"
    "list     what there is; the names alone with --names\n"
    "show     one of them, verified again\n"
    "remove   takes one out\n"
    "\n"
    "      --note TEXT   what it is and whose\n"
    "\n"
    "The folder is IVPBENCH_ARCHIVE, or ivpbench/archive below XDG_DATA_HOME or ~/.local/share;\n"
    "files can be given to others as they are (NAME.db). Exit: 0, 2 usage, 3 not there, not\n"
    "sound, or not written.\n";

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
    char why[1024] = "";
    char *path = text_of("@%s", name), *note = archive_note(name, why, sizeof why);
    store *s = note ? store_open(path, false, why, sizeof why) : NULL;
    bool good = s != NULL;
    if (s) add_row(t, name, s, note);
    if (s && verify) good = store_check(s);
    for (int i = 0; s && store_damage(s, i); i++, good = false)
        cli_say("%s", store_damage(s, i));
    if (!s) cli_say("%s", why);
    store_close(s);
    free(note);
    free(path);
    return good;
}

/* ---- the four ---------------------------------------------------------------------------- */

static int add(const char *name, const char *from, const char *note)
{
    char why[1024];
    long kept;
    if (!archive_add(name, from, note, &kept, why, sizeof why)) {
        cli_say("%s", why);
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
    char why[1024];
    if (archive_remove(name, why, sizeof why)) return CLI_OK;
    cli_say("%s", why);
    return CLI_INFRA;
}

static int run(int argc, char **argv)
{
    const char *note = NULL;
    bool names = false;
    const option_row rows[] = { { "note", 'n', OPTION_TEXT, &note, NULL },
                                { "names", 0, OPTION_FLAG, &names, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    const int n = argc - first;
    const char *what = n ? argv[first] : "";
    if (n == 3 && !strcmp(what, "add"))
        return add(argv[first + 1], argv[first + 2], note ? note : "");
    if (n == 1 && !note && !strcmp(what, "list")) return list(names);
    if (n == 2 && !note && !strcmp(what, "show")) return show(argv[first + 1]);
    if (n == 2 && !note && !strcmp(what, "remove")) return take_out(argv[first + 1]);
    cli_say(
        "archive: say add NAME STORE, list, show NAME, or remove NAME; see ivpbench archive "
        "--help");
    return CLI_USAGE;
}

const cli_verb verb_archive = { .name = "archive",
                                .summary = "keep stores by name, to compare with",
                                .usage = usage,
                                .run = run };
