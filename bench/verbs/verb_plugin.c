/* verb_plugin.c -- `ivpbench plugin build FILE` and `ivpbench plugin test NAME`: write, compile
 * and check a problem or a solver anywhere. */
#include "bench/base/cli.h"
#include "bench/base/options.h"
#include "bench/plugin/plugin_build.h"
#include "bench/plugin/plugin_eliminate.h"
#include "bench/plugin/plugin_test.h"
#include "bench/base/util.h"

#include "kernel/problem/plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 1024 };

static int build(const char *file, const char *root, char *const *extra)
{
    char why[WHY];
    plugin_source source;
    if (!plugin_identify(&source, file, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_USAGE;
    }
    if (!plugin_compile(&source, root, extra, why, sizeof why)) {
        cli_say("%s", why);
        return CLI_CHECK;
    }
    printf("%s/%s/%s/%s.so\n", root,
           source.solver ? "double" : "{double,complex,{,c}quad{,_rounded}}",
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

static int test(const char *what, const char *root, char *const *extra)
{
    char why[WHY];
    plugin_source source = { .path = NULL };
    const size_t length = strlen(what);
    if (length > 2 && strcmp(what + length - 2, ".c") == 0) {
        const int code = build(what, root, extra);
        if (code) return code;
        plugin_identify(&source, what, why, sizeof why);
        what = source.name;
    }
    search_first(root);
    return plugin_test(what);
}

static int eliminate(const char *name)
{
    char why[WHY];
    if (plugin_eliminate(name, stdout, why, sizeof why)) return CLI_OK;
    cli_say("%s", why);
    return CLI_USAGE;
}

static const char usage[] =
    "usage: ivpbench plugin build FILE.c [--root DIR] [-- FLAG...]\n"
    "       ivpbench plugin test NAME|FILE.c [--root DIR]\n"
    "       ivpbench plugin eliminate NAME\n"
    "\n"
    "build   compiles a problem (in all arithmetics) or a solver (in double) with the flags "
    "of\n"
    "        this program, by $CC if it is set (quad by gcc), and prints the setting of\n"
    "        IVPBENCH_PLUGIN_PATH that makes it known\n"
    "test    checks the contract of one plug-in in a process of its own: files, descriptor,\n"
    "        consistent start, pure functions, derivatives against complex steps, a short run\n"
    "eliminate   writes the elimination of a mechanical problem's saddle point as C\n"
    "\n"
    "  --root DIR   where the shared objects go and are looked for first (plugins)\n"
    "  FLAG...      further words for the compiler, after --\n";

static int run(int argc, char **argv)
{
    const char *root = "plugins";
    const option_row rows[] = { { .name = "root", .kind = OPTION_TEXT, .target = &root },
                                { 0 } };
    const int at = options_read(rows, argc, argv);
    if (at < 0) return CLI_USAGE;
    if (argc - at >= 2 && strcmp(argv[at], "build") == 0)
        return build(argv[at + 1], root, argv + at + 2);
    if (argc - at >= 2 && strcmp(argv[at], "test") == 0)
        return test(argv[at + 1], root, argv + at + 2);
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
