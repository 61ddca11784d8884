/* variations.h -- what has been refused once, tried by other means. What succeeds and must not
 * prints READ IT.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_VARIATIONS_H
#define TESTS_PLUGINS_ATTACKS_VARIATIONS_H

#include "tests/plugins/attacks/refused.h"

/* ---- reading ---------------------------------------------------------------------------- */

static inline void show_of(int pid, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    const int fd = open(path, O_RDONLY);
    reached(fd >= 0 && read(fd, path, 8) > 0);
    if (fd >= 0) close(fd);
}

/* What the parent, and whoever started it, has in memory and open. */
ATTACK(read_by_proc)
{
    UNUSED;
    char name[2 * PATH_MAX];
    static const char *const names[] = { "environ", "mem", "maps", "auxv", "syscall", "stack" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        show_of(getppid(), names[i]);
        show_of(1, names[i]);
    }
    for (int fd = 0; fd < 64; fd++) {
        snprintf(name, sizeof name, "fd/%d", fd);
        show_of(getppid(), name);
    }
    snprintf(name, sizeof name, "root%s", at("home/precious"));
    show_of(getppid(), name);
    show_of(getppid(), "cwd/Makefile");
    snprintf(name, sizeof name, "/proc/self/root%s", at("home/precious"));
    return show(name);
}

ATTACK(read_by_program)
{
    UNUSED;
    char line[3 * PATH_MAX];
    snprintf(line, sizeof line,
             "cat '%s' 2>/dev/null | grep -q precious && echo READ IT; "
             "head -c 8 /etc/shadow 2>/dev/null | grep -q : && echo READ IT",
             at("home/precious"));
    return tried(system(line));
}

/* From the scratch folder upwards. */
ATTACK(read_by_dots)
{
    UNUSED;
    show("../bench.db");
    show("../../bench.db");
    show("../home/precious");
    const int above = open("..", O_PATH);
    const int fd = openat(above, "other.db", O_RDONLY);
    return reached(fd >= 0);
}

ATTACK(read_by_links)
{
    UNUSED;
    if (symlink(at("home"), "way") || symlink(at("other.db"), "store")) return IVP_OK;
    show("way/precious");
    show("store");
    return reached(!link(at("other.db"), "mine"));
}

ATTACK(read_by_rename)
{
    UNUSED;
    return reached(!rename(at("other.db"), "mine") || !rename(at("home"), "theirs") ||
                   !syscall(SYS_renameat2, AT_FDCWD, at("other.db"), AT_FDCWD, "mine", 2));
}

/* Neither the user's own home nor a key is among what a plug-in is told. */
ATTACK(read_environment)
{
    UNUSED;
    const char *home = getenv("HOME");
    char text[65536];
    const int fd = open("/proc/self/environ", O_RDONLY);
    const ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text);
    return reached((home && !strcmp(home, at("home"))) || getenv("SECRET_TOKEN") ||
                   (n > 0 && memmem(text, (size_t)n, "KEY-4711", 8)));
}

ATTACK(read_keys)
{
    UNUSED;
    static const char *const names[] = { "/root/.ssh/id_rsa",   "/root/.ssh/authorized_keys",
                                         "/root/.bash_history", "/root/.gitconfig",
                                         "/var/log/dpkg.log",   "/var/lib/dpkg/status",
                                         "/etc/sudoers",        "/run/utmp",
                                         "/proc/kmsg",          "/proc/kcore",
                                         "/sys/kernel/debug",   "/boot" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int fd = open(names[i], O_RDONLY);
        char c;
        reached(fd >= 0 && (read(fd, &c, 1) > 0 || errno == EISDIR));
    }
    return IVP_OK;
}

/* ---- processes and threads -------------------------------------------------------------- */

/* Whoever looks for it finds the number of one that is gone. */
ATTACK(fork_and_leave)
{
    UNUSED;
    if (!fork())
        for (;;)
            if (fork()) _exit(0);
    for (;;) pause();
    return IVP_OK;
}

ATTACK(loop_of_vfork)
{
    UNUSED;
    for (;;) {
        const long pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
        if (pid < 0) usleep(1000);
    }
    return IVP_OK;
}

static inline void *fork_there(void *nothing)
{
    for (;;)
        if (fork() < 0) usleep(1000);
    return nothing;
}

ATTACK(threads_that_fork)
{
    UNUSED;
    pthread_t t;
    for (int i = 0; i < 8; i++) pthread_create(&t, NULL, fork_there, NULL);
    for (;;) pause();
    return IVP_OK;
}

ATTACK(fork_and_stop)
{
    UNUSED;
    for (int i = 0; i < 1000; i++)
        if (!fork()) raise(SIGSTOP);
    for (;;) pause();
    return IVP_OK;
}

/* Some threads beyond the limit, and a result in time. */
ATTACK(threads_and_solve)
{
    UNUSED;
    pthread_t t;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (int i = 0; i < 100; i++) pthread_create(&t, &small, spin_there, NULL);
    return IVP_OK;
}

static inline void *spin(void *nothing)
{
    for (volatile long i = 0;; i = i + 1) continue;
    return nothing;
}

ATTACK(spin_in_threads)
{
    UNUSED;
    pthread_t t;
    for (int i = 0; i < 4; i++) pthread_create(&t, NULL, spin, NULL);
    spin(NULL);
    return IVP_OK;
}

/* A futex that nobody wakes. */
ATTACK(wait_for_nothing)
{
    UNUSED;
    pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m2);
    return tried(pthread_mutex_lock(&m2));
}

static inline void *end_there(void *nothing)
{
    exit(5);
    return nothing;
}

ATTACK(end_in_a_thread)
{
    UNUSED;
    pthread_t t;
    pthread_create(&t, NULL, end_there, NULL);
    for (;;) pause();
    return IVP_OK;
}

/* ---- memory ----------------------------------------------------------------------------- */

static inline void *fill_stack(void *nothing)
{
    volatile char mine[7 << 20];
    for (size_t i = 0; i < sizeof mine; i += 512) mine[i] = 1;
    for (;;) pause();
    return nothing;
}

ATTACK(hog_by_stacks)
{
    UNUSED;
    pthread_t t;
    pthread_attr_t large;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, 8 << 20);
    for (int i = 0; i < 60; i++)
        if (pthread_create(&t, &large, fill_stack, NULL)) abort();
    for (;;) pause();
    return IVP_OK;
}

ATTACK(hog_in_mapped_file)
{
    UNUSED;
    enum { MB = 300 };
    const int fd = open("large", O_CREAT | O_RDWR, 0600);
    if (fd < 0 || ftruncate(fd, (off_t)MB << 20)) return IVP_OK;
    char *p = mmap(NULL, (size_t)MB << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) return IVP_OK;
    for (size_t i = 0; i < (size_t)MB << 20; i += 4096) p[i] = 1;
    for (volatile long i = 0; i < 100000000; i = i + 1) continue;
    return IVP_OK;
}

ATTACK(hog_locked)
{
    UNUSED;
    for (;;) {
        char *p = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (p == MAP_FAILED) abort();
        mlock(p, 1 << 22);
    }
    return IVP_OK;
}

/* ---- writing ---------------------------------------------------------------------------- */

ATTACK(write_by_proc)
{
    UNUSED;
    char path[64];
    static const char *const names[] = { "oom_score_adj", "mem", "clear_refs", "comm",
                                         "coredump_filter" };
    bool written = open("/proc/sys/kernel/core_pattern", O_WRONLY) >= 0 ||
                   open("/proc/sysrq-trigger", O_WRONLY) >= 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), names[i]);
        written |= open(path, O_WRONLY) >= 0;
    }
    for (int fd = 0; fd < 64; fd++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getppid(), fd);
        written |= open(path, O_WRONLY | O_NONBLOCK) >= 0;
    }
    return reached(written);
}

ATTACK(write_by_program)
{
    UNUSED;
    char line[4 * PATH_MAX];
    snprintf(line, sizeof line,
             "{ echo x >>'%s'; cp /bin/true '%s'; mv -f '%s' .; chmod 0 '%s'; } 2>/dev/null",
             at("bench.db"), at("owned"), at("plan.cfg"), at("bench.db"));
    return tried(system(line));
}

/* A disk, a memory and a terminal of its own. */
ATTACK(make_devices)
{
    UNUSED;
    static const unsigned numbers[] = { 1 << 8 | 1, 8 << 8, 5 << 8, 254 << 8 };
    bool made = false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        made |= !mknod("device", S_IFBLK | 0600, numbers[i]);
        made |= !mknod("device", S_IFCHR | 0600, numbers[i]);
    }
    return reached(made);
}

/* So that the next worker loads something else. */
ATTACK(write_own_plug_in)
{
    UNUSED;
    char line[PATH_MAX + 100], path[PATH_MAX];
    FILE *maps = fopen("/proc/self/maps", "r");
    bool written = false;
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, ".so") && sscanf(line, "%*s %*s %*s %*s %*s %4095s", path) == 1)
            written |= open(path, O_WRONLY) >= 0;
    if (maps) fclose(maps);
    return reached(written);
}

#endif
