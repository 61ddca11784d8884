/* verb_info.c -- `ivpbench info`: all that a problem or a solver says of itself. */
#include "bench/process/query.h"
#include "bench/base/message.h"
#include "bench/base/options.h"

static const char usage[] = "usage: ivpbench info NAME\n"
                            "\n"
                            "Prints the documentation of a problem or a solver: parameters, "
                            "sizes, events, observables,\n"
                            "scored components, formulations that fit, options.\n";

static int run(int argc, char **argv)
{
    const option_row rows[] = { { 0 } };
    const int first = options_read(rows, argc, argv);
    if (first < 0) return CLI_USAGE;
    if (first + 1 == argc) return ask_worker("info", argv[first]);
    cli_say("info: give the name of one problem or solver");
    return CLI_USAGE;
}

const cli_verb verb_info = {
    .name = "info", .summary = "all about one problem or solver", .usage = usage, .run = run
};
