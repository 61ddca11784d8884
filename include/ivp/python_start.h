/* python_start.h -- CPython embedded in a worker: found, opened and started; for python.h and
 * python_problem.h alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IVP_PYTHON_START_H
#define IVP_PYTHON_START_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *ivp_python_library(void)
{
    static void *library;
    for (int minor = 15; !library && minor >= 9; minor--) {
        char name[40];
        snprintf(name, sizeof name, "libpython3.%d.so.1.0", minor);
        library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    }
    return library;
}

static bool ivp_python_has(const char *package)
{
    static const char *const folders[] = { "/usr/lib/python3/dist-packages",
                                           "/usr/local/lib/python3/dist-packages", NULL };
    char path[256];
    bool found = !*package;
    for (const char *const *f = folders; *f && !found; f++) {
        snprintf(path, sizeof path, "%s/%s", *f, package);
        found = access(path, R_OK) == 0;
    }
    return found;
}

/* needs: a further package, such as "scipy", or "" */
static const char *ivp_python_missing(const char *needs)
{
    static char sentence[80];
    /* whose search for leaks takes minutes in them, and dies */
    if (dlsym(dlopen(NULL, RTLD_LAZY), "__asan_init"))
        return "interpreters are not run under AddressSanitizer";
    if (!ivp_python_library()) return "libpython3 is not installed";
    if (ivp_python_has("numpy") && ivp_python_has(needs)) return NULL;
    snprintf(sentence, sizeof sentence, "python3-%.40s is not installed",
             ivp_python_has("numpy") ? needs : "numpy");
    return sentence;
}

/* The package lies beside the program: in the source tree, or where it is installed. */
static bool ivp_python_find(char *path, size_t size)
{
    static const char *const places[] = { "../python", "../../python", "../lib/ivpbench/python",
                                          NULL };
    char exe[512], file[700];
    const ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = '\0';
    if (strrchr(exe, '/')) *strrchr(exe, '/') = '\0';
    for (const char *const *p = places; *p; p++) {
        snprintf(path, size, "%.500s/%s", exe, *p);
        snprintf(file, sizeof file, "%.600s/ivpbench/bridge.py", path);
        if (access(file, R_OK) == 0) return true;
    }
    return false;
}

static bool ivp_python_run(const char *format, void *table)
{
    void *library = ivp_python_library();
    int (*is_ready)(void) = (int (*)(void))(size_t)dlsym(library, "Py_IsInitialized");
    void (*make_ready)(int) = (void (*)(int))(size_t)dlsym(library, "Py_InitializeEx");
    int (*run)(const char *, void *) =
        (int (*)(const char *, void *))(size_t)dlsym(library, "PyRun_SimpleStringFlags");
    char path[600], line[160];
    if (!is_ready || !make_ready || !run || !ivp_python_find(path, sizeof path)) return false;
    if (!is_ready()) {
        setenv("PYTHONPATH", path, 1);
        setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
        make_ready(0);
    }
    snprintf(line, sizeof line, format, (size_t)table);
    return run(line, NULL) == 0;
}

#endif
