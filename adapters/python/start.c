/* start.c -- CPython in a process: found, opened and started. It is opened when it is asked
 * for, so that who has none can link and list plug-ins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/python/start.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- where it is ------------------------------------------------------------------------- */

static struct {
    void *library; /* NULL: not found yet */
    int minor;     /* 3.minor */
} python;

/* The program itself, where it is an interpreter that runs: it has opened a problem in Python
 * as a library. NULL: it is none. (An interpreter in libpython3 is found by its name below.) */
static void *interpreter_itself(void)
{
    Dl_info info;
    void *program = dlopen(NULL, RTLD_LAZY), *at = dlsym(program, "Py_IsInitialized");
    int (*started)(void) = (int (*)(void))(size_t)at;
    const bool outside = at && dladdr(at, &info) && !strstr(info.dli_fname, "libpython");
    return outside && started() ? program : NULL;
}

static void *find_library(void)
{
    char name[40];
    if (!python.library) python.library = interpreter_itself();
    for (int minor = 15; !python.library && minor >= 9; minor--) {
        snprintf(name, sizeof name, "libpython3.%d.so.1.0", minor);
        python.library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
        python.minor = minor;
    }
    return python.library;
}

/* The folder PREFIX with PREFIX/lib/python3.minor that the library belongs to: /usr of
 * Debian's. "": not found. */
static const char *home_of_library(void)
{
    static char home[512];
    char path[512], file[600];
    Dl_info info;
    void *at = dlsym(find_library(), "Py_IsInitialized");
    if (*home || !at || !dladdr(at, &info) || !realpath(info.dli_fname, path)) return home;
    for (char *slash; !*home && (slash = strrchr(path, '/')) && slash != path;) {
        *slash = '\0';
        snprintf(file, sizeof file, "%.500s/lib/python3.%d/os.py", path, python.minor);
        if (access(file, R_OK) == 0) memcpy(home, path, sizeof home);
    }
    return home;
}

static bool has_package(const char *package)
{
    const char *home = home_of_library();
    char path[700], version[16];
    snprintf(version, sizeof version, "python3.%d", python.minor);
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

static const char *not_installed(const char *package)
{
    static char sentence[640];
    const char *home = home_of_library();
    if (!*home || !strcmp(home, "/usr"))
        snprintf(sentence, sizeof sentence, "python3-%.40s is not installed", package);
    else
        snprintf(sentence, sizeof sentence, "%.40s is not installed for the Python in %s",
                 package, home);
    return sentence;
}

const char *ivp_python_lacks(const char *needs)
{
    /* whose search for leaks takes minutes in them, and dies */
    if (dlsym(dlopen(NULL, RTLD_LAZY), "__asan_init"))
        return "interpreters are not run under AddressSanitizer";
    if (interpreter_itself()) return NULL; /* an import says what is missing */
    if (!find_library()) return "libpython3 is not installed";
    if (!has_package("numpy")) return not_installed("numpy");
    return has_package(needs) ? NULL : not_installed(needs);
}

/* ---- started ----------------------------------------------------------------------------- */

/* The package lies beside the program: in the source tree, or where it is installed. */
static bool find_ivpbench(char *path, size_t size)
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

/* Python takes the packages of the first `python3` on PATH, which may be another one (venv,
 * pyenv, conda): while it starts, PATH leads to that of the library. */
static void start(void (*initialize)(int))
{
    char bin[600];
    char *path = getenv("PATH"), *kept = path ? strdup(path) : NULL;
    snprintf(bin, sizeof bin, "%.512s/bin", home_of_library());
    if (*home_of_library()) setenv("PATH", bin, 1);
    initialize(0);
    if (kept)
        setenv("PATH", kept, 1);
    else
        unsetenv("PATH");
    free(kept);
}

static bool ensure_started(void)
{
    char path[600];
    void *library = find_library();
    int (*started)(void) = (int (*)(void))(size_t)dlsym(library, "Py_IsInitialized");
    void (*initialize)(int) = (void (*)(int))(size_t)dlsym(library, "Py_InitializeEx");
    if (!started || !initialize) return false;
    if (started()) return true;
    if (!find_ivpbench(path, sizeof path)) return false;
    setenv("PYTHONPATH", path, 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    start(initialize);
    return true;
}

bool ivp_python_run(const char *format, void *table)
{
    int (*run)(const char *, void *) =
        (int (*)(const char *, void *))(size_t)dlsym(find_library(), "PyRun_SimpleStringFlags");
    char line[160];
    if (!run || !ensure_started()) return false;
    snprintf(line, sizeof line, format, (size_t)table);
    return run(line, NULL) == 0;
}
