/* refused.h -- terminals by name, and system calls that no numerical code needs: by name, by
 * form, by numbers of other tables and of kernels to come. What is not refused prints READ IT.
 *
 * All arguments are -1 or 0: without a cage the calls fail and do no harm.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_REFUSED_H
#define TESTS_PLUGINS_ATTACKS_REFUSED_H

#include "tests/plugins/attacks/ways.h"

/* ---- the terminal ----------------------------------------------------------------------- */

/* Each terminal of the machine, and what the parent has open. */
ATTACK(open_terminals_by_name)
{
    UNUSED;
    char path[64];
    bool open_one = open("/dev/console", O_WRONLY | O_NOCTTY) >= 0 ||
                    open("/dev/ptmx", O_RDWR | O_NOCTTY) >= 0;
    for (int i = 0; i < 64; i++) {
        snprintf(path, sizeof path, "/dev/pts/%d", i);
        open_one |= open(path, O_WRONLY | O_NOCTTY) >= 0;
        snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getppid(), i);
        open_one |= open(path, O_RDWR | O_NOCTTY) >= 0;
    }
    return reached(open_one);
}

/* As if the user had typed it: on whatever the worker has open. */
ATTACK(type_into_terminal)
{
    UNUSED;
    bool typed = false;
    for (int fd = 0; fd < 256; fd++)
        typed |= !ioctl(fd, TIOCSTI, "x") || !syscall(SYS_ioctl, fd, 1L << 32 | TIOCSTI, "x") ||
                 !ioctl(fd, TIOCSCTTY, 1) || !ioctl(fd, TIOCNOTTY) || !ioctl(fd, TIOCCONS);
    return reached(typed);
}

ATTACK(hold_terminal)
{
    UNUSED;
    bool has = false;
    for (int fd = 0; fd < 256; fd++) has |= isatty(fd);
    return reached(has);
}

/* ---- system calls ----------------------------------------------------------------------- */

static inline ivp_status none_passes(const long *calls, int n)
{
    bool passed = false;
    for (int i = 0; i < n; i++) {
        errno = 0;
        const bool so = !refused(syscall(calls[i], -1L, -1L, -1L, -1L, -1L, -1L));
        if (so) printf("call %ld: %s\n", calls[i], strerror(errno));
        passed |= so;
    }
    return reached(passed);
}

#define CALLS_OF(name, ...)                                                                    \
    ATTACK(name)                                                                               \
    {                                                                                          \
        UNUSED;                                                                                \
        static const long calls[] = { __VA_ARGS__ };                                           \
        return none_passes(calls, (int)(sizeof calls / sizeof *calls));                        \
    }

CALLS_OF(calls_of_administrators, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_init_module,
         SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon,
         SYS_swapoff, SYS_sethostname, SYS_setdomainname, SYS_acct, SYS_quotactl,
         SYS_settimeofday, SYS_adjtimex, SYS_clock_adjtime, SYS_setns, SYS_open_by_handle_at,
         SYS_fanotify_init, SYS_syslog, SYS_vhangup, SYS_bpf, SYS_userfaultfd, SYS_setuid,
         SYS_setgid, SYS_setgroups, SYS_setresuid, SYS_capset, SYS_fsopen, SYS_open_tree,
         SYS_move_mount, SYS_mount_setattr)
CALLS_OF(calls_between_processes, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
         SYS_kcmp, SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_process_madvise,
         SYS_migrate_pages, SYS_move_pages, SYS_socket, SYS_socketpair, SYS_connect, SYS_bind,
         SYS_sendto, SYS_sendmsg, SYS_shmget, SYS_shmat, SYS_shmdt, SYS_semget, SYS_semtimedop,
         SYS_msgget, SYS_msgrcv, SYS_mq_open, SYS_mq_timedsend, SYS_mq_notify,
         SYS_mq_getsetattr, SYS_keyctl, SYS_request_key, SYS_setpgid, SYS_setsid,
         SYS_setpriority, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setattr,
         SYS_ioprio_set, SYS_memfd_create, SYS_io_setup, SYS_io_uring_setup, SYS_io_uring_enter)
CALLS_OF(calls_that_change_files, SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat,
         SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
         SYS_fremovexattr, SYS_flock, SYS_inotify_init1, SYS_inotify_add_watch,
         SYS_fanotify_mark, SYS_sync, SYS_syncfs, SYS_vmsplice, SYS_name_to_handle_at)

/* Of a call that is allowed in some forms. */
ATTACK(forms_of_prctl)
{
    UNUSED;
    static const int options[] = { PR_SET_PDEATHSIG,       PR_SET_DUMPABLE, PR_SET_SECCOMP,
                                   PR_SET_KEEPCAPS,        PR_SET_MM,       PR_SET_PTRACER,
                                   PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT,  PR_CAPBSET_DROP,
                                   PR_SET_SECUREBITS,      PR_SET_TSC };
    bool passed = false;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        errno = 0;
        passed |= !refused(prctl(options[i], 0, 0, 0, 0));
    }
    return reached(passed || !prctl(PR_SET_PDEATHSIG, SIGUSR1));
}

ATTACK(forms_of_ioctl)
{
    UNUSED;
    static const unsigned long commands[] = { TCSETS,     TCSETSW,
                                              TCXONC,     TCFLSH,
                                              TIOCSTI,    TIOCSPGRP,
                                              TIOCSWINSZ, TIOCLINUX,
                                              FIOASYNC,   0x40086602 /* FS_IOC_SETFLAGS */,
                                              0x40049409 /* FICLONE */ };
    bool passed = false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        errno = 0;
        passed |= !refused(ioctl(STDOUT_FILENO, commands[i], 0));
    }
    return reached(passed);
}

/* Calls of kernels to come. */
ATTACK(numbers_nobody_knows)
{
    UNUSED;
    bool passed = false;
    for (long call = 470; call < 4096; call++) {
        errno = 0;
        passed |= syscall(call, -1L, -1L, -1L, -1L) != -1 || errno != ENOSYS;
    }
    return reached(passed);
}

#ifdef __x86_64__
/* A filter that looks at numbers alone takes 20, getpid there, for writev. */
ATTACK(call_by_32_bits)
{
    UNUSED;
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
    return reached(result > 0);
}

ATTACK(call_by_x32)
{
    UNUSED;
    return reached(syscall(0x40000000L | SYS_getpid) > 0);
}
#else /* which have no second table */
ATTACK(call_by_32_bits)
{
    UNUSED;
    return tried(raise(SIGSYS));
}

ATTACK(call_by_x32)
{
    UNUSED;
    return tried(raise(SIGSYS));
}
#endif

#endif
