/* progress.c -- progress on stderr.
 *
 * A bar with rate and remaining time on a terminal, where only failures stay; plain lines
 * elsewhere, one a cell. The remaining time supposes that the rest goes as the past did. */
#include "bench/crew/progress.h"

#include "bench/base/util.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NO_COLOR (no-color.org) counts when it is not empty; --color always overrules it. */
bool progress_color(const char *color, bool terminal)
{
    if (!strcmp(color, "always")) return true;
    const char *no = getenv("NO_COLOR");
    return !strcmp(color, "auto") && terminal && !(no && *no);
}

void progress_begin(progress *p, int total, int ncells)
{
    p->total = total;
    p->ncells = ncells;
    p->began = now_s();
}

/* Back to the first column, and the bar is gone. */
static void clear(const progress *p)
{
    if (p->terminal && !p->quiet) fputs("\r\033[K", stderr);
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

void progress_tick(progress *p)
{
    enum { WIDTH = 30 };
    if (!p->terminal || p->quiet || !p->total) return;
    const double share = (double)p->done / p->total, passed = now_s() - p->began;
    char bar[WIDTH + 1], left[32] = "?";
    for (int i = 0; i < WIDTH; i++) bar[i] = i < share * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    if (share > 0) duration(left, sizeof left, passed / share - passed);
    clear(p);
    fprintf(stderr, "%s %d/%d cells, %.1f runs/s, %s left", bar, p->cells, p->ncells,
            passed > 0 ? p->done / passed : 0.0, left);
    fflush(stderr);
}

void progress_run(progress *p, int runs)
{
    p->done += runs;
    progress_tick(p);
}

static const char *colour_of(const progress *p, outcome o)
{
    if (!p->color) return "";
    return o == OUTCOME_OK ? "\033[32m" : o == OUTCOME_DECLINED ? "\033[33m" : "\033[31m";
}

/* On a terminal only failures leave a line, unless everything is asked for. */
void progress_cell(progress *p, const record *r)
{
    p->cells++;
    if (p->quiet || (p->terminal && !p->verbose && r->outcome == OUTCOME_OK)) return;
    char title[1024];
    cell_title(&r->cell, title, sizeof title);
    clear(p);
    fprintf(stderr, "%*d/%d %s%-15s%s %s", p->ncells > 999 ? 4 : 3, p->cells, p->ncells,
            colour_of(p, r->outcome), outcome_name(r->outcome), p->color ? "\033[0m" : "",
            title);
    if (r->irreproducible) fputs(" (irreproducible)", stderr);
    if (*r->detail) fprintf(stderr, ": %s", r->detail);
    fputc('\n', stderr);
    progress_tick(p);
}

void progress_end(progress *p) { clear(p); }
