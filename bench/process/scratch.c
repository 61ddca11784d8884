/* scratch.c -- folders that a confined process may write in: made, emptied, removed.
 *
 * What a plug-in has left there may be of any mode, depth and kind; no link is followed.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/confine.h"

#include "bench/base/util.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *confine_base(void) { return temporary_folder("scratch"); }

enum { NAME_ROOM = 300 };

/* A folder that its owner may not read or write (made so, for modes cannot be changed in a
 * cage) is given to its owner; a link is not followed. */
static void give_to_owner(int at, const char *name)
{
    char path[64];
    const int fd = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    chmod(path, 0700);
    close(fd);
}

/* What lies in a folder of the scratch folder comes up into that, so that no path grows however
 * deep somebody has built. Links are names here, and not followed. false: nothing has
 * changed. */
static bool lift(int top, const char *name, unsigned long *number)
{
    give_to_owner(top, name);
    const int fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    bool moved = false;
    for (struct dirent *e; d && (e = readdir(d));) {
        char new[NAME_ROOM];
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        snprintf(new, sizeof new, "lifted-%lu", ++*number);
        give_to_owner(fd, e->d_name); /* whoever moves a folder writes into it */
        moved |= !unlinkat(fd, e->d_name, 0) || !unlinkat(fd, e->d_name, AT_REMOVEDIR) ||
                 !renameat(fd, e->d_name, top, new);
    }
    if (d) closedir(d);
    return !unlinkat(top, name, AT_REMOVEDIR) || moved;
}

/* One round; false: nothing is left, or nothing can be removed. */
static bool empty_once(const char *folder, unsigned long *number)
{
    bool changed = false;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        const int top = dirfd(d);
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        changed |= !unlinkat(top, e->d_name, 0) || !unlinkat(top, e->d_name, AT_REMOVEDIR) ||
                   lift(top, e->d_name, number);
    }
    if (d) closedir(d);
    return changed;
}

static void empty(const char *folder)
{
    unsigned long number = 0;
    give_to_owner(AT_FDCWD, folder);
    while (empty_once(folder, &number)) continue;
}

void confine_remove(const char *folder)
{
    empty(folder);
    rmdir(folder);
}

void confine_clean(const confinement *c)
{
    if (c->scratch) empty(c->scratch);
}
