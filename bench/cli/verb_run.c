/* verb_run.c -- `ivpbench run`: options.
 *
 * Each is checked before anything is started: a campaign of hours must not end at a typing
 * error.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cell/cell_options.h"
#include "bench/cli/verbs.h"
#include "bench/cli/run_plan.h"

#include <string.h>

static int run(int argc, char **argv)
{
    run_options o = { .jobs = -1, .timing_jobs = -1, .seed = -1, .given = cell_not_given() };
    const int first = verb_read(&verb_run, &o, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (o.cell && first == argc) return run_cell(&o);
    if (!o.cell && first + 1 == argc) return run_plan(argv[first], &o);
    cli_say("run: give either one plan or --cell JSON; see ivpbench run --help");
    return CLI_USAGE;
}

static const option_row options[] = {
    { "output", 'o', OPTION_TEXT, offsetof(run_options, output), "FILE", WORD_STORE,
      .meaning = "store to write",
      .otherwise = "out/bench.db; with --cell, nothing is stored" },
    { "dry-run", 0, OPTION_FLAG, offsetof(run_options, dry_run), NULL, WORD_TEXT,
      .meaning = "show the cells and run nothing" },
    { "jobs", 'j', OPTION_COUNT, offsetof(run_options, jobs), "N", WORD_TEXT,
      .meaning = "accuracy runs at the same time", .otherwise = "all cores" },
    { "timing-jobs", 0, OPTION_COUNT, offsetof(run_options, timing_jobs), "N", WORD_TEXT,
      .meaning = "timing runs at the same time, each pinned to a core", .otherwise = "1" },
    { "first", 0, OPTION_TEXT, offsetof(run_options, first), "PLAN", WORD_PLAN,
      .meaning = "run the cells of this plan before the others" },
    { "page", 0, OPTION_TEXT, offsetof(run_options, page), "DIR", WORD_FOLDER,
      .meaning = "write the report into this folder during the run" },
    { "renew", 0, OPTION_NUMBER, offsetof(run_options, renew), "S", WORD_TEXT,
      .meaning = "seconds between two reports, at least", .initial = "60" },
    { "shard", 0, OPTION_TEXT, offsetof(run_options, shard), "I/N", WORD_TEXT,
      .meaning = "take every N-th cell, starting with cell I", .otherwise = "all" },
    { "rerun", 0, OPTION_WORD, offsetof(run_options, rerun), "WHAT", WORD_TEXT,
      .meaning = "run failed cells again, or all cells", .choices = "failed|all" },
    CELL_ROW(run_options, given, timeout_s, "timeout", "S",
             .meaning = "limit of the CPU time of one solve in seconds",
             .otherwise = "the limit of the plan"),
    CELL_ROW(run_options, given, memory_mb, "memory", "MB",
             .meaning = "limit of the memory of one cell",
             .otherwise = "the limit of the plan"),
    { "seed", 0, OPTION_COUNT, offsetof(run_options, seed), "N", WORD_TEXT,
      .meaning = "seed of the random order of the cells", .otherwise = "the time of day" },
    QUICK_ROW(run_options, choice.quick),
    PROBLEMS_ROW(run_options, choice.problems),
    SOLVERS_ROW(run_options, choice.solvers),
    TAGS_ROW(run_options, choice.tags),
    CELL_ROW(run_options, given, workers, "workers", "N",
             .meaning = "timing processes for each cell",
             .otherwise = "the number of the plan"),
    { "only-accuracy", 0, OPTION_FLAG, offsetof(run_options, only_accuracy), NULL, WORD_TEXT,
      .meaning = "measure no times" },
    { "cell", 0, OPTION_TEXT, offsetof(run_options, cell), "JSON", WORD_TEXT,
      .meaning = "run one cell and print its result in words" },
    { "color", 0, OPTION_WORD, offsetof(run_options, color), "WHEN", WORD_TEXT,
      .meaning = "colours of the progress", .choices = "auto|always|never", .initial = "auto" },
    { "quiet", 'q', OPTION_FLAG, offsetof(run_options, quiet), NULL, WORD_TEXT,
      .meaning = "print no progress" },
    { "verbose", 'v', OPTION_LOUDER, offsetof(run_options, verbose), NULL, WORD_TEXT,
      .meaning = "print a line for every cell" },
    { 0 },
};

const cli_verb verb_run = {
    .name = "run",
    .summary = "run a plan and store the results",
    .synopsis = { "run PLAN [options]", "run --cell JSON [options]" },
    .description = { "The command runs every cell of a plan in a separate process and stores "
                     "the results. It skips cells that are finished.",
                     "You may interrupt a run at any time. The results so far stay in the "
                     "store, and the same command continues the run." },
    .operands = { { "PLAN", WORD_PLAN, .optional = true,
                    .meaning = "file, or a name that `ivpbench list plans` prints" } },
    .options = options,
    .exits = { { CLI_INFRA, "the machine caused failures, or nothing was measured" },
               { CLI_SOLVER, "a solver failed in a group that forbids failures" } },
    .examples = { { "ivpbench run quick -o out/bench.db --page out",
                    "Run the shortest plan and watch out/index.html." },
                  { "ivpbench run default --shard 1/4 --only-accuracy",
                    "Run every fourth cell without timings." } },
    .run = run,
};
