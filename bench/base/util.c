/* util.c -- allocation that cannot fail, texts, a clock, files.
 *
 * A harness out of memory can only stop: a sentence and exit code 3, with all finished cells
 * safe in the store. The numerical core reports it instead.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"

#include "bench/base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void *need(void *p)
{
    if (!p) {
        fputs("ivpbench: out of memory\n", stderr);
        exit(CLI_INFRA);
    }
    return p;
}

/* reallocarray refuses a product that overflows. */
void *grown(void *p, size_t n, size_t size)
{
    void *q = reallocarray(p, n ? n : 1, size);
    return need(q);
}

char *copied(const char *text) { return need(strdup(text ? text : "")); }

char *text_of(const char *format, ...)
{
    char *text = NULL;
    va_list list;
    va_start(list, format);
    const int n = vasprintf(&text, format, list);
    va_end(list);
    return need(n < 0 ? NULL : text);
}

bool fits_into(char *to, size_t size, const char *from)
{
    const size_t n = strlen(from);
    if (n >= size) return false;
    memcpy(to, from, n + 1);
    return true;
}

double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void program_folder(char *path, size_t size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    path[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
}

FILE *file_open(const char *path)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return NULL;
    if (!fstat(fd, &st) && S_ISREG(st.st_mode)) return fdopen(fd, "r");
    errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    close(fd);
    return NULL;
}

const char *file_reason(void)
{
    return errno == EINVAL ? "this is no regular file" : strerror(errno);
}

char *file_text(const char *path)
{
    FILE *f = file_open(path);
    if (!f) return NULL;
    size_t n = 0, room = 0;
    char *text = NULL;
    do {
        room = room ? 2 * room : 4096;
        text = grown(text, room, 1);
        n += fread(text + n, 1, room - n - 1, f);
    } while (n == room - 1);
    text[n] = '\0';
    fclose(f);
    return text;
}

char *temporary_folder(const char *what)
{
    const char *place = getenv("TMPDIR");
    char *path = text_of("%s/ivpbench-%s-XXXXXX", place && *place ? place : "/tmp", what);
    if (mkdtemp(path)) return path;
    free(path);
    return NULL;
}

bool make_folder(const char *path, reason *why)
{
    return !mkdir(path, 0777) || errno == EEXIST ||
           reason_set(why, "the folder %s cannot be made: %s", path, strerror(errno));
}

bool folders_above(const char *path, reason *why)
{
    char *copy = copied(path);
    bool good = true;
    for (char *slash = strchr(copy + 1, '/'); good && slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        good = make_folder(copy, why);
        *slash = '/';
    }
    free(copy);
    return good;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void sort_numbers(double *v, int n)
{
    if (n > 1) qsort(v, (size_t)n, sizeof *v, ascending);
}

double median_of(double *v, int n)
{
    sort_numbers(v, n);
    return n > 0 ? 0.5 * (v[(n - 1) / 2] + v[n / 2]) : (double)NAN;
}

char *python_package(const char *file)
{
    static const char *const places[] = { "../python", "../lib/ivpbench/python", NULL };
    char programs[PATH_MAX];
    program_folder(programs, sizeof programs);
    for (const char *const *p = places; *p; p++) {
        char *folder = text_of("%s/%s", programs, *p), *path = text_of("%s/%s", folder, file);
        const bool here = access(path, R_OK) == 0;
        free(path);
        if (here) return folder;
        free(folder);
    }
    return NULL;
}
