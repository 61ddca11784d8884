/* plugin_build.c -- compile one plug-in outside the tree, with the flags of this program.
 *
 * The compiler is CC of the environment, as make has it, else that of this program; gcc for what
 * is in quad, for clang has no _Float128. A warning is the author's to judge: no -Werror.
 * Headers and library are looked for beside the running program: in the source tree as
 * build/../include, installed as bin/../include. */
#include "bench/plugin/plugin_build.h"

#include "bench/base/cli.h"
#include "bench/base/program.h"
#include "bench/base/util.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 1024, WORDS = 96 };

static const struct arithmetic {
    const char *folder, *define, *strict; /* strict: flags of quad, NULL elsewhere */
} arithmetics[] = {
    { "double", "-DIVP_ARITH=1", NULL },
    { "complex", "-DIVP_ARITH=2", NULL },
    { "quad", "-DIVP_ARITH=3", "-Wunsuffixed-float-constants" },
    { "cquad", "-DIVP_ARITH=4", "-Wunsuffixed-float-constants" },
    { "quad_rounded", "-DIVP_ARITH=3 -DIVP_ROUNDED", "-Wunsuffixed-float-constants" },
    { "cquad_rounded", "-DIVP_ARITH=4 -DIVP_ROUNDED", "-Wunsuffixed-float-constants" },
};

/* points side by side; a problem without them is evaluated point by point */
static const struct arithmetic lanes[] = {
    { "lanes2", "-DIVP_ARITH=5 -DIVP_WIDTH=2", NULL },
    { "lanes4", "-DIVP_ARITH=5 -DIVP_WIDTH=4 -mavx2 -mfma", NULL },
    { "lanes8", "-DIVP_ARITH=5 -DIVP_WIDTH=8 -mavx512f -mavx512dq -mavx512vl", NULL },
};

/* ---- what a file is --------------------------------------------------------------------- */

/* The name in MACRO(name, ...) at the start of a line, or false. */
static bool macro_argument(const char *text, const char *macro, char *name, size_t size)
{
    const size_t length = strlen(macro);
    for (const char *at = text; (at = strstr(at, macro)); at += length) {
        if (at != text && at[-1] != '\n') continue;
        const size_t n = strcspn(at + length, ",)\n");
        if (!strchr(",)", at[length + n]) || !at[length + n] || n == 0 || n >= size) continue;
        memcpy(name, at + length, n);
        name[n] = '\0';
        return true;
    }
    return false;
}

bool plugin_identify(plugin_source *s, const char *path, char *why, size_t size)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const size_t length = strlen(base);
    char *text = file_text(path);
    if (!text) return fail(why, size, "%s cannot be read: %s", path, strerror(errno));
    s->path = path;
    s->solver = macro_argument(text, "IVP_SOLVER(", s->name, sizeof s->name);
    const bool found =
        s->solver || macro_argument(text, "IVP_PROBLEM(", s->name, sizeof s->name);
    s->lanes = !s->solver && !strstr(text, "IVP_NO_LANES");
    free(text);
    if (!found)
        return fail(why, size,
                    "%s defines neither IVP_PROBLEM(name, ...) nor IVP_SOLVER(name, ...)",
                    path);
    if (length < 3 || strcmp(base + length - 2, ".c") != 0 || strlen(s->name) != length - 2 ||
        strncmp(base, s->name, length - 2) != 0)
        return fail(why, size, "%s defines %s: the file should be called %s.c", path, s->name,
                    s->name);
    return true;
}

/* ---- the command line of the compiler --------------------------------------------------- */

typedef struct command {
    char *word[WORDS + 1]; /* owned */
    int n;
} command;

static void add(command *c, char *word)
{
    if (c->n < WORDS)
        c->word[c->n++] = word;
    else
        free(word);
}

static void add_words(command *c, const char *words)
{
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        const size_t n = strcspn(words, " ");
        add(c, text_of("%.*s", (int)n, words));
        words += n;
    }
}

static void command_free(command *c)
{
    for (int i = 0; i < c->n; i++) free(c->word[i]);
}

static bool exists(const char *folder, const char *file)
{
    char path[2 * PATH];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return access(path, R_OK) == 0;
}

/* The first of beside the program, beside the program's parent, PREFIX that holds the file. */
static bool find_folder(const char *const *places, const char *file, char *folder)
{
    char own[PATH / 2];
    own_folder(own, sizeof own);
    for (; *places; places++) {
        snprintf(folder, PATH, "%s%s%s", **places == '/' ? "" : own, **places == '/' ? "" : "/",
                 *places);
        if (exists(folder, file)) return true;
    }
    return false;
}

static const char *const include_places[] = { "../include", PREFIX "/include", NULL };
static const char *const kernel_places[] = { "../include/ivp", "..", PREFIX "/include/ivp",
                                             NULL };
static const char *const library_places[] = { ".", "../lib", PREFIX "/lib", NULL };

static const char *compiler_of(const struct arithmetic *a)
{
    const char *cc = getenv("CC");
    return a->strict ? BUILD_GCC : cc && *cc ? cc : BUILD_CC;
}

static bool compose(command *c, const plugin_source *s, const struct arithmetic *a,
                    const char *object, char *const *extra, char *why, size_t size)
{
    char folder[PATH];
    if (!find_folder(include_places, "ivp/base.h", folder)) {
        fail(why, size, "the headers (ivp/base.h) are neither beside this program nor in %s",
             PREFIX);
        return false;
    }
    add_words(c, compiler_of(a));
    add_words(c, PLUGIN_FLAGS);
    add_words(c, a->define);
    if (a->strict) add(c, copied(a->strict));
    add(c, text_of("-I%s", folder));
    if (s->solver && find_folder(kernel_places, "kernel/linear/lu.h", folder))
        add(c, text_of("-I%s", folder));
    add_words(c, "-shared -o");
    add(c, copied(object));
    add(c, copied(s->path));
    if (s->solver && find_folder(library_places, "libivp.so", folder)) {
        add(c, text_of("-L%s", folder));
        add_words(c, "-livp");
    }
    for (; extra && *extra; extra++) add(c, copied(*extra));
    add_words(c, "-lmvec -lm");
    return true;
}

static bool execute(command *c, char *why, size_t size)
{
    const pid_t pid = program_start(c->word, NULL);
    if (pid > 0) return program_end(pid) == 0;
    return fail(why, size, "the compiler %s cannot be started: %s", c->word[0],
                strerror(errno));
}

static void object_of(const plugin_source *s, const struct arithmetic *a, const char *root,
                      char object[PATH])
{
    snprintf(object, PATH, "%s/%s/%s/%s.so", root, a->folder,
             s->solver ? "solvers" : "problems", s->name);
}

static bool compile_in(const plugin_source *s, const struct arithmetic *a, const char *root,
                       char *const *extra, char *why, size_t size)
{
    char object[PATH];
    object_of(s, a, root, object);
    if (!folders_above(object, why, size)) return false;
    fail(why, size, "%s does not compile in %s arithmetic", s->path, a->folder);
    command c = { .n = 0 };
    const bool good = compose(&c, s, a, object, extra, why, size) && execute(&c, why, size);
    command_free(&c);
    return good;
}

/* Objects of an earlier build go first: lanes are those of the same source, or there are none. */
static bool compile_lanes(const plugin_source *s, const char *root, char *const *extra,
                          char *why, size_t size)
{
    enum { WIDTHS = sizeof lanes / sizeof *lanes };
    char object[PATH], text[256];
    for (int i = 0; i < WIDTHS; i++) {
        object_of(s, &lanes[i], root, object);
        if (remove(object) && errno != ENOENT)
            return fail(why, size, "%s cannot be removed: %s", object, strerror(errno));
    }
    bool good = s->lanes;
    for (int i = 0; good && i < WIDTHS; i++)
        good = compile_in(s, &lanes[i], root, extra, text, sizeof text);
    if (s->lanes && !good)
        cli_say("%s does not compile for points side by side, where it would be faster: write "
                "ivp_of(0) where a real begins as a number; `#define IVP_NO_LANES` above the "
                "includes says that it need not",
                s->path);
    return true;
}

bool plugin_compile(const plugin_source *s, const char *root, char *const *extra, char *why,
                    size_t size)
{
    const size_t n = s->solver ? 1 : sizeof arithmetics / sizeof *arithmetics;
    for (size_t i = 0; i < n; i++)
        if (!compile_in(s, &arithmetics[i], root, extra, why, size)) return false;
    return s->solver || compile_lanes(s, root, extra, why, size);
}
