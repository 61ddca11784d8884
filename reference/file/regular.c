/* regular.c -- no waiting at a pipe: it is opened without, and refused. A file has its name
 * when it is whole on the disk, whenever the program or the machine ends.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *regular_open(const char *path)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return NULL;
    if (!fstat(fd, &st) && S_ISREG(st.st_mode)) return fdopen(fd, "r");
    const int error = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    close(fd);
    errno = error;
    return NULL;
}

static bool synchronise(const char *path, int flags)
{
    const int fd = open(path, flags | O_RDONLY | O_CLOEXEC);
    const bool good = fd >= 0 && (!fsync(fd) || errno == EINVAL);
    if (fd >= 0) close(fd);
    return good;
}

bool regular_place(const char *part, const char *path)
{
    char *folder = strdup(path), *slash = folder ? strrchr(folder, '/') : NULL;
    const bool good = folder && synchronise(part, 0) && !rename(part, path);
    const int error = errno;
    if (slash) slash[slash == folder] = '\0';
    if (good)
        synchronise(slash ? folder : ".", O_DIRECTORY);
    else
        unlink(part);
    free(folder);
    errno = error;
    return good;
}
