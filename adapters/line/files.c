/* files.c -- what the command of a program names: its executable, and files that came with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "adapters/line/session.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_program(const char *word)
{
    const char *path = getenv("PATH");
    char file[IVP_LINE_PATH];
    if (strchr(word, '/')) return !strncmp(word, "./", 2) || access(word, X_OK) == 0;
    for (; path && *path; path += strcspn(path, ":"), path += *path == ':') {
        snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(path, ":"), path, word);
        if (access(file, X_OK) == 0) return true;
    }
    return false;
}

const char *ivp_line_missing(const ivp_line_program *p)
{
    static char sentence[160];
    if (is_program(p->command[0])) return NULL;
    snprintf(sentence, sizeof sentence, "%.60s is not installed",
             *p->needs ? p->needs : p->command[0]);
    return sentence;
}

void ivp_line_place(const ivp_line *s, const char *word, char path[IVP_LINE_PATH])
{
    const char *slash = strrchr(word, '/');
    snprintf(path, IVP_LINE_PATH, "%.300s/%.200s", s->folder, slash ? slash + 1 : word);
}

static ivp_status make_folder(ivp_line *s)
{
    const char *place = getenv("TMPDIR");
    if (!place) place = "/tmp";
    snprintf(s->folder, sizeof s->folder, "%.300s/ivpbench-line-XXXXXX", place);
    if (mkdtemp(s->folder)) return IVP_OK;
    *s->folder = '\0';
    return LINE_FAILS(s, "its files cannot be written to %.100s: %s", place, strerror(errno));
}

static ivp_status write_file(ivp_line *s, const ivp_line_file *f)
{
    char path[IVP_LINE_PATH];
    ivp_line_place(s, f->name, path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    bool good = fd >= 0 && write(fd, f->bytes, f->size) == (ssize_t)f->size;
    if (fd >= 0) good &= !close(fd);
    if (good) return IVP_OK;
    return LINE_FAILS(s, "%.100s cannot be written: %s", path, strerror(errno));
}

ivp_status ivp_line_unpack(ivp_line *s)
{
    ivp_status st = make_folder(s);
    for (const ivp_line_file *f = s->program->files; !st && f->name; f++) st = write_file(s, f);
    return st;
}

void ivp_line_clean(ivp_line *s)
{
    char path[IVP_LINE_PATH];
    if (!*s->folder) return;
    for (const ivp_line_file *f = s->program->files; f->name; f++) {
        ivp_line_place(s, f->name, path);
        unlink(path);
    }
    rmdir(s->folder);
    *s->folder = '\0';
}
