/* partial.c -- PATH.NUMBER.part, where NUMBER is the process that writes it.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/partial.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char suffix[] = ".part";

/* Characters that mean something in a pattern are written with a backslash. */
static char *pattern_of(const char *path)
{
    char *pattern = need(calloc(2 * strlen(path) + 32, 1)), *to = pattern;
    for (; *path; path++) {
        if (strchr("*?[]\\", *path)) *to++ = '\\';
        *to++ = *path;
    }
    strcpy(to, ".[0-9]*.part*");
    return pattern;
}

/* Of a process that is no more. */
static void remove_left(const char *path)
{
    glob_t found;
    char *pattern = pattern_of(path);
    const size_t n = strlen(path);
    if (!glob(pattern, 0, NULL, &found)) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            char *end;
            const long pid = strtol(found.gl_pathv[i] + n + 1, &end, 10);
            const bool ours = !strncmp(end, suffix, sizeof suffix - 1);
            if (ours && pid > 0 && kill((pid_t)pid, 0) && errno == ESRCH)
                unlink(found.gl_pathv[i]);
        }
        globfree(&found);
    }
    free(pattern);
}

char *partial_name(const char *path)
{
    remove_left(path);
    char *part = text_of("%s.%ld%s", path, (long)getpid(), suffix);
    partial_drop(part);
    return part;
}

static bool synchronise(const char *path, int flags)
{
    const int fd = open(path, flags | O_CLOEXEC);
    const bool good = fd >= 0 && (!fsync(fd) || errno == EINVAL);
    if (fd >= 0) close(fd);
    return good;
}

static void synchronise_folder(const char *path)
{
    char *folder = copied(path), *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    synchronise(slash ? folder : ".", O_RDONLY | O_DIRECTORY);
    free(folder);
}

bool partial_is_taken(const char *path)
{
    struct stat st;
    return !lstat(path, &st);
}

/* In one step, or a killed process leaves both names. File systems that do not know it (NFS)
 * have links; where these cannot be made a name that is free is taken by renaming. */
static bool give_name(const char *part, const char *path, bool replaces)
{
    if (replaces) return !rename(part, path);
    if (!renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE)) return true;
    if (errno == EINVAL && !link(part, path)) return true;
    if (errno == EEXIST) return false;
    if (partial_is_taken(path)) errno = EEXIST;
    return errno != EEXIST && !rename(part, path);
}

bool partial_finish(const char *part, const char *path, bool replaces, reason *why)
{
    const bool good = synchronise(part, O_RDONLY) && give_name(part, path, replaces);
    if (!good && !replaces && errno == EEXIST)
        reason_set(why, "%s exists; nothing is overwritten", path);
    else if (!good)
        reason_set(why, "%s: %s", path, strerror(errno));
    partial_drop(part);
    if (good) synchronise_folder(path);
    return good;
}

void partial_drop(const char *part)
{
    static const char *const endings[] = { "", "-wal", "-shm", "-journal" };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *path = text_of("%s%s", part, endings[i]);
        unlink(path);
        free(path);
    }
}

/* ---- streams ----------------------------------------------------------------------------- */

static bool is_direct(const char *path)
{
    struct stat st;
    return !stat(path, &st) && !S_ISREG(st.st_mode);
}

static char *end_of_links(const char *path)
{
    char *place = realpath(path, NULL);
    return place ? place : copied(path);
}

FILE *partial_open(const char *path)
{
    if (is_direct(path)) return fopen(path, "we");
    char *place = end_of_links(path), *part = partial_name(place);
    FILE *f = fopen(part, "wxe");
    const int error = errno;
    free(part);
    free(place);
    errno = error;
    return f;
}

bool partial_close(FILE *f, const char *path, bool good, bool replaces, reason *why)
{
    const bool bad = ferror(f) != 0, told = !good;
    char *place = end_of_links(path),
         *part = text_of("%s.%ld%s", place, (long)getpid(), suffix);
    good = !fclose(f) && !bad && good;
    if (!good && !told) reason_set(why, "%s: %s", path, strerror(errno));
    if (!is_direct(path)) {
        good = good && partial_finish(part, place, replaces, why);
        partial_drop(part);
    }
    free(part);
    free(place);
    return good;
}

/* ---- copies ------------------------------------------------------------------------------ */

static int open_regular(const char *path)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 || (!fstat(fd, &st) && S_ISREG(st.st_mode))) return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

static bool copy_all(int from, int to)
{
    char block[65536];
    ssize_t n;
    while ((n = read(from, block, sizeof block)) > 0)
        for (ssize_t at = 0, k; at < n; at += k)
            if ((k = write(to, block + at, (size_t)(n - at))) < 0) return false;
    return n == 0;
}

bool partial_take(const char *from, const char *path, unsigned mode, reason *why)
{
    char *part = partial_name(path);
    const int in = open_regular(from);
    const int out =
        in < 0 ? -1 : open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
    bool good = out >= 0 && copy_all(in, out);
    if (!good) reason_set(why, "%s: %s", in < 0 ? from : path, strerror(errno));
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    good = good && partial_finish(part, path, true, why);
    partial_drop(part);
    free(part);
    return good;
}
