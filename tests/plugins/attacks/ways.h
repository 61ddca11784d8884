/* ways.h -- misdeeds by calls that a list of forbidden ones forgets, threads, and what lies in
 * other people's folders. What succeeds and must not prints READ IT.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_WAYS_H
#define TESTS_PLUGINS_ATTACKS_WAYS_H

#include "tests/plugins/attacks/tricks.h"

#include <errno.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

/* ---- the terminal: test_terminal.c gives the harness one -------------------------------- */

static inline int terminal(void)
{
    signal(SIGTTOU, SIG_IGN);
    return open("/dev/tty", O_RDWR | O_NOCTTY);
}

/* Nobody writes to it until somebody goes on. */
ATTACK(stop_terminal)
{
    UNUSED;
    const int fd = terminal();
    return reached(fd >= 0 && !tcflow(fd, TCOOFF));
}

/* What is typed comes to us. */
ATTACK(take_terminal)
{
    UNUSED;
    const int fd = terminal();
    return reached(fd >= 0 && !tcsetpgrp(fd, getpgrp()));
}

/* ---- threads and processes --------------------------------------------------------------- */

ATTACK(idle_threads)
{
    UNUSED;
    pthread_t t;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    for (int i = 0; i < 20000; i++)
        if (pthread_create(&t, &small, spin_there, NULL)) usleep(1000);
    for (;;) pause();
    return IVP_OK;
}

/* Each child does the same. */
ATTACK(fork_loop)
{
    UNUSED;
    for (;;)
        if (fork() < 0) usleep(1000);
    return IVP_OK;
}

/* ---- calls ------------------------------------------------------------------------------ */

static inline bool refused(long result)
{
    return result < 0 && (errno == EPERM || errno == ENOSYS);
}

static inline ivp_status all_refused(const bool *of, int n)
{
    bool all = true;
    for (int i = 0; i < n; i++) all &= of[i];
    return reached(!all);
}

/* Of a file that is not ours: times, attributes, flags. */
ATTACK(change_attributes)
{
    UNUSED;
    enum { SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469 };
    struct timespec now[2] = { { 0 } };
    long room[8] = { 0 };
    const char *path = at("bench.db");
    int flags = 0;
    const int fd = open("/proc/self/exe", O_RDONLY);
    const bool of[] = {
        refused(utimensat(AT_FDCWD, path, now, 0)),
        refused(syscall(SETXATTRAT, AT_FDCWD, path, 0, "user.x", room, 16)),
        refused(syscall(REMOVEXATTRAT, AT_FDCWD, path, 0, "user.x")),
        refused(syscall(FILE_SETATTR, AT_FDCWD, path, room, 24, 0)),
        refused(ioctl(fd, 0x40086602, &flags)), /* FS_IOC_SETFLAGS */
    };
    return all_refused(of, sizeof of / sizeof *of);
}

/* Locks, leases and looks at files that others use. */
ATTACK(lock_and_watch)
{
    UNUSED;
    const int fd = open("/proc/self/exe", O_RDONLY);
    const bool of[] = {
        refused(flock(fd, LOCK_SH | LOCK_NB)),     refused(fcntl(fd, F_SETLEASE, F_RDLCK)),
        refused(fcntl(fd, F_NOTIFY, 1)),           refused(inotify_init()),
        refused(syscall(SYS_fanotify_init, 0, 0)),
    };
    return all_refused(of, sizeof of / sizeof *of);
}

/* Memory, queues and semaphores of neighbours. */
ATTACK(use_neighbours_objects)
{
    UNUSED;
    struct {
        long type;
        char text[8];
    } message = { 1, "x" };
    const bool of[] = {
        refused(shmat(0, NULL, 0) == (void *)-1 ? -1 : 0),
        refused(shmctl(0, IPC_RMID, NULL)),
        refused(msgsnd(0, &message, 8, IPC_NOWAIT)),
        refused(msgctl(0, IPC_RMID, NULL)),
        refused(semctl(0, 0, IPC_RMID)),
        refused(syscall(SYS_mq_unlink, "ivpbench-owned")),
    };
    return all_refused(of, sizeof of / sizeof *of);
}

/* One call that numerical code does without. */
#define CALL(name, ...)                                                                        \
    ATTACK(name)                                                                               \
    {                                                                                          \
        UNUSED;                                                                                \
        errno = 0;                                                                             \
        return reached(!refused(__VA_ARGS__));                                                 \
    }

static const char *const nowhere = "/";
static struct {
    long number[16];
} room;
static const struct timespec no_time = {
    0, -1
}; /* which no clock is set to, should it get through */

CALL(become_subreaper, prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
CALL(hide_memory, prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
CALL(filter_by_call, syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &room))
CALL(count_of_parent, syscall(SYS_perf_event_open, &room, getppid(), -1, -1, 0))
CALL(copy_from_parent, syscall(SYS_process_vm_readv, getppid(), &room, 1, &room, 1, 0))
CALL(compare_with_parent, syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0))
CALL(keep_key, syscall(SYS_add_key, "user", "x", "y", 1, -3))
CALL(change_root, syscall(SYS_chroot, nowhere))
CALL(file_by_handle, syscall(SYS_name_to_handle_at, AT_FDCWD, nowhere, &room, &room, 0))
CALL(set_clock, syscall(SYS_clock_settime, CLOCK_REALTIME, &no_time))
CALL(write_all_disks, syscall(SYS_sync))
CALL(larger_pipes, fcntl(STDOUT_FILENO, F_SETPIPE_SZ, 1 << 20))
CALL(share_memory, syscall(SYS_shmget, IPC_PRIVATE, 4096, 0600))
CALL(own_view, syscall(SYS_unshare, CLONE_NEWNS))
CALL(become_somebody, syscall(SYS_setuid, 1))

/* A pointer whose lower half is zero is no null pointer. */
ATTACK(limit_parent_by_half)
{
    UNUSED;
    struct rlimit *none = mmap((void *)0x700000000000, 4096, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (none == MAP_FAILED) return IVP_OK;
    *none = (struct rlimit){ 1, 1 };
    return reached(!syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, none, NULL));
}

/* The kernel looks at the lower half of a command alone. */
ATTACK(lease_by_half)
{
    UNUSED;
    const int fd = open("/proc/self/exe", O_RDONLY);
    return reached(!refused(syscall(SYS_fcntl, fd, (1L << 32) | F_SETLEASE, F_RDLCK)));
}

/* ---- what may not be read --------------------------------------------------------------- */

ATTACK(read_at_home)
{
    UNUSED;
    return show(at("home/precious"));
}

ATTACK(read_passwords)
{
    UNUSED;
    show("/etc/gshadow");
    return show("/etc/shadow");
}

ATTACK(read_other_store)
{
    UNUSED;
    return show(at("other.db"));
}

ATTACK(read_other_references)
{
    UNUSED;
    return show(at("checkout/secret.ref"));
}

ATTACK(list_other_folder)
{
    UNUSED;
    return reached(opendir(at("home")) != NULL);
}

/* ---- what is left to be reduced --------------------------------------------------------- */

/* A record that looks a gigabyte long. */
ATTACK(long_record)
{
    UNUSED;
    for (int fd = 3; fd < 256; fd++)
        if (ftruncate(fd, 1000L << 20)) continue;
    return IVP_OK;
}

/* The same without holes, as far as the patience of this test goes. */
ATTACK(large_record)
{
    UNUSED;
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int fd = 3; fd < 256; fd++)
        for (int i = 0; i < 300; i++)
            if (pwrite(fd, block, sizeof block, (off_t)i << 20) < 0) break;
    return IVP_OK;
}

#endif
