/* child_verdict.c -- the outcome of a cell, from the end of its worker.
 *
 * In this order: a limit that the parent enforced (timeout: CPU time, or it waited twice;
 * memory), a signal (crash), an exit before the result was complete, a result that cannot be
 * true (misbehaved), and last what the worker itself reported. Only what goes wrong before any
 * plug-in is there is the harness's own fault; after that nothing that a plug-in can do counts
 * as such.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/child.h"

#include "bench/base/printable.h"
#include "bench/base/util.h"
#include "bench/crew/account.h"
#include "bench/crew/plausible.h"

#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const where[] = { [STARTING] = "before it was ready",
                                     [SETTING_UP] = "while being set up",
                                     [SOLVING] = "while solving",
                                     [CLOSING] = "after the solve",
                                     [REDUCING] = "while its trajectory was reduced" };

/* No plug-in has run so far: what fails is the harness's own fault. What a worker leaves to be
 * reduced it may have spoilt. */
static bool is_starting(const child *c) { return c->phase == STARTING; }

/* Whatever the worker may have said is dropped: this is the outcome. */
static void judge(record *r, outcome o, char *detail)
{
    record_free(r);
    r->outcome = o;
    r->detail = detail;
}

static void judge_stopped(const child *c, record *r)
{
    const outcome late = is_starting(c) ? OUTCOME_INFRASTRUCTURE : OUTCOME_TIMEOUT;
    switch (c->end) {
    case TIMED_OUT:
        judge(r, late, text_of("CPU limit of %.3g s reached %s", c->limit_s, where[c->phase]));
        break;
    case WAITED:
        judge(r, late,
              text_of("waited, did not compute, %s, %s", where[c->phase],
                      c->alone         ? "twice"
                      : c->hung_before ? "as in an earlier cell"
                                       : "and could not be tried again"));
        break;
    case TOO_LARGE:
        judge(r, OUTCOME_MEMORY,
              text_of("%ld MB resident in %d process%s, %ld MB allowed",
                      c->family.resident_kb / 1024, c->family.n, c->family.n > 1 ? "es" : "",
                      c->second ? c->reduce_mb : c->cell->memory_mb));
        break;
    case TOO_MANY:
        judge(r, OUTCOME_MISBEHAVED,
              text_of("%d threads or more in %d processes %s, %d are allowed",
                      c->family.threads, c->family.n, where[c->phase], PROCESS_THREADS));
        break;
    case BAD_MESSAGE:
        judge(r, c->phase == STARTING ? OUTCOME_INFRASTRUCTURE : OUTCOME_MISBEHAVED,
              text_of("unreadable message from the worker %s", where[c->phase]));
        break;
    case CANCELLED:
    case BY_ITSELF:
        judge(r, OUTCOME_INFRASTRUCTURE, copied("interrupted"));
        break;
    }
}

/* A signal that we have not sent is a crash, but for the kernel's answer to RLIMIT_CPU, which
 * is above the cell's own limit. */
static void judge_signal(const child *c, record *r)
{
    const int s = WTERMSIG(c->status);
    if (s == SIGXCPU && c->phase != REDUCING && child_cpu_s(c) > c->cell->timeout_s) {
        judge(r, OUTCOME_TIMEOUT, text_of("CPU time used up %s", where[c->phase]));
        return;
    }
    judge(r, c->phase == REDUCING ? OUTCOME_MISBEHAVED : OUTCOME_CRASH,
          text_of("signal %d (%s) %s", s, strsignal(s), where[c->phase]));
}

/* A clock of the machine jumped meanwhile, or more was computed than all processors can. */
static bool clock_fails(const child *c)
{
    const double life = c->ended - c->started, slack = 1;
    return c->unsteady || !(life > 0) ||
           child_cpu_s(c) > life * (double)sysconf(_SC_NPROCESSORS_ONLN) + slack;
}

/* The worker ended well and left a record; the caller frees it. */
static bool reports(const child *c, record *r)
{
    const bool complete = c->result_size && c->in.n == c->result_at + c->result_size;
    return WIFEXITED(c->status) && !WEXITSTATUS(c->status) && complete &&
           record_unpack(r, c->in.at + c->result_at, c->result_size);
}

bool child_account_differs(const child *c)
{
    record r = { 0 };
    reason why;
    const bool differs =
        c->timing && reports(c, &r) && !clock_fails(c) && !account_may_be(c, &r, &why);
    record_free(&r);
    return differs;
}

/* Code 0 with a whole result is the only good end. Before "ready" no plug-in code has run, so a
 * failure there is the harness's own. */
static void judge_exit(const child *c, record *r)
{
    reason why;
    const int code = WEXITSTATUS(c->status);
    if (reports(c, r)) {
        if (clock_fails(c))
            judge(r, OUTCOME_INFRASTRUCTURE,
                  copied("a clock of this machine (CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW) does "
                         "not pass steadily"));
        else if (!plausible(c, r, &why))
            judge(r, OUTCOME_MISBEHAVED, text_of("the result cannot be: %s", why.text));
        return;
    }
    const outcome o = c->phase == STARTING      ? OUTCOME_INFRASTRUCTURE
                      : !code && c->result_size ? OUTCOME_MISBEHAVED
                                                : OUTCOME_EXIT;
    judge(r, o,
          text_of("exit code %d %s, without a %sresult", code, where[c->phase],
                  c->result_size ? "whole " : ""));
}

/* It may stand on a terminal some day: no control characters, and not longer than a
 * sentence. */
static void tidy(char *text)
{
    enum { MOST = 2000 };
    if (strlen(text) > MOST) text[MOST] = '\0';
    tame(text, "");
}

/* Names that a plug-in has given to what it computes. */
static void tidy_names(record *r)
{
    for (int i = 0; i < r->ncomponents; i++) tidy(r->components[i]);
    for (int i = 0; i < r->nseries; i++) tidy(r->series[i].name);
    for (int i = 0; i < r->nevents; i++) tidy(r->events[i].guard);
}

/* The last line that is not empty; n: its length. */
static const char *last_line(const char *text, int *n)
{
    size_t end = strlen(text), begin;
    while (end && isspace((unsigned char)text[end - 1])) end--;
    for (begin = end; begin && text[begin - 1] != '\n'; begin--) continue;
    *n = (int)(end - begin);
    return text + begin;
}

/* What failed may have said why on its own: an exception of Python, an assertion of C. */
static void quote_output(record *r)
{
    enum { MOST = 200 };
    int n;
    const char *line = last_line(r->output, &n);
    if (r->outcome == OUTCOME_OK || r->outcome == OUTCOME_DECLINED || !n) return;
    char *detail = text_of("%s%sit printed: %.*s", r->detail, *r->detail ? "; " : "",
                           n < MOST ? n : MOST, line);
    free(r->detail);
    r->detail = detail;
}

/* What the record lacks when the worker could not write it itself. */
static void complete(const child *c, record *r)
{
    if (r->status)
        r->overhead_s += c->ended - c->started - r->setup_s;
    else {
        r->status = copied(outcome_name(r->outcome));
        r->t_reached =
            c->beat && isfinite(c->beat->t) ? c->beat->t : 0; /* it may hold anything */
        r->peak_kb = c->family.resident_kb;
        if (c->phase >= SOLVING && c->beat) {
            char *detail =
                text_of("%s; t = %.6g after %ld steps", r->detail, c->beat->t, c->beat->steps);
            free(r->detail);
            r->detail = detail;
        }
    }
    if (r->peak_kb < c->used.ru_maxrss) r->peak_kb = c->used.ru_maxrss;
    if (!r->scoring) r->scoring = copied("");
    free(r->output);
    r->output = capture_text(&c->captured);
    quote_output(r);
    tidy(r->status);
    tidy(r->detail);
    tidy_names(r);
}

void child_verdict(child *c, record *r)
{
    child_serve(c);
    *r = (record){ 0 };
    if (c->unborn && c->end == BY_ITSELF && c->pid <= 0)
        judge(r, OUTCOME_INFRASTRUCTURE,
              text_of("the process that reduces its trajectory cannot be started: %s",
                      strerror(c->unborn)));
    else if (c->end != BY_ITSELF)
        judge_stopped(c, r);
    else if (WIFSIGNALED(c->status))
        judge_signal(c, r);
    else
        judge_exit(c, r);
    complete(c, r);
    child_free(c);
}
