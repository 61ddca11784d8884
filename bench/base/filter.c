/* filter.c -- system calls that a confined process does without.
 *
 * A list of numbers compared one after the other: refused with EPERM, so that a library that
 * merely tries goes on. clone3 is refused as unknown, since its flags lie in memory where a
 * filter cannot look; the C library then uses clone. */
#include "bench/base/confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
enum { NATIVE = (int)AUDIT_ARCH_X86_64 };
#elif defined __aarch64__
enum { NATIVE = (int)AUDIT_ARCH_AARCH64 };
#else
enum { NATIVE = 0 };
#endif

/* Another session or group, other processes (and what share of the machine they have), the network,
 * other views of the system, what outlives a process, memory that no process is charged with (a file
 * without a name and without a folder), and what Landlock does not see of a file. */
static const int refused[] = {
    SYS_setsid,
    SYS_setpgid,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_kcmp,
    SYS_migrate_pages,
    SYS_move_pages,
    SYS_sched_setaffinity,
    SYS_sched_setscheduler,
    SYS_sched_setparam,
    SYS_sched_setattr,
    SYS_setpriority,
    SYS_ioprio_set,
    SYS_pidfd_send_signal,
    SYS_socket,
    SYS_socketpair, /* whose buffers are kernel memory, half a megabyte a pair */
    SYS_bind,
    SYS_connect,
    SYS_listen,
    SYS_accept,
    SYS_accept4,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_bpf,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_userfaultfd,
    SYS_open_by_handle_at,
    SYS_memfd_create,
    SYS_shmget,
    SYS_semget,
    SYS_msgget,
    SYS_mq_open,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
#ifdef SYS_chmod
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
#endif
#ifdef SYS_iopl
    SYS_iopl,
    SYS_ioperm,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_memfd_secret
    SYS_memfd_secret,
#endif
#ifdef SYS_fchmodat2
    SYS_fchmodat2,
#endif
};
enum { NREFUSED = sizeof refused / sizeof *refused, MOST = 2 * NREFUSED + 120 };

static const int signalling[] = { SYS_kill, SYS_tgkill, SYS_tkill, SYS_rt_sigqueueinfo,
                                  SYS_rt_tgsigqueueinfo };

typedef struct program {
    struct sock_filter at[MOST];
    unsigned short n;
} program;

static void add(program *p, unsigned code, unsigned k, unsigned yes, unsigned no)
{
    p->at[p->n++] =
        (struct sock_filter){ (unsigned short)code, (unsigned char)yes, (unsigned char)no, k };
}

static void answer(program *p, unsigned what) { add(p, BPF_RET | BPF_K, what, 0, 0); }

static void load(program *p, size_t offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

/* Low half of an argument: what is compared here fits into it. */
static size_t argument(int i) { return offsetof(struct seccomp_data, args) + 8 * (size_t)i; }

static const size_t number = offsetof(struct seccomp_data, nr);

static void refuse(program *p, int call, int error)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1);
    answer(p, SECCOMP_RET_ERRNO | (unsigned)error);
}

/* The call only where argument i has a bit of `bits`. */
static void refuse_bits(program *p, int call, int i, unsigned bits)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
    load(p, argument(i));
    add(p, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    answer(p, SECCOMP_RET_ERRNO | EPERM);
    load(p, number);
}

/* The call only where argument i is not one of two values. */
static void refuse_others(program *p, int call, int i, unsigned a, unsigned b)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 5);
    load(p, argument(i));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, a, 2, 0);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, b, 1, 0);
    answer(p, SECCOMP_RET_ERRNO | EPERM);
    load(p, number);
}

static void refuse_value(program *p, int call, int i, unsigned value)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 4);
    load(p, argument(i));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    answer(p, SECCOMP_RET_ERRNO | EPERM);
    load(p, number);
}

/* Death with the parent may be asked for (by SIGKILL), not called off. */
static void refuse_prctl(program *p)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)SYS_prctl, 0, 6);
    load(p, argument(0));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, PR_SET_PDEATHSIG, 0, 3);
    load(p, argument(1));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, SIGKILL, 1, 0);
    answer(p, SECCOMP_RET_ERRNO | EPERM);
    load(p, number);
}

/* Nothing is typed into a terminal, its settings stay (TCSETS and its kin, of old and new form), and no
 * descriptor sends signals to whoever owns it. */
static void refuse_by_arguments(program *p, bool signals)
{
    const unsigned own = (unsigned)getpid();
    enum {
        NEW = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
              CLONE_NEWPID | CLONE_NEWNET,
        TYPE_INTO_TERMINAL = 0x5412,
        SET_TERMINAL = 0x5402, /* and the two that follow */
        SET_TERMINAL_2 = 0x402c542b,
        SET_OWNER = 8,
        SET_OWNER_EX = 15
    };
    refuse(p, SYS_clone3, ENOSYS);
    refuse_bits(p, SYS_clone, 0, NEW);
    refuse_others(p, SYS_prlimit64, 0, 0, own);
    refuse_value(p, SYS_ioctl, 1, TYPE_INTO_TERMINAL);
    for (unsigned k = 0; k < 3; k++) {
        refuse_value(p, SYS_ioctl, 1, SET_TERMINAL + k);
        refuse_value(p, SYS_ioctl, 1, SET_TERMINAL_2 + k);
    }
    refuse_value(p, SYS_fcntl, 1, SET_OWNER);
    refuse_value(p, SYS_fcntl, 1, SET_OWNER_EX);
    refuse_prctl(p);
    for (size_t i = 0; signals && i < sizeof signalling / sizeof *signalling; i++)
        refuse_others(p, signalling[i], 0, 0, own);
}

bool filter_enter(bool signals)
{
    program p = { .n = 0 };
    if (!NATIVE) return false;
    load(&p, offsetof(struct seccomp_data, arch));
    add(&p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)NATIVE, 1, 0);
    answer(&p, SECCOMP_RET_KILL_PROCESS);
    load(&p, number);
#ifdef __x86_64__
    add(&p, BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0,
        1); /* the x32 numbers of the same calls */
    answer(&p, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    for (int i = 0; i < NREFUSED; i++) refuse(&p, refused[i], EPERM);
    refuse_by_arguments(&p, signals);
    answer(&p, SECCOMP_RET_ALLOW);
    const struct sock_fprog all = { p.n, p.at };
    return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
           !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0);
}
