/* verb_run.c -- `ivpbench run`: options.
 *
 * Each is checked before anything is started: a campaign of hours must not end at a typing
 * error. */
#include "bench/base/message.h"
#include "bench/cell/cell_options.h"
#include "bench/cli/run_plan.h"

#include <string.h>

static const char usage[] =
    "usage: ivpbench run PLAN [options]\n"
    "       ivpbench run --cell JSON [options]\n"
    "\n"
    "Runs every cell of a plan in a process of its own and keeps the results. PLAN is a file, "
    "or\n"
    "the name of one of `ivpbench list plans`. What is finished already is skipped.\n"
    "\n"
    "  -o, --output FILE     store to write (default out/bench.db)\n"
    "      --dry-run         show the cells and run nothing\n"
    "  -j, --jobs N          accuracy runs at the same time (default: all cores)\n"
    "      --timing-jobs N   timing runs at the same time, each pinned to a core (default 1)\n"
    "      --first PLAN      the cells that this plan has too come first\n"
    "      --page DIR        report into this folder while the run goes on\n"
    "      --renew S         at most every so many seconds (60)\n"
    "      --shard I/N       every N-th cell, beginning with the I-th\n"
    "      --rerun WHAT      failed or all: run finished cells again\n"
    "      --timeout S       time limit of one solve, CPU seconds\n"
    "      --memory MB       memory limit of one cell\n"
    "      --seed N          seed of the order\n"
    "      --quick           every other rung, one short timing\n"
    "      --problems GLOB   only these problems (several: separated by commas)\n"
    "      --solvers GLOB    only these solvers\n"
    "      --tags CONDITION  only problems whose tags fit: 'stiff & !index2'\n"
    "      --workers N       timing processes per cell\n"
    "      --only-accuracy   no timing\n"
    "      --cell JSON       one cell, shown in words; stored only with --output\n"
    "      --color WHEN      auto, always or never\n"
    "  -q, --quiet           no progress\n"
    "  -v, --verbose         a line for every cell\n"
    "\n"
    "Exit: 0 done, 2 usage or plan, 3 infrastructure or nothing measured, 4 a solver failed in "
    "a\n"
    "group whose failures are forbidden, 130 interrupted (results so far are kept).\n";

static int run(int argc, char **argv)
{
    run_options o = {
        .jobs = -1, .timing_jobs = -1, .seed = -1, .given = cell_not_given(), .color = "auto"
    };
    option_row rows[19 + CELL_NFIELDS + 1] = {
        { "output", 'o', OPTION_TEXT, &o.output, NULL },
        { "dry-run", 0, OPTION_FLAG, &o.dry_run, NULL },
        { "jobs", 'j', OPTION_COUNT, &o.jobs, NULL },
        { "timing-jobs", 0, OPTION_COUNT, &o.timing_jobs, NULL },
        { "first", 0, OPTION_TEXT, &o.first, NULL },
        { "page", 0, OPTION_TEXT, &o.page, NULL },
        { "renew", 0, OPTION_NUMBER, &o.renew, NULL },
        { "shard", 0, OPTION_TEXT, &o.shard, NULL },
        { "rerun", 0, OPTION_WORD, &o.rerun, "failed|all" },
        { "seed", 0, OPTION_COUNT, &o.seed, NULL },
        { "quick", 0, OPTION_FLAG, &o.choice.quick, NULL },
        { "problems", 0, OPTION_TEXT, &o.choice.problems, NULL },
        { "solvers", 0, OPTION_TEXT, &o.choice.solvers, NULL },
        { "tags", 0, OPTION_TEXT, &o.choice.tags, NULL },
        { "only-accuracy", 0, OPTION_FLAG, &o.only_accuracy, NULL },
        { "cell", 0, OPTION_TEXT, &o.cell, NULL },
        { "color", 0, OPTION_WORD, &o.color, "auto|always|never" },
        { "quiet", 'q', OPTION_FLAG, &o.quiet, NULL },
        { "verbose", 'v', OPTION_LOUDER, &o.verbose, NULL },
    };
    cell_options(rows, &o.given, CELL_RUN);
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (o.cell && first == argc) return run_cell(&o);
    if (!o.cell && first + 1 == argc) return run_plan(argv[first], &o);
    cli_say("run: give either one plan or --cell JSON; see ivpbench run --help");
    return CLI_USAGE;
}

const cli_verb verb_run = {
    .name = "run", .summary = "run a plan and keep the results", .usage = usage, .run = run
};
