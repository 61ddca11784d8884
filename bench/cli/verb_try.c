/* verb_try.c -- `ivpbench try`: a problem, some solvers, one tolerance, and what came of it. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/cell/cell_options.h"
#include "bench/base/util.h"
#include "bench/plan/names.h"
#include "bench/cli/run_plan.h"
#include "bench/cli/verb_board.h"
#include "reports/tables/tries.h"

static const char usage[] =
    "usage: ivpbench try PROBLEM --solver A,B,... [--rtol X | --h X] [options]\n"
    "\n"
    "Runs one problem once with each solver, without a plan, and prints correct digits, steps,\n"
    "evaluations, CPU time and its ratio to the cheapest. Names as in plans: PROBLEM(mu=1e3),\n"
    "SOLVER(option=value)@FORMULATION, solvers also as globs; without a formulation all that fit.\n"
    "\n"
    "  -S, --solver LIST       solvers, separated by commas\n"
    "      --rtol X            relative tolerance (1e-6, unless --h is given)\n"
    "      --atol X            absolute tolerance (rtol)\n"
    "      --h X               constant steps\n"
    "      --h0 X              first step (the solver's own rule)\n"
    "      --formulation WORD  of the solvers that name none\n"
    "  -p, --parameters S      settings of the problem, such as \"form=angles delta=0.1\"\n"
    "      --no-events         events are not located\n"
    "      --workers N         timing processes (3); 0: no timing\n"
    "      --timeout S         time limit of one solve, CPU seconds (60)\n"
    "  -o, --output FILE       keep the results in this store\n"
    "      --reference DIR     folder of the reference solutions\n"
    "  -v, --verbose           a line for every cell as it ends\n"
    "\n"
    "Exit: 0 printed, also where a solver failed; 2 usage; 3 nothing could be run.\n";

static void print(const plan *p, const char *path, const char *reference)
{
    const char **keys = need(calloc((size_t)p->ncells + 1, sizeof *keys));
    for (int i = 0; i < p->ncells; i++) keys[i] = p->cells[i].cell.key;
    board *b = verb_board(path, reference);
    if (b) tries_print(b, keys, p->ncells, stdout);
    board_close(b);
    free(keys);
}

/* Without --output the store is a file that goes away. */
static int run_and_print(const plan *p, const run_options *o, const char *reference)
{
    char folder[] = "/tmp/ivpbench-XXXXXX";
    if (!o->output && !mkdtemp(folder)) {
        cli_say("no folder can be made in /tmp; give --output");
        return CLI_INFRA;
    }
    char *path = o->output ? copied(o->output) : text_of("%s/try.db", folder);
    const int code = run_cells(p, o, path);
    if (code == CLI_OK) print(p, path, reference);
    for (int i = 0; i < p->nskips; i++)
        printf("%s: left out: %s\n", p->skips[i].what, p->skips[i].why);
    static const char *const ends[] = { "", "-wal", "-shm" };
    for (int i = 0; i < 3 && !o->output; i++) {
        char *file = text_of("%s%s", path, ends[i]);
        unlink(file);
        free(file);
    }
    if (!o->output) rmdir(folder);
    free(path);
    return code;
}

static int try_it(const char *problem, const char *solvers, cell *c, const run_options *o,
                  const char *reference)
{
    char why[1024];
    plan p;
    if (c->rtol <= 0 && c->h <= 0) c->rtol = 1e-6;
    if (!plan_of_try(&p, problem, solvers, c, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    names_say_hidden(&p);
    const int code = run_and_print(&p, o, reference);
    plan_free(&p);
    return code;
}

static int run(int argc, char **argv)
{
    cell c = plan_defaults();
    const char *reference = NULL, *solvers = NULL;
    run_options o = { .jobs = -1,
                      .timing_jobs = -1,
                      .seed = -1,
                      .given = cell_not_given(),
                      .color = "auto",
                      .rerun = "all" };
    option_row rows[4 + CELL_NFIELDS + 1] = {
        { "solver", 'S', OPTION_TEXT, &solvers, NULL },
        { "output", 'o', OPTION_TEXT, &o.output, NULL },
        { "reference", 'R', OPTION_TEXT, &reference, NULL },
        { "verbose", 'v', OPTION_LOUDER, &o.verbose, NULL },
    };
    cell_options(rows, &c, CELL_TRY);
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    /* workers reduce what is too long for a store against it */
    if (reference) setenv("IVPBENCH_REFERENCE", reference, 1);
    if (first + 1 != argc || !solvers) {
        cli_say("try: give one problem and --solver with one solver or more; see ivpbench try "
                "--help");
        return CLI_USAGE;
    }
    o.quiet = !o.verbose;
    return try_it(argv[first], solvers, &c, &o, reference);
}

const cli_verb verb_try = {
    .name = "try",
    .summary = "one problem, some solvers, at once",
    .usage = usage,
    .run = run,
};
