/* progress.c -- progress on stderr.
 *
 * On a terminal a bar with the time left, above which only failures stay; elsewhere a line
 * every ten seconds, so a log has the progress in order of time.
 *
 *     time left = sum over kinds of (total - done) (spent / seen)
 *
 * Until runs of a kind have finished, its rate is an estimate.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/crew/progress.h"

#include "bench/base/printable.h"
#include "bench/base/util.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double usual_s = 10;

/* NO_COLOR (no-color.org) counts when it is not empty; --color always overrules it. */
bool progress_color(const char *color, bool terminal)
{
    if (!strcmp(color, "always")) return true;
    const char *no = getenv("NO_COLOR");
    return !strcmp(color, "auto") && terminal && !(no && *no);
}

void progress_begin(progress *p, int ncells)
{
    p->ncells = ncells;
    p->began = p->told = now_s();
}

void progress_expect(progress *p, progress_kind kind, long runs, double seconds)
{
    p->work[kind].total += runs;
    p->work[kind].expected += seconds;
}

void progress_known(progress *p, progress_kind kind, long runs) { p->work[kind].done += runs; }

void progress_drop(progress *p, progress_kind kind, long runs)
{
    progress_work *w = &p->work[kind];
    if (w->total > 0) w->expected -= w->expected * (double)runs / (double)w->total;
    w->total -= runs;
}

/* ---- time -------------------------------------------------------------------------------- */

static double spent_s(const progress *p, progress_kind kind)
{
    return p->work[kind].spent_s + (p->working && p->now == kind ? now_s() - p->since : 0);
}

void progress_rest(progress *p)
{
    if (p->working) p->work[p->now].spent_s = spent_s(p, p->now);
    p->working = false;
}

void progress_turn(progress *p, progress_kind kind)
{
    progress_rest(p);
    p->working = true;
    p->now = kind;
    p->since = now_s();
}

double progress_left_s(const progress *p)
{
    double left = 0;
    for (progress_kind k = PROGRESS_ACCURACY; k < PROGRESS_KINDS; k++) {
        const progress_work *w = &p->work[k];
        if (!w->total) continue;
        const double rate =
            w->seen ? spent_s(p, k) / (double)w->seen : w->expected / (double)w->total;
        left += (double)(w->total - w->done) * rate;
    }
    return left;
}

static void duration(char *text, size_t size, double s)
{
    const long n = lround(s);
    if (n >= 3600)
        snprintf(text, size, "%ld h %02ld min", n / 3600, n / 60 % 60);
    else if (n >= 60)
        snprintf(text, size, "%ld min %02ld s", n / 60, n % 60);
    else
        snprintf(text, size, "%ld s", n);
}

/* ---- what is said ------------------------------------------------------------------------ */

/* Back to the first column, and the bar is gone. */
static void clear(const progress *p)
{
    if (p->terminal && !p->quiet) fputs("\r\033[K", stderr);
}

/* "64 of 936 cells, 0 of 4680 timings, 2 failed; 3 min 20 s left" */
static void tell(const progress *p)
{
    const progress_work *cells = &p->work[PROGRESS_ACCURACY],
                        *timed = &p->work[PROGRESS_TIMING];
    char left[32];
    duration(left, sizeof left, progress_left_s(p));
    fprintf(stderr, "%ld of %ld cells", cells->done, cells->total);
    if (timed->total) fprintf(stderr, ", %ld of %ld timings", timed->done, timed->total);
    if (p->failed) fprintf(stderr, ", %d failed", p->failed);
    fprintf(stderr, "; about %s left", left);
}

static void draw_bar(const progress *p)
{
    enum { WIDTH = 20 };
    const double passed = now_s() - p->began, left = progress_left_s(p);
    const double share = passed + left > 0 ? passed / (passed + left) : 1;
    char bar[WIDTH + 1];
    for (int i = 0; i < WIDTH; i++) bar[i] = i < share * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    clear(p);
    fprintf(stderr, "%s ", bar);
    tell(p);
    fflush(stderr);
}

static void write_line(progress *p)
{
    const double now = now_s();
    char passed[32];
    if (now - p->told < (p->every_s > 0 ? p->every_s : usual_s)) return;
    p->told = now;
    duration(passed, sizeof passed, now - p->began);
    fprintf(stderr, "%s: ", passed);
    tell(p);
    fputc('\n', stderr);
}

void progress_tick(progress *p)
{
    if (p->quiet || !p->work[PROGRESS_ACCURACY].total) return;
    if (p->terminal)
        draw_bar(p);
    else
        write_line(p);
}

void progress_note(progress *p, const char *format, ...)
{
    va_list args;
    if (p->quiet) return;
    clear(p);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

void progress_run(progress *p, progress_kind kind)
{
    p->work[kind].done++;
    p->work[kind].seen++;
    progress_tick(p);
}

static const char *colour_of(const progress *p, outcome o)
{
    if (!p->color) return "";
    return o == OUTCOME_OK ? "\033[32m" : o == OUTCOME_DECLINED ? "\033[33m" : "\033[31m";
}

/* On a terminal only failures leave a line, in a log only those of the harness itself, unless
 * everything is asked for. */
static bool is_shown(const progress *p, outcome o)
{
    return p->verbose || o == OUTCOME_INFRASTRUCTURE || (p->terminal && o != OUTCOME_OK);
}

void progress_cell(progress *p, const record *r)
{
    p->cells++;
    p->failed += r->outcome != OUTCOME_OK && r->outcome != OUTCOME_DECLINED;
    if (p->quiet || !is_shown(p, r->outcome)) return;
    char title[1024];
    cell_title(&r->cell, title, sizeof title);
    clear(p);
    fprintf(stderr, "%*d/%d %s%-15s%s %s", p->ncells > 999 ? 4 : 3, p->cells, p->ncells,
            colour_of(p, r->outcome), outcome_name(r->outcome), p->color ? "\033[0m" : "",
            title);
    if (r->irreproducible) fputs(" (irreproducible)", stderr);
    if (*r->detail) fputs(": ", stderr);
    put_tame(stderr, r->detail);
    fputc('\n', stderr);
    progress_tick(p);
}

void progress_end(progress *p)
{
    progress_rest(p);
    clear(p);
}
