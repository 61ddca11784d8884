/* ref_places.c -- where references, recipes and enclosures are looked for, and where new ones
 * go.
 *
 *     IVPBENCH_REFERENCE     folders separated by colons
 *     reference              below the current folder: those of a project
 *     ivpbench/reference     below XDG_DATA_HOME, else ~/.local/share: those of a user
 *     reference/data         below the current folder, or the one above the executable: a
 *                            source tree
 *     reference/data, share/ivpbench/reference
 *                            the same below the folder above the shared library that holds this
 *                            code, where another program has loaded it
 *     share/ivpbench/reference   below the folder above the executable, or PREFIX: installed
 *
 * A file is looked for in all of them, one after the other: a folder hides only the files that
 * it has. What is installed is never written to.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/ref.h"

#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PREFIX
#define PREFIX "/usr/local"
#endif

enum { ROOM = 1200 };

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* Folder of the running executable, or "." */
static void executable_folder(char *path, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    else
        snprintf(path, size, ".");
}

/* Folder of the shared library that holds this code, without links; false: it has none of its
 * own, or that of the executable. */
static bool library_folder(char *path, size_t size)
{
    Dl_info info;
    char exe[ROOM], here[ROOM], *file = NULL, *program = NULL;
    executable_folder(exe, sizeof exe);
    if (dladdr(__extension__(const void *) executable_folder, &info) && *info.dli_fname == '/')
        file = realpath(info.dli_fname, NULL);
    snprintf(here, sizeof here, "%s", file ? file : "");
    if (strrchr(here, '/')) *strrchr(here, '/') = 0;
    program = realpath(exe, NULL);
    const bool apart = *here && (!program || strcmp(here, program));
    if (apart) snprintf(path, size, "%s", here);
    free(file);
    free(program);
    return apart;
}

/* Entry k of a list separated by colons; empty ones do not count. false: it has fewer, and
 * k is less by those it has. */
static bool entry(const char *list, int *k, char *path, size_t size)
{
    for (size_t n; list && *list; list += n + (list[n] == ':')) {
        n = strcspn(list, ":");
        if (!n || (*k)--) continue;
        snprintf(path, size, "%.*s", (int)n, list);
        return true;
    }
    return false;
}

/* The XDG base directory specification: relative paths in XDG_DATA_HOME are to be ignored. */
static void user_folder(char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data == '/')
        snprintf(path, size, "%s/ivpbench/reference", data);
    else
        snprintf(path, size, "%s/.local/share/ivpbench/reference", home ? home : "");
}

/* Folders below those of the executable, of the library, and installed. */
static bool nearby(int k, char *path, size_t size)
{
    static const char *const below[] = { "../reference/data", "../share/ivpbench/reference" };
    char folder[ROOM];
    executable_folder(folder, sizeof folder);
    if (k < 2) return snprintf(path, size, "%s/%s", folder, below[k]), true;
    if (library_folder(folder, sizeof folder)) {
        if (k < 4) return snprintf(path, size, "%s/%s", folder, below[k - 2]), true;
        k -= 2;
    }
    if (k == 2) snprintf(path, size, PREFIX "/share/ivpbench/reference");
    return k == 2;
}

bool ref_place(int k, char *path, size_t size)
{
    if (k < 0) return false;
    if (entry(getenv("IVPBENCH_REFERENCE"), &k, path, size)) return true;
    switch (k) {
    case 0:
        snprintf(path, size, "reference");
        return true;
    case 1:
        user_folder(path, size);
        return true;
    case 2:
        snprintf(path, size, "reference/data");
        return true;
    default:
        return nearby(k - 3, path, size);
    }
}

/* What cannot be looked at is there: only "no such file" means that there is none. */
static bool is_there(const char *path)
{
    return !access(path, F_OK) || (errno != ENOENT && errno != ENOTDIR);
}

bool ref_search(const char *file, char *path, size_t size)
{
    char folder[ROOM];
    for (int k = 0; ref_place(k, folder, sizeof folder); k++) {
        snprintf(path, size, "%s/%s", folder, file);
        if (is_there(path)) return true;
    }
    return false;
}

bool ref_locate(const char *folder, const char *problem, const char *settings, char *path,
                size_t size)
{
    char file[ROOM];
    ref_path(folder ? folder : "", problem, settings, file, sizeof file);
    if (!folder) return ref_search(file + 1, path, size);
    snprintf(path, size, "%s", file);
    return is_there(path);
}

void ref_home(char *path, size_t size)
{
    int k = 0;
    if (entry(getenv("IVPBENCH_REFERENCE"), &k, path, size)) return;
    if (is_folder("reference/data"))
        snprintf(path, size, "reference/data");
    else if (is_folder("reference"))
        snprintf(path, size, "reference");
    else
        user_folder(path, size);
}

void ref_places(char *text, size_t size)
{
    char folder[ROOM];
    size_t n = 0;
    *text = 0;
    for (int k = 0; n < size && ref_place(k, folder, sizeof folder); k++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", k ? ", " : "", folder);
}

/* ---- all files --------------------------------------------------------------------------- */

/* A file that an earlier folder has, too, is not the one that is read. Without memory the list
 * stays as it is. */
static void add_file(ref_files *l, const char *path)
{
    for (size_t i = 0; i < l->n; i++)
        if (!strcmp(strrchr(l->v[i], '/'), strrchr(path, '/'))) return;
    char **v = realloc(l->v, (l->n + 1) * sizeof *v), *copy = strdup(path);
    if (v) l->v = v;
    if (v && copy)
        l->v[l->n++] = copy;
    else
        free(copy);
}

static void add_files(ref_files *l, const char *folder, const char *problem, const char *rest)
{
    char pattern[ROOM + 128];
    glob_t found = { 0 };
    snprintf(pattern, sizeof pattern, "%s/%.100s%s", folder, problem, rest);
    glob(pattern, 0, NULL, &found);
    for (size_t k = 0; k < found.gl_pathc; k++) add_file(l, found.gl_pathv[k]);
    globfree(&found);
}

void ref_files_add(ref_files *l, const char *folder, const char *problem)
{
    char place[ROOM];
    for (int k = 0; folder ? !k : ref_place(k, place, sizeof place); k++) {
        add_files(l, folder ? folder : place, problem, ".ref");
        if (*problem != '*') add_files(l, folder ? folder : place, problem, "--*.ref");
    }
}

void ref_files_free(ref_files *l)
{
    for (size_t i = 0; i < l->n; i++) free(l->v[i]);
    free(l->v);
    *l = (ref_files){ 0 };
}
