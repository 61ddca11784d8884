/* verb_new.c -- `ivpbench new solver|problem NAME`: the beginning of a plug-in in this folder. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/plugin/convert.h"
#include "bench/plugin/skeleton.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: ivpbench new solver NAME [--language c|fortran|python|c++|line]\n"
    "       ivpbench new problem NAME [--language c|fortran|python|c++]\n"
    "       ivpbench new problem NAME --from MODEL\n"
    "\n"
    "Writes a small plug-in into this folder that builds, passes its contract and runs, to be\n"
    "changed into one's own; the head of the file says how to build and try it. No file is written\n"
    "over another.\n"
    "\n"
    "  --language L   what it is written in (c); line: a program that is asked by lines, as any\n"
    "                 language can be (docs/line-protocol.md)\n"
    "  --from MODEL   a problem in C from equations: a problem in Python, a SymPy model, or equations\n"
    "                 as text (docs/models.md); needs Debian's python3-sympy\n";

static int convert(const char *model, const char *name)
{
    char files[512], why[1200];
    if (!convert_model(model, name, files, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    printf("%s\nnext: ivpbench plugin build %s && ivpbench plugin test %s\n", files, files,
           name);
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    const char *language = "c", *model = NULL;
    char files[512], why[sizeof files];
    const option_row rows[] = {
        { .name = "language", .kind = OPTION_TEXT, .target = &language },
        { .name = "from", .kind = OPTION_TEXT, .target = &model },
        { 0 },
    };
    const int at = options_read(rows, argc, argv);
    if (at < 0) return CLI_USAGE;
    if (argc - at != 2 || !*skeleton_languages(argv[at])) {
        cli_say("new: say `new solver NAME` or `new problem NAME`");
        fputs(usage, stderr);
        return CLI_USAGE;
    }
    if (model && strcmp(argv[at], "problem") != 0) {
        cli_say("new: --from makes problems: say `new problem NAME --from MODEL`");
        return CLI_USAGE;
    }
    if (model) return convert(model, argv[at + 1]);
    if (!skeleton_write(argv[at], language, argv[at + 1], files, why, sizeof files)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    const char *last = strrchr(files, ' ');
    printf("%s\nthe head of %s says how to build and try it\n", files, last ? last + 1 : files);
    return CLI_OK;
}

const cli_verb verb_new = {
    .name = "new",
    .summary = "begin a problem or a solver of one's own",
    .usage = usage,
    .run = run,
};
