/* regular.c -- no waiting at a pipe: it is opened without, and refused.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/file/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

FILE *regular_open(const char *path)
{
    struct stat st;
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0) return NULL;
    if (!fstat(fd, &st) && S_ISREG(st.st_mode)) return fdopen(fd, "r");
    const int reason = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
    close(fd);
    errno = reason;
    return NULL;
}
