/* streams.h -- misdeeds with descriptors and limits that a worker has, and calls, commands and
 * objects that the other lists lack. What succeeds and must not prints READ IT.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_STREAMS_H
#define TESTS_PLUGINS_ATTACKS_STREAMS_H

#include "tests/plugins/attacks/variations.h"

#include <math.h>

enum { HIGHEST = 256 };

/* ---- descriptors ------------------------------------------------------------------------ */

/* What the worker has to say becomes output. */
ATTACK(pipes_to_output)
{
    UNUSED;
    for (int fd = 3; fd < HIGHEST; fd++)
        if (fcntl(fd, F_GETFD) >= 0) dup2(STDOUT_FILENO, fd);
    return IVP_OK;
}

/* Output becomes what the worker has to say. */
ATTACK(output_to_pipes)
{
    UNUSED;
    for (int fd = 3; fd < HIGHEST; fd++)
        if (fcntl(fd, F_GETFD) >= 0 && dup2(fd, STDOUT_FILENO) >= 0)
            for (int i = 0; i < 1000; i++)
                if (write(STDOUT_FILENO, "ready\nresult 7\n", 15) < 0) break;
    return IVP_OK;
}

/* Each stands for its neighbour. */
ATTACK(turn_descriptors)
{
    UNUSED;
    int last = -1, kept = -1;
    for (int fd = 0; fd < HIGHEST; fd++) {
        if (fcntl(fd, F_GETFD) < 0) continue;
        if (last < 0)
            kept = dup(fd);
        else
            dup2(fd, last);
        last = fd;
    }
    return tried(dup2(kept, last));
}

/* A child goes on to talk when the worker is gone. */
ATTACK(child_talks_on)
{
    UNUSED;
    if (!fork())
        for (;;)
            for (int fd = 1; fd < HIGHEST; fd++)
                if (write(fd, "x\n", 2) < 0) continue;
    return IVP_OK;
}

/* What a child keeps open nobody waits for. */
ATTACK(child_holds_pipes)
{
    UNUSED;
    if (!fork())
        for (;;) pause();
    return IVP_OK;
}

ATTACK(print_a_gigabyte)
{
    UNUSED;
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 1000; i++)
        if (write(STDOUT_FILENO, block, sizeof block) < 0) break;
    return IVP_OK;
}

/* ---- limits and times ------------------------------------------------------------------- */

static void stop_then(void) { raise(SIGSTOP); }

/* Stops where it ends, with its result said. */
ATTACK(stop_at_exit)
{
    UNUSED;
    return tried(atexit(stop_then));
}

/* The kernel's limit comes before the harness's. */
ATTACK(limit_of_a_second)
{
    UNUSED;
    const struct rlimit one = { 1, 1 };
    setrlimit(RLIMIT_CPU, &one);
    for (volatile long i = 0;; i = i + 1) continue;
    return IVP_OK;
}

ATTACK(limits_of_nothing)
{
    UNUSED;
    const struct rlimit none = { 0, 0 };
    static const __rlimit_resource_t all[] = { RLIMIT_AS,      RLIMIT_DATA,    RLIMIT_STACK,
                                               RLIMIT_MEMLOCK, RLIMIT_NPROC,   RLIMIT_NICE,
                                               RLIMIT_RTPRIO,  RLIMIT_MSGQUEUE };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) setrlimit(all[i], &none);
    return IVP_OK;
}

/* A child of the lowest rank. */
ATTACK(idle_child)
{
    UNUSED;
    const struct sched_param p = { .sched_priority = 0 };
    const bool before =
        !sched_setscheduler(0, SCHED_IDLE, &p) || !setpriority(PRIO_PROCESS, 0, 19);
    if (!fork()) linger();
    return reached(before);
}

/* What a crash leaves of the heartbeat. */
ATTACK(beat_of_nan)
{
    UNUSED;
    double *page = (double *)(void *)heartbeat();
    if (page) page[0] = page[1] = NAN;
    return tried(raise(SIGSEGV));
}

/* ---- calls ------------------------------------------------------------------------------ */

CALLS_OF(calls_on_sockets, SYS_shutdown, SYS_listen, SYS_accept, SYS_accept4, SYS_recvmsg,
         SYS_recvmmsg, SYS_sendmmsg, SYS_recvfrom, SYS_setsockopt, SYS_getsockopt,
         SYS_getsockname, SYS_getpeername, SYS_splice, SYS_tee)
CALLS_OF(calls_on_objects, SYS_msgsnd, SYS_msgctl, SYS_semop, SYS_semctl, SYS_shmctl,
         SYS_mq_unlink, SYS_mq_timedreceive, 447 /* memfd_secret */, 448 /* process_mrelease */,
         SYS_io_submit, SYS_io_destroy, SYS_remap_file_pages, SYS_unshare)
CALLS_OF(calls_with_later_numbers, 428, 429, 430, 431, 432, 433, 442, 443, 444, 445, 446, 450,
         451, 452, 457, 458, 459, 460, 461, 463, 464, 465, 466, 467, 468, 469)
#ifdef __x86_64__
CALLS_OF(calls_of_old, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
         SYS_uselib, SYS_ustat, SYS_sysfs, SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_nfsservctl,
         SYS_lookup_dcookie, SYS_getxattr, SYS_listxattr, SYS_inotify_init)
#else
CALLS_OF(calls_of_old, SYS_nfsservctl, SYS_lookup_dcookie, SYS_getxattr, SYS_listxattr)
#endif

/* Of file systems, disks, keyboards and the kernel's noise. */
ATTACK(more_forms_of_ioctl)
{
    UNUSED;
    static const unsigned long commands[] = {
        0x5204 /* RNDZAPENTCNT */,
        0x40085203 /* RNDADDENTROPY */,
        0xc0045877 /* FIFREEZE */,
        0xc0185879 /* FITRIM */,
        0x401c5820 /* FS_IOC_FSSETXATTR */,
        0x4020940d /* FICLONERANGE */,
        0xc0189436 /* FIDEDUPERANGE */,
        0x5441 /* TIOCGPTPEER */,
        0x4b47 /* KDSKBENT */,
        0x5606 /* VT_ACTIVATE */,
        0x1277 /* BLKDISCARD */,
        0x40042408 /* PERF_EVENT_IOC_SET_BPF */,
        0x40042406 /* ..._SET_OUTPUT */,
        0x89a0 /* SIOCBRADDBR */,
        0xaf01 /* VHOST_SET_OWNER */,
        0xae01 /* KVM_CREATE_VM */
    };
    const int noise = open("/dev/urandom", O_RDWR);
    bool passed = false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        errno = 0;
        passed |= !refused(ioctl(noise, commands[i], 0));
        passed |= !refused(syscall(SYS_ioctl, noise, 1L << 32 | commands[i], 0));
    }
    return reached(passed);
}

/* Memory, queues and semaphores by names. */
ATTACK(objects_by_name)
{
    UNUSED;
    bool made = false;
    static const char *const places[] = { "/dev/shm",    "/dev/mqueue",   "/run",
                                          "/run/lock",   "/var/tmp",      "/tmp",
                                          "/run/user/0", "/sys/fs/cgroup" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/t_owned", places[i]);
        made |= open(path, O_CREAT | O_RDWR, 0600) >= 0 || !mkdir(path, 0700) ||
                !mkfifo(path, 0600);
    }
    return reached(made);
}

#endif
