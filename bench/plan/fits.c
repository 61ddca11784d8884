/* fits.c -- the parent's side of fits.h: one question, one answer, a new child where one broke.
 *
 * Whether a solver takes a problem is known only after loading both, which the parent must not
 * do. One child answers for the whole plan; one that a plug-in crashes costs one answer.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/plan/fits.h"
#include "bench/plan/seen.h"

#include "bench/process/process.h"
#include "bench/base/util.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double patience_s = 20;

enum { MEMORY_MB = 2048 };

struct fits {
    pid_t pid;
    int to, from;
    double looked;     /* at its memory, when */
    void (*pipe)(int); /* what SIGPIPE did before */
    sandbox sandbox;
    seen answers;
    int nhung; /* questions that nobody answered in time */
    struct {
        char problem[CELL_TEXT], solver[CELL_TEXT];
    } * hung;
};

/* Standard error goes to /dev/null: what plug-ins print while they are asked is nobody's. */
static bool launch(fits *f)
{
    int to[2], from[2];
    char parent[16];
    if (pipe2(to, O_CLOEXEC)) return false;
    if (pipe2(from, O_CLOEXEC)) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    char *argv[] = { "ivpbench", "worker", "--parent", parent, "fits", NULL };
    const process_limits limits = { .core = -1,
                                    .address_mb = 4 * MEMORY_MB,
                                    .cage = &f->sandbox.cage,
                                    .announce = f->sandbox.reaper.groups };
    f->pid = process_start(argv, to[0], from[1], -1, NULL, 0, &limits);
    const int error = errno;
    close(to[0]);
    close(from[1]);
    f->to = to[1];
    f->from = from[0];
    if (f->pid > 0) return true;
    close(f->to);
    close(f->from);
    errno = error;
    return false;
}

static void end(fits *f)
{
    int status;
    if (f->pid <= 0) return;
    close(f->to);
    close(f->from);
    process_kill_family(f->pid);
    while (process_reap(f->pid, &status, 0, NULL) < 0 && errno == EINTR) continue;
    sandbox_empty(&f->sandbox);
    f->pid = 0;
}

fits *fits_start(void)
{
    fits *f = need(calloc(1, sizeof *f));
    f->pipe = signal(SIGPIPE, SIG_IGN); /* a child that is gone is seen by its silence */
    f->sandbox = sandbox_open();
    return f;
}

void fits_stop(fits *f)
{
    end(f);
    signal(SIGPIPE, f->pipe);
    sandbox_close(&f->sandbox);
    seen_free(&f->answers);
    free(f->hung);
    free(f);
}

/* Looked at fifty times a second, however fast the answers come: false when it takes too much
 * memory, starts too many threads or processes, or hangs. The watch begins with the first
 * look. */
static bool behaves(fits *f, process_watch *watch, bool *hangs)
{
    if (now_s() - f->looked < 0.02) return true;
    f->looked = now_s();
    if (watch->looked <= 0) watch_again(watch);
    const process_family now = process_look(f->pid);
    *hangs = watch_look(watch, &now, patience_s, patience_s) != WATCH_WITHIN;
    return !*hangs && now.resident_kb <= 1024L * MEMORY_MB && now.threads <= PROCESS_THREADS;
}

/* One line within the patience; NULL when the child is gone, hangs or takes too much memory. */
static char *read_line(fits *f, process_watch *watch, bool *hangs)
{
    enum { MOST = 65536 };
    char *line = grown(NULL, MOST, 1);
    size_t n = 0;
    struct pollfd p = { .fd = f->from, .events = POLLIN };
    while (n < MOST - 1) {
        const int ready = poll(&p, 1, 20);
        if (!behaves(f, watch, hangs)) break;
        if (ready <= 0) continue;
        const ssize_t k = read(f->from, line + n, MOST - 1 - n);
        if (k <= 0) break;
        n += (size_t)k;
        line[n] = '\0';
        if (line[n - 1] == '\n') return line;
    }
    free(line);
    return NULL;
}

static fits_verdict verdict_of(const char *status)
{
    static const char *const words[] = { [FITS_YES] = "yes",
                                         [FITS_DECLINED] = "declined",
                                         [FITS_INVALID] = "invalid",
                                         [FITS_BROKEN] = "broken" };
    for (int i = FITS_YES; i < FITS_BROKEN; i++)
        if (status && !strcmp(words[i], status)) return (fits_verdict)i;
    return FITS_BROKEN;
}

static void understand(const char *line, fits_answer *a)
{
    const char *status = NULL, *why = "", *tags = "";
    int steps = 0, tolerances = 0, mechanical = 0;
    json_t *o = json_loads(line, 0, NULL);
    json_unpack(o, "{s:s, s?s, s?s, s?b, s?b, s?b, s?F}", "status", &status, "why", &why,
                "tags", &tags, "constant_steps", &steps, "tolerances", &tolerances,
                "mechanical", &mechanical, "span", &a->span);
    a->verdict = verdict_of(status);
    cell_hear(&a->cell, CELL_QUERIED, o);
    reason_set(&a->why, "%s", why);
    snprintf(a->tags, sizeof a->tags, "%s", tags);
    json_unpack(json_object_get(o, "protocol"), "[i, i, i, F, F, F, F]", &a->protocol.from,
                &a->protocol.to, &a->protocol.per_decade, &a->protocol.atol_factor,
                &a->protocol.atol, &a->protocol.h0_factor, &a->protocol.h0);
    a->constant_steps = steps;
    a->tolerances = tolerances;
    a->mechanical = mechanical;
    a->unopened = a->verdict == FITS_BROKEN && !json_object_get(o, "tags");
    json_decref(o);
}

/* A solver that hung once hangs again; a problem that made two solvers hang is the cause
 * itself. */
static bool is_hopeless(const fits *f, const cell *c)
{
    int same = 0;
    for (int i = 0; i < f->nhung; i++) {
        if (!strcmp(f->hung[i].solver, c->solver)) return true;
        same += !strcmp(f->hung[i].problem, c->problem);
    }
    return same > 1;
}

static void remember(fits *f, const cell *c)
{
    f->hung = grown(f->hung, (size_t)f->nhung + 1, sizeof *f->hung);
    memcpy(f->hung[f->nhung].problem, c->problem, CELL_TEXT);
    memcpy(f->hung[f->nhung++].solver, c->solver, CELL_TEXT);
}

static char *question(const cell *c)
{
    json_t *o = need(json_object());
    cell_tell(c, CELL_QUERIED, o);
    json_object_set_new(o, "constant", json_boolean(c->h > 0));
    char *text = need(json_dumps(o, JSON_COMPACT));
    json_decref(o);
    return text;
}

/* A child that did not answer is ended; the next question starts another. */
static void ask_child(fits *f, const cell *c, const char *text, fits_answer *a)
{
    char *line = NULL;
    if (is_hopeless(f, c)) return;
    a->unasked = f->pid <= 0 && !launch(f);
    if (a->unasked) {
        reason_set(&a->why, "no process can be started that asks plug-ins: %s",
                   strerror(errno));
        return;
    }
    bool hangs = false;
    process_watch watch = { .pid = f->pid };
    if (dprintf(f->to, "%s\n", text) > 0) line = read_line(f, &watch, &hangs);
    if (line) {
        understand(line, a);
        seen_add(&f->answers, text, line);
    } else
        end(f);
    if (hangs) remember(f, c);
    free(line);
}

/* Groups ask the same again and again. */
void fits_ask(fits *f, const cell *c, fits_answer *a)
{
    *a = (fits_answer){ .verdict = FITS_BROKEN };
    cell_copy(&a->cell, c, CELL_QUERIED);
    reason_set(&a->why, "a plug-in crashed or hung when it was asked");
    char *text = question(c);
    const char *before = seen_what(&f->answers, text);
    if (before)
        understand(before, a);
    else
        ask_child(f, c, text, a);
    free(text);
}
