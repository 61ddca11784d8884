/* plugin_build.c -- compile one plug-in outside the tree, with the flags of this program.
 *
 * The compiler is CC of the environment, as make has it, else that of this program; gcc for
 * what is in quad, for clang has no _Float128. A warning is the author's to judge: no
 * -Werror.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plugin/plugin_build.h"

#include "bench/base/message.h"
#include "bench/process/confine.h"
#include "bench/plugin/compiler.h"
#include "bench/plugin/places.h"
#include "bench/plugin/plugin_inner.h"
#include "bench/plugin/plugin_lanes.h"
#include "bench/plugin/plugin_line.h"
#include "bench/plugin/plugin_python.h"
#include "bench/base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024 };

static const char strict[] = PLUGIN_TYPES " -Wunsuffixed-float-constants";

static const arithmetic arithmetics[] = {
    { "double", "-DIVP_ARITH=1", .quick = PLUGIN_INLINED " " PLUGIN_SINGLY,
      .adapters = "libivpadapters.a" },
    { "complex", "-DIVP_ARITH=2", .adapters = "libivpadapters-complex.a" },
    { "quad", "-DIVP_ARITH=3", .strict = strict },
    { "cquad", "-DIVP_ARITH=4", .strict = strict },
    { "quad_rounded", "-DIVP_ARITH=3 -DIVP_ROUNDED", .strict = strict },
    { "cquad_rounded", "-DIVP_ARITH=4 -DIVP_ROUNDED", .strict = strict },
};

/* A number in a list, real v[2] = { x, 1 }, fills one lane of an element: gcc warns of it. */
#define LISTS " -Werror=missing-braces"

/* points side by side; a problem without them is evaluated point by point */
const arithmetic plugin_widths[PLUGIN_WIDTHS] = {
    { "lanes2", "-DIVP_ARITH=5 -DIVP_WIDTH=2" LISTS, .quick = PLUGIN_INLINED },
    { "lanes4", PLUGIN_LANES4 LISTS, .quick = PLUGIN_INLINED },
    { "lanes8", PLUGIN_LANES8 LISTS, .quick = PLUGIN_INLINED },
};

/* ---- the command line of the compiler --------------------------------------------------- */

const char *plugin_compiler(const arithmetic *a)
{
    const char *cc = getenv("CC");
    return a->strict ? BUILD_GCC : cc && *cc ? cc : BUILD_CC;
}

static bool compose(command *c, const plugin_source *s, const arithmetic *a, char *const *extra,
                    reason *why)
{
    add_arguments(c, plugin_compiler(a));
    add_arguments(c, PLUGIN_FLAGS);
    add_arguments(c, a->define);
    if (a->strict) add_arguments(c, a->strict);
    if (a->quick && !s->solver) add_arguments(c, a->quick);
    if (!plugin_add_includes(c, s->solver, why)) return false;
    add_arguments(c, "-shared");
    add(c, copied(s->path));
    if (!plugin_add_libraries(c, s->solver, a->adapters, why)) return false;
    for (; extra && *extra; extra++) add(c, copied(*extra));
    add_arguments(c, PLUGIN_LIBS);
    return true;
}

static const char *environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

/* Fortran 77 as it is written: old forms pass, lines may be long. */
static const char fortran_flags[] = "-O2 -g -fPIC -std=legacy -w";
static const char cxx_flags[] = "-std=c++17 -O2 -g -Wall -Wextra -fPIC";

static const struct language {
    const char *variable, *program, *flags, *package;
} languages[] = {
    [PLUGIN_C] = { "CC", BUILD_CC, PLUGIN_FLAGS, "gcc" },
    [PLUGIN_CXX] = { "CXX", "g++", cxx_flags, "g++" },
    [PLUGIN_FORTRAN] = { "FC", "gfortran", fortran_flags, "gfortran" },
};

static void object_of(const plugin_source *s, const arithmetic *a, const char *root,
                      char object[PATH])
{
    snprintf(object, PATH, "%s/%s/%s/%s.so", root, a->folder,
             s->solver ? "solvers" : "problems", s->name);
}

/* said: see compiler_run(). */
static bool compile_in(const plugin_source *s, const arithmetic *a, const char *root,
                       char *const *extra, FILE *said, reason *why)
{
    char object[PATH];
    object_of(s, a, root, object);
    if (!folders_above(object, why)) return false;
    reason_set(why, "%s does not compile in %s arithmetic", s->path, a->folder);
    command c = { .n = 0 };
    const compiler_task t = { &c, "gcc", .source = s->path, .extra = extra, .object = object };
    const bool good = compose(&c, s, a, extra, why) && compiler_run(&t, said, why);
    command_free(&c);
    return good;
}

/* ---- several files, several languages ---------------------------------------------------- */

static bool compile_part(const plugin_source *s, const arithmetic *a, const char *path,
                         const char *folder, const char *object, reason *why)
{
    const struct language *l = &languages[plugin_language_of(path)];
    command c = { .n = 0 };
    add_arguments(&c, environment(l->variable, l->program));
    add_arguments(&c, l->flags);
    add_arguments(&c, a->define);
    bool good = true;
    if (plugin_language_of(path) == PLUGIN_FORTRAN)
        add(&c, text_of("-J%s", folder)); /* modules */
    else
        good = plugin_add_includes(&c, s->solver, why);
    add_arguments(&c, "-c");
    add(&c, copied(path));
    if (good)
        reason_set(why, "%s does not compile%s", path,
                   a == arithmetics
                       ? ""
                       : " in complex arithmetic: write sin(x), not std::sin(x); see "
                         "ivp/cxx.h");
    const compiler_task t = { &c, l->package, .source = path, .folder = folder,
                              .object = object };
    good = good && compiler_run(&t, NULL, why);
    command_free(&c);
    return good;
}

/* By the compiler of Fortran where there is some, else by that of C++: they know their
 * libraries. */
static bool link_parts(const plugin_source *s, const arithmetic *a, char *const *objects, int n,
                       const char *folder, const char *object, char *const *extra, reason *why)
{
    bool has[PLUGIN_LINE + 1] = { false };
    has[s->language] = true;
    for (int k = 0; k < s->nparts; k++) has[plugin_language_of(s->part[k])] = true;
    const struct language *l = &languages[has[PLUGIN_FORTRAN] ? PLUGIN_FORTRAN
                                          : has[PLUGIN_CXX]   ? PLUGIN_CXX
                                                              : PLUGIN_C];
    command c = { .n = 0 };
    add_arguments(&c, environment(l->variable, l->program));
    add_arguments(&c, "-shared");
    for (int k = 0; k < n; k++) add(&c, copied(objects[k]));
    bool good = plugin_add_libraries(&c, s->solver, a->adapters, why);
    for (; extra && *extra; extra++) add(&c, copied(*extra));
    if (has[PLUGIN_FORTRAN] && has[PLUGIN_CXX]) add_arguments(&c, "-lstdc++");
    add_arguments(&c, "-lm");
    if (good) reason_set(why, "%s cannot be linked", s->name);
    const compiler_task t = { &c, l->package, .folder = folder, .extra = extra,
                              .object = object };
    good = good && compiler_run(&t, NULL, why);
    command_free(&c);
    return good;
}

/* Objects lie in a folder of their own, which goes when they are linked. */
static bool compile_parts(const plugin_source *s, const arithmetic *a, const char *root,
                          char *const *extra, reason *why)
{
    char object[PATH], folder[PATH + 16], *objects[PLUGIN_PARTS + 1];
    int n = 0;
    bool good = true;
    object_of(s, a, root, object);
    if (!folders_above(object, why)) return false;
    snprintf(folder, sizeof folder, "%s.XXXXXX", object);
    if (!mkdtemp(folder))
        return reason_set(why, "%s cannot be made: %s", folder, strerror(errno));
    for (int k = 0; good && k <= s->nparts; k++) { /* modules before those that use them */
        const char *path = k < s->nparts ? s->part[k] : s->path;
        objects[n++] = text_of("%s/%d.o", folder, k);
        good = compile_part(s, a, path, folder, objects[n - 1], why);
    }
    good = good && link_parts(s, a, objects, n, folder, object, extra, why);
    while (n) free(objects[--n]);
    confine_remove(folder);
    return good;
}

/* Objects of an earlier build go first: lanes are those of the same source, or there are
 * none. */
static bool compile_lanes(const plugin_source *s, const char *root, char *const *extra,
                          reason *why)
{
    char object[PATH];
    reason text;
    for (int i = 0; i < PLUGIN_WIDTHS; i++) {
        object_of(s, &plugin_widths[i], root, object);
        if (remove(object) && errno != ENOENT)
            return reason_set(why, "%s cannot be removed: %s", object, strerror(errno));
    }
    if (!s->lanes) return true;
    FILE *said = tmpfile();
    bool good = said != NULL;
    for (int i = 0; good && i < PLUGIN_WIDTHS; i++)
        good = compile_in(s, &plugin_widths[i], root, extra, said, &text);
    if (!good) plugin_no_lanes(s->path, said);
    if (said) fclose(said);
    return true;
}

bool plugin_compile_double(const plugin_source *s, const char *root, char *const *extra,
                           reason *why)
{
    return compile_in(s, &arithmetics[0], root, extra, NULL, why) &&
           (s->solver || compile_in(s, &arithmetics[1], root, extra, NULL, why));
}

/* What is no C becomes C first. */
static bool compile_stub(const plugin_source *s, const char *root, char *const *extra,
                         reason *why)
{
    char object[PATH], folder[PATH + 16];
    if (s->nparts) return reason_set(why, "%s is a plug-in of one file", s->path);
    object_of(s, &arithmetics[0], root, object);
    if (!folders_above(object, why)) return false;
    snprintf(folder, sizeof folder, "%s.XXXXXX", object);
    if (!mkdtemp(folder))
        return reason_set(why, "%s cannot be made: %s", folder, strerror(errno));
    char *path = text_of("%s/%s.c", folder, s->name);
    plugin_source stub = *s;
    stub.path = path;
    stub.language = PLUGIN_C;
    const bool good =
        (s->language == PLUGIN_LINE ? plugin_line_write : plugin_python_write)(s, path, why) &&
        plugin_compile_double(&stub, root, extra, why);
    free(path);
    confine_remove(folder);
    return good;
}

bool plugin_compile(const plugin_source *s, const char *root, char *const *extra, reason *why)
{
    if (s->language == PLUGIN_PYTHON || s->language == PLUGIN_LINE)
        return compile_stub(s, root, extra, why);
    if (s->nparts || s->language != PLUGIN_C) {
        const int n = s->solver ? 1 : 2; /* double, and complex for derivatives */
        for (int k = 0; k < n; k++)
            if (!compile_parts(s, &arithmetics[k], root, extra, why)) return false;
        return true;
    }
    const size_t n = s->solver ? 1 : sizeof arithmetics / sizeof *arithmetics;
    for (size_t i = 0; i < n; i++)
        if (!compile_in(s, &arithmetics[i], root, extra, NULL, why)) return false;
    return s->solver || compile_lanes(s, root, extra, why);
}

/* ---- problems in Fortran ----------------------------------------------------------------- */

static bool name_testset(plugin_source *s, char *const *files, int n, reason *why)
{
    const char *slash = strrchr(files[0], '/'), *base = slash ? slash + 1 : files[0];
    const size_t length = strcspn(base, ".");
    *s = (plugin_source){ .path = files[0], .language = PLUGIN_C };
    if (n > PLUGIN_PARTS) return reason_set(why, "more than %d files", PLUGIN_PARTS);
    for (int k = 0; k < n; k++) {
        if (plugin_language_of(files[k]) != PLUGIN_FORTRAN)
            return reason_set(why, "%s is no Fortran: --testset takes files in Fortran",
                              files[k]);
        s->part[s->nparts++] = files[k];
    }
    if (length < sizeof s->name) snprintf(s->name, sizeof s->name, "%.*s", (int)length, base);
    return (length && length == strspn(base, "abcdefghijklmnopqrstuvwxyz0123456789_") &&
            length < sizeof s->name) ||
           reason_set(
               why,
               "%s: a problem is named after its file, by lower-case letters, digits and _",
               files[0]);
}

/* Objects of the Fortran files, made once, and the stub in one arithmetic */
static bool link_testset(const plugin_source *s, const arithmetic *a, const char *folder,
                         const char *root, char *const *extra, reason *why)
{
    char object[PATH];
    object_of(s, a, root, object);
    if (!folders_above(object, why)) return false;
    command c = { .n = 0 };
    add_arguments(&c, environment("FC", "gfortran"));
    add_arguments(&c, "-shared -Wl,-Bsymbolic");
    add(&c, text_of("%s/%s.o", folder, a->folder));
    for (int k = 0; k < s->nparts; k++) add(&c, text_of("%s/%d.o", folder, k));
    bool good = plugin_add_libraries(&c, false, a->adapters, why);
    for (; extra && *extra; extra++) add(&c, copied(*extra));
    add_arguments(&c, "-lm");
    if (good)
        reason_set(why,
                   "%s cannot be linked: are prob, init, feval, jeval, meval and solut there?",
                   s->name);
    const compiler_task t = { &c, "gfortran", .folder = folder, .extra = extra,
                              .object = object };
    good = good && compiler_run(&t, NULL, why);
    command_free(&c);
    return good;
}

static bool compile_testset_stub(const plugin_source *s, const arithmetic *a,
                                 const char *folder, reason *why)
{
    char *path = text_of("%s/%s.c", folder, s->name);
    FILE *f = fopen(path, "w");
    if (f) fprintf(f, "#include <ivp/testset.h>\n\nTESTSET_PROBLEM(%s)\n", s->name);
    bool good = f && !fclose(f);
    command c = { .n = 0 };
    add_arguments(&c, plugin_compiler(a));
    add_arguments(&c, PLUGIN_FLAGS);
    add_arguments(&c, a->define);
    good = good && plugin_add_includes(&c, false, why);
    add_arguments(&c, "-c");
    add(&c, path);
    if (good) reason_set(why, "ivp/testset.h does not compile in %s arithmetic", a->folder);
    char *object = text_of("%s/%s.o", folder, a->folder);
    const compiler_task t = { &c, "gcc", .folder = folder, .object = object };
    good = good && compiler_run(&t, NULL, why);
    free(object);
    command_free(&c);
    return good;
}

bool plugin_compile_testset(plugin_source *s, char *const *files, int n, const char *root,
                            char *const *extra, reason *why)
{
    char object[PATH], folder[PATH + 16];
    if (!name_testset(s, files, n, why)) return false;
    object_of(s, &arithmetics[0], root, object);
    if (!folders_above(object, why)) return false;
    snprintf(folder, sizeof folder, "%s.XXXXXX", object);
    if (!mkdtemp(folder))
        return reason_set(why, "%s cannot be made: %s", folder, strerror(errno));
    bool good = true;
    for (int k = 0; good && k < s->nparts; k++) {
        char *part = text_of("%s/%d.o", folder, k);
        good = compile_part(s, arithmetics, s->part[k], folder, part, why);
        free(part);
    }
    for (int a = 0; good && a < 2; a++) /* double, complex */
        good = compile_testset_stub(s, &arithmetics[a], folder, why) &&
               link_testset(s, &arithmetics[a], folder, root, extra, why);
    confine_remove(folder);
    return good;
}
