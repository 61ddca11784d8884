/* library.c -- the files of an FMU are written to the scratch folder of the process, and its
 * shared library is loaded from there. They are removed when the plug-in is unloaded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/fmi/calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 400 };

fmi_calls fmi_call;

static char folder[PATH], resources[PATH + 16];
static void *library;

/* A problem has no sentence to return: what fails is told to standard error, which the record
 * of a run keeps, as it keeps what a problem in Python says. A run calls f thousands of
 * times. */
void fmi_tell(const char *format, ...)
{
    enum { MOST = 8 };
    static int told;
    char line[700];
    va_list list;
    if (told++ >= MOST) return;
    va_start(list, format);
    const int n = vsnprintf(line, sizeof line - 1, format, list);
    va_end(list);
    const size_t length = n < 0 ? 0 : (size_t)n < sizeof line - 2 ? (size_t)n : sizeof line - 2;
    line[length] = '\n';
    if (write(STDERR_FILENO, line, length + 1) < 0) return;
}

void fmi_say(const char *model, int status, const char *text)
{
    static const char *const levels[] = { "says", "warns", "discards", "fails", "fails" };
    const int level = status < 0 || status > FMI_FATAL ? FMI_ERROR : status;
    fmi_tell("%.100s %s: %.500s", model, levels[level], text);
}

static void path_of(const char *name, char path[2 * PATH])
{
    snprintf(path, 2 * PATH, "%s/%s", folder, name);
}

/* The folders above a file, or without `make` the file's own, removed where they are empty. */
static void each_folder(const char *path, bool make)
{
    char part[2 * PATH];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part + strlen(folder); make && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(part, 0700);
        *slash = '/';
    }
    for (char *slash; !make && (slash = strrchr(part, '/')) && slash > part + strlen(folder);) {
        *slash = '\0';
        if (rmdir(part)) return;
    }
}

static bool write_file(const ivp_fmi_file *f)
{
    char path[2 * PATH];
    path_of(f->name, path);
    each_folder(path, true);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    const char *at = f->bytes, *end = at + f->size;
    for (ssize_t n = 1; fd >= 0 && at < end && n > 0; at += n > 0 ? n : 0)
        n = write(fd, at, (size_t)(end - at));
    const bool good = fd >= 0 && !close(fd) && at == end;
    if (!good) fmi_tell("%s cannot be written: %s", path, strerror(errno));
    return good;
}

static bool unpack(const ivp_fmi_model *m)
{
    const char *place = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.300s/ivpbench-fmu-XXXXXX", place ? place : "/tmp");
    if (!mkdtemp(folder)) {
        fmi_tell("%s cannot be made: %s", folder, strerror(errno));
        *folder = '\0';
        return false;
    }
    snprintf(resources, sizeof resources, "%s/resources", folder);
    mkdir(resources, 0700);
    for (const ivp_fmi_file *f = m->files; f->name; f++)
        if (!write_file(f)) return false;
    return true;
}

__attribute__((destructor)) static void clean(void)
{
    char path[2 * PATH];
    for (const ivp_fmi_file *f = ivp_fmi_here.files; *folder && f->name; f++) {
        path_of(f->name, path);
        unlink(path);
        each_folder(path, false);
    }
    if (!*folder) return;
    rmdir(resources);
    rmdir(folder);
}

/* dlsym() gives a function as an object. */
static bool bind(const fmi_symbol *s)
{
    void *found = dlsym(library, s->name);
    memcpy(s->where, &found, sizeof found);
    if (!found && !s->optional)
        fmi_tell("%s lacks the function %s", ivp_fmi_here.library, s->name);
    return found || s->optional;
}

bool fmi_load(const ivp_fmi_model *m, const fmi_version *v)
{
    static bool tried, loaded;
    char path[2 * PATH];
    if (tried) return loaded;
    tried = true;
    if (!unpack(m)) return false;
    path_of(m->library, path);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fmi_tell("%s cannot be loaded: %s", m->library, dlerror());
    loaded = library;
    for (const fmi_symbol *s = v->symbols; loaded && s->name; s++) loaded = bind(s);
    return loaded;
}

const char *fmi_resources(void) { return resources; }
