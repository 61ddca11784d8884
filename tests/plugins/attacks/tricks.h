/* tricks.h -- misdeeds at the edges of what is looked at: children of threads, long chains,
 * memory that is nobody's, the worker's own limits. What succeeds and must not prints READ
 * IT.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef TESTS_PLUGINS_ATTACKS_TRICKS_H
#define TESTS_PLUGINS_ATTACKS_TRICKS_H

#include "tests/plugins/attacks/attacks.h"
#include "tests/plugins/attacks/results.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/file.h>
#include <termios.h>

/* So many children that touch 100 MB each. */
static inline void start_eaters(int n)
{
    for (int i = 0; i < n; i++)
        if (!fork()) {
            volatile char *p = malloc(100 << 20);
            for (long k = 0; p && k < 100 << 20; k += 512) p[k] = 1;
            linger();
        }
}

static inline void *feed_there(void *nothing)
{
    start_eaters(8);
    for (;;) pause();
    return nothing;
}

/* A child of a thread is not among those of its process's first thread. */
ATTACK(hog_in_children_of_a_thread)
{
    UNUSED;
    pthread_t t;
    pthread_create(&t, NULL, feed_there, NULL);
    for (;;) pause();
    return IVP_OK;
}

/* Those that eat are far below the worker. */
ATTACK(hog_in_children_of_a_chain)
{
    UNUSED;
    for (int depth = 0; depth < 12; depth++)
        if (fork()) linger();
    start_eaters(8);
    linger();
    return IVP_OK;
}

/* Pages of a file without a name belong to no process. */
ATTACK(hog_in_unmapped_files)
{
    UNUSED;
    enum { FILES = 80 };
    static char block[1 << 20];
    long written = 0;
    for (int i = 0; i < FILES; i++) {
        const int fd = memfd_create("x", 0);
        for (int k = 0; fd >= 0 && k < 8; k++) {
            const ssize_t n = write(fd, block, sizeof block);
            written += n > 0 ? n : 0;
        }
    }
    return reached(written > 300 << 20);
}

/* A sister of the worker, not a child. */
ATTACK(become_two)
{
    UNUSED;
    const long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0);
    if (!pid) linger();
    return IVP_OK;
}

/* The worker cannot write what it has found. */
ATTACK(lower_limits)
{
    UNUSED;
    const struct rlimit none = { 0, 0 };
    return tried(setrlimit(RLIMIT_FSIZE, &none) + setrlimit(RLIMIT_NOFILE, &none));
}

ATTACK(forbid_writing)
{
    UNUSED;
    struct sock_filter f[] = {
        { BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr) },
        { BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_write },
        { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | 5 },
        { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
    };
    const struct sock_fprog all = { sizeof f / sizeof *f, f };
    return tried(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all, 0, 0));
}

/* What does not wait is written in part. */
ATTACK(hasty_pipes)
{
    UNUSED;
    for (int fd = 3; fd < 256; fd++) {
        fcntl(fd, F_SETPIPE_SZ, 4096);
        fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    return IVP_OK;
}

/* As if the limit on CPU time were reached. */
ATTACK(pretend_late)
{
    UNUSED;
    return tried(raise(SIGXCPU));
}

/* A terminal that no longer shows what is typed. */
ATTACK(spoil_terminal)
{
    UNUSED;
    struct termios t;
    signal(SIGTTOU, SIG_IGN);
    const int fd = open("/dev/tty", O_RDONLY | O_NOCTTY);
    if (fd < 0 || tcgetattr(fd, &t)) return IVP_OK;
    t.c_lflag &= ~(unsigned)(ECHO | ISIG | ICANON);
    return reached(!tcsetattr(fd, TCSANOW, &t));
}

/* What nobody reads from a socket is the kernel's memory, and nobody's. */
ATTACK(hog_in_sockets)
{
    UNUSED;
    static char block[1 << 16];
    long written = 0;
    int ends[2];
    while (!socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
        for (ssize_t n; (n = send(ends[0], block, sizeof block, MSG_DONTWAIT)) > 0;)
            written += n;
    return reached(written > 0);
}

/* The dead of below come to the worker, and what says who is whose child belongs to root. */
ATTACK(hog_in_adopted_children)
{
    UNUSED;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_DUMPABLE, 0);
    const pid_t pid = fork();
    if (!pid) {
        start_eaters(8);
        _exit(0);
    }
    waitpid(pid, NULL, 0);
    for (;;) pause();
    return IVP_OK;
}

/* A lock that the harness would wait for. */
ATTACK(lock_store)
{
    UNUSED;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/bench.db", getenv("IVPBENCH_TEST_TARGET"));
    const int fd = open(path, O_RDONLY);
    return reached(fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB));
}

/* Memory and queues that outlive whoever made them, in the folders that hold them. */
ATTACK(leave_memory_behind)
{
    UNUSED;
    return reached(open("/dev/shm/ivpbench-owned", O_CREAT | O_RDWR, 0600) >= 0 ||
                   open("/dev/mqueue/ivpbench-owned", O_CREAT | O_RDWR, 0600) >= 0 ||
                   syscall(SYS_mq_open, "ivpbench-owned", O_CREAT | O_RDWR, 0600, NULL) >= 0);
}

/* Everything into the other stream, and a group that stops as a whole. */
ATTACK(shout_and_stop_all)
{
    UNUSED;
    for (int i = 0; i < 200000; i++)
        fputs("0123456789012345678901234567890123456789\n", stderr);
    return tried(kill(0, SIGSTOP));
}

/* A file where a listing is forbidden. */
ATTACK(blind_folder)
{
    UNUSED;
    if (mkdir("blind", 0300) || chdir("blind")) return IVP_OK;
    return tried(creat("x", 0600));
}

#endif
