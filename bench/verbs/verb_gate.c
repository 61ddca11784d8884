/* verb_gate.c -- `ivpbench gate`: does the store hold what the gate file says? */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/base/partial.h"
#include "bench/base/util.h"
#include "bench/verbs/verb_board.h"
#include "reports/gates/gate.h"

static const char usage[] =
    "usage: ivpbench gate FILE... [--store FILE] [--junit FILE] [--tap FILE] [--markdown FILE]\n"
    "                             [--bless NEWFILE [--beside]]\n"
    "\n"
    "Checks stored results against the limits of gate files and prints what failed: expected,\n"
    "found, and the command that reproduces that single cell. A cell that is missing fails.\n"
    "Results are scored once for all gate files.\n"
    "\n"
    "      --store FILE      results to check (out/bench.db)\n"
    "      --junit FILE      write the results as JUnit XML\n"
    "      --tap FILE        write the results as TAP\n"
    "      --markdown FILE   write a table of every limit, asked and found\n"
    "      --bless NEWFILE   write a new gate file with today's values and show the differences;\n"
    "                        a gate file with cells = () takes in all results\n"
    "      --beside          with --bless: cells that hold stay as they are, and those of another version\n"
    "                        of a library that do not get one of this version beside them\n"
    "      --reference DIR   folder of the reference solutions\n"
    "\n"
    "Exit code 0: all hold; 1: some do not; 2: the gate file is malformed; 3: a file could not be\n"
    "read or written.\n";

typedef struct request {
    const char *store, *junit, *tap, *markdown, *bless, *reference;
    bool beside;
} request;

static bool write_results(const char *path, const gate_result *r, int n,
                          void (*write)(const gate_result *, int, FILE *))
{
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!path) return true;
    if (f) write(r, n, f);
    const bool bad = !f || ferror(f);
    if ((f && fclose(f)) || bad) {
        cli_say("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

static int check(const gate *g, const board *b, const request *q)
{
    gate_result *results;
    int failed = 0;
    const int n = gate_check(g, b, &results);
    for (int i = 0; i < n; i++) failed += results[i].n > 0;
    if (g->n) gate_print(results, n, stdout);
    if (g->ladders) failed += ladders_check(g->ladders, b, stdout);
    const bool written = write_results(q->junit, results, n, gate_junit) &&
                         write_results(q->tap, results, n, gate_tap) &&
                         write_results(q->markdown, results, n, gate_markdown);
    gate_results_free(results, n);
    if (!written) return CLI_INFRA;
    const bool checked = n || (g->ladders && b->nladders);
    if (!checked) cli_say("%s: the gate has no cells, so nothing was checked", g->path);
    return failed ? CLI_CHECK : checked ? CLI_OK : CLI_INFRA;
}

/* Through a temporary file, so that a full disk leaves no half gate behind. */
static int bless(const gate *g, const board *b, const request *q)
{
    const char *path = q->bless;
    char *part = partial_name(path), why[512];
    FILE *f = fopen(part, "w");
    if (f) gate_bless(g, b, q->beside, f, stdout);
    const bool bad = !f || ferror(f);
    bool good = !((f && fclose(f)) || bad);
    if (!good) fail(why, sizeof why, "%s", strerror(errno));
    good = good && partial_finish(part, path, true, why, sizeof why);
    if (!good) cli_say("cannot write %s: %s", path, why);
    partial_drop(part);
    free(part);
    return good ? CLI_OK : CLI_INFRA;
}

/* The worst of all gates: what could not be read or written, then what does not hold. */
static int judge(gate *const *gates, int n, const request *q)
{
    int worst = CLI_OK;
    board *b = verb_board(q->store, q->reference);
    if (!b) return CLI_INFRA;
    for (int i = 0; i < n; i++) {
        if (n > 1) printf("%s: ", gates[i]->path);
        const int code = q->bless ? bless(gates[i], b, q) : check(gates[i], b, q);
        if (code > worst) worst = code;
    }
    return verb_board_close(b, worst);
}

/* All of them are read before anything is scored. */
static int with_gates(char *const *paths, int n, const request *q)
{
    char why[BOARD_WHY];
    gate **gates = calloc((size_t)n, sizeof *gates);
    int have = 0;
    while (have < n && (gates[have] = gate_read(paths[have], why, sizeof why))) have++;
    if (have < n) cli_say("%s", why);
    const int code = have < n ? CLI_USAGE : judge(gates, n, q);
    while (have > 0) gate_free(gates[--have]);
    free(gates);
    return code;
}

static int run(int argc, char **argv)
{
    request q = { .store = "out/bench.db" };
    const option_row rows[] = { { "store", 's', OPTION_TEXT, &q.store, NULL },
                                { "junit", 0, OPTION_TEXT, &q.junit, NULL },
                                { "tap", 0, OPTION_TEXT, &q.tap, NULL },
                                { "markdown", 0, OPTION_TEXT, &q.markdown, NULL },
                                { "bless", 0, OPTION_TEXT, &q.bless, NULL },
                                { "beside", 0, OPTION_FLAG, &q.beside, NULL },
                                { "reference", 'R', OPTION_TEXT, &q.reference, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    const int n = argc - first;
    const bool writes = q.junit || q.tap || q.markdown || q.bless;
    if (n < 1 || (n > 1 && writes)) {
        cli_say("gate wants %s, %d were given; see ivpbench gate --help",
                writes ? "one gate file where it writes one" : "a gate file", n);
        return CLI_USAGE;
    }
    if (q.beside && !q.bless) {
        cli_say("gate --beside says how to bless: it wants --bless NEWFILE");
        return CLI_USAGE;
    }
    return with_gates(argv + first, n, &q);
}

const cli_verb verb_gate = {
    .name = "gate",
    .summary = "check stored results against a gate file",
    .usage = usage,
    .run = run,
};
