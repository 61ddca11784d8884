/* front.c -- which curves stand in front: eight can be told apart, thirty cannot.
 *
 * With c(l, d) the least cost of d digits on ladder l and b(d) that of all, a ladder scores
 *
 *     sum over d of b(d) / c(l, d)
 *
 * so that being the cheapest anywhere counts one, and not arriving nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "reports/figures/front.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/figures/border.h"
#include "reports/figures/style.h"

enum { LEVELS = 32 };
static const double first_level = 0, level_step = 0.5;

static double level_at(int k) { return first_level + level_step * k; }

/* Least cost of at least so many digits. */
static double cost_of_digits(const diagram *d, const ladder *l, const digit_axis *x,
                             const cost_axis *y, double level)
{
    double least = INFINITY;
    for (int k = l->first; k < l->first + l->n; k++) {
        const entry *e = &d->board->entries[k];
        const double spent = y->value(e);
        const bool there = x->of(e)->known && x->of(e)->value >= level && spent > 0;
        if (e->r.outcome == OUTCOME_OK && there) least = fmin(least, spent);
    }
    return least;
}

static double *scores(const diagram *d, front_eligible eligible, const digit_axis *x,
                      const cost_axis *y)
{
    const board *b = d->board;
    const group *g = &b->groups[d->group];
    const int end = g->ladder + g->nladders;
    double *score = need(calloc((size_t)b->nladders + 1, sizeof *score));
    double *least = need(calloc((size_t)b->nladders + 1, sizeof *least));
    for (int k = 0; k < LEVELS; k++) {
        double best = INFINITY;
        for (int i = g->ladder; i < end; i++) {
            least[i] = INFINITY;
            if (!eligible(d, &b->ladders[i])) continue;
            least[i] = cost_of_digits(d, &b->ladders[i], x, y, level_at(k));
            best = fmin(best, least[i]);
        }
        for (int i = g->ladder; i < end && isfinite(best); i++) score[i] += best / least[i];
    }
    free(least);
    return score;
}

static const char *kin(const board *b, int i)
{
    const entry *e = &b->entries[b->ladders[i].first];
    return *e->family ? e->family : e->r.cell.solver;
}

/* The best that is not chosen and whose kin is not; -1: none. */
static int next_best(const diagram *d, front_eligible eligible, const double *score,
                     const bool *chosen)
{
    const group *g = &d->board->groups[d->group];
    const int end = g->ladder + g->nladders;
    int best = -1;
    for (int i = g->ladder; i < end; i++) {
        bool again = chosen[i] || !eligible(d, &d->board->ladders[i]);
        for (int k = g->ladder; k < end && !again; k++)
            again = chosen[k] && !strcmp(kin(d->board, k), kin(d->board, i));
        if (!again && (best < 0 || score[i] > score[best])) best = i;
    }
    return best;
}

bool *front_chosen(const diagram *d, front_eligible eligible, const digit_axis *x,
                   const cost_axis *y)
{
    bool *chosen = need(calloc((size_t)d->board->nladders + 1, sizeof *chosen));
    int shown = 0;
    for (int i = 0; i < d->board->nladders; i++) {
        const ladder *l = &d->board->ladders[i];
        chosen[i] = l->group == d->group && eligible(d, l);
        shown += chosen[i];
    }
    if (shown <= FRONT_CURVES) return chosen;
    memset(chosen, 0, (size_t)d->board->nladders * sizeof *chosen);
    double *score = scores(d, eligible, x, y);
    for (int n = 0; n < FRONT_CURVES; n++) {
        const int best = next_best(d, eligible, score, chosen);
        if (best >= 0 && score[best] > 0) chosen[best] = true;
    }
    free(score);
    return chosen;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Pixels: a usual character of the font, a line of it, the gap between point and name. */
static const double character = 8, line_height = 17.5, gap = 11;

/* Of usual characters: narrow ones count 0.58, measured on names in DejaVu Sans at 13 pixels. */
static double length_of(const char *text)
{
    double n = 0;
    for (const char *c = text; *c; c++) n += strchr("ijlrtfI.,:;'|[]() ", *c) ? 0.58 : 1;
    return n;
}

typedef struct frame {
    double wide, tall, gap; /* of the frame */
} frame;

static int by_height(const void *a, const void *b)
{
    const front_name *x = a, *y = b;
    return x->y > y->y ? 1 : x->y < y->y ? -1 : strcmp(x->text, y->text);
}

/* Do parts of two names lie above each other? */
static bool same_column(const frame *m, const front_name *a, const front_name *b)
{
    const double la = m->wide * length_of(a->text), lb = m->wide * length_of(b->text);
    return a->x < b->x + lb && b->x < a->x + la;
}

void front_mark(front_marks *m, bool joined, double x, double y)
{
    enum { BETWEEN = 60 };
    const int more = joined && m->n ? BETWEEN : 1;
    const double from[] = { m->n ? m->at[m->n - 1][0] : x, m->n ? m->at[m->n - 1][1] : y };
    m->at = grown(m->at, (size_t)(m->n + more), sizeof *m->at);
    for (int i = 1; i <= more; i++, m->n++) {
        m->at[m->n][0] = from[0] + (x - from[0]) * i / more;
        m->at[m->n][1] = from[1] + (y - from[1]) * i / more;
    }
}

/* How much of the curves a name would cover. */
static int covered(const frame *m, const front_marks *marks, const front_name *a)
{
    const double right = a->x + m->wide * length_of(a->text), half = 0.45 * m->tall;
    int n = 0;
    for (int i = 0; marks && i < marks->n; i++) {
        const double *at = marks->at[i];
        n += at[0] > a->x && at[0] < right && fabs(at[1] - a->y) < half;
    }
    return n;
}

/* Where name i may stand: above those that are placed, and with room for those that follow. So
 * names have the order of their curves. */
static span room_of(const frame *m, const front_name *list, int n, int i)
{
    span room = { m->tall / 2, 1 - m->tall / 2 };
    for (int k = 0; k < n; k++) {
        if (k == i || !same_column(m, &list[i], &list[k])) continue;
        if (k < i)
            room.low = fmax(room.low, list[k].y + m->tall);
        else
            room.high -= m->tall;
    }
    room.high = fmax(room.high, room.low);
    return room;
}

/* Up and down in turns within three lines of where it belongs: where it covers least. */
static void place(const frame *m, front_name *list, int n, int i, const front_marks *marks)
{
    enum { NEAR = 13 };
    const span room = room_of(m, list, n, i);
    const double from = fmin(fmax(list[i].y, room.low), room.high);
    double best = from;
    int least = INT_MAX;
    for (int step = 0; step < NEAR && least; step++) {
        list[i].y = from + m->tall * 0.5 * (step % 2 ? (step + 1) / 2 : -step / 2);
        if (list[i].y < room.low || list[i].y > room.high) continue;
        const int here = covered(m, marks, &list[i]);
        if (here < least) best = list[i].y;
        if (here < least) least = here;
    }
    list[i].y = best;
}

static void write_name(figure *f, const front_name *name, int i)
{
    char how[128], what[32];
    snprintf(what, sizeof what, "label %d", 20 + i);
    snprintf(how, sizeof how,
             "at graph %.4f, graph %.4f left noenhanced front tc rgb \"#%06x\"", name->x,
             name->y, style_text(name->rgb));
    figure_label(f, what, name->text, how);
}

/* From a point to its name, where that is not beside it. */
static void write_leader(const frame *m, figure *f, const front_name *name, double x, double y,
                         int i)
{
    enum { FIRST = 2000 };
    if (fabs(name->y - y) < 0.75 * m->tall || name->x - x < 0.9 * m->gap) return;
    fprintf(
        f->script,
        "set arrow %d from graph %.4f, graph %.4f to graph %.4f, graph %.4f nohead front lc "
        "rgb \"#909090\" lw 0.6\n",
        FIRST + i, x + 0.3 * m->gap, y, name->x - 0.15 * m->gap, name->y);
}

void front_names(figure *f, front_name *list, int n, front_marks *marks, double width,
                 double height)
{
    const frame m = { character / width, line_height / height, gap / width };
    double *ends = need(calloc((size_t)n + 1, sizeof *ends));
    qsort(list, (size_t)n, sizeof *list, by_height);
    for (int i = 0; i < n; i++) {
        const double room = 1 - m.wide * length_of(list[i].text) - m.gap / 2;
        ends[i] = list[i].x;
        list[i].x = fmin(list[i].x + m.gap, room);
    }
    for (int i = 0; i < n; i++) {
        const double y = list[i].y;
        place(&m, list, n, i, marks);
        write_name(f, &list[i], i);
        write_leader(&m, f, &list[i], ends[i], y, i);
    }
    for (int i = 0; i < n; i++) free(list[i].text);
    if (marks) free(marks->at);
    free(ends);
}

double front_room(size_t characters, double width)
{
    return fmin(0.45, (character * (double)characters + 2 * gap) / width);
}

/* How much of a text goes into a line: up to the last blank that has room. Prose is narrower than
 * names. */
static size_t line_of(const char *text)
{
    const size_t most = (size_t)(FRAME_WIDE / (0.85 * character)), length = strlen(text);
    size_t n = length < most ? length : most;
    while (n < length && n && text[n] != ' ') n--;
    return n ? n : most;
}

int front_note(figure *f, int line, const char *text)
{
    const double first = 45;
    for (; *text; line++) {
        char how[128], what[32];
        const size_t n = line_of(text);
        char *part = text_of("%.*s", (int)n, text);
        snprintf(what, sizeof what, "label %d", 10 + line);
        snprintf(how, sizeof how,
                 "at screen 0.985, screen %.4f right noenhanced tc rgb \"#505050\"",
                 (first - line_height * line) / f->height);
        figure_label(f, what, part, how);
        free(part);
        text += n + (text[n] == ' ');
    }
    return line;
}

void front_add_note(char *text, size_t size, const char *more)
{
    const size_t n = strlen(text);
    if (*more) snprintf(text + n, size - n, "%s%s", n ? "; " : "", more);
}
