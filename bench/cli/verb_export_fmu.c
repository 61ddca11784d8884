/* verb_export_fmu.c -- `ivpbench export-fmu`: a problem as an FMU.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/python_verb.h"
#include "bench/base/message.h"
#include "bench/cli/verbs.h"

typedef struct request {
    const char *output, *parameters, *fmi;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    return python_verb(&verb_export_fmu, "ivpbench.fmi.export", &q, argc, argv);
}

static const option_row options[] = {
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FILE", WORD_FILE,
      .meaning = "FMU to write", .otherwise = "PROBLEM.fmu" },
    { "parameters", 'p', OPTION_TEXT, offsetof(request, parameters), "S", WORD_TEXT,
      .meaning = "values that the parameters begin with, such as \"a=1e3 b=four\"",
      .otherwise = "the defaults" },
    { "fmi", 0, OPTION_TEXT, offsetof(request, fmi), "V", WORD_TEXT,
      .meaning = "version of FMI", .choices = "2.0|3.0", .initial = "2.0" },
    { 0 }
};

const cli_verb verb_export_fmu = {
    .name = "export-fmu",
    .summary = "write a problem as an FMU",
    .synopsis = { "export-fmu PROBLEM [-o FILE] [-p PARAMETERS] [--fmi V]" },
    .description = { "The command writes an FMU (model exchange) of a problem of this "
                     "program that is y' = f(t, y). It has the sources, a library for this "
                     "machine, and a page with the parameters and the reference solution. "
                     "Parameters that sizes depend on keep their values.",
                     "`ivpbench import` gives the problem back with the same bits: "
                     "docs/fmi.md." },
    .operands = { { "PROBLEM", WORD_PROBLEM, .meaning = "problem of this program" } },
    .options = options,
    .exits = { { CLI_USAGE, "the problem cannot be an FMU; the sentence says why" } },
    .examples = { { "ivpbench export-fmu my_problem", "Write my_problem.fmu." } },
    .run = run,
};
