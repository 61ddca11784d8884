/* filter.c -- the system calls that a confined process may use.
 *
 * A table of what numerical code, its libraries and interpreters need; libseccomp makes a
 * program for the kernel's filter of it. Everything else is refused: with EPERM what libseccomp
 * knows by name, with ENOSYS numbers that are newer than it, and forms of a call that the table
 * does not hold. So a library that tries a call goes on as on an older kernel.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/filter.h"

#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <termios.h>
#include <unistd.h>

/* Calls of any form, by name: a name that this processor does not have is passed over. */
static const char allowed[] =
    /* memory */
    "brk get_mempolicy madvise map_shadow_stack mbind membarrier mincore mlock mlock2 "
    "mmap mprotect mremap mseal msync munlock munmap pkey_alloc pkey_free pkey_mprotect "
    "set_mempolicy "
    /* files by name: which ones is Landlock's business */
    "access chdir creat faccessat faccessat2 fchdir getcwd link linkat lstat mkdir "
    "mkdirat mknod mknodat newfstatat open openat openat2 readlink readlinkat rename "
    "renameat renameat2 rmdir stat statfs statx symlink symlinkat truncate umask unlink "
    "unlinkat "
    /* files by descriptor */
    "close close_range copy_file_range dup dup2 dup3 fadvise64 fallocate fdatasync "
    "fstat fstatfs fsync ftruncate getdents getdents64 lseek pread64 preadv preadv2 "
    "pwrite64 pwritev pwritev2 read readahead readv sendfile sync_file_range write "
    "writev "
    /* waiting */
    "epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd "
    "eventfd2 pipe pipe2 poll ppoll pselect6 select signalfd signalfd4 timerfd_create "
    "timerfd_gettime timerfd_settime "
    /* threads */
    "futex futex_requeue futex_wait futex_waitv futex_wake get_robust_list rseq "
    "sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr "
    "sched_getparam sched_getscheduler sched_rr_get_interval sched_yield "
    "set_robust_list set_tid_address "
    /* processes; whom a signal reaches is the business of Landlock, or of stand_in() */
    "arch_prctl capget execve execveat exit exit_group fork getcpu getegid geteuid "
    "getgid getgroups getpgid getpgrp getpid getppid getpriority getresgid getresuid "
    "getrlimit getrusage getsid gettid getuid kill personality riscv_flush_icache "
    "riscv_hwprobe setrlimit sysinfo tgkill times tkill uname vfork wait4 waitid "
    /* signals and clocks */
    "alarm clock_getres clock_gettime clock_nanosleep getitimer getrandom gettimeofday "
    "nanosleep pause restart_syscall rt_sigaction rt_sigpending rt_sigprocmask "
    "rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo "
    "setitimer sigaltstack time timer_create timer_delete timer_getoverrun "
    "timer_gettime timer_settime ";

/* Of these calls the forms whose argument number `argument`, as far as `mask` reaches, has the
 * value. The kernel looks at 32 bits of all but pointers. */
#define LOWER_32 0xffffffffu
#define ALL_64   (~(scmp_datum_t)0)
typedef struct form {
    const char *call;
    unsigned argument;
    scmp_datum_t mask, value;
} form;

static const form forms[] = {
    /* no other namespace, and no sister in place of a child */
    { "clone", 0,
      CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
          CLONE_NEWPID | CLONE_NEWNET | CLONE_PARENT,
      0 },
    /* no owner to be told by signals, no lease, no seal, no larger pipe */
    { "fcntl", 1, LOWER_32, F_DUPFD },
    { "fcntl", 1, LOWER_32, F_DUPFD_CLOEXEC },
    { "fcntl", 1, LOWER_32, F_GETFD },
    { "fcntl", 1, LOWER_32, F_SETFD },
    { "fcntl", 1, LOWER_32, F_GETFL },
    { "fcntl", 1, LOWER_32, F_SETFL },
    { "fcntl", 1, LOWER_32, F_GETLK },
    { "fcntl", 1, LOWER_32, F_SETLK },
    { "fcntl", 1, LOWER_32, F_SETLKW },
    { "fcntl", 1, LOWER_32, F_OFD_GETLK },
    { "fcntl", 1, LOWER_32, F_OFD_SETLK },
    { "fcntl", 1, LOWER_32, F_OFD_SETLKW },
    { "fcntl", 1, LOWER_32, F_GETPIPE_SZ },
    { "fcntl", 1, LOWER_32, F_GET_SEALS },
    /* a terminal is asked and not changed */
    { "ioctl", 1, LOWER_32, TCGETS },
    { "ioctl", 1, LOWER_32, 0x802c542a }, /* TCGETS2 */
    { "ioctl", 1, LOWER_32, TIOCGWINSZ },
    { "ioctl", 1, LOWER_32, TIOCGPGRP },
    { "ioctl", 1, LOWER_32, FIONREAD },
    { "ioctl", 1, LOWER_32, FIOCLEX },
    { "ioctl", 1, LOWER_32, FIONCLEX },
    { "ioctl", 1, LOWER_32, FIONBIO },
    { "ioctl", 1, LOWER_32, 0x2400 },      /* PERF_EVENT_IOC_ENABLE */
    { "ioctl", 1, LOWER_32, 0x2401 },      /* ..._DISABLE */
    { "ioctl", 1, LOWER_32, 0x2403 },      /* ..._RESET */
    { "perf_event_open", 1, LOWER_32, 0 }, /* of this process */
    /* death with the parent may be asked for, by add_death(), and not be called off */
    { "prctl", 0, LOWER_32, PR_GET_PDEATHSIG },
    { "prctl", 0, LOWER_32, PR_GET_DUMPABLE },
    { "prctl", 0, LOWER_32, PR_GET_NAME },
    { "prctl", 0, LOWER_32, PR_SET_NAME },
    { "prctl", 0, LOWER_32, PR_GET_SECCOMP },
    { "prctl", 0, LOWER_32, PR_GET_NO_NEW_PRIVS },
    { "prctl", 0, LOWER_32, PR_SET_NO_NEW_PRIVS },
    { "prctl", 0, LOWER_32, PR_CAPBSET_READ },
    { "prctl", 0, LOWER_32, PR_GET_TIMERSLACK },
    { "prctl", 0, LOWER_32, PR_SET_TIMERSLACK },
    { "prctl", 0, LOWER_32, PR_GET_THP_DISABLE },
    { "prctl", 0, LOWER_32, PR_SET_THP_DISABLE },
    { "prctl", 0, LOWER_32, PR_GET_TSC },
    { "prctl", 0, LOWER_32, 50 },         /* PR_SVE_SET_VL */
    { "prctl", 0, LOWER_32, 51 },         /* PR_SVE_GET_VL */
    { "prctl", 0, LOWER_32, 0x41555856 }, /* PR_GET_AUXV */
    { "prctl", 0, LOWER_32, 0x53564d41 }, /* PR_SET_VMA: names of memory */
    { "prlimit64", 0, LOWER_32, 0 },      /* limits of its own */
    { "prlimit64", 2, ALL_64, 0 },        /* of others they are read */
};
enum { FORMS = sizeof forms / sizeof *forms };

/* The C library uses clone where this one is unknown; its flags lie in memory, where no filter
 * looks. */
static const char unknown[] = "clone3";

struct filter {
    unsigned short n;
    struct sock_filter at[];
};

static int number_of(const char *name)
{
    return seccomp_syscall_resolve_name_arch(SCMP_ARCH_NATIVE, name);
}

static bool add_allowed(scmp_filter_ctx ctx)
{
    char *list = copied(allowed), *rest = list;
    bool good = true;
    for (char *word; good && (word = strsep(&rest, " "));) {
        const int call = *word ? number_of(word) : -1;
        good = call < 0 || !seccomp_rule_add(ctx, SCMP_ACT_ALLOW, call, 0);
    }
    free(list);
    return good;
}

static bool add_forms(scmp_filter_ctx ctx)
{
    for (int i = 0; i < FORMS; i++) {
        const form *f = &forms[i];
        const struct scmp_arg_cmp one = { f->argument, SCMP_CMP_MASKED_EQ, f->mask, f->value };
        const int call = number_of(f->call);
        if (call >= 0 && seccomp_rule_add_array(ctx, SCMP_ACT_ALLOW, call, 1, &one))
            return false;
    }
    return true;
}

static bool add_death(scmp_filter_ctx ctx)
{
    const struct scmp_arg_cmp two[] = { { 0, SCMP_CMP_MASKED_EQ, LOWER_32, PR_SET_PDEATHSIG },
                                        { 1, SCMP_CMP_EQ, SIGKILL, 0 } };
    return !seccomp_rule_add_array(ctx, SCMP_ACT_ALLOW, number_of("prctl"), 2, two);
}

static bool is_allowed(const char *name)
{
    const size_t n = strlen(name);
    const char *at = strstr(allowed, name);
    while (at && ((at != allowed && at[-1] != ' ') || at[n] != ' ')) at = strstr(at + n, name);
    return at != NULL;
}

static bool is_in_table(const char *name)
{
    bool found = !strcmp(name, unknown) || is_allowed(name);
    for (int i = 0; !found && i < FORMS; i++) found = !strcmp(name, forms[i].call);
    return found;
}

static bool add_refused(scmp_filter_ctx ctx)
{
    enum { NUMBERS = 640 }; /* beyond the last one that any library knows */
    for (int call = 0; call < NUMBERS; call++) {
        char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
        const bool bad =
            name && !is_in_table(name) && seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), call, 0);
        free(name);
        if (bad) return false;
    }
    return true;
}

/* The program of a filter, by way of a file in memory. */
static filter *program_of(scmp_filter_ctx ctx)
{
    const int fd = memfd_create("filter", MFD_CLOEXEC);
    const bool good = fd >= 0 && !seccomp_export_bpf(ctx, fd);
    const off_t bytes = good ? lseek(fd, 0, SEEK_END) : 0;
    filter *f = NULL;
    if (bytes > 0) {
        f = need(malloc(sizeof *f + (size_t)bytes));
        f->n = (unsigned short)((size_t)bytes / sizeof *f->at);
        if (pread(fd, f->at, (size_t)bytes, 0) != bytes) {
            free(f);
            f = NULL;
        }
    }
    const int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return f;
}

static filter *make(void)
{
    enum { TREE = 2 }; /* a search by halves, not from the first number to the last */
    filter *f = NULL;
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    if (ctx && !seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) &&
        !seccomp_attr_set(ctx, SCMP_FLTATR_CTL_OPTIMIZE, TREE) && add_allowed(ctx) &&
        add_forms(ctx) && add_death(ctx) && add_refused(ctx))
        f = program_of(ctx);
    const int error = errno;
    if (ctx) seccomp_release(ctx);
    errno = error;
    return f;
}

const filter *filter_get(void)
{
    static filter *made;
    if (!made) made = make();
    return made;
}

/* Signals to this process only: its number is known to nobody before. */
static bool refuse_signals(scmp_filter_ctx ctx)
{
    static const char *const calls[] = { "kill", "tgkill", "tkill", "rt_sigqueueinfo",
                                         "rt_tgsigqueueinfo" };
    const struct scmp_arg_cmp others = { 0, SCMP_CMP_NE, (scmp_datum_t)getpid(), 0 };
    bool good = true;
    for (size_t i = 0; good && i < sizeof calls / sizeof *calls; i++)
        good = !seccomp_rule_add_array(ctx, SCMP_ACT_ERRNO(EPERM), number_of(calls[i]), 1,
                                       &others);
    return good;
}

/* Whoever opens a file to write needs a right that every version of Landlock knows. */
static bool refuse_truncation(scmp_filter_ctx ctx)
{
    const scmp_datum_t mask = O_ACCMODE | O_TRUNC;
    const struct scmp_arg_cmp open = { 1, SCMP_CMP_MASKED_EQ, mask, O_RDONLY | O_TRUNC },
                              openat = { 2, SCMP_CMP_MASKED_EQ, mask, O_RDONLY | O_TRUNC };
    const int old = number_of("open");
    return !seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EACCES), number_of("truncate"), 0) &&
           !seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS), number_of("openat2"), 0) &&
           !seccomp_rule_add_array(ctx, SCMP_ACT_ERRNO(EACCES), number_of("openat"), 1,
                                   &openat) &&
           (old < 0 || !seccomp_rule_add_array(ctx, SCMP_ACT_ERRNO(EACCES), old, 1, &open));
}

/* What later versions of Landlock see to. */
static bool stand_in(int landlock)
{
    enum { KNOWS_TRUNCATION = 3, KNOWS_SIGNALS = 6 };
    if (landlock >= KNOWS_SIGNALS) return true;
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
    const bool good = ctx && refuse_signals(ctx) &&
                      (landlock >= KNOWS_TRUNCATION || refuse_truncation(ctx)) &&
                      !seccomp_load(ctx);
    if (ctx) seccomp_release(ctx);
    return good;
}

bool filter_enter(const filter *f, int landlock)
{
    if (!f) return false;
    const struct sock_fprog all = { f->n, (struct sock_filter *)(unsigned long)f->at };
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && stand_in(landlock) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0);
}
