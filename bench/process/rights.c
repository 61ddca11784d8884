/* rights.c -- a user of its own for each confined process of root, and what root may keep.
 *
 * The numbers of the users begin where those of containers end, and no program of systemd
 * gives them to anybody (https://systemd.io/UIDS-GIDS). Ambient capabilities hold across exec,
 * and make no program a privileged one, so the loader reads LD_LIBRARY_PATH as before.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/process/rights.h"

#include "bench/base/fork_retry.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST = 0x70000000, NUMBERS = 1 << 22 /* PID_MAX_LIMIT of the kernel */ };

uid_t rights_user(pid_t pid) { return FIRST + (uid_t)pid; }

typedef struct capabilities {
    struct __user_cap_header_struct head;
    struct __user_cap_data_struct at[2];
} capabilities;

static bool read_capabilities(capabilities *c)
{
    c->head = (struct __user_cap_header_struct){ _LINUX_CAPABILITY_VERSION_3, 0 };
    return !syscall(SYS_capget, &c->head, c->at);
}

static unsigned bit(int capability) { return 1u << capability; }

/* Of root; false: not done. Capabilities stay when the user changes, and access() regards them
 * (SECBIT_NO_SETUID_FIXUP, capabilities(7)). A new user has neither the parent's death nor its
 * own files of /proc until these are asked for again. */
static bool take_user(const char *scratch, const capabilities *have)
{
    const struct rlimit most = { RIGHTS_PROCESSES, RIGHTS_PROCESSES };
    const unsigned needed =
        bit(CAP_CHOWN) | bit(CAP_KILL) | bit(CAP_SETGID) | bit(CAP_SETUID) | bit(CAP_SETPCAP);
    const uid_t user = rights_user(getpid());
    int death = 0;
    if (geteuid() || (have->at[0].effective & needed) != needed) return false;
    if (scratch && chown(scratch, user, (gid_t)-1)) return false;
    prctl(PR_GET_PDEATHSIG, &death);
    if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP) || setgroups(0, NULL) ||
        setresgid(user, user, user) || setresuid(user, user, user))
        return false;
    prctl(PR_SET_PDEATHSIG, death);
    prctl(PR_SET_DUMPABLE, 1);
    return !setrlimit(RLIMIT_NPROC, &most);
}

/* Who may not execute this program needs the right of root to do so. */
static bool is_for_all(void)
{
    struct stat st;
    return !stat("/proc/self/exe", &st) && st.st_mode & S_IXOTH;
}

/* Root reads everything, and writes where it is held to some folders. */
static unsigned bits_of(const rights_kept *k)
{
    const bool overrides = k->files || k->writes || !is_for_all();
    return bit(CAP_DAC_READ_SEARCH) | (overrides ? bit(CAP_DAC_OVERRIDE) : 0) |
           (k->writes ? bit(CAP_FOWNER) : 0);
}

bool rights_enter(const rights_kept *kept)
{
    capabilities c;
    if (!read_capabilities(&c)) return false;
    const bool changed = take_user(kept->scratch, &c);
    const unsigned bits = c.at[0].permitted & bits_of(kept);
    memset(c.at, 0, sizeof c.at);
    c.at[0].permitted = c.at[0].effective = bits;
    c.at[0].inheritable = changed ? bits : 0;
    if (syscall(SYS_capset, &c.head, c.at)) return false;
    for (int i = 0; changed && i < 32; i++)
        if (bits & bit(i)) prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0);
    return true;
}

bool rights_count_processes(void)
{
    const struct rlimit none = { 0, 0 };
    if (setrlimit(RLIMIT_NPROC, &none)) return false;
    const pid_t pid = fork();
    if (!pid) _exit(0);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
    return pid < 0 && errno == EAGAIN;
}

void rights_take_back(const char *folder)
{
    struct stat st;
    DIR *d = geteuid() ? NULL : opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (!fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) && st.st_uid >= FIRST &&
            st.st_uid - FIRST < NUMBERS)
            fchownat(dirfd(d), e->d_name, 0, getegid(), AT_SYMLINK_NOFOLLOW);
    if (d) closedir(d);
}
