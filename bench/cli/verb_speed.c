/* verb_speed.c -- `ivpbench speed`: what single calls cost here, and what runs cost beside
 * them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/process/process.h"
#include "bench/base/util.h"
#include "bench/crew/counting.h"
#include "bench/speed/speed.h"
#include "bench/cli/verb_board.h"
#include "reports/speed/peers.h"
#include "reports/speed/shares.h"
#include "reports/speed/speed_page.h"

enum { NAME = 128, ROUNDS = 8 };

typedef struct request {
    const char *loop, *memory, *output, *store, *calls, *requirements, *reference, *problems,
        *metric;
    bool shares;
} request;

static bool measure(const request *q, int n, char **problems, speed_rows *to, reason *why)
{
    bool good = true;
    for (int k = 0; good && k < ROUNDS * n; k++) good = speed_calls(problems[k % n], to, why);
    const char *at = q->loop ? strchr(q->loop, '@') : NULL;
    if (good && at) {
        char solver[NAME];
        snprintf(solver, sizeof solver, "%.*s", (int)(at - q->loop), q->loop);
        good = speed_loop(at + 1, solver, to, why);
    }
    return good && q->memory ? speed_memory(q->memory, to, why) : good;
}

typedef struct calls_task {
    const request *q;
    int n;
    char **problems;
    FILE *to;
} calls_task;

/* In a process of its own, for plug-ins are loaded. */
static int measure_there(void *context)
{
    reason why = { "" };
    const calls_task *t = context;
    speed_rows *rows = speed_rows_new();
    const bool good = measure(t->q, t->n, t->problems, rows, &why);
    speed_rows_write(rows, t->to);
    const bool written = !fflush(t->to) && !ferror(t->to);
    if (!good) cli_say("%s", why.text);
    if (!written) cli_say("writing the times failed: %s", strerror(errno));
    return good && written ? CLI_OK : CLI_INFRA;
}

static int calls(const request *q, int n, char **problems)
{
    reason why = { "" };
    if (q->loop && !strchr(q->loop, '@')) {
        cli_say("speed: --loop %s: SOLVER@PROBLEM is expected", q->loop);
        return CLI_USAGE;
    }
    FILE *to = q->output ? fopen(q->output, "w") : stdout;
    if (!to) {
        cli_say("cannot write %s: %s", q->output, strerror(errno));
        return CLI_INFRA;
    }
    const process_patience patience = { .seconds = HUGE_VAL, .descriptor = fileno(to) };
    calls_task task = { q, n, problems, to };
    int status = 0;
    if (!process_call(measure_there, &task, &patience, &status, &why))
        cli_say("speed: %s", why.text);
    else if (!WIFEXITED(status))
        cli_say("speed: a plug-in died of signal %d", WTERMSIG(status));
    if (to != stdout) fclose(to);
    return WIFEXITED(status) && !*why.text ? WEXITSTATUS(status) : CLI_INFRA;
}

static void tell(const cell *c, double instructions, const char *why)
{
    char title[1024];
    cell_title(c, title, sizeof title);
    if (instructions >= 0)
        fprintf(stderr, "%14.0f  %s\n", instructions, title);
    else
        cli_say("%s: %s", title, why);
}

/* Of every ladder the run that is drawn, if it asks for Jacobians; the keys are the
 * caller's. */
static int drawn_runs(const board *b, const char **keys)
{
    int n = 0;
    for (int i = 0; i < b->nladders; i++) {
        const entry *e = shares_run(b, &b->ladders[i], SPEED_LEVEL);
        if (e && shares_want_counting(e)) keys[n++] = copied(e->r.cell.key);
    }
    return n;
}

static int count(const request *q, const char *path)
{
    reason why = { "" };
    counting_tally n;
    counting_choice choice = { .problems = q->problems, .shares = q->shares, .each = tell };
    const char **keys = NULL;
    if (q->shares) {
        board *b = verb_board(path, q->reference);
        if (!b) return CLI_INFRA;
        choice.keys = keys = need(calloc((size_t)b->nladders + 1, sizeof *keys));
        choice.nkeys = drawn_runs(b, keys);
        verb_board_close(b, 0);
    }
    const bool good = counting_store(path, &choice, &n, &why);
    for (int k = 0; keys && k < choice.nkeys; k++) free((char *)keys[k]);
    free(keys);
    if (!good) {
        cli_say("%s", why.text);
        return CLI_INFRA;
    }
    printf("%s: %d counted, %d failed, %d of another machine or build\n", path, n.counted,
           n.failed, n.elsewhere);
    return n.counted && !n.failed ? CLI_OK : CLI_INFRA;
}

static int report(const request *q)
{
    reason why = { "" };
    int missed = 0;
    calls_file *c = calls_read(q->calls, &why);
    if (!c) cli_say("%s", why.text);
    board *b = c ? verb_board(q->store, q->reference) : NULL;
    int code = CLI_INFRA;
    if (b && speed_page(b, c, q->requirements, q->output, &missed, &why)) {
        printf("%d not met; %s/index.html\n", missed, q->output);
        code = missed ? CLI_CHECK : CLI_OK;
    } else if (b)
        cli_say("%s", why.text);
    calls_free(c);
    return verb_board_close(b, code);
}

/* To standard output: the summary, then each comparison. */
static int peers(const request *q)
{
    reason why = { "" };
    calls_file *c = q->calls ? calls_read(q->calls, &why) : NULL;
    board *b = *why.text ? NULL : verb_board(q->store, q->reference);
    if (*why.text) cli_say("%s", why.text);
    if (b) {
        board_judge_by(b, q->metric);
        table *all[] = { peers_summary(b, c), peers_table(b, c) };
        for (int k = 0; k < 2; k++) {
            if (k) putchar('\n');
            table_plain(all[k], stdout);
            table_free(all[k]);
        }
    }
    calls_free(c);
    return b ? verb_board_close(b, CLI_OK) : CLI_INFRA;
}

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_speed, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    const char *what = argv[first];
    if (!strcmp(what, "calls")) return calls(&q, argc - first - 1, argv + first + 1);
    if (!strcmp(what, "count")) return count(&q, argv[first + 1]);
    if (!strcmp(what, "peers") && q.store) return peers(&q);
    if (!strcmp(what, "peers")) {
        cli_say("speed peers: give --store");
        return CLI_USAGE;
    }
    if (q.store && q.calls && q.requirements && q.output) return report(&q);
    cli_say("speed report: give --store, --calls, --requirements and --output");
    return CLI_USAGE;
}

static const option_row options[] = {
    { "loop", 0, OPTION_TEXT, offsetof(request, loop), "SOLVER@PROBLEM", WORD_TEXT,
      .meaning = "time also what the loop over steps of this method adds to this problem",
      .actions = "calls" },
    { "memory", 0, OPTION_TEXT, offsetof(request, memory), "PROBLEM", WORD_PROBLEM,
      .meaning = "measure also the memory that every solver allocates for this problem",
      .actions = "calls" },
    { "problems", 0, OPTION_TEXT, offsetof(request, problems), "GLOBS", WORD_PROBLEM,
      .meaning = "count only runs of these problems", .otherwise = "all", .actions = "count" },
    { "shares", 0, OPTION_FLAG, offsetof(request, shares), NULL, WORD_TEXT,
      .meaning =
          "count the instructions of model, linear algebra, kernel and method separately, for "
          "the runs of the figure that evaluate Jacobians",
      .actions = "count" },
    { "store", 's', OPTION_TEXT, offsetof(request, store), "FILE", WORD_STORE,
      .meaning = "measured runs (required)", .actions = "report|peers" },
    { "calls", 0, OPTION_TEXT, offsetof(request, calls), "FILE", WORD_FILE,
      .meaning = "file that `speed calls` wrote (required for report)",
      .actions = "report|peers" },
    { "metric", 0, OPTION_WORD, offsetof(request, metric), "WORD", WORD_TEXT,
      .meaning = "how correct digits are counted (docs/metrics.md)", .choices = "scd|mescd",
      .initial = "scd", .actions = "peers" },
    { "requirements", 0, OPTION_TEXT, offsetof(request, requirements), "FILE", WORD_FILE,
      .meaning = "file of the required times (required)", .actions = "report" },
    { "asked", 0, OPTION_TEXT, offsetof(request, requirements), "FILE", WORD_FILE,
      .meaning = "older name of --requirements", .actions = "report" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_FILE,
      .meaning = "file to write; for report, the folder of the page (required)",
      .otherwise = "standard output", .actions = "calls|report" },
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_speed = {
    .name = "speed",
    .summary = "measure what single calls cost, and where the time of runs goes",
    .synopsis = { "speed calls PROBLEM... [--loop SOLVER@PROBLEM] [--memory PROBLEM]",
                  "speed count STORE [--problems GLOBS] [--shares]",
                  "speed report --store FILE --calls FILE --asked FILE --output FOLDER",
                  "speed peers --store FILE [--calls FILE] [--metric WORD]" },
    .description = { "The command measures the speed of the software itself. docs/speed.md "
                     "explains the measurements.",
                     "`speed count` needs valgrind. It also needs the machine and the files "
                     "that measured the store. `compare` and `rank` use its counts with "
                     "`--cost instructions`." },
    .actions = { { "calls",
                   "time single calls on this machine and write CSV: equations in double and "
                   "in lanes, eliminations and solutions of the saddle point, complete "
                   "evaluations",
                   { { "PROBLEM", WORD_PROBLEM, .optional = true, .repeated = true,
                       .meaning = "problem to time" } } },
                 { "count",
                   "count the instructions of every successful run of a store, and add the "
                   "counts to the store",
                   { { "STORE", WORD_STORE, .meaning = "store to extend" } } },
                 { "report",
                   "write a page of required and measured times, and of where the time of runs "
                   "goes",
                   { { 0 } } },
                 { "peers",
                   "print wrapped codes against the fastest of ivpbench at 3, 6 and 9 digits, "
                   "with intervals, calibrations and times of bare programs",
                   { { 0 } } } },
    .options = options,
    .exits = { { CLI_CHECK, "a measured time misses its requirement" },
               { CLI_INFRA,
                 "a problem does not open, or a file could not be read or written" } },
    .examples = { { "ivpbench speed calls my_problem --output out/calls.csv",
                    "Time the equations of one problem." } },
    .run = run,
};
