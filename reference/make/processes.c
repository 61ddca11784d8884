/* processes.c -- children that integrate, and their progress.
 *
 * A run is a process, not a thread: problems keep workspace in their instance, and a process
 * that dies takes one run with it. Results go through files (run_file.h), progress and
 * complaints through shared memory.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reference/make/processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS_BETWEEN_LINES = 5, STATUS_NOT_THERE = 127 };

typedef struct child {
    pid_t pid; /* 0: not started, -1: over */
    char key[RUN_KEY_ROOM], path[RUN_PATH_ROOM];
} child;

/* Seen by parent and children. */
typedef struct board {
    double t; /* reached */
    ivp_status status;
    reason why;
} board;

typedef struct crew {
    job *j;
    one_run *runs;
    int n;
    const runs_context *context;
    child *children;
    board *boards;
    time_t shown;
} crew;

static void advance(void *watcher, double t, const flow *f)
{
    (void)f;
    board *b = watcher;
    b->t = t;
}

/* ivpbench-quad-rounded beside this program, with the same request. */
static void become_rounded(const job *j, const one_run *r, const child *c)
{
    char program[RUN_PATH_ROOM] = "", times[32 * 26] = "";
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 16);
    if (n <= 0) _exit(STATUS_NOT_THERE);
    char *slash = strrchr(program, '/');
    snprintf(slash ? slash + 1 : program, 32, "ivpbench-quad-rounded");
    for (int k = 0; k < r->n && k < 32; k++)
        snprintf(times + strlen(times), sizeof times - strlen(times), " %.17g", r->times[k]);
    execl(program, program, "run", j->i->problem->name, "--parameters", j->settings, "--method",
          r->run.method, "--tight", r->run.tol ? r->run.tol : "0", "--at", times, "--key",
          c->key, "--output", c->path, (char *)NULL);
    _exit(STATUS_NOT_THERE);
}

/* An integration may take hours: not for nobody. */
void die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(STATUS_NOT_THERE);
}

/* Buffers are flushed before, or the child would write them once more. */
static bool start(crew *w, int k)
{
    child *c = &w->children[k];
    fflush(NULL);
    const pid_t parent = getpid();
    c->pid = fork();
    if (c->pid != 0) return c->pid > 0;
    die_with(parent);
    if (w->runs[k].rounded) become_rounded(w->j, &w->runs[k], c);
    board *b = &w->boards[k];
    b->status = run_to_file(w->j, &w->runs[k], c->key, c->path, advance, b, &b->why);
    _exit(b->status ? 1 : 0);
}

/* Whether a line can be shown anew: on a terminal, or by a harness that hands it on to one
 * (bench/process/relay.h). */
static bool shows_anew(void)
{
    return isatty(STDERR_FILENO) || getenv("IVPBENCH_SHOWS_PROGRESS");
}

static void show(crew *w)
{
    const bool tty = shows_anew();
    const time_t now = time(NULL);
    if (w->context->quiet || now - w->shown < (tty ? 1 : SECONDS_BETWEEN_LINES)) return;
    w->shown = now;
    const double t0 = w->j->i->t0, t1 = w->j->i->t1;
    fprintf(stderr, "%s%s%s%s:", tty ? "\r\033[K" : "", w->j->i->problem->name,
            *w->j->settings ? " " : "", w->j->settings);
    for (int k = 0; k < w->n; k++) {
        const one_run *r = &w->runs[k];
        const double part = r->rows ? 1 : fmax(0, (w->boards[k].t - t0) / (t1 - t0));
        if (r->rounded || (r->done && !r->rows)) continue; /* says nothing; was not asked for */
        fprintf(stderr, " %s %.0f %%", r->label, 100 * part);
    }
    fputs(tty ? "" : "\n", stderr);
}

/* A child is over: its file is read. A step that collapsed is no failure of the machine but
 * what a jump in the right-hand side looks like, so the sentence speaks of the certificate. */
static ivp_status collect(crew *w, int k, int exit_status, reason *why)
{
    one_run *r = &w->runs[k];
    w->children[k].pid = -1;
    const bool here = WIFEXITED(exit_status);
    if (here && WEXITSTATUS(exit_status) == 0 &&
        run_read(w->j, r, w->children[k].key, w->children[k].path))
        return IVP_OK;
    if (r->rounded && here && WEXITSTATUS(exit_status) == STATUS_NOT_THERE) return IVP_OK;
    const board *b = &w->boards[k];
    if (!here)
        reason_set(why, "%s, %s: the process was ended by signal %d", w->j->i->problem->name,
                   r->label, WTERMSIG(exit_status));
    else
        reason_set(why, "%s%s: %s", b->status == IVP_E_STEP_TOO_SMALL ? "no certificate: " : "",
                   r->label, *b->why.text ? b->why.text : "the run left no file");
    return b->status ? b->status : IVP_E_NOMEM;
}

/* A child that is over, or w->n: only our own, one by one, for whoever calls may have
 * others. */
static int over_now(const crew *w, int *exit_status)
{
    int k = 0;
    while (k < w->n &&
           (w->children[k].pid <= 0 || waitpid(w->children[k].pid, exit_status, WNOHANG) <= 0))
        k++;
    return k;
}

int runs_at_once(int requested)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return requested > 0 ? requested : cores > 0 ? (int)cores : 1;
}

/* Starts what can be started, waits for what ends; after a failure only waits. */
static ivp_status work(crew *w, reason *why)
{
    const int most = runs_at_once(w->context->jobs);
    const struct timespec nap = { .tv_nsec = 50000000 };
    ivp_status status = IVP_OK;
    int running = 0, next = 0;
    for (;;) {
        for (; next < w->n && running < most && !status; next++) {
            if (w->runs[next].done) continue;
            if (start(w, next))
                running++;
            else
                status = IVP_E_NOMEM;
        }
        if (!running) return status;
        int over = 0;
        const int k = over_now(w, &over);
        show(w);
        if (k == w->n) {
            nanosleep(&nap, NULL);
            continue;
        }
        running--;
        reason one = { "" };
        const ivp_status s = collect(w, k, over, &one);
        if (s && !status) reason_set(why, "%s", one.text);
        if (s && !status) status = s;
    }
}

ivp_status runs_make(job *j, one_run *runs, int n, const runs_context *context, reason *why)
{
    const size_t shared = (size_t)n * sizeof(board);
    board *boards =
        mmap(NULL, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    child *children = calloc((size_t)n, sizeof *children);
    reason_set(why, "no memory");
    if (boards == MAP_FAILED || !children) {
        free(children);
        return IVP_E_NOMEM;
    }
    crew w = { j, runs, n, context, children, boards, time(NULL) };
    mkdir(context->folder, 0777);
    for (int k = 0; k < n; k++) {
        if (runs[k].done) continue;
        run_key(j, &runs[k], context->equations, children[k].key);
        run_path(j, context->folder, children[k].key, children[k].path);
        run_read(j, &runs[k], children[k].key, children[k].path);
    }
    const ivp_status status = work(&w, why);
    if (!context->quiet && shows_anew()) fputs("\r\033[K", stderr);
    munmap(boards, shared);
    free(children);
    return status;
}

void runs_free(one_run *runs, int n)
{
    for (int k = 0; k < n; k++) run_free(&runs[k]);
}

void runs_forget(const job *j, const one_run *runs, int n, const runs_context *context)
{
    for (int k = 0; k < n; k++) {
        char key[RUN_KEY_ROOM], path[RUN_PATH_ROOM];
        if (!runs[k].rows) continue;
        run_key(j, &runs[k], context->equations, key);
        run_path(j, context->folder, key, path);
        unlink(path);
    }
    rmdir(context->folder); /* if it was the last */
}
