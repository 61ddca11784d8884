/* scratch.c -- see scratch.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cli/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/base/message.h"
#include "bench/base/util.h"

int scratch_file(char **path, const char *suffix)
{
    const char *folder = getenv("TMPDIR");
    *path = text_of("%s/ivpbench-XXXXXX%s", folder && *folder ? folder : "/tmp", suffix);
    const int fd = mkstemps(*path, (int)strlen(suffix));
    if (fd >= 0) return fd;
    free(*path);
    *path = NULL;
    return -1;
}

char *scratch_store(reason *why)
{
    char *path;
    const int fd = scratch_file(&path, "");
    if (path)
        close(fd);
    else
        reason_set(why, "no file can be made in TMPDIR or /tmp");
    return path;
}

/* "FILE:LINE: sentence" without a file that nobody has named. */
static void without_place(reason *why, const char *path)
{
    const char *sentence =
        strncmp(why->text, path, strlen(path)) ? NULL : strstr(why->text, ": ");
    if (sentence) reason_set(why, "%s", sentence + 2);
}

bool scratch_plan(plan *p, const char *text, reason *why)
{
    *p = (plan){ 0 };
    char *path;
    const int fd = scratch_file(&path, ".cfg");
    FILE *f = path ? fdopen(fd, "w") : NULL;
    if (!f) return reason_set(why, "no file can be made in TMPDIR or /tmp");
    fputs(text, f);
    const bool written = !fclose(f),
               good = written && plan_read(p, path, &(plan_choice){ 0 }, why);
    unlink(path);
    if (!written) reason_set(why, "%s cannot be written", path);
    if (!good && written) without_place(why, path);
    free(path);
    return good;
}
