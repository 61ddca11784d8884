/* verb_new.c -- `ivpbench new solver|problem NAME`: the beginning of a plug-in in this
 * folder.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/cli/verbs.h"
#include "bench/plugin/convert.h"
#include "bench/plugin/skeleton.h"

#include <stdio.h>
#include <string.h>

static int write_model(const char *model, const char *end, const char *name)
{
    FILE *f = file_open(model);
    if (!f) {
        cli_say("%s: %s", model, file_reason());
        return CLI_USAGE;
    }
    fclose(f);
    char files[512];
    reason why;
    if (!convert_model(model, end, name, files, sizeof files, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    printf("%s\nnext: ivpbench plugin build %s && ivpbench plugin test %s\n", files, files,
           name);
    return CLI_OK;
}

typedef struct request {
    const char *language, *model, *end;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    char files[512];
    reason why;
    const int at = verb_read(&verb_new, &q, argc, argv);
    if (at < 0) return CLI_USAGE;
    const char *kind = argv[at], *name = argv[at + 1];
    if (q.model) return write_model(q.model, q.end, name);
    if (q.end) {
        cli_say("--end belongs to --from MODEL.xml, a model in SBML");
        return CLI_USAGE;
    }
    if (!skeleton_write(kind, q.language, name, files, sizeof files, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    const char *last = strrchr(files, ' ');
    printf("%s\nthe head of %s says how to build and try it\n", files, last ? last + 1 : files);
    return CLI_OK;
}

static const option_row options[] = {
    { "language", 0, OPTION_TEXT, offsetof(request, language), "WORD", WORD_TEXT,
      .meaning =
          "language of the plug-in; line: a program in any language that answers in lines of "
          "text (docs/line-protocol.md)",
      .choices = "c|fortran|python|c++|line", .initial = "c" },
    { "from", 0, OPTION_TEXT, offsetof(request, model), "MODEL", WORD_FILE,
      .meaning =
          "write the problem in C from equations: a problem in Python, a SymPy model, "
          "equations as text (docs/models.md), or SBML, MODEL.xml (docs/sbml.md). It needs "
          "Debian's python3-sympy, and python3-sbml5 for SBML",
      .actions = "problem" },
    { "end", 0, OPTION_TEXT, offsetof(request, end), "TIME", WORD_TEXT,
      .meaning = "where the interval ends that begins at 0; a model in SBML has none",
      .actions = "problem" },
    { 0 }
};

const cli_verb verb_new = {
    .name = "new",
    .summary = "begin a new problem or solver",
    .synopsis = { "new solver NAME [--language c|fortran|python|c++|line]",
                  "new problem NAME [--language c|fortran|python|c++]",
                  "new problem NAME --from MODEL",
                  "new problem NAME --from MODEL.xml --end TIME" },
    .description = { "The command writes a small plug-in into the current folder. The plug-in "
                     "builds, passes the contract test and runs. Change it into the new method "
                     "or problem. The comment at the top of the file says how to build and try "
                     "it. The command never overwrites a file." },
    .actions = { { "solver",
                   "write a solver",
                   { { "NAME", WORD_TEXT, .meaning = "name of the new solver" } } },
                 { "problem",
                   "write a problem",
                   { { "NAME", WORD_TEXT, .meaning = "name of the new problem" } } } },
    .options = options,
    .examples = { { "ivpbench new problem my_problem", "Begin a problem in C." },
                  { "ivpbench new solver my_rk --language fortran",
                    "Begin a solver in Fortran." } },
    .run = run,
};
