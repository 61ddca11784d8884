/* verb_try.c -- `ivpbench try`: a problem, some solvers, one tolerance, and what came of it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/base/partial.h"
#include "bench/cell/cell_options.h"
#include "bench/cli/document.h"
#include "bench/cli/verbs.h"
#include "bench/base/util.h"
#include "bench/plan/names.h"
#include "bench/cli/run_plan.h"
#include "bench/cli/verb_board.h"
#include "reports/tables/tries.h"

typedef struct request {
    cell cell;
    run_options run;
    const char *solvers, *reference;
    bool json;
} request;

static int answer(const plan *p, const board *b, const char *const *keys)
{
    json_t *o = tries_json(b, keys, p->ncells);
    for (int i = 0; i < p->nskips; i++) tries_leave_out(o, p->skips[i].what, p->skips[i].why);
    return document_give(&tries_schema, o, CLI_OK);
}

static int show(const plan *p, const char *path, const request *q)
{
    int code = CLI_OK;
    const char **keys = need(calloc((size_t)p->ncells + 1, sizeof *keys));
    for (int i = 0; i < p->ncells; i++) keys[i] = p->cells[i].cell.key;
    board *b = verb_board(path, q->reference);
    if (b && q->json) code = answer(p, b, keys);
    if (b && !q->json) tries_print(b, keys, p->ncells, stdout);
    free(keys);
    return b ? verb_board_close(b, code) : CLI_INFRA;
}

/* In a document they are members of the answer, or part of the error. */
static void say_left_out(const plan *p, bool json, int code)
{
    for (int i = 0; i < p->nskips; i++) {
        const char *what = p->skips[i].what, *why = p->skips[i].why;
        if (!json) printf("%s: left out: %s\n", what, why);
        if (json && code != CLI_OK) cli_say("%s: left out: %s", what, why);
    }
}

/* Without --output the store is a file that goes away. */
static int run_and_print(const plan *p, const request *q)
{
    const run_options *o = &q->run;
    char *folder = o->output ? NULL : temporary_folder("try");
    if (!o->output && !folder) {
        cli_say("no folder can be made below TMPDIR: %s; give --output", strerror(errno));
        return CLI_INFRA;
    }
    char *path = o->output ? copied(o->output) : text_of("%s/try.db", folder);
    int code = run_cells(p, o, path);
    if (code == CLI_OK) code = show(p, path, q);
    say_left_out(p, q->json, code);
    if (!o->output) {
        partial_drop(path);
        rmdir(folder);
    }
    free(folder);
    free(path);
    return code;
}

static int try_it(const char *problem, request *q)
{
    reason why;
    plan p;
    if (q->cell.rtol <= 0 && q->cell.h <= 0) q->cell.rtol = 1e-6;
    if (!plan_of_try(&p, problem, q->solvers, &q->cell, &why)) {
        cli_say("%s", why.text);
        return p.unasked ? CLI_INFRA : CLI_USAGE;
    }
    names_say_hidden(&p);
    const int code = run_and_print(&p, q);
    plan_free(&p);
    return code;
}

static int run(int argc, char **argv)
{
    request q = { .cell = plan_defaults(),
                  .run = { .jobs = -1,
                           .timing_jobs = -1,
                           .seed = -1,
                           .given = cell_not_given(),
                           .color = "auto",
                           .rerun = "all" } };
    const int first = verb_read(&verb_try, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (!q.solvers) {
        cli_say("try: give one problem and --solver with one solver or more; see ivpbench try "
                "--help");
        return CLI_USAGE;
    }
    /* workers reduce what is too long for a store against it */
    if (q.reference) setenv("IVPBENCH_REFERENCE", q.reference, 1);
    q.run.quiet = !q.run.verbose;
    return try_it(argv[first], &q);
}

static const option_row options[] = {
    { "solver", 'S', OPTION_TEXT, offsetof(request, solvers), "LIST", WORD_SOLVER,
      .meaning = "solvers, separated by commas (required)" },
    CELL_ROW(request, cell, rtol, "rtol", "X", .meaning = "relative tolerance",
             .otherwise = "1e-6, or none with --h"),
    CELL_ROW(request, cell, atol, "atol", "X", .meaning = "absolute tolerance",
             .otherwise = "equal to rtol"),
    CELL_ROW(request, cell, h, "h", "X", .meaning = "constant step size"),
    CELL_ROW(request, cell, h0, "h0", "X", .meaning = "first step size",
             .otherwise = "the solver decides"),
    CELL_ROW(request, cell, formulation, "formulation", "WORD", .takes = WORD_FORMULATION,
             .meaning = "formulation of the solvers that name none",
             .otherwise = "all that fit"),
    CELL_ROW(request, cell, parameters, "parameters", "S", .letter = 'p',
             .meaning = "parameters of the problem, such as \"form=angles delta=0.1\""),
    CELL_ROW(request, cell, no_events, "no-events", NULL, .meaning = "do not locate events"),
    CELL_ROW(request, cell, workers, "workers", "N",
             .meaning = "timing processes; 0 measures no time", .otherwise = "3"),
    CELL_ROW(request, cell, timeout_s, "timeout", "S",
             .meaning = "limit of the CPU time of one solve in seconds", .otherwise = "60"),
    CELL_ROW(request, cell, memory_mb, "memory", "MB",
             .meaning = "limit of the memory of one run", .otherwise = "1024"),
    { "output", 'o', OPTION_TEXT, offsetof(request, run.output), "FILE", WORD_STORE,
      .meaning = "store to write", .otherwise = "results are not stored" },
    REFERENCE_ROW(request),
    { "verbose", 'v', OPTION_LOUDER, offsetof(request, run.verbose), NULL, WORD_TEXT,
      .meaning = "print a line for every cell" },
    JSON_ROW(request, json, .actions = NULL),
    { 0 }
};

const cli_verb verb_try = {
    .name = "try",
    .summary = "run one problem with some solvers at once",
    .synopsis = { "try PROBLEM --solver LIST [--rtol X | --h X] [options]" },
    .description = { "The command runs one problem once with each solver, without a plan. It "
                     "prints correct digits, steps, evaluations, CPU time and the ratio of "
                     "this time to the least.",
                     "Names are those of plans: `PROBLEM(mu=1e3)` and "
                     "`SOLVER(option=value)@FORMULATION`. A solver may be a glob. A solver "
                     "without a formulation runs with every formulation that fits." },
    .operands = { { "PROBLEM", WORD_PROBLEM, .meaning = "test problem" } },
    .options = options,
    .documents = { &tries_schema },
    .exits = { { CLI_OK, "the table was printed, also where a solver failed" },
               { CLI_INFRA, "nothing could be run" } },
    .examples = { { "ivpbench try my_problem --solver 'radau*,cvode*' --rtol 1e-6",
                    "Compare some solvers at one tolerance." },
                  { "ivpbench try my_problem -S '*' --workers 0",
                    "Run all solvers without timing." } },
    .run = run,
};
