/* readable.c -- the folders of the system, of plug-ins, of interpreters and their libraries.
 *
 * A home is never shown as a whole, nor a folder above it: keys, mail and other stores lie
 * there. Of /etc that is shown which everybody on the machine may read.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/readable.h"

#include "bench/base/util.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct sight {
    void (*show)(void *context, const char *path);
    void *context;
    char *home; /* without links; NULL: none is known */
} sight;

typedef void each_word(const sight *s, const char *word);

/* Names in a folder but for "." and ".."; each is told with its whole path. */
static void each_entry(const sight *s, const char *folder, each_word *tell)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *path = text_of("%s/%s", folder, e->d_name);
        tell(s, path);
        free(path);
    }
    if (d) closedir(d);
}

static void each_of(const sight *s, const char *list, each_word *tell)
{
    char *copy = copied(list), *rest = copy;
    for (char *word; (word = strsep(&rest, ":"));)
        if (*word) tell(s, word);
    free(copy);
}

static void show(const sight *s, const char *path)
{
    char *place = realpath(path, NULL);
    if (place) s->show(s->context, place);
    free(place);
}

static void show_in(const sight *s, const char *folder, const char *name)
{
    char *path = text_of("%s/%s", folder, name);
    show(s, path);
    free(path);
}

/* ---- the system ------------------------------------------------------------------------- */

static const char system_folders[] =
    "/usr:/bin:/sbin:/lib:/lib32:/lib64:/libx32:/opt:/nix/store:/gnu/store:/run/current-system:"
    "/proc:/sys/devices:/sys/bus:/sys/class:/sys/fs/cgroup:/sys/kernel/mm";

/* Whether everybody may read it and all below it. */
static bool is_public(const char *path)
{
    struct stat st;
    if (lstat(path, &st) || S_ISLNK(st.st_mode)) return true; /* a link gives no right */
    const bool folder = S_ISDIR(st.st_mode);
    const mode_t right = folder ? S_IROTH | S_IXOTH : S_IROTH;
    bool all = (st.st_mode & right) == right;
    DIR *d = all && folder ? opendir(path) : NULL;
    for (struct dirent *e; d && all && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *below = text_of("%s/%s", path, e->d_name);
        all = is_public(below);
        free(below);
    }
    if (d) closedir(d);
    return all;
}

/* Links below it give no right. */
static void note_public(const sight *s, const char *path)
{
    struct stat st;
    if (lstat(path, &st) || S_ISLNK(st.st_mode)) return;
    if (is_public(path))
        show(s, path);
    else if (S_ISDIR(st.st_mode) && st.st_mode & S_IXOTH)
        each_entry(s, path, note_public);
}

static void show_public(const sight *s, const char *folder)
{
    each_entry(s, folder, note_public);
}

/* ---- plug-ins --------------------------------------------------------------------------- */

/* Whoever packed a folder of plug-ins may have put a link in it that leads to a home. */
static bool leads_out(const char *path)
{
    char *above = text_of("%s/..", path), *folder = copied(path), *slash = strrchr(folder, '/');
    *slash = '\0';
    char *root = realpath(folder, NULL), *there = realpath(above, NULL);
    const bool out = !root || !there || strcmp(root, there) != 0;
    free(above);
    free(folder);
    free(root);
    free(there);
    return out;
}

/* ROOT/double, ROOT/complex ...: folders that have one of plug-ins in them. */
static void show_arithmetic(const sight *s, const char *path)
{
    static const char *const kinds[] = { "problems", "solvers", "eliminations" };
    bool found = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !found; i++) {
        char *kind = text_of("%s/%s", path, kinds[i]);
        found = !access(kind, F_OK);
        free(kind);
    }
    if (found && !leads_out(path)) show(s, path);
}

static void show_root(const sight *s, const char *root)
{
    each_entry(s, root, show_arithmetic);
}

/* Our programs and libraries: libivp.so, ivpbench-quad. */
static void show_program_file(const sight *s, const char *path)
{
    const char *name = strrchr(path, '/') + 1;
    if (!strncmp(name, "libivp", 6) || !strncmp(name, "ivpbench", 8)) show(s, path);
}

/* In a build, or installed; test programs live one folder below. */
static void show_program_folder(const sight *s)
{
    static const char *const places[] = { ".", "..", "../lib" }, *const python[] = {
        "../python", "../../python", "../lib/ivpbench/python"
    };
    char programs[4096];
    program_folder(programs, sizeof programs);
    show(s, "/proc/self/exe");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *place = text_of("%s/%s", programs, places[i]);
        each_entry(s, place, show_program_file);
        show_root(s, place);
        free(place);
    }
    for (size_t i = 0; i < sizeof python / sizeof *python; i++) show_in(s, programs, python[i]);
    char *root = text_of("%s/../lib/ivpbench", programs);
    show_root(s, root);
    free(root);
}

/* ---- interpreters and libraries --------------------------------------------------------- */

/* Whether the home lies in this folder, or is it. */
static bool holds_home(const sight *s, const char *place)
{
    const size_t n = strlen(place);
    return s->home && !strncmp(s->home, place, n) &&
           (!s->home[n] || s->home[n] == '/' || n == 1);
}

static void show_library(const sight *s, const char *path)
{
    char *place = realpath(path, NULL);
    if (place && !holds_home(s, place)) s->show(s->context, place);
    free(place);
}

/* PREFIX/bin, PREFIX/lib and what else an interpreter has there. In a home these names alone:
 * what belongs to programs of all kinds lies in ~/.local/share, too. */
static void show_prefix(const sight *s, const char *bin)
{
    static const char *const parts[] = { "lib", "lib64", "libexec", "share", "etc", "include" };
    enum { LIBRARIES = 3, PARTS = sizeof parts / sizeof *parts };
    show_library(s, bin);
    char *prefix = text_of("%s/..", bin), *place = realpath(prefix, NULL);
    const char *name = place ? strrchr(place, '/') : "";
    const bool bare = !place || holds_home(s, place) || !strcmp(name, "/.local");
    for (int i = 0; i < PARTS; i++) {
        char *part = text_of("%s/%s", prefix, parts[i]);
        if (!bare || i < LIBRARIES) show_library(s, part);
        free(part);
    }
    free(place);
    free(prefix);
}

static bool is_of_system(const char *place)
{
    return !strncmp(place, "/usr/", 5) || !strncmp(place, "/bin", 4) ||
           !strncmp(place, "/sbin", 5) || !strncmp(place, "/opt/", 5);
}

/* A program that is a link into its own PREFIX/bin. */
static void show_linked(const sight *s, const char *path)
{
    struct stat st;
    char *place = lstat(path, &st) || !S_ISLNK(st.st_mode) ? NULL : realpath(path, NULL);
    char *slash = place && !is_of_system(place) ? strrchr(place, '/') : NULL;
    if (slash && slash != place) {
        *slash = '\0';
        show_prefix(s, place);
    }
    free(place);
}

static void show_programs(const sight *s, const char *folder)
{
    char *place = realpath(folder, NULL);
    if (place && !is_of_system(place) && !holds_home(s, place)) {
        show_prefix(s, place);
        each_entry(s, place, show_linked);
    }
    free(place);
}

/* Lists of folders, by variables of the environment or named here. What `lasts` is looked at
 * once in a process: some thousand files, and each campaign makes several sets of rules. Plug-ins
 * may be built meanwhile. */
static const struct {
    const char *name, *list;
    each_word *tell;
    bool lasts;
} sources[] = {
    { NULL, system_folders, show, true },
    { NULL, "/etc", show_public, true },
    { "IVPBENCH_PLUGIN_PATH", NULL, show_root, false },
    { "IVPBENCH_READABLE", NULL, show, false },
    { "PATH", NULL, show_programs, true },
    { "LD_LIBRARY_PATH", NULL, show_library, true },
    { "PYTHONPATH", NULL, show_library, true },
    { "PYTHONHOME", NULL, show_library, true },
    { "VIRTUAL_ENV", NULL, show_library, true },
    { "CONDA_PREFIX", NULL, show_library, true },
    { "R_HOME", NULL, show_library, true },
    { "R_LIBS", NULL, show_library, true },
    { "R_LIBS_SITE", NULL, show_library, true },
    { "R_LIBS_USER", NULL, show_library, true },
    { "PERL5LIB", NULL, show_library, true },
    { "OCTAVE_PATH", NULL, show_library, true },
    { "JULIA_DEPOT_PATH", NULL, show_library, true },
    { "JULIA_LOAD_PATH", NULL, show_library, true },
    { "JAVA_HOME", NULL, show_library, true },
    { "MKLROOT", NULL, show_library, true },
    { "PETSC_DIR", NULL, show_library, true },
    { "OPAL_PREFIX", NULL, show_library, true },
};
enum { SOURCES = sizeof sources / sizeof *sources };

/* What a list led to, with this home. */
typedef struct outlook {
    char *list, *home;
    char **path;
    int n;
} outlook;

static void note(void *context, const char *path)
{
    outlook *o = context;
    o->path = grown(o->path, (size_t)o->n + 1, sizeof *o->path);
    o->path[o->n++] = copied(path);
}

static void look(outlook *o, const sight *s, const char *list, each_word *tell)
{
    const sight noting = { note, o, s->home };
    free(o->list);
    free(o->home);
    for (int i = 0; i < o->n; i++) free(o->path[i]);
    o->n = 0;
    o->list = copied(list);
    o->home = copied(s->home ? s->home : "");
    each_of(&noting, list, tell);
}

static void show_lasting(const sight *s, outlook *o, const char *list, each_word *tell)
{
    const char *home = s->home ? s->home : "";
    if (!o->list || strcmp(o->list, list) != 0 || strcmp(o->home, home) != 0)
        look(o, s, list, tell);
    for (int i = 0; i < o->n; i++) s->show(s->context, o->path[i]);
}

static sight sight_of(void (*tell)(void *context, const char *path), void *context)
{
    const char *home = getenv("HOME");
    return (sight){ tell, context, home ? realpath(home, NULL) : NULL };
}

bool sight_holds_home(const char *folder)
{
    const sight s = sight_of(NULL, NULL);
    char *place = realpath(folder, NULL);
    const bool holds = place && holds_home(&s, place);
    free(place);
    free(s.home);
    return holds;
}

void sight_program(const char *path, void (*tell)(void *context, const char *path),
                   void *context)
{
    const sight s = sight_of(tell, context);
    char *place = strchr(path, '/') ? realpath(path, NULL) : NULL;
    char *slash = place && !is_of_system(place) ? strrchr(place, '/') : NULL;
    if (slash) {
        tell(context, place);
        *slash = '\0';
        show_prefix(&s, *place ? place : "/");
    }
    free(place);
    free(s.home);
}

void sight_each(void (*tell)(void *context, const char *path), void *context)
{
    static outlook known[SOURCES];
    const sight s = sight_of(tell, context);
    show_program_folder(&s);
    for (int i = 0; i < SOURCES; i++) {
        const char *list = sources[i].name ? getenv(sources[i].name) : sources[i].list;
        if (list && sources[i].lasts)
            show_lasting(&s, &known[i], list, sources[i].tell);
        else if (list)
            each_of(&s, list, sources[i].tell);
    }
    free(s.home);
}
