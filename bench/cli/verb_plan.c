/* verb_plan.c -- `ivpbench plan`: what a plan file means, and how long it may take.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/host/machine.h"
#include "bench/plan/names.h"
#include "bench/cli/run_plan.h"
#include "bench/store/store.h"

#include <stdio.h>
#include <unistd.h>

typedef struct request {
    const char *output;
    plan_choice choice;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    reason why;
    const int first = verb_read(&verb_plan, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    plan p;
    if (!plan_read(&p, argv[first], &q.choice, &why)) {
        cli_say("%s", why.text);
        return p.unasked ? CLI_INFRA : CLI_USAGE;
    }
    store *s = access(q.output, R_OK) ? NULL : store_open(q.output, false, &why);
    char machine[65];
    machine_digest(machine);
    plan_print(&p, s, machine, (int)sysconf(_SC_NPROCESSORS_ONLN));
    names_say_hidden(&p);
    store_close(s);
    plan_free(&p);
    return CLI_OK;
}

static const option_row options[] = {
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_STORE,
      .meaning = "store with earlier results", .initial = "out/bench.db" },
    QUICK_ROW(request, choice.quick),
    PROBLEMS_ROW(request, choice.problems),
    SOLVERS_ROW(request, choice.solvers),
    TAGS_ROW(request, choice.tags),
    { 0 }
};

const cli_verb verb_plan = {
    .name = "plan",
    .summary = "show the cells of a plan and how long they may take",
    .synopsis = { "plan PLAN [options]" },
    .description = { "The command prints the cells of a plan with an estimate of the time. The "
                     "estimate uses earlier results in the store where there are any. The "
                     "command also prints which combinations are impossible, and why." },
    .operands = { { "PLAN", WORD_PLAN,
                    .meaning = "file, or a name that `ivpbench list plans` prints" } },
    .options = options,
    .examples = { { "ivpbench plan quick", "Show the cells of the shortest plan." } },
    .run = run,
};
