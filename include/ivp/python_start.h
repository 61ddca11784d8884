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

static int ivp_python_minor; /* of the library that was found: 3.minor */

static void *ivp_python_library(void)
{
    static void *library;
    for (int minor = 15; !library && minor >= 9; minor--) {
        char name[40];
        snprintf(name, sizeof name, "libpython3.%d.so.1.0", minor);
        library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
        ivp_python_minor = minor;
    }
    return library;
}

/* The folder PREFIX with PREFIX/lib/python3.minor that the library belongs to: /usr of Debian's.
 * "": not found. */
static const char *ivp_python_home(void)
{
    static char home[512];
    char path[512], file[600];
    Dl_info info;
    void *at = dlsym(ivp_python_library(), "Py_IsInitialized");
    if (*home || !at || !dladdr(at, &info) || !realpath(info.dli_fname, path)) return home;
    for (char *slash = path; !*home && (slash = strrchr(path, '/')) && slash != path;) {
        *slash = '\0';
        snprintf(file, sizeof file, "%.500s/lib/python3.%d/os.py", path, ivp_python_minor);
        if (access(file, R_OK) == 0) memcpy(home, path, sizeof home);
    }
    return home;
}

static bool ivp_python_has(const char *package)
{
    const char *home = ivp_python_home();
    char path[700], version[16];
    snprintf(version, sizeof version, "python3.%d", ivp_python_minor);
    const char *const folders[][3] = {
        { home, "python3", "dist-packages" },
        { home, version, "dist-packages" },
        { home, version, "site-packages" },
        { "/usr/local", version, "dist-packages" },
    };
    bool found = !*package;
    for (size_t k = 0; k < sizeof folders / sizeof *folders && !found; k++) {
        snprintf(path, sizeof path, "%.500s/lib/%s/%s/%.40s", folders[k][0], folders[k][1],
                 folders[k][2], package);
        found = access(path, R_OK) == 0;
    }
    return found;
}

/* needs: a further package, such as "scipy", or "" */
static const char *ivp_python_missing(const char *needs)
{
    static char sentence[640];
    /* whose search for leaks takes minutes in them, and dies */
    if (dlsym(dlopen(NULL, RTLD_LAZY), "__asan_init"))
        return "interpreters are not run under AddressSanitizer";
    if (!ivp_python_library()) return "libpython3 is not installed";
    if (ivp_python_has("numpy") && ivp_python_has(needs)) return NULL;
    const char *lacks = ivp_python_has("numpy") ? needs : "numpy", *home = ivp_python_home();
    if (!*home || !strcmp(home, "/usr"))
        snprintf(sentence, sizeof sentence, "python3-%.40s is not installed", lacks);
    else
        snprintf(sentence, sizeof sentence, "%.40s is not installed for the Python in %s",
                 lacks, home);
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

/* Python takes the packages of the first `python3` on PATH, which may be another one (venv, pyenv,
 * conda): while it starts, PATH leads to that of the library. */
static void ivp_python_begin(void (*make_ready)(int))
{
    char bin[600];
    char *path = getenv("PATH"), *kept = path ? strdup(path) : NULL;
    snprintf(bin, sizeof bin, "%.512s/bin", ivp_python_home());
    if (*ivp_python_home()) setenv("PATH", bin, 1);
    make_ready(0);
    if (kept)
        setenv("PATH", kept, 1);
    else
        unsetenv("PATH");
    free(kept);
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
        ivp_python_begin(make_ready);
    }
    snprintf(line, sizeof line, format, (size_t)table);
    return run(line, NULL) == 0;
}

#endif
