/* attacks.h -- misdeeds of those who know the kernel: by other ways to the parent, to what it
 * shares with the worker, and to the folder that it tidies. What succeeds and must not prints
 * READ IT.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_ATTACKS_H
#define TESTS_PLUGINS_ATTACKS_ATTACKS_H

#include "tests/plugins/attacks/processes.h"

#include <sched.h>
#include <time.h>

static inline ivp_status reached(bool so)
{
    if (so) puts("READ IT");
    fflush(stdout);
    return IVP_OK;
}

/* The harness, and with it what it times. */
ATTACK(slow_parent)
{
    UNUSED;
    const struct sched_param p = { .sched_priority = 0 };
    return reached(!setpriority(PRIO_PROCESS, (id_t)getppid(), 19) ||
                   !sched_setscheduler(getppid(), SCHED_IDLE, &p) ||
                   !syscall(SYS_ioprio_set, 1, getppid(), 3 << 13));
}

ATTACK(move_parent)
{
    UNUSED;
    cpu_set_t all;
    sched_getaffinity(getppid(), sizeof all, &all);
    return reached(!sched_setaffinity(getppid(), sizeof all, &all));
}

ATTACK(signal_by_pidfd)
{
    UNUSED;
    const int fd = (int)syscall(SYS_pidfd_open, getppid(), 0);
    return reached(!syscall(SYS_pidfd_send_signal, fd, SIGTERM, NULL, 0));
}

/* A pipe that tells the parent by SIGTERM that it can be read. */
ATTACK(signal_by_owner)
{
    UNUSED;
    int ends[2];
    if (pipe(ends)) return IVP_OK;
    const bool owned = !fcntl(ends[0], F_SETOWN, getppid());
    fcntl(ends[0], F_SETSIG, SIGTERM);
    fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    return reached(owned || write(ends[1], "x", 1) != 1);
}

ATTACK(write_parent_memory)
{
    UNUSED;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    return reached(open(path, O_RDWR) >= 0);
}

ATTACK(kernel_doors)
{
    UNUSED;
    char room[256] = { 0 };
    return reached(syscall(SYS_io_uring_setup, 4, room) >= 0 ||
                   syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_bpf, 0, room, 64) >= 0);
}

ATTACK(raise_limits)
{
    UNUSED;
    const struct rlimit more = { RLIM_INFINITY, RLIM_INFINITY }, files = { 4096, 4096 };
    struct rlimit processes;
    struct sysinfo system = { .procs = 0 };
    getrlimit(RLIMIT_NPROC, &processes);
    sysinfo(&system);
    return reached(processes.rlim_cur > system.procs + 8192ul ||
                   !setrlimit(RLIMIT_FSIZE, &more) || !setrlimit(RLIMIT_NOFILE, &files) ||
                   !setrlimit(RLIMIT_CORE, &more));
}

/* Garbage into all that was inherited. */
ATTACK(scribble_descriptors)
{
    UNUSED;
    char block[4096];
    memset(block, 0x5a, sizeof block);
    for (int fd = 3; fd < 256; fd++) {
        lseek(fd, 0, SEEK_SET);
        if (write(fd, block, sizeof block) < 0) continue;
    }
    return IVP_OK;
}

/* Whoever maps a file that becomes shorter dies of SIGBUS. */
ATTACK(shrink_what_is_shared)
{
    UNUSED;
    DIR *maps = opendir("/proc/self/map_files");
    for (struct dirent *e; maps && (e = readdir(maps));) {
        char path[512];
        snprintf(path, sizeof path, "/proc/self/map_files/%s", e->d_name);
        if (truncate(path, 0)) continue;
    }
    for (int fd = 3; fd < 256; fd++)
        if (ftruncate(fd, 0)) continue;
    if (maps) closedir(maps);
    return IVP_OK;
}

/* Deeper than a path can be long. */
ATTACK(deep_folders)
{
    UNUSED;
    static char name[201];
    memset(name, 'd', sizeof name - 1);
    for (int i = 0; i < 100 && !mkdir(name, 0700); i++)
        if (chdir(name)) break;
    return IVP_OK;
}

ATTACK(links_in_scratch)
{
    UNUSED;
    return tried(symlink(at("home"), "home") + symlink(at("bench.db"), "store") +
                 symlink(".", "itself") + mkdir("closed", 0));
}

/* After it has solved, while its result is on the way. */
ATTACK(kill_by_timer)
{
    UNUSED;
    timer_t t;
    struct sigevent end = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
    timer_create(CLOCK_MONOTONIC, &end, &t);
    timer_settime(t, 0, &(struct itimerspec){ .it_value.tv_nsec = 2000000 }, NULL);
    return IVP_OK;
}

/* A program that lies in memory alone. */
ATTACK(run_from_memory)
{
    UNUSED;
    extern char **environ;
    char block[65536];
    char *const argv[] = { (char *)"true", NULL };
    const int to = memfd_create("x", 0), from = open("/bin/true", O_RDONLY);
    for (ssize_t n; (n = read(from, block, sizeof block)) > 0;)
        if (write(to, block, (size_t)n) != n) break;
    fexecve(to, argv, environ);
    return IVP_OK;
}

ATTACK(huge_stack)
{
    UNUSED;
    volatile char *room = __builtin_alloca((size_t)1 << 28);
    for (size_t i = (size_t)1 << 28; i > 4096; i -= 4096) room[i - 1] = 1;
    return tried(room[4095]);
}

#endif
