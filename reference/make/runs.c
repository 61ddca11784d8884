/* runs.c -- children that integrate, their progress, and the files they leave.
 *
 * A run is a process, not a thread: problems keep workspace in their instance, and a process
 * that dies takes one run with it. Results go through files, because those are what an
 * interrupted `make` finds again; progress and complaints go through shared memory.
 *
 * A file of a run is complete or ignored:
 *
 *     KEY                digest of all that the numbers depend on: equations, parameters,
 *                        problem, method, tolerance, whether data are rounded, times
 *     row X1 X2 ...      decimals, a line for each time
 *     steps N T1 T2 ...  ends of the steps
 *     events N           then a line for each: GUARD DIRECTION T
 *     end */
#include "reference/make/runs.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "reference/make/decimal.h"

enum { PATH_ROOM = 1200, KEY_ROOM = 65, SECONDS_BETWEEN_LINES = 5, STATUS_NOT_THERE = 127 };

/* ---- files ------------------------------------------------------------------------------- */

static void run_key(const job *j, const one_run *r, const char *equations, char key[KEY_ROOM])
{
    char text[64];
    SHA2_CTX sha;
    SHA256Init(&sha);
    const char *const words[] = { equations,     j->settings, j->i->problem->name,
                                  r->run.method, r->run.tol,  r->rounded ? "rounded" : "" };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        const char *word = words[k] ? words[k] : "";
        SHA256Update(&sha, (const unsigned char *)word, strlen(word) + 1);
    }
    for (int k = 0; k < r->n; k++) {
        snprintf(text, sizeof text, "%.17g", r->times[k]);
        SHA256Update(&sha, (const unsigned char *)text, strlen(text) + 1);
    }
    SHA256End(&sha, key);
}

static void run_path(const job *j, const char *folder, const char *key, char *path, size_t size)
{
    snprintf(path, size, "%s/%s-%.16s.run", folder, j->i->problem->name, key);
}

static void write_run(FILE *f, const job *j, const one_run *r, const char *key)
{
    fprintf(f, "%s\n", key);
    for (int k = 0; k < r->n; k++) {
        fputs("row", f);
        for (int i = 0; i < j->width; i++) {
            char text[DECIMAL_MAX];
            decimal(r->rows[(size_t)k * (size_t)j->width + (size_t)i], DECIMAL_ALL, text);
            fprintf(f, " %s", text);
        }
        fputc('\n', f);
    }
    fprintf(f, "steps %d", r->steps.n);
    for (int k = 0; k < r->steps.n; k++) fprintf(f, " %.17g", r->steps.t[k]);
    const flow_breaks *events = &r->steps.events;
    fprintf(f, "\nevents %d", events->n);
    for (int k = 0; k < events->n; k++) {
        char text[DECIMAL_MAX];
        decimal(events->at[k].t, DECIMAL_ALL, text);
        fprintf(f, "\n%d %d %s", events->at[k].event, events->at[k].direction, text);
    }
    fputs("\nend\n", f);
}

static bool read_rows(FILE *f, const job *j, one_run *r)
{
    char word[DECIMAL_MAX];
    for (int k = 0; k < r->n; k++) {
        if (fscanf(f, "%63s", word) != 1 || strcmp(word, "row") != 0) return false;
        for (int i = 0; i < j->width; i++) {
            if (fscanf(f, "%63s", word) != 1) return false;
            r->rows[(size_t)k * (size_t)j->width + (size_t)i] = decimal_read(word);
        }
    }
    return true;
}

static bool read_steps(FILE *f, one_run *r)
{
    int n = 0;
    if (fscanf(f, " steps %9d", &n) != 1 || n < 0) return false;
    r->steps = (job_steps){ .n = n, .t = calloc((size_t)n + 1, sizeof(double)) };
    for (int k = 0; k < n && r->steps.t; k++) {
        char number[40], *end;
        if (fscanf(f, "%39s", number) != 1) return false;
        r->steps.t[k] = strtod(number, &end);
        if (*end) return false;
    }
    return r->steps.t;
}

static bool read_events(FILE *f, const job *j, one_run *r)
{
    char word[DECIMAL_MAX];
    int n = 0;
    if (fscanf(f, " events %9d", &n) != 1 || n < 0) return false;
    for (int k = 0; k < n; k++) {
        flow_break one = { 0 };
        if (fscanf(f, "%9d %9d %63s", &one.event, &one.direction, word) != 3) return false;
        one.t = decimal_read(word);
        if (one.event < 0 || one.event >= j->i->nevents || !ivp_finite(one.t) ||
            !flow_breaks_add(&r->steps.events, one))
            return false;
    }
    return fscanf(f, "%63s", word) == 1 && !strcmp(word, "end");
}

/* false: there is no such run, or not all of it. */
static bool read_run(const char *path, const char *key, const job *j, one_run *r)
{
    FILE *f = fopen(path, "r");
    char found[KEY_ROOM] = "";
    if (!f) return false;
    r->rows = calloc((size_t)r->n * (size_t)j->width, sizeof *r->rows);
    r->done = r->rows && fscanf(f, "%64s", found) == 1 && !strcmp(found, key) &&
              read_rows(f, j, r) && read_steps(f, r) && read_events(f, j, r);
    fclose(f);
    if (!r->done) runs_free(r, 1);
    return r->done;
}

/* The last run of another make may have taken the folder away. */
static bool make_folder_of(const char *path)
{
    char folder[PATH_ROOM];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = 0;
    return slash && mkdir(folder, 0777) == 0;
}

ivp_status run_to_file(job *j, one_run *r, const char *key, const char *path, job_watch watch,
                       void *watcher, char *why)
{
    r->rows = calloc((size_t)r->n * (size_t)j->width, sizeof *r->rows);
    if (!r->rows) return IVP_E_NOMEM;
    ivp_status status =
        job_run(j, &r->run, r->times, r->n, r->rows, &r->steps, watch, watcher, why);
    if (status) return status;
    char partial[PATH_ROOM + 16];
    snprintf(partial, sizeof partial, "%s.partial", path);
    FILE *f = fopen(partial, "w");
    if (!f && make_folder_of(partial)) f = fopen(partial, "w");
    if (f) write_run(f, j, r, key);
    if (!f || fclose(f) || rename(partial, path)) {
        snprintf(why, PLUGIN_WHY_MAX, "%s: cannot be written: %s", path, strerror(errno));
        status = IVP_E_NOMEM;
    }
    return status;
}

/* ---- children ---------------------------------------------------------------------------- */

typedef struct child {
    pid_t pid; /* 0: not started, -1: over */
    char key[KEY_ROOM], path[PATH_ROOM];
} child;

/* Seen by parent and children. */
typedef struct board {
    double t; /* reached */
    ivp_status status;
    char why[PLUGIN_WHY_MAX];
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

static void advance(void *watcher, double t)
{
    board *b = watcher;
    b->t = t;
}

/* ivpbench-quad-rounded beside this program, with the same request. */
static void become_rounded(const job *j, const one_run *r, const child *c)
{
    char program[PATH_ROOM] = "", times[32 * 26] = "";
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

/* Buffers are flushed before, or the child would write them once more. */
static bool start(crew *w, int k)
{
    child *c = &w->children[k];
    fflush(NULL);
    c->pid = fork();
    if (c->pid != 0) return c->pid > 0;
    if (w->runs[k].rounded) become_rounded(w->j, &w->runs[k], c);
    board *b = &w->boards[k];
    b->status = run_to_file(w->j, &w->runs[k], c->key, c->path, advance, b, b->why);
    _exit(b->status ? 1 : 0);
}

static void show(crew *w)
{
    const bool tty = isatty(STDERR_FILENO);
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
static ivp_status collect(crew *w, int k, int exit_status, char *why)
{
    one_run *r = &w->runs[k];
    w->children[k].pid = -1;
    const bool here = WIFEXITED(exit_status);
    if (here && WEXITSTATUS(exit_status) == 0 &&
        read_run(w->children[k].path, w->children[k].key, w->j, r))
        return IVP_OK;
    if (r->rounded && here && WEXITSTATUS(exit_status) == STATUS_NOT_THERE) return IVP_OK;
    const board *b = &w->boards[k];
    if (!here)
        snprintf(why, PLUGIN_WHY_MAX, "%s, %s: the process was ended by signal %d",
                 w->j->i->problem->name, r->label, WTERMSIG(exit_status));
    else
        snprintf(why, PLUGIN_WHY_MAX, "%s%s: %.*s",
                 b->status == IVP_E_STEP_TOO_SMALL ? "no certificate: " : "", r->label,
                 PLUGIN_WHY_MAX - 64, *b->why ? b->why : "the run left no file");
    return b->status ? b->status : IVP_E_NOMEM;
}

static int index_of(const crew *w, pid_t pid)
{
    int k = 0;
    while (k < w->n && w->children[k].pid != pid) k++;
    return k;
}

int runs_at_once(int asked)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return asked > 0 ? asked : cores > 0 ? (int)cores : 1;
}

/* Starts what can be started, waits for what ends; after a failure only waits. */
static ivp_status work(crew *w, char *why)
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
        const pid_t pid = waitpid(-1, &over, WNOHANG);
        const int k = pid > 0 ? index_of(w, pid) : w->n;
        show(w);
        if (k == w->n) {
            nanosleep(&nap, NULL);
            continue;
        }
        running--;
        char one[PLUGIN_WHY_MAX] = "";
        const ivp_status s = collect(w, k, over, one);
        if (s && !status) snprintf(why, PLUGIN_WHY_MAX, "%s", one);
        if (s && !status) status = s;
    }
}

ivp_status runs_make(job *j, one_run *runs, int n, const runs_context *context, char *why)
{
    const size_t shared = (size_t)n * sizeof(board);
    board *boards =
        mmap(NULL, shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    child *children = calloc((size_t)n, sizeof *children);
    snprintf(why, PLUGIN_WHY_MAX, "no memory");
    if (boards == MAP_FAILED || !children) {
        free(children);
        return IVP_E_NOMEM;
    }
    crew w = { j, runs, n, context, children, boards, time(NULL) };
    mkdir(context->folder, 0777);
    for (int k = 0; k < n; k++) {
        if (runs[k].done) continue;
        run_key(j, &runs[k], context->equations, children[k].key);
        run_path(j, context->folder, children[k].key, children[k].path, PATH_ROOM);
        read_run(children[k].path, children[k].key, j, &runs[k]);
    }
    const ivp_status status = work(&w, why);
    if (!context->quiet && isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
    munmap(boards, shared);
    free(children);
    return status;
}

void runs_free(one_run *runs, int n)
{
    for (int k = 0; k < n; k++) {
        free(runs[k].rows);
        job_forget_steps(&runs[k].steps);
        runs[k].rows = NULL;
        runs[k].done = false;
    }
}

void runs_forget(const job *j, const one_run *runs, int n, const runs_context *context)
{
    for (int k = 0; k < n; k++) {
        char key[KEY_ROOM], path[PATH_ROOM];
        if (!runs[k].rows) continue;
        run_key(j, &runs[k], context->equations, key);
        run_path(j, context->folder, key, path, sizeof path);
        unlink(path);
    }
    rmdir(context->folder); /* if it was the last */
}
