/* verb_advise.c -- `ivpbench advise`: which solver, formulation and tolerance for a model.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <stdlib.h>
#include <string.h>

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/cli/advice.h"
#include "bench/cli/document.h"
#include "bench/cli/verbs.h"

typedef struct request {
    double digits, budget_s;
    const char *parameters, *solvers, *reference;
    long jobs;
    bool json;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_advise, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (!(q.digits >= 1 && q.digits <= 13) || !(q.budget_s > 0)) {
        cli_say("advise: --digits takes 1 to 13, --budget a positive number of seconds");
        return CLI_USAGE;
    }
    if (q.reference) setenv("IVPBENCH_REFERENCE", q.reference, 1);
    advice a;
    int code = advice_find(&a, &(race){ .problem = argv[first],
                                        .parameters = q.parameters ? q.parameters : "",
                                        .solvers = q.solvers,
                                        .references = q.reference,
                                        .digits = q.digits,
                                        .budget_s = q.budget_s,
                                        .jobs = q.jobs });
    const bool answered = code == CLI_OK || code == CLI_CHECK;
    if (answered && q.json) code = document_give(&advice_schema, advice_json(&a), code);
    if (answered && !q.json) advice_print(&a, stdout);
    advice_free(&a);
    return code;
}

static const option_row options[] = {
    { "digits", 'd', OPTION_NUMBER, offsetof(request, digits), "D", WORD_TEXT,
      .meaning = "correct digits (scd) that the end state must have", .initial = "6" },
    { "budget", 'b', OPTION_NUMBER, offsetof(request, budget_s), "S", WORD_TEXT,
      .meaning = "wall time to spend in seconds; the last round may take a little more",
      .initial = "60" },
    { "parameters", 'p', OPTION_TEXT, offsetof(request, parameters), "S", WORD_TEXT,
      .meaning = "parameters of the problem, such as \"form=angles delta=0.1\"" },
    SOLVERS_ROW(request, solvers),
    { "jobs", 'j', OPTION_COUNT, offsetof(request, jobs), "N", WORD_TEXT,
      .meaning = "accuracy runs at a time", .otherwise = "all cores" },
    JSON_ROW(request, json, .actions = NULL),
    REFERENCE_ROW(request),
    { 0 }
};

const cli_verb verb_advise = {
    .name = "advise",
    .summary = "find the cheapest solver, formulation and tolerance for a problem",
    .synopsis = { "advise PROBLEM [--digits D] [--budget S] [--json] [options]" },
    .description = { "The command runs all solvers in all formulations that fit, at few "
                     "tolerances. Those with the least expected cost go on to other "
                     "tolerances, and the best six are timed again at several "
                     "tolerances near their best one. It prints the cheapest configuration "
                     "with those that cannot be told apart from it (~), the command, a plan, "
                     "the call in C, and why.",
                     "Digits are measured against the reference of the problem, or its closed "
                     "form. Without either, the command makes a reference of grade double and "
                     "keeps it; this "
                     "time counts.",
                     "A run that takes more than ten times the best expected time is not "
                     "waited for." },
    .operands = { { "PROBLEM", WORD_PROBLEM,
                    .meaning = "test problem, or plug-in of a model" } },
    .options = options,
    .documents = { &advice_schema },
    .exits = { { CLI_OK, "a configuration has the digits" },
               { CLI_CHECK, "none was seen to have them, or nothing judges the problem" } },
    .examples = { { "ivpbench advise my_problem --digits 8",
                    "Find a solver for eight digits." },
                  { "ivpbench advise my_problem --json", "Answer a program." } },
    .run = run,
};
