/* verb_reference.c -- `ivpbench reference`: the reference solutions on file.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/reference_acts.h"
#include "bench/cli/reference_print.h"
#include "bench/cli/verbs.h"

typedef reference_request request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int first = verb_read(&verb_reference, &q, argc, argv);
    if (first < 0) return CLI_USAGE;
    q.n = argc - first - 1;
    q.operands = argv + first + 1;
    return reference_act(argv[first], &q);
}

static const option_row options[] = {
    { "parameters", 'p', OPTION_TEXT, offsetof(request, parameters), "S", WORD_TEXT,
      .meaning = "parameters of the problem, such as \"form=angles delta=0.1\"",
      .actions = "make|show|compare|prove" },
    { "reference", 0, OPTION_TEXT, offsetof(request, folder), "FOLDER", WORD_FOLDER,
      .meaning = "folder of the references",
      .otherwise = "the folders of IVPBENCH_REFERENCE, reference, "
                   "XDG_DATA_HOME/ivpbench/reference, the source tree, the installed ones" },
    { "output", 'o', OPTION_TEXT, offsetof(request, output), "FOLDER", WORD_FOLDER,
      .meaning = "folder to write into",
      .otherwise =
          "the first folder of IVPBENCH_REFERENCE, else reference/data or reference if "
          "it exists, else XDG_DATA_HOME/ivpbench/reference",
      .actions = "make|prove|catalogue" },
    { "at", 0, OPTION_TEXT, offsetof(request, at), "T", WORD_TEXT,
      .meaning = "time of the state; a time that is not stored is integrated to",
      .otherwise = "the end", .actions = "show" },
    { "format", 0, OPTION_WORD, offsetof(request, format), "WORD", WORD_TEXT,
      .meaning = "form of the output", .choices = "csv|text", .initial = "text",
      .actions = "show" },
    { "observables", 0, OPTION_FLAG, offsetof(request, observables), NULL, WORD_TEXT,
      .meaning = "print the observables too", .actions = "show" },
    JSON_ROW(request, json, .actions = "show"),
    { "double", 0, OPTION_FLAG, offsetof(request, in_double), NULL, WORD_TEXT,
      .meaning = "write the digits on which solvers in double agree, even if the problem has a "
                 "source for quadruple precision",
      .actions = "make" },
    { "jobs", 'j', OPTION_COUNT, offsetof(request, jobs), "N", WORD_TEXT,
      .meaning = "processes at the same time", .otherwise = "the number of cores",
      .actions = "make|check" },
    { "quiet", 'q', OPTION_FLAG, offsetof(request, quiet), NULL, WORD_TEXT,
      .meaning = "print no progress", .actions = "make|check|prove" },
    { 0 }
};

#define ONE_PROBLEM                                                                            \
    {                                                                                          \
        {                                                                                      \
            "PROBLEM", WORD_PROBLEM, .meaning = "test problem"                                 \
        }                                                                                      \
    }
#define SOME_PROBLEMS                                                                          \
    {                                                                                          \
        {                                                                                      \
            "PROBLEM", WORD_PROBLEM, .repeated = true, .meaning = "test problem"               \
        }                                                                                      \
    }
#define ANY_PROBLEMS                                                                           \
    {                                                                                          \
        {                                                                                      \
            "PROBLEM", WORD_PROBLEM, .optional = true, .repeated = true,                       \
                                     .meaning = "test problem; without one, all that apply"    \
        }                                                                                      \
    }

const cli_verb verb_reference = {
    .name = "reference",
    .summary = "make, check and show reference solutions",
    .synopsis = { "reference make [PROBLEM...] [options]",
                  "reference check [PROBLEM...] [options]", "reference show PROBLEM [options]",
                  "reference compare PROBLEM [options]", "reference prove PROBLEM... [options]",
                  "reference published [options]", "reference enclosures [options]",
                  "reference catalogue [PROBLEM...] [options]" },
    .description = { "A reference is a solution in quadruple precision with error bars. Two "
                     "methods of different families compute it independently. An enclosure is "
                     "a solution in ball arithmetic whose bounds are proved.",
                     "A problem without a source for quadruple precision gets a reference of "
                     "grade double: the digits on which unlike families of solvers agree." },
    .actions = { { "make",
                   "integrate in quadruple precision with two families of methods and write "
                   "the reference; without a problem, make all that are missing or outdated",
                   ANY_PROBLEMS },
                 { "check",
                   "verify the digests of file and equations, both solutions against the error "
                   "bars, and the digits by a cheaper integration",
                   ANY_PROBLEMS },
                 { "show", "print a state with its error bars", ONE_PROBLEM },
                 { "compare",
                   "compare published end values with the reference and count common digits",
                   ONE_PROBLEM },
                 { "prove",
                   "enclose the exact solution in ball arithmetic, write the enclosure, and "
                   "say whether it contains every certified digit",
                   SOME_PROBLEMS },
                 { "published",
                   "print a page of all published end values with the number of their correct "
                   "digits",
                   { { 0 } } },
                 { "enclosures",
                   "print a table of the enclosures on file: digits, work, and whether the "
                   "references lie inside",
                   { { 0 } } },
                 { "catalogue",
                   "write a page of problems: classes, eigenvalues, solutions, digits; the "
                   "default folder is out/catalogue",
                   ANY_PROBLEMS } },
    .options = options,
    .documents = { &reference_schema },
    .exits = { { CLI_CHECK, "a digest, a digit or an enclosure does not agree" },
               { CLI_INFRA,
                 "a file is missing, or a program for this arithmetic is not built" } },
    .examples = { { "ivpbench reference show my_problem --at 0.03 --format csv",
                    "Print the state at one time." },
                  { "ivpbench reference make my_problem",
                    "Make the reference of a new problem." } },
    .run = run,
};
