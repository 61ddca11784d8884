/* verb_plugin.c -- `ivpbench plugin build FILE` and `ivpbench plugin test NAME`: write, compile
 * and check a problem or a solver anywhere. */
#include "bench/base/message.h"
#include "bench/base/options.h"
#include "bench/process/process.h"
#include "bench/plugin/plugin_build.h"
#include "bench/plugin/plugin_eliminate.h"
#include "bench/plugin/plugin_test.h"
#include "bench/base/util.h"

#include "kernel/problem/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { WHY = 1024 };

/* Sources come first; what follows is for the compiler. */
static int count_sources(char *const *arguments)
{
    int n = 0;
    while (arguments[n] && plugin_language_of(arguments[n]) != PLUGIN_NONE) n++;
    return n;
}

static int build(char *const *arguments, const char *root, bool testset)
{
    char why[WHY];
    plugin_source source;
    const int n = count_sources(arguments);
    char *const *extra = arguments + n;
    if (n == 0) {
        cli_say("%s is no source: C, C++, Fortran, Python and .cfg are known by their endings",
                arguments[0]);
        return CLI_USAGE;
    }
    if (!testset && !plugin_identify(&source, arguments, n, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    if (testset ? !plugin_compile_testset(&source, arguments, n, root, extra, why, sizeof why)
                : !plugin_compile(&source, root, extra, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_CHECK;
    }
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

/* root before what the search path already has */
static void search_first(const char *root)
{
    const char *old = getenv("IVPBENCH_PLUGIN_PATH");
    char *path = text_of("%s%s%s", root, old && *old ? ":" : "", old ? old : "");
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

static int test(char *const *arguments, const char *root)
{
    char why[WHY];
    plugin_source source;
    const char *what = arguments[0];
    const int n = count_sources(arguments);
    if (n > 0) {
        const int code = build(arguments, root, false);
        if (code) return code;
        plugin_identify(&source, arguments, n, why, sizeof why);
        what = source.name;
    }
    search_first(root);
    return plugin_test(what);
}

static int eliminate_there(void *context)
{
    char why[WHY];
    if (plugin_eliminate(context, stdout, why, sizeof why)) return CLI_OK;
    cli_say("%s", why);
    return CLI_USAGE;
}

static int eliminate(char *name)
{
    static const process_patience patience = { .seconds = 600, .memory_mb = 4096 };
    char why[WHY] = "the plug-in died";
    int status = 0;
    if (process_call(eliminate_there, name, &patience, &status, why, sizeof why) &&
        WIFEXITED(status))
        return WEXITSTATUS(status);
    cli_say("plugin eliminate: %s: %s", name, why);
    return CLI_INFRA;
}

static const char usage[] =
    "usage: ivpbench plugin build FILE... [--root DIR] [-- FLAG...]\n"
    "       ivpbench plugin test NAME|FILE... [--root DIR]\n"
    "       ivpbench plugin eliminate NAME\n"
    "\n"
    "build   compiles a problem (in all arithmetics) or a solver (in double) with the flags "
    "of\n"
    "        this program, by $CC if it is set (quad by gcc), and prints the setting of\n"
    "        IVPBENCH_PLUGIN_PATH that makes it known. One file, in C or C++, defines the plug-in (a\n"
    "        problem in C++ is in double, and in complex arithmetic for derivatives);\n"
    "        a solver may have more of them, Fortran too ($FC, gfortran; $CXX, g++); a solver may\n"
    "        also be a Python file, or the .cfg of a program that is asked by lines\n"
    "test    checks the contract of one plug-in in a process of its own: files, descriptor,\n"
    "        consistent start, pure functions, derivatives against complex steps, a short run\n"
    "eliminate   writes the elimination of a mechanical problem's saddle point as C\n"
    "\n"
    "  --root DIR   where the shared objects go and are looked for first (plugins)\n"
    "  --testset    the files are a problem in the Fortran interface of the Test Set for IVP Solvers\n"
    "               (prob, init, feval, jeval, meval, solut), which is then in double alone\n"
    "  FLAG...      further words for the compiler, after --\n";

static int run(int argc, char **argv)
{
    const char *root = "plugins";
    bool testset = false;
    const option_row rows[] = { { .name = "root", .kind = OPTION_TEXT, .target = &root },
                                { .name = "testset", .kind = OPTION_FLAG, .target = &testset },
                                { 0 } };
    const int at = options_read(rows, argc, argv);
    if (at < 0) return CLI_USAGE;
    if (argc - at >= 2 && strcmp(argv[at], "build") == 0)
        return build(argv + at + 1, root, testset);
    if (argc - at >= 2 && strcmp(argv[at], "test") == 0) return test(argv + at + 1, root);
    if (argc - at == 2 && strcmp(argv[at], "eliminate") == 0) return eliminate(argv[at + 1]);
    cli_say("plugin: say `plugin build FILE.c` or `plugin test NAME`");
    fputs(usage, stderr);
    return CLI_USAGE;
}

const cli_verb verb_plugin = {
    .name = "plugin",
    .summary = "build a problem or solver outside the tree, or check its contract",
    .usage = usage,
    .run = run,
};
