/* verb_plan.c -- `ivpbench plan`: what a plan file means, and how long it may take. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/host/machine.h"
#include "bench/plan/names.h"
#include "bench/cli/run_plan.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <unistd.h>

static const char usage[] =
    "usage: ivpbench plan PLAN [options]\n"
    "\n"
    "Prints the cells of a plan with an estimate of the time, from earlier results in the "
    "store\n"
    "where there are any, and the combinations that are not possible with the reason.\n"
    "\n"
    "  -o, --output FILE     store with earlier results (default out/bench.db)\n"
    "      --quick           every other rung, one short timing\n"
    "      --problems GLOB   only these problems (several: separated by commas)\n"
    "      --solvers GLOB    only these solvers\n"
    "      --tags CONDITION  only problems whose tags fit: 'stiff & !index2'\n";

static int run(int argc, char **argv)
{
    const char *output = "out/bench.db";
    char why[1024];
    plan_choice choice = { 0 };
    const option_row rows[] = { { "output", 'o', OPTION_TEXT, &output, NULL },
                                { "quick", 0, OPTION_FLAG, &choice.quick, NULL },
                                { "problems", 0, OPTION_TEXT, &choice.problems, NULL },
                                { "solvers", 0, OPTION_TEXT, &choice.solvers, NULL },
                                { "tags", 0, OPTION_TEXT, &choice.tags, NULL },
                                { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (first + 1 != argc) {
        cli_say("plan: give one plan; `ivpbench list plans` names some");
        return CLI_USAGE;
    }
    plan p;
    if (!plan_read(&p, argv[first], &choice, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    store *s = access(output, R_OK) ? NULL : store_open(output, false, why, sizeof why);
    char machine[65];
    machine_digest(machine);
    plan_print(&p, s, machine, (int)sysconf(_SC_NPROCESSORS_ONLN));
    names_say_hidden(&p);
    store_close(s);
    plan_free(&p);
    return CLI_OK;
}

const cli_verb verb_plan = {
    .name = "plan", .summary = "show the cells of a plan", .usage = usage, .run = run
};
