/* cell_title.c -- cells for people, and pairs of cells.
 *
 * A title is made of the fields that have a place, in this order: the text before '%' in the
 * table, the value, the text behind. It is read by looking for these texts; what was read must
 * give the same title again.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/cell/cell.h"

#include "bench/base/printable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_ROW(kind, name, store, uses, most, place, title, ...) { place, title },
static const struct piece {
    int place;
    const char *title;
} pieces[CELL_NFIELDS] = { CELL_FIELDS(TITLE_ROW) };

/* The next field in the order of titles; those without a place come last. -1: none. */
static int follower(int k)
{
    const int here = k < 0 ? 0 : pieces[k].place ? pieces[k].place : CELL_NFIELDS;
    int best = -1, least = CELL_NFIELDS + 1;
    for (int i = 0; i < CELL_NFIELDS; i++) {
        const int place = pieces[i].place ? pieces[i].place : CELL_NFIELDS;
        if ((place < here || (place == here && i <= k)) || place >= least) continue;
        best = i;
        least = place;
    }
    return best;
}

/* Words always; of rtol and h the one that counts; everything else where it is set. */
static bool is_shown(int k, const cell *c)
{
    const field_row *f = &cell_fields[k];
    if (!pieces[k].place) return false;
    if (f->at == offsetof(cell, rtol)) return !(c->h > 0);
    return (f->uses & CELL_QUERIED && f->kind != FIELD_SETTINGS) || field_is_set(f, c);
}

void cell_title(const cell *c, char *text, size_t size)
{
    *text = '\0';
    for (int k = follower(-1); k >= 0; k = follower(k)) {
        const field_row *f = &cell_fields[k];
        const size_t n = strlen(text);
        if (!is_shown(k, c)) continue;
        if (field_is_text(f))
            snprintf(text + n, size - n, pieces[k].title, field_text(f, c));
        else
            snprintf(text + n, size - n, pieces[k].title, field_number(f, c));
    }
    tame(text, "");
}

/* ---- reading ----------------------------------------------------------------------------- */

/* Does the text begin as piece k does? */
static bool begins(const char *at, int k)
{
    const size_t n = strcspn(pieces[k].title, "%");
    return pieces[k].place && n && !strncmp(at, pieces[k].title, n);
}

/* Where a later piece begins, or the end. */
static bool is_border(const char *at, int k)
{
    bool border = !*at;
    while (!border && (k = follower(k)) >= 0) border = begins(at, k);
    return border;
}

/* Of the value of piece k: up to the text behind it and a border, outside parentheses. */
static size_t value_length(const char *at, int k, size_t *behind)
{
    const char *percent = strchr(pieces[k].title, '%');
    const char *tail = percent ? percent + strcspn(percent, "sg") + 1 : "";
    size_t n = 0;
    int depth = 0;
    *behind = strlen(tail);
    for (; at[n]; n++) {
        if (depth < 1 && !strncmp(at + n, tail, *behind) && is_border(at + n + *behind, k))
            break;
        depth += (at[n] == '(') - (at[n] == ')');
    }
    return n;
}

/* NULL where there is no such value; else behind it. */
static const char *take(const char *at, int k, cell *c)
{
    char value[CELL_TEXT], *end = value;
    const field_row *f = &cell_fields[k];
    size_t behind;
    at += strcspn(pieces[k].title, "%");
    if (f->kind == FIELD_TRUTH) return field_set_number(f, 1, c) ? at : NULL;
    const size_t n = value_length(at, k, &behind);
    if (n >= sizeof value || strlen(at) < n + behind) return NULL;
    snprintf(value, sizeof value, "%.*s", (int)n, at);
    const bool good = field_is_text(f) ? field_from_text(f, value, c)
                                       : field_set_number(f, strtod(value, &end), c) && !*end;
    return good ? at + n + behind : NULL;
}

bool cell_from_title(cell *c, const char *title)
{
    char again[4 * CELL_TEXT];
    const char *at = title;
    *c = (cell){ 0 };
    for (int k = follower(-1); at && k >= 0; k = follower(k))
        if (begins(at, k) || (pieces[k].place && *pieces[k].title == '%')) at = take(at, k, c);
    if (!at || *at || !*c->problem || !*c->solver || !*c->formulation) return false;
    c->atol = c->rtol;
    cell_title(c, again, sizeof again);
    return isfinite(c->rtol + c->h) && (c->rtol > 0) != (c->h > 0) && !strcmp(again, title);
}

/* ---- pairs ------------------------------------------------------------------------------- */

int cell_compare(const cell *a, const cell *b, unsigned uses)
{
    int order = 0;
    for (int k = follower(-1); !order && k >= 0; k = follower(k))
        if (cell_fields[k].uses & uses) order = field_compare(&cell_fields[k], a, b);
    return order;
}

static bool alike(const field_row *f, const cell *a, const cell *b, double within)
{
    if (field_is_text(f)) return !field_compare(f, a, b);
    const double x = field_number(f, a), y = field_number(f, b);
    return x < 0 || fabs(x - y) <= within * fabs(y);
}

bool cell_alike(const cell *a, const cell *b, double within)
{
    CELL_EACH(k, CELL_PIN) if (!alike(&cell_fields[k], a, b, within)) return false;
    return true;
}
