/* plugin_elimination.c -- see plugin_elimination.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_elimination.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/base/program.h"
#include "bench/base/util.h"
#include "bench/plugin/compiler.h"
#include "bench/plugin/places.h"
#include "bench/plugin/plugin_inner.h"
#include "bench/process/confine.h"

static const arithmetic one_by_one = { .folder = "double", .define = "-DIVP_ARITH=1" };

static void object_of(char path[PATH_MAX], const char *root, const arithmetic *a,
                      const char *kind, const char *name)
{
    snprintf(path, PATH_MAX, "%s/%s/%s/%s.so", root, a->folder, kind, name);
}

/* As the Makefile finds those of the tree. */
static bool is_mechanical(const plugin_source *s)
{
    char *text = file_text(s->path);
    const bool is = text && strstr(text, "IVP_MECH");
    free(text);
    return is;
}

static void search_first(const char *root)
{
    const char *old = getenv("IVPBENCH_PLUGIN_PATH");
    char *path = text_of("%s%s%s", root, old && *old ? ":" : "", old ? old : "");
    setenv("IVPBENCH_PLUGIN_PATH", path, 1);
    free(path);
}

/* `plugin eliminate` of this program, which opens the problem in a confined process. */
static bool write_code(const char *name, const char *path)
{
    char direct[PATH_MAX] = "";
    const ssize_t n = readlink("/proc/self/exe", direct, sizeof direct - 1);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (n <= 0 || fd < 0) return false;
    char *parts[] = { direct, copied("plugin"), copied("eliminate"), copied(name), NULL };
    const program_setting where = { .in = PROGRAM_NONE, .out = fd, .err = PROGRAM_NONE };
    const pid_t pid = program_start(parts, &where);
    const bool good = pid > 0 && !program_end(pid);
    for (int k = 1; parts[k]; k++) free(parts[k]);
    close(fd);
    return good;
}

static bool has_orders(const char *path)
{
    char *text = file_text(path);
    const bool has = text && strstr(text, "factor_0");
    free(text);
    return has;
}

static bool compile(const arithmetic *a, const char *path, const char *object, reason *why)
{
    if (!folders_above(object, why)) return false;
    command c = { .n = 0 };
    add_arguments(&c, plugin_compiler(a));
    add_arguments(&c, PLUGIN_FLAGS " " PLUGIN_SINGLY);
    add_arguments(&c, a->define);
    bool good = plugin_add_includes(&c, true, why);
    add_arguments(&c, "-shared");
    add(&c, copied(path));
    if (good) reason_set(why, "the compiler refuses it in %s", a->folder);
    FILE *said = tmpfile();
    const compiler_task t = { &c, "gcc", .source = path, .object = object };
    good = good && (said || reason_set(why, "there is no temporary file")) &&
           compiler_run(&t, said, why);
    if (said) fclose(said);
    command_free(&c);
    return good;
}

static bool compile_all(const plugin_source *s, const char *root, const char *code, reason *why)
{
    char object[PATH_MAX], problem[PATH_MAX];
    bool good = true;
    for (int k = -1; good && k < PLUGIN_WIDTHS; k++) {
        const arithmetic *a = k < 0 ? &one_by_one : &plugin_widths[k];
        object_of(problem, root, a, "problems", s->name);
        object_of(object, root, a, "eliminations", s->name);
        if (!access(problem, R_OK)) good = compile(a, code, object, why);
    }
    return good;
}

static void forget(const plugin_source *s, const char *root)
{
    char object[PATH_MAX];
    for (int k = -1; k < PLUGIN_WIDTHS; k++) {
        object_of(object, root, k < 0 ? &one_by_one : &plugin_widths[k], "eliminations",
                  s->name);
        remove(object);
    }
}

static bool build(const plugin_source *s, const char *root, reason *why)
{
    char *folder = temporary_folder("elimination");
    if (!folder)
        return reason_set(why, "no folder can be made below TMPDIR: %s", strerror(errno));
    char *code = text_of("%s/%s.c", folder, s->name);
    reason_set(why, "`ivpbench plugin eliminate %s` fails", s->name);
    const bool good =
        write_code(s->name, code) && (!has_orders(code) || compile_all(s, root, code, why));
    free(code);
    confine_remove(folder);
    free(folder);
    return good;
}

void plugin_elimination_build(const plugin_source *s, const char *root)
{
    reason why;
    char *full = realpath(root, NULL);
    if (full && !s->solver) forget(s, full);
    if (full && !s->solver && is_mechanical(s)) {
        search_first(full);
        if (!build(s, full, &why))
            cli_say("built without a compiled elimination, which makes %s faster: %s", s->name,
                    why.text);
    }
    free(full);
}
