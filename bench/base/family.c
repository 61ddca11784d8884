/* family.c -- a process and what it started: found, measured, ended.
 *
 * Who started whom is asked of the kernel (the file `children` of /proc). A process whose parent
 * died is a child of the nearest ancestor that asked for such (PR_SET_CHILD_SUBREAPER), so the
 * harness finds those, too. */
#include "bench/base/process.h"

#include "bench/base/util.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 256, DEEP = 8 };

int process_children(pid_t pid, pid_t *list, int most)
{
    char path[64];
    int n = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
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

/* Second number of statm: resident pages. */
static long resident_kb(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    char *text = file_text(path);
    const char *second = text ? strchr(text, ' ') : NULL;
    const long pages = second ? strtol(second, NULL, 10) : 0;
    free(text);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
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

static void look(pid_t pid, int depth, process_family *f)
{
    pid_t list[MOST];
    f->n++;
    f->resident_kb += resident_kb(pid);
    if (depth == DEEP) return;
    const int n = process_children(pid, list, MOST);
    for (int i = 0; i < n && i < MOST; i++) look(list[i], depth + 1, f);
}

process_family process_look(pid_t pid)
{
    process_family f = { 0 };
    look(pid, 0, &f);
    return f;
}

static void kill_below(pid_t pid, int depth)
{
    pid_t list[MOST];
    kill(pid, SIGSTOP); /* it starts no more while its children are read */
    const int n = depth < DEEP ? process_children(pid, list, MOST) : 0;
    for (int i = 0; i < n && i < MOST; i++) kill_below(list[i], depth + 1);
    process_kill(pid, SIGKILL);
}

void process_kill_family(pid_t pid)
{
    if (pid > 0) kill_below(pid, 0);
}

bool process_wait(pid_t pid, const process_patience *p, int *status, char *why, size_t size)
{
    enum { SAMPLE_MS = 10 };
    const double until = now_s() + p->seconds;
    for (pid_t gone; !(gone = waitpid(pid, status, WNOHANG)) || (gone < 0 && errno == EINTR);) {
        const process_family f = process_look(pid);
        const bool large = p->memory_mb > 0 && f.resident_kb > 1024 * p->memory_mb;
        if (large)
            fail(why, size, "took more than %ld MB of memory", p->memory_mb);
        else if (now_s() > until)
            fail(why, size, "was not done after %g s", p->seconds);
        if (large || now_s() > until) {
            process_kill_family(pid);
            while (waitpid(pid, status, 0) < 0 && errno == EINTR) continue;
            return false;
        }
        poll(NULL, 0, SAMPLE_MS);
    }
    process_end_group(pid);
    return true;
}
