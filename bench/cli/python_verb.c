/* python_verb.c -- see python_verb.h.
 *
 * The Python of the distribution comes first, since it has the distribution's packages; another
 * one is on PATH at times. The verb works on the user's own repository with his own rights, as
 * make does: it is in no cage. What it starts, solvers and their builds, is.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/python_verb.h"

#include "bench/base/message.h"
#include "bench/base/util.h"
#include "bench/cli/verbs.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char program[] = "import sys; sys.path.insert(0, sys.argv.pop(1)); "
                              "from ivpbench.ci.__main__ import main; "
                              "sys.exit(main(sys.argv[1:]))";

/* "--name=value", "--name", or NULL where the option has no value. */
static char *option_word(const option_row *row, const void *request)
{
    const void *value = (const char *)request + row->at;
    if (row->kind == OPTION_FLAG)
        return *(const bool *)value ? text_of("--%s", row->name) : NULL;
    const char *text = *(const char *const *)value;
    return text ? text_of("--%s=%s", row->name, text) : NULL;
}

static void start(const char *python, char **parts)
{
    char programs[PATH_MAX];
    program_folder(programs, sizeof programs);
    char *self = text_of("%s/ivpbench", programs);
    setenv("IVPBENCH", self, 0);
    free(self);
    execvp(python, parts);
}

int python_verb(const cli_verb *v, void *request, int argc, char **argv)
{
    const int first = verb_read(v, request, argc, argv);
    if (first < 0) return CLI_USAGE;
    char *package = python_package("ivpbench/ci/__main__.py");
    if (!package) {
        cli_say("the Python package ivpbench is not beside this program");
        return CLI_INFRA;
    }
    char *parts[OPTIONS_MOST + 16] = { "python3",       "-B",    "-c",
                                       (char *)program, package, (char *)v->name };
    int n = 6;
    for (const option_row *r = v->options; r->kind; r++) {
        char *word = option_word(r, request);
        if (word) parts[n++] = word;
    }
    for (int i = first; i < argc && n < OPTIONS_MOST + 15; i++) parts[n++] = argv[i];
    if (access("/usr/bin/python3", X_OK) == 0) start("/usr/bin/python3", parts);
    start("python3", parts);
    cli_say("python3 cannot be started: %s", strerror(errno));
    return CLI_INFRA;
}
