/* test_forks.c -- loops of forks in a confined process of root that nobody looks at: the kernel
 * itself refuses further processes. And the user that such a process becomes: nothing brings
 * root's rights back, its programs run as before.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "tests/bench/harness_case.h"
#include "tests/siege/fork_ways.h"

#include "bench/process/process.h"
#include "bench/process/rights.h"

#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* A confined process in a session of its own, as the harness starts it. */
static pid_t confined(void (*act)(void), const char *scratch)
{
    confinement c = confine_open(scratch, NULL);
    const pid_t pid = fork();
    if (!pid) {
        setsid();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        all->first = getpid();
        confine_enter(&c, true);
        act();
        rest();
    }
    free(c.scratch); /* the folder stays: the process is in it */
    c.scratch = NULL;
    confine_close(&c);
    return pid;
}

/* Processes and threads of that user. */
static int count(uid_t user)
{
    int n = 0;
    struct stat st;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; (e = readdir(proc));) {
        char *path = text_of("/proc/%s/task", e->d_name);
        if (!stat(path, &st) && st.st_uid == user) n += (int)st.st_nlink - 2;
        free(path);
    }
    closedir(proc);
    return n;
}

/* Root with the capabilities that it needs to become another user. */
static bool is_root(void)
{
    static const int needed[] = { CAP_CHOWN, CAP_KILL, CAP_SETGID, CAP_SETUID, CAP_SETPCAP };
    bool has = !geteuid();
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        has &= prctl(PR_CAPBSET_READ, needed[i]) == 1;
    return has;
}

/* Until one was refused, or hundreds have become no more for a while. */
static int most_of(uid_t user)
{
    enum { WHILE = 100 };
    int most = 0;
    for (int same = 0; same < WHILE && most <= RIGHTS_PROCESSES &&
                       !atomic_load(&all->refusals) && atomic_load(&all->tries) < FAR;) {
        nap();
        const int n = count(user);
        same = n > most || most < RIGHTS_PROCESSES / 2 ? 0 : same + 1;
        if (n > most) most = n;
    }
    const int n = count(user);
    return n > most ? n : most;
}

START_TEST(the_kernel_refuses_further_processes)
{
    if (!is_root()) return;
    char *scratch = text_of("%s/scratch", folder);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t pid = confined(ways[_i].act, scratch);
    const int n = most_of(rights_user(pid));
    process_kill_family(pid);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) continue;
    ck_assert_msg(n >= 1 && n <= RIGHTS_PROCESSES, "%s: %d processes", ways[_i].name, n);
    ck_assert_int_eq(count(rights_user(pid)), 0);
    free(scratch);
}
END_TEST

/* ---- the user that it becomes ------------------------------------------------------------ */

static bool regains(void)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct every[2];
    memset(every, 0xff, sizeof every);
    return !setuid(0) || !seteuid(0) || !setresuid(-1u, 0, -1u) || !setgroups(0, NULL) ||
           !syscall(SYS_capset, &head, every) || !getuid() || !geteuid();
}

static bool reads(const char *path)
{
    const int fd = open(path, O_RDONLY);
    if (fd >= 0) close(fd);
    return fd >= 0 && !access(path, R_OK);
}

/* The loader of a program whose user changes when it starts does not regard this variable. */
static bool programs_see_variables(void)
{
    setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
    return system("/bin/false >/dev/null") == 0;
}

static int judge_user(void *context)
{
    int death = 0;
    const char *secret = context;
    prctl(PR_GET_PDEATHSIG, &death);
    return regains()                           ? 1
           : getuid() != rights_user(getpid()) ? 2
           : death != SIGKILL                  ? 3
           : !reads(secret)                    ? 4
           : prctl(PR_GET_DUMPABLE) != 1       ? 5
           : !programs_see_variables()         ? 6
                                               : 0;
}

static int writes(void *context) { return open(context, O_WRONLY) >= 0; }

/* By its rights of another user; Landlock would refuse it, too. */
START_TEST(it_writes_no_file_of_root)
{
    if (!is_root()) return;
    char *mine = text_of("%s/mine", folder);
    reason why = { "" };
    int status = 0;
    close(creat(mine, 0664));
    chmod(mine, 0664);
    chmod(folder, 0755);
    const process_patience p = { .seconds = 60, .memory_mb = 500 };
    setenv("IVPBENCH_CONFINE", "landlock=0", 1);
    const bool done = process_call(writes, mine, &p, &status, &why);
    unsetenv("IVPBENCH_CONFINE");
    ck_assert_msg(done, "%s", why.text);
    ck_assert_int_eq(status, 0);
    free(mine);
}
END_TEST

/* A file of root alone, below a folder of root alone. */
START_TEST(root_becomes_a_user_who_reads_what_root_reads)
{
    if (!is_root()) return;
    char *secret = text_of("%s/secret", folder);
    reason why = { "" };
    int status = 0;
    close(creat(secret, 0600));
    setenv("IVPBENCH_READABLE", secret, 1);
    const process_patience p = { .seconds = 60, .memory_mb = 500 };
    const bool done = process_call(judge_user, secret, &p, &status, &why);
    unsetenv("IVPBENCH_READABLE");
    ck_assert_msg(done, "%s", why.text);
    ck_assert_int_eq(status, 0);
    free(secret);
}
END_TEST

static void drop_nice(void)
{
    struct __user_cap_header_struct head = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct c[2];
    if (syscall(SYS_capget, &head, c)) _exit(1);
    c[0].permitted &= ~(1u << CAP_SYS_NICE);
    c[0].effective = c[0].permitted;
    if (syscall(SYS_capset, &head, c)) _exit(1);
}

/* As in containers, where root has no CAP_SYS_NICE. */
START_TEST(the_harness_gives_it_a_core)
{
    if (!is_root()) return;
    cpu_set_t set;
    const pid_t pid = confined(rest, NULL);
    while (!count(rights_user(pid))) nap();
    const pid_t harness = fork();
    if (!harness) {
        drop_nice();
        process_pin(pid, 0);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(harness, NULL, 0), harness);
    ck_assert_int_eq(sched_getaffinity(pid, sizeof set, &set), 0);
    process_kill(pid, SIGKILL);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    ck_assert_int_eq(CPU_COUNT(&set), 1);
    ck_assert(CPU_ISSET(0, &set));
}
END_TEST

/* What it has made in a folder that it may write in is root's in the end. */
static int make_files(void *context)
{
    const confinement *c = context;
    confine_enter(c, true);
    return chdir(c->writes) || close(creat("made", 0644)) || rename("made", "old");
}

START_TEST(what_it_made_is_roots_in_the_end)
{
    struct stat st;
    int status = 0;
    if (!is_root()) return;
    char *out = text_of("%s/out", folder), *old = text_of("%s/out/old", folder);
    ck_assert_int_eq(mkdir(out, 0755), 0);
    close(creat(old, 0600));
    chmod(out, 01777);
    confinement c = confine_open(NULL, NULL);
    confine_allow(&c, out);
    const pid_t pid = fork();
    if (!pid) _exit(make_files(&c));
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(stat(old, &st), 0);
    ck_assert_uint_eq(st.st_uid, rights_user(pid));
    confine_close(&c);
    ck_assert_int_eq(stat(old, &st), 0);
    ck_assert_uint_eq(st.st_uid, 0);
    free(out);
    free(old);
}
END_TEST

static void begin(void)
{
    set_up();
    all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(all, MAP_FAILED);
}

static void finish(void)
{
    munmap(all, sizeof *all);
    tear_down();
}

int main(void)
{
    TCase *t = tcase_create("forks");
    tcase_add_checked_fixture(t, begin, finish);
    tcase_add_loop_test(t, the_kernel_refuses_further_processes, 0, WAYS);
    tcase_add_test(t, root_becomes_a_user_who_reads_what_root_reads);
    tcase_add_test(t, it_writes_no_file_of_root);
    tcase_add_test(t, the_harness_gives_it_a_core);
    tcase_add_test(t, what_it_made_is_roots_in_the_end);
    return suite_run("forks", t);
}
