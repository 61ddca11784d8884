/* descendants.c -- a process and what it started: found, counted, measured, ended.
 *
 * A group is ended first, by one signal that reaches all of it at once, a fork under way
 * included; then those are sought that have left it, which takes a filter that is not there.
 * Looking ends where more is found than a worker may have.
 *
 * Who started whom is asked of the kernel (the file `children` of /proc). A process whose
 * parent died is a child of the nearest ancestor that asked for such (PR_SET_CHILD_SUBREAPER),
 * so the harness finds those, too.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/fork_retry.h"
#include "bench/process/process.h"
#include "bench/process/rights.h"

#include "bench/base/util.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 512 };

/* Numbers of one file are added to the n that there are. */
static int add_children(const char *path, pid_t *list, int most, int n)
{
    char *text = file_text(path), *at = text;
    for (char *end; at; at = end) {
        const long child = strtol(at, &end, 10);
        if (end == at) break;
        if (n < most) list[n] = (pid_t)child;
        n++;
    }
    free(text);
    return n;
}

/* Each thread has children of its own. Those of the first *threads are read; they are
 * counted. */
static int children_of(pid_t pid, pid_t *list, int most, int *threads)
{
    char path[300];
    int n = 0, seen = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *all = opendir(path);
    for (struct dirent *e; all && seen < *threads && (e = readdir(all));) {
        if (*e->d_name == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid, e->d_name);
        n = add_children(path, list, most, n);
        seen++;
    }
    if (all) closedir(all);
    *threads = seen;
    return n;
}

int process_children(pid_t pid, pid_t *list, int most)
{
    int threads = INT_MAX;
    return children_of(pid, list, most, &threads);
}

/* Its memory, and its CPU time with that of children that it waited for. They stand behind the
 * name, which may hold anything. */
static void add_stat(process_family *f, pid_t pid)
{
    char path[64];
    unsigned long user = 0, system = 0;
    long users = 0, systems = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    char *text = file_text(path), *behind = text ? strrchr(text, ')') : NULL;
    if (behind &&
        sscanf(
            behind + 1,
            "%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu %ld %ld " /* from the 14th */
            "%*s %*s %*s %*s %*s %*s %ld",                                 /* the 24th */
            &user, &system, &users, &systems, &pages) == 5) {
        const double ticks = (double)user + (double)system + (double)users + (double)systems;
        f->cpu_s += ticks / (double)sysconf(_SC_CLK_TCK);
        f->resident_kb += pages * (sysconf(_SC_PAGESIZE) / 1024);
    }
    free(text);
}

/* Second number of schedstat of each thread, nanoseconds. */
static double ready_s(pid_t pid)
{
    char path[300];
    double sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    for (struct dirent *e; threads && (e = readdir(threads));) {
        if (*e->d_name == '.') continue;
        snprintf(path, sizeof path, "/proc/%d/task/%s/schedstat", (int)pid, e->d_name);
        char *text = file_text(path), *second = text ? strchr(text, ' ') : NULL;
        if (second) sum += 1e-9 * strtod(second, NULL);
        free(text);
    }
    if (threads) closedir(threads);
    return sum;
}

void process_kill(pid_t pid, int signal_number)
{
    if (pid <= 0) return;
    kill(-pid, signal_number);
    kill(pid, signal_number); /* where it left its group */
}

void process_end_group(pid_t pid)
{
    if (pid > 0) kill(-pid, SIGKILL);
}

double process_cpu_s(const struct rusage *u)
{
    const struct timeval *a = &u->ru_utime, *b = &u->ru_stime;
    return (double)(a->tv_sec + b->tv_sec) + 1e-6 * (double)(a->tv_usec + b->tv_usec);
}

static void add_times(struct rusage *to, const struct rusage *u)
{
    timeradd(&to->ru_utime, &u->ru_utime, &to->ru_utime);
    timeradd(&to->ru_stime, &u->ru_stime, &to->ru_stime);
}

/* What it had started is our child when it is gone, and dying. */
static void add_left(pid_t group, struct rusage *used)
{
    enum { PATIENCE_MS = 200 };
    struct rusage u;
    for (int ms = 0; ms < PATIENCE_MS;) {
        const pid_t gone = wait4(-group, NULL, WNOHANG, &u);
        if (gone < 0 && errno != EINTR) return;
        if (gone > 0) add_times(used, &u);
        if (!gone) ms += poll(NULL, 0, 1) == 0;
    }
}

pid_t process_reap(pid_t pid, int *status, int options, struct rusage *used)
{
    siginfo_t end = { 0 };
    if (waitid(P_PID, (id_t)pid, &end, WEXITED | WNOWAIT | (options & WNOHANG))) return -1;
    if (!end.si_pid) return 0;
    process_end_group(pid);
    const pid_t gone = wait4(pid, status, 0, used);
    if (gone == pid && used) add_left(pid, used);
    return gone;
}

/* It and all below it, generation by generation; each gets the signal (0: none) before its
 * children are asked for. Ends beyond so many threads. */
static process_family gather(pid_t pid, int signal_number, pid_t list[MOST], int most_threads)
{
    process_family f = { .n = 1 };
    list[0] = pid;
    for (int i = 0; i < f.n && f.threads <= most_threads; i++) {
        int threads = most_threads - f.threads + 1;
        if (signal_number) kill(list[i], signal_number);
        f.n += children_of(list[i], list + f.n, MOST - f.n, &threads);
        f.threads += threads;
        if (f.n > MOST) f.n = MOST;
    }
    return f;
}

process_family process_look(pid_t pid)
{
    pid_t list[MOST];
    process_family f = gather(pid, 0, list, PROCESS_THREADS);
    if (f.threads < f.n) f.threads = f.n; /* processes that were not reached, or are ending */
    for (int i = 0; i < f.n; i++) add_stat(&f, list[i]);
    return f;
}

/* A thread that has ended meanwhile needs no core. false: they are another user's. */
static bool pin_threads(pid_t pid, const cpu_set_t *set)
{
    bool may = true;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *threads = opendir(path);
    for (struct dirent *e; threads && (e = readdir(threads));)
        if (*e->d_name != '.' && sched_setaffinity(atoi(e->d_name), sizeof *set, set))
            may &= errno != EPERM;
    if (threads) closedir(threads);
    return may;
}

/* By a process that becomes their user, and has the capabilities that they have; for root
 * without CAP_SYS_NICE, as in many containers. */
static void pin_as(uid_t user, const pid_t *list, int n, const cpu_set_t *set)
{
    const pid_t pid = forked(FORKED_PATIENCE_S);
    if (!pid) {
        if (prctl(PR_SET_KEEPCAPS, 1) || setresuid(user, user, user)) _exit(1);
        for (int i = 0; i < n; i++) pin_threads(list[i], set);
        _exit(0);
    }
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

void process_pin(pid_t pid, int core)
{
    pid_t list[MOST];
    cpu_set_t set;
    if (core < 0) return;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    const int n = gather(pid, 0, list, PROCESS_THREADS).n;
    bool may = true;
    for (int i = 0; i < n; i++) may &= pin_threads(list[i], &set);
    if (!may && !geteuid()) pin_as(rights_user(pid), list, n, &set);
}

/* ---- how long they have computed, and waited --------------------------------------------- */

/* Ready to run while others had the processors: each thread of all of them. */
static double all_ready_s(pid_t pid)
{
    pid_t list[MOST];
    const int n = gather(pid, 0, list, PROCESS_THREADS).n;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += ready_s(list[i]);
    return sum;
}

process_watch watch_new(pid_t pid) { return (process_watch){ .pid = pid, .looked = now_s() }; }

static double larger(double a, double b) { return a > b ? a : b; }

void watch_again(process_watch *w)
{
    w->most_s = larger(w->most_s, process_look(w->pid).cpu_s);
    w->cpu_s = w->most_s;
    w->ready_s = all_ready_s(w->pid);
    w->passed_s = 0;
    w->looked = now_s();
}

/* Since the last look. */
static double passed(process_watch *w)
{
    static const double most_s = 1;
    const double now = now_s(), since = now - w->looked;
    w->looked = now;
    return since > most_s ? most_s : larger(since, 0);
}

process_excess watch_look(process_watch *w, const process_family *now, double computing_s,
                          double waiting_s)
{
    w->most_s = larger(w->most_s, now->cpu_s);
    w->passed_s += passed(w);
    const double computed = w->most_s - w->cpu_s;
    if (computed > computing_s) return WATCH_COMPUTED;
    const double rest = w->passed_s - computed;
    if (!(rest > waiting_s)) return WATCH_WITHIN;
    return rest - (all_ready_s(w->pid) - w->ready_s) > waiting_s ? WATCH_WAITED : WATCH_WITHIN;
}

/* Who is stopped starts no more while its children are read. */
void process_kill_family(pid_t pid)
{
    pid_t list[MOST];
    if (pid <= 0) return;
    process_end_group(pid);
    const int n = gather(pid, SIGSTOP, list, MOST).n;
    for (int i = 0; i < n; i++) process_kill(list[i], SIGKILL);
}

static bool is_among(pid_t pid, const pid_t *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i] == pid) return true;
    return false;
}

/* A process of nobody's: its CPU time goes to the process whose group it was in. */
static void end_other(pid_t pid, const pid_t *started, int n, double *cpu_s)
{
    struct rusage u;
    const pid_t group = getpgid(pid);
    process_kill_family(pid);
    if (wait4(pid, NULL, WNOHANG, &u) != pid) return;
    for (int i = 0; i < n && cpu_s; i++)
        if (started[i] == group) cpu_s[i] += process_cpu_s(&u);
}

int process_end_others(const reaper *k, const pid_t *started, int n, double *cpu_s)
{
    pid_t list[MOST];
    const int all = process_children(getpid(), list, MOST);
    int others = 0;
    for (int i = 0; i < all && i < MOST; i++) {
        if (list[i] == k->pid || is_among(list[i], k->before, k->nbefore) ||
            is_among(list[i], started, n))
            continue;
        end_other(list[i], started, n, cpu_s);
        others++;
    }
    return others;
}

/* A killed process needs some time, on a busy machine much; one that never ends hangs in the
 * kernel. */
void process_end_orphans(const reaper *k)
{
    enum { PATIENCE_MS = 20000 };
    for (int i = 0; i < PATIENCE_MS && process_end_others(k, NULL, 0, NULL); i++)
        poll(NULL, 0, 1);
}

bool process_wait(const sandbox *w, pid_t pid, const process_patience *p, int *status,
                  reason *why)
{
    enum { SAMPLE_MS = 10 };
    process_watch watch = watch_new(pid);
    for (pid_t gone;
         !(gone = process_reap(pid, status, WNOHANG, NULL)) || (gone < 0 && errno == EINTR);) {
        const process_family f = process_look(pid);
        const bool large = p->memory_mb > 0 && f.resident_kb > 1024 * p->memory_mb,
                   many = f.threads > PROCESS_THREADS;
        const process_excess excess = watch_look(&watch, &f, p->seconds, p->seconds);
        if (large)
            reason_set(why, "took more than %ld MB of memory", p->memory_mb);
        else if (many)
            reason_set(why, "started more than %d threads or processes", PROCESS_THREADS);
        else if (excess)
            reason_set(why, "was not done after %g s%s", p->seconds,
                       excess == WATCH_WAITED ? " of waiting" : "");
        if (large || many || excess) {
            process_kill_family(pid);
            while (process_reap(pid, status, 0, NULL) < 0 && errno == EINTR) continue;
            return false;
        }
        process_end_others(&w->reaper, &pid, 1, NULL);
        poll(NULL, 0, SAMPLE_MS);
    }
    return true;
}
