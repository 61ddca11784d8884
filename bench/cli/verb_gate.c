/* verb_gate.c -- `ivpbench gate`: does the store hold what the gate files say?
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/cli/verb_board.h"
#include "reports/gates/gate.h"

typedef struct request {
    const char *store, *sets, *junit, *tap, *markdown, *reason, *begin, *solvers, *reference;
    bool accept, partial;
} request;

/* A stream of partial_open(), or NULL, to its end. */
static bool put(FILE *f, const char *path, bool replaces)
{
    reason why;
    const bool good = f ? partial_close(f, path, true, replaces, &why)
                        : reason_set(&why, "%s: %s", path, strerror(errno));
    if (!good) cli_say("cannot write %s", why.text);
    return good;
}

/* ---- checking ---------------------------------------------------------------------------- */

/* What was found so far: rulings for machines, rows of a table. */
typedef struct found {
    rulings all;
    table *rows;
    int failed; /* things that people were told of */
    bool checked;
} found;

static void check_pins(const gate *g, const board *b, found *to)
{
    gate_result *results;
    const int n = gate_check(g, b, &results);
    for (int i = 0; i < n; i++) to->failed += results[i].n > 0;
    if (g->n) gate_print(results, n, stdout);
    gate_rulings(results, n, &to->all);
    gate_rows(to->rows, results, n);
    to->checked = to->checked || n;
    gate_results_free(results, n);
}

static void append(rulings *to, rulings *from)
{
    to->list = grown(to->list, (size_t)(to->n + from->n) + 1, sizeof *to->list);
    if (from->n) memcpy(to->list + to->n, from->list, (size_t)from->n * sizeof *from->list);
    to->n += from->n;
    free(from->list);
    *from = (rulings){ 0 };
}

/* The base and what the store has beside it; false after a sentence. */
static bool set_against(const gate *g, const board *b, const request *q, base **to, pairs *p)
{
    reason why;
    const bool begins = q->accept && access(g->layers->base, F_OK) != 0;
    *to = begins ? base_empty(g->layers->base) : base_read(g->layers->base, &why);
    *p = (pairs){ 0 };
    if (*to && pairs_of(g->layers, *to, b, q->sets, p, &why)) {
        for (int i = 0; i < (*to)->n && q->partial; i++) p->seen[i] = true;
        return true;
    }
    cli_say("%s", why.text);
    pairs_free(p);
    base_free(*to);
    return false;
}

static bool check_layers(const gate *g, const board *b, const request *q, found *to)
{
    const layers *l = g->layers;
    base *of;
    pairs p;
    rulings v = { 0 };
    if (!set_against(g, b, q, &of, &p)) return false;
    bool *used = need(calloc((size_t)l->nexceptions + 1, sizeof *used));
    layers_check(l, of, &p, q->sets, used, &v);
    layers_print(of, &p, &v, stdout);
    if (!q->sets && !q->partial) layers_print_unused(l, used, stdout);
    layers_rows(to->rows, l, &p);
    to->failed += rulings_failed(&v);
    to->checked = to->checked || p.n;
    append(&to->all, &v);
    free(used);
    pairs_free(&p);
    base_free(of);
    return true;
}

static int check(const gate *g, const board *b, const request *q, found *to)
{
    found one = { .rows = to->rows };
    const bool readable = !g->layers || check_layers(g, b, q, &one);
    if (g->ladders) {
        one.failed += ladders_check(g->ladders, b, stdout);
        one.checked = one.checked || b->nladders;
    }
    check_pins(g, b, &one);
    append(&to->all, &one.all);
    if (!readable) return CLI_USAGE;
    if (!one.checked) cli_say("%s: the gate has no cells, so nothing was checked", g->path);
    return one.failed ? CLI_CHECK : one.checked ? CLI_OK : CLI_INFRA;
}

/* ---- accepting --------------------------------------------------------------------------- */

static int write_base(const base *b)
{
    FILE *f = partial_open(b->path);
    if (f) base_write(b, f);
    return put(f, b->path, true) ? CLI_OK : CLI_INFRA;
}

static int accept_results(const gate *g, const board *b, const request *q)
{
    char today[16];
    base *old, *next;
    pairs p;
    const time_t now = time(NULL);
    struct tm utc;
    if (!g->layers) {
        cli_say("%s has no layers, and so no base to accept results into", g->path);
        return CLI_USAGE;
    }
    if (!set_against(g, b, q, &old, &p)) return CLI_USAGE;
    strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &utc));
    next = layers_accept(g->layers, old, &p, q->sets, today, q->reason, stdout);
    const int code = next ? write_base(next) : CLI_CHECK;
    if (next && code == CLI_OK) printf("%s: %d cells\n", next->path, next->n);
    base_free(next);
    base_free(old);
    pairs_free(&p);
    return code;
}

/* "mine.cfg" has its base in "mine.base". */
static char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return text_of("%.*s.base", dot ? (int)(dot - name) : (int)strlen(name), name);
}

static int begin_rules(const board *b, const request *q)
{
    if (access(q->begin, F_OK) == 0) {
        cli_say("%s is there; gate --new writes a new file", q->begin);
        return CLI_USAGE;
    }
    FILE *f = partial_open(q->begin);
    char *name = base_name(q->begin);
    if (f) layers_begin(b, q->solvers, name, f);
    free(name);
    return put(f, q->begin, false) ? CLI_OK : CLI_INFRA;
}

/* ---- files ------------------------------------------------------------------------------- */

static bool write_results(const char *path, const rulings *v,
                          void (*write)(const rulings *, FILE *))
{
    if (!path) return true;
    FILE *f = partial_open(path);
    if (f) write(v, f);
    return put(f, path, true);
}

static bool write_table(const char *path, const table *t)
{
    if (!path) return true;
    FILE *f = partial_open(path);
    if (f) table_markdown(t, f);
    return put(f, path, true);
}

static bool write_found(const request *q, const found *f)
{
    return write_results(q->junit, &f->all, rulings_junit) &&
           write_results(q->tap, &f->all, rulings_tap) && write_table(q->markdown, f->rows);
}

/* The worst of all gates: what could not be read or written, then what does not hold. */
static int judge(gate *const *gates, int n, const board *b, const request *q)
{
    int worst = CLI_OK;
    found all = { .rows = table_new(GATE_COLUMNS) };
    for (int i = 0; i < n; i++) {
        if (n > 1) printf("%s:\n", gates[i]->path);
        const int code =
            q->accept ? accept_results(gates[i], b, q) : check(gates[i], b, q, &all);
        if (code > worst) worst = code;
    }
    if (!write_found(q, &all)) worst = CLI_INFRA;
    rulings_free(&all.all);
    table_free(all.rows);
    return worst;
}

/* All of them are read before anything is judged; NULL after a sentence. */
static gate **read_gates(char *const *paths, int n)
{
    reason why;
    gate **gates = need(calloc((size_t)n + 1, sizeof *gates));
    int have = 0;
    while (have < n && (gates[have] = gate_read(paths[have], &why))) have++;
    if (have == n) return gates;
    cli_say("%s", why.text);
    while (have > 0) gate_free(gates[--have]);
    free(gates);
    return NULL;
}

static int with_gates(char *const *paths, int n, const board *b, const request *q)
{
    gate **gates = read_gates(paths, n);
    if (!gates) return CLI_USAGE;
    const int code = judge(gates, n, b, q);
    for (int i = 0; i < n; i++) gate_free(gates[i]);
    free(gates);
    return code;
}

/* Rules, and the results as their base. */
static int begin(const board *b, const request *q)
{
    request first = *q;
    first.accept = true;
    char *path = copied(q->begin);
    int code = begin_rules(b, q);
    if (code == CLI_OK) code = with_gates(&path, 1, b, &first);
    free(path);
    return code;
}

/* Gate files are read once before the store is scored, which takes a while. */
static int with_store(char *const *paths, int n, const request *q)
{
    gate **gates = read_gates(paths, n);
    if (!gates) return CLI_USAGE;
    board *b = verb_board(q->store, q->reference);
    const int code = !b ? CLI_INFRA : q->begin ? begin(b, q) : judge(gates, n, b, q);
    for (int i = 0; i < n; i++) gate_free(gates[i]);
    free(gates);
    return b ? verb_board_close(b, code) : code;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_gate, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    const int n = argc - first;
    if (q.begin ? n > 0 || q.accept : n < 1 || (n > 1 && q.accept)) {
        cli_say("gate: give %s; %d gate files were given; see ivpbench gate --help",
                q.begin    ? "no gate file and no --accept together with --new"
                : q.accept ? "the one gate file whose base --accept replaces"
                           : "a gate file",
                n);
        return CLI_USAGE;
    }
    if ((q.reason && !q.accept) || (q.solvers && !q.begin)) {
        cli_say("gate: --reason belongs to --accept, --solvers to --new");
        return CLI_USAGE;
    }
    return with_store(argv + first, n, &q);
}

static const option_row options[] = {
    STORE_ROW(request),
    { "sets", 0, OPTION_TEXT, offsetof(request, sets), "NAMES", WORD_TEXT,
      .meaning = "take only these sets of the base, separated by commas", .otherwise = "all" },
    { "partial", 0, OPTION_FLAG, offsetof(request, partial), NULL, WORD_TEXT,
      .meaning =
          "ignore rows of the base that have no result; --accept leaves them unchanged" },
    { "junit", 0, OPTION_TEXT, offsetof(request, junit), "FILE", WORD_FILE,
      .meaning = "write the results as JUnit XML" },
    { "tap", 0, OPTION_TEXT, offsetof(request, tap), "FILE", WORD_FILE,
      .meaning = "write the results as TAP" },
    { "markdown", 0, OPTION_TEXT, offsetof(request, markdown), "FILE", WORD_FILE,
      .meaning = "write a table of all limits with the values found" },
    { "accept", 0, OPTION_FLAG, offsetof(request, accept), NULL, WORD_TEXT,
      .meaning = "make the results the new base and print what changes" },
    { "reason", 0, OPTION_TEXT, offsetof(request, reason), "TEXT", WORD_TEXT,
      .meaning = "why a result is worse; without it --accept refuses worse results" },
    { "new", 0, OPTION_TEXT, offsetof(request, begin), "FILE", WORD_FILE,
      .meaning =
          "write rules to this new gate file and their base to another file next to it" },
    { "solvers", 0, OPTION_TEXT, offsetof(request, solvers), "GLOBS", WORD_SOLVER,
      .meaning = "with --new: write rules for these solvers", .otherwise = "all" },
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_gate = {
    .name = "gate",
    .summary = "check stored results against gate files",
    .synopsis = { "gate FILE... [--sets NAMES] [--partial] [options]",
                  "gate FILE --accept [--reason TEXT] [options]",
                  "gate --new FILE [--solvers GLOBS] [options]" },
    .description = { "The command checks a store against the rules of gate files. It prints "
                     "each rule that fails with the command that reproduces the result. A cell "
                     "of a gate that is missing from the store fails.",
                     "There are four layers of rules. The first two limit changes against a "
                     "base: of each solver, and of each solver on each problem. The others "
                     "concern properties "
                     "of every cell, ladders, and pinned cells." },
    .operands = { { "FILE", WORD_FILE, .optional = true, .repeated = true,
                    .meaning = "gate file" } },
    .options = options,
    .exits = { { CLI_OK, "all rules hold" },
               { CLI_CHECK, "a rule fails, or --accept was refused" },
               { CLI_USAGE, "a gate file or the command line is malformed" },
               { CLI_INFRA, "a file could not be read or written" } },
    .examples = { { "ivpbench gate --new mine.cfg --store out/bench.db",
                    "Begin a gate from stored results." },
                  { "ivpbench gate mine.cfg --junit out/gate.xml",
                    "Check new results in continuous integration." } },
    .run = run,
};
