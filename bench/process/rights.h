/* rights.h -- the user and the capabilities of a confined process of root.
 *
 * The kernel counts no processes of user 0: RLIMIT_NPROC holds for other users alone
 * (copy_process() of kernel/fork.c). So a confined process of root becomes a user of its own,
 * which may have RIGHTS_PROCESSES processes and threads. It keeps capabilities to read what
 * root reads, and to write where Landlock lets it. Its programs inherit them.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef BENCH_PROCESS_RIGHTS_H
#define BENCH_PROCESS_RIGHTS_H

#include <stdbool.h>
#include <sys/types.h>

/* More than the parent allows (PROCESS_THREADS), so that it sees the excess and names it. */
enum { RIGHTS_PROCESSES = 512 };

/* The user that the confined process `pid` of root becomes. No account has such a number. */
uid_t rights_user(pid_t pid);

typedef struct rights_kept {
    const char *scratch; /* given to the new user; NULL: none */
    bool files;          /* Landlock holds its writes to some folders */
    bool writes;         /* in a folder of others, too */
} rights_kept;

/* Drops what is not kept; death with the parent stays. Root stays user 0 if it may not change
 * the user, or not signal other users. false: capabilities are as before. */
bool rights_enter(const rights_kept *kept);

/* Whether the kernel holds this process to RLIMIT_NPROC; tried, with a limit of 0. */
bool rights_count_processes(void);

/* What such a user has made in this folder becomes ours; what lies in folders below it stays. */
void rights_take_back(const char *folder);

#endif
