/* verb_plugin.c -- `ivpbench plugin build FILE` and `ivpbench plugin test NAME`: write, compile
 * and check a problem or a solver anywhere.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/message.h"
#include "bench/cli/verbs.h"
#include "bench/process/process.h"
#include "bench/plugin/plugin_build.h"
#include "bench/plugin/plugin_eliminate.h"
#include "bench/plugin/plugin_elimination.h"
#include "bench/plugin/plugin_test.h"
#include "bench/base/util.h"

#include "kernel/problem/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* Sources come first; what follows is for the compiler. */
static int count_sources(char *const *arguments)
{
    int n = 0;
    while (arguments[n] && plugin_language_of(arguments[n]) != PLUGIN_NONE) n++;
    return n;
}

/* root before what the search path already has */
static void search_first(const char *root)
{
    const char *old = getenv("IVPBENCH_PLUGIN_PATH");
    char *path = text_of("%s%s%s", root, old && *old ? ":" : "", old ? old : "");
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

static int open_there(void *context)
{
    reason why;
    const plugin_source *s = context;
    const void *twin;
    const bool good = s->solver ? plugin_solver(s->name, &why) != NULL
                                : plugin_problem(s->name, &twin, &why) != NULL;
    if (good || plugin_lacks(s->name)) return CLI_OK;
    cli_say("plugin build: %s%s", why.text,
            strstr(why.text, "undefined symbol")
                ? ": add the file that defines it, or its library after `--`"
                : "");
    return CLI_CHECK;
}

/* A linker accepts a library whose functions are nowhere: it is loaded once, in a process of
 * its own. */
static int open_built(plugin_source *source, const char *root)
{
    static const process_patience patience = { .seconds = 20, .memory_mb = 2048 };
    reason why;
    int status = 0;
    search_first(root); /* what it may read is determined from this */
    if (!process_call(open_there, source, &patience, &status, &why))
        cli_say("plugin build: %s is built, but %s while it was loaded", source->name,
                why.text);
    else if (WIFSIGNALED(status))
        cli_say("plugin build: %s is built, but loading it ends by signal %d (%s)",
                source->name, WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        return WEXITSTATUS(status);
    return CLI_CHECK;
}

static int build(char *const *arguments, const char *root, bool testset)
{
    reason why;
    plugin_source source;
    const int n = count_sources(arguments);
    char *const *extra = arguments + n;
    if (n == 0) {
        cli_say("%s is no source: C, C++, Fortran, Python and .cfg are known by their endings",
                arguments[0]);
        return CLI_USAGE;
    }
    if (!testset && !plugin_identify(&source, arguments, n, &why)) {
        cli_say("%s", why.text);
        return CLI_USAGE;
    }
    if (!(confine_offers() & CONFINE_FILES))
        cli_say("warning: a weaker cage: compilers read any file of yours that a source names "
                "(docs/security.md)");
    if (testset ? !plugin_compile_testset(&source, arguments, n, root, extra, &why)
                : !plugin_compile(&source, root, extra, &why)) {
        cli_say("%s", why.text);
        return CLI_CHECK;
    }
    const int opened = open_built(&source, root);
    if (opened) return opened;
    plugin_elimination_build(&source, root);
    printf("%s/%s/%s/%s.so\n", root,
           source.solver                            ? "double"
           : testset || source.language != PLUGIN_C ? "{double,complex}"
                                                    : "{double,complex,{,c}quad{,_rounded}}",
           source.solver ? "solvers" : "problems", source.name);
    char *full = realpath(root, NULL);
    printf("export IVPBENCH_PLUGIN_PATH=%s\n", full ? full : root);
    free(full);
    return CLI_OK;
}

static int test(char *const *arguments, const char *root)
{
    reason why;
    plugin_source source;
    const char *what = arguments[0];
    const int n = count_sources(arguments);
    if (n > 0) {
        const int code = build(arguments, root, false);
        if (code) return code;
        plugin_identify(&source, arguments, n, &why);
        what = source.name;
    } else {
        search_first(root);
    }
    return plugin_test(what);
}

static int eliminate_there(void *context)
{
    reason why;
    if (plugin_eliminate(context, stdout, &why)) return CLI_OK;
    cli_say("%s", why.text);
    return CLI_USAGE;
}

static int eliminate(char *name)
{
    static const process_patience patience = { .seconds = 600, .memory_mb = 4096 };
    reason why = { "the plug-in died" };
    int status = 0;
    if (process_call(eliminate_there, name, &patience, &status, &why) && WIFEXITED(status))
        return WEXITSTATUS(status);
    cli_say("plugin eliminate: %s: %s", name, why.text);
    return CLI_INFRA;
}

typedef struct request {
    const char *root;
    bool testset;
} request;

static int run(int argc, char **argv)
{
    request q = { 0 };
    const int at = verb_read(&verb_plugin, &q, argc, argv);
    if (at < 0) return CLI_USAGE;
    if (!strcmp(argv[at], "build")) return build(argv + at + 1, q.root, q.testset);
    return strcmp(argv[at], "test") ? eliminate(argv[at + 1]) : test(argv + at + 1, q.root);
}

static const option_row options[] = {
    { "root", 0, OPTION_TEXT, offsetof(request, root), "DIR", WORD_FOLDER,
      .meaning = "folder of the shared objects, which is searched first", .initial = "plugins",
      .actions = "build|test" },
    { "testset", 0, OPTION_FLAG, offsetof(request, testset), NULL, WORD_TEXT,
      .meaning =
          "the files are a problem in the Fortran interface of the Test Set for IVP Solvers; "
          "it is built in double alone",
      .actions = "build" },
    { 0 }
};

const cli_verb verb_plugin = {
    .name = "plugin",
    .summary = "build a problem or solver outside the source tree, or test it",
    .synopsis = { "plugin build FILE... [--root DIR] [--testset] [-- FLAG...]",
                  "plugin test NAME|FILE... [--root DIR]", "plugin eliminate NAME" },
    .description = { "The command compiles a problem in all arithmetics, or a solver in "
                     "double. It uses the flags of this program. The C compiler is `CC` if "
                     "this variable "
                     "is set, but gcc builds everything in quadruple precision. Words after "
                     "`--` are further flags of the compiler.",
                     "One file in C or C++ defines the plug-in. A problem in C++ is built in "
                     "double, and in complex arithmetic for derivatives. A solver may have "
                     "more files in C, C++ or Fortran; `CXX` and `FC` name these compilers.",
                     "A solver may also be a Python file, or a .cfg file of a program that "
                     "talks in lines of text. A problem of the Test Set defines prob, init, "
                     "feval, jeval, meval and solut." },
    .actions = { { "build",
                   "compile the plug-in and print the value of IVPBENCH_PLUGIN_PATH that makes "
                   "it known",
                   { { "FILE", WORD_FILE, .repeated = true, .meaning = "source file" } } },
                 { "test",
                   "check the contract of one plug-in in a separate process: files, "
                   "descriptor, consistent start, pure functions, derivatives against complex "
                   "steps, a short "
                   "run",
                   { { "NAME", WORD_PLUGIN, .repeated = true,
                       .meaning = "problem or solver, or the source files to build first" } } },
                 { "eliminate",
                   "print C code that eliminates the saddle point of a mechanical problem",
                   { { "NAME", WORD_PROBLEM, .meaning = "mechanical problem" } } } },
    .options = options,
    .exits = { { CLI_CHECK, "the plug-in does not compile, or breaks the contract" } },
    .examples = { { "ivpbench plugin build my_problem.c && ivpbench plugin test my_problem",
                    "Build a new problem and check its contract." } },
    .run = run,
};
