/* files.h -- misdeeds against files: the store, its folder, the home, references.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_FILES_H
#define TESTS_PLUGINS_ATTACKS_FILES_H

#include <ivp/solver.h>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ATTACK(name) static ivp_status name(ivp_model *m, ivp_trial *x)
#define UNUSED       (void)m, (void)x

/* TARGET/name */
static inline const char *at(const char *name)
{
    static char path[4][1024];
    static int n;
    const char *target = getenv("IVPBENCH_TEST_TARGET");
    char *to = path[n++ % 4];
    snprintf(to, sizeof path[0], "%s/%s", target ? target : "/nonexistent", name);
    return to;
}

/* Some answer keeps the compiler from leaving the attack out. */
static inline ivp_status tried(long result) { return result == -12345 ? IVP_DOMAIN : IVP_OK; }

static inline long spoil(const char *path, int flags)
{
    const int fd = open(path, O_WRONLY | flags, 0666);
    if (fd < 0) return -1;
    const long n = write(fd, "DROP TABLE result; garbage garbage garbage", 42);
    close(fd);
    return n;
}

ATTACK(unlink_store)
{
    UNUSED;
    return tried(unlink(at("bench.db")) + unlink(at("bench.db-wal")));
}

ATTACK(truncate_store)
{
    UNUSED;
    return tried(truncate(at("bench.db"), 0) + truncate(at("bench.db-wal"), 0));
}

ATTACK(garbage_in_store)
{
    UNUSED;
    return tried(spoil(at("bench.db"), 0) + spoil(at("bench.db-wal"), 0));
}

ATTACK(append_to_store)
{
    UNUSED;
    return tried(spoil(at("bench.db"), O_APPEND));
}

ATTACK(rename_store)
{
    UNUSED;
    return tried(rename(at("bench.db"), at("gone.db")));
}

ATTACK(link_to_store)
{
    UNUSED;
    return tried(link(at("bench.db"), "mine") + spoil("mine", 0));
}

ATTACK(symlink_to_store)
{
    UNUSED;
    return tried(symlink(at("bench.db"), "mine") + spoil("mine", 0));
}

ATTACK(forbid_store)
{
    UNUSED;
    return tried(chmod(at("bench.db"), 0));
}

ATTACK(write_beside_store)
{
    UNUSED;
    return tried(spoil(at("owned"), O_CREAT));
}

ATTACK(folder_beside_store)
{
    UNUSED;
    return tried(mkdir(at("owned"), 0777));
}

ATTACK(fifo_beside_store)
{
    UNUSED;
    return tried(mkfifo(at("owned"), 0777));
}

ATTACK(remove_plan)
{
    UNUSED;
    return tried(unlink(at("plan.cfg")));
}

ATTACK(write_plan_anew)
{
    UNUSED;
    return tried(spoil(at("plan.cfg"), O_TRUNC));
}

/* HOME is a scratch folder here; this is the one that it was. */
ATTACK(write_at_home)
{
    UNUSED;
    return tried(spoil(at("home/owned"), O_CREAT));
}

ATTACK(remove_at_home)
{
    UNUSED;
    return tried(unlink(at("home/precious")));
}

/* Reading what is hidden is told by writing it where it may be written: on standard output. */
static inline ivp_status show(const char *path)
{
    char text[16];
    const int fd = open(path, O_RDONLY);
    if (fd < 0) return IVP_OK;
    if (read(fd, text, sizeof text) > 0) puts("READ IT");
    close(fd);
    return IVP_OK;
}

ATTACK(read_store)
{
    UNUSED;
    return show(at("bench.db"));
}

ATTACK(read_store_by_link)
{
    UNUSED;
    return tried(symlink(at("."), "way")) ? IVP_OK : show("way/bench.db");
}

ATTACK(read_reference)
{
    UNUSED;
    return show(at("reference/secret.ref"));
}

ATTACK(read_parent_memory)
{
    UNUSED;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
    return show(path);
}

ATTACK(use_scratch)
{
    UNUSED;
    char *home = getenv("HOME");
    if (spoil("own", O_CREAT) < 0 || !home || chdir(home)) return IVP_DOMAIN;
    return spoil("own", 0) < 0 ? IVP_DOMAIN : IVP_OK;
}

ATTACK(fill_scratch)
{
    UNUSED;
    static char block[1 << 16];
    const int fd = open("large", O_CREAT | O_WRONLY, 0666);
    for (long n = 0; n < 2L << 30 && fd >= 0; n += (long)sizeof block)
        if (lseek(fd, 1 << 24, SEEK_CUR) < 0 || write(fd, block, 1) != 1) break;
    return tried(close(fd));
}

#endif
