/* verb_new.c -- `ivpbench new solver|problem NAME`: the beginning of a plug-in in this folder. */
#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/plugin/skeleton.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: ivpbench new solver NAME [--language c|fortran|python|c++|line]\n"
    "       ivpbench new problem NAME [--language c|fortran|python|c++]\n"
    "\n"
    "Writes a small plug-in into this folder that builds, passes its contract and runs, to be\n"
    "changed into one's own; the head of the file says how to build and try it. No file is written\n"
    "over another.\n"
    "\n"
    "  --language L   what it is written in (c); line: a program that is asked by lines, as any\n"
    "                 language can be (docs/line-protocol.md)\n";

static int run(int argc, char **argv)
{
    const char *language = "c";
    char files[512], why[sizeof files];
    const option_row rows[] = {
        { .name = "language", .kind = OPTION_TEXT, .target = &language }, { 0 }
    };
    const int at = options_read(rows, argc, argv);
    if (at < 0) return CLI_USAGE;
    if (argc - at != 2 || !*skeleton_languages(argv[at])) {
        cli_say("new: say `new solver NAME` or `new problem NAME`");
        fputs(usage, stderr);
        return CLI_USAGE;
    }
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
