/* tape.c -- see tape.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/tape.h"

enum { FIRST_ROOM = 64, AHEAD = 64 };

static bool resize(void *at, size_t count, size_t size)
{
    void **array = at, *larger = realloc(*array, count * size);
    if (larger) *array = larger;
    return larger != NULL;
}

static bool make_slots(tape_sheet *s, int room)
{
    const size_t n = (size_t)room;
    if (!resize(&s->row, n, sizeof(int)) || !resize(&s->col, n, sizeof(int)) ||
        !resize(&s->below, n, sizeof(int)))
        return false;
    s->slots_room = room;
    return true;
}

static bool make_calls(tape_sheet *s, int room)
{
    if (!resize(&s->call, (size_t)room + 1, sizeof *s->call)) return false;
    s->calls_room = room;
    s->call[s->calls] = (ivp_call){ -1, -1, -1 };
    return true;
}

tape_sheet *sheet_create(int rows, int cols)
{
    tape_sheet *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->rows = rows;
    s->cols = cols;
    s->last = malloc(((size_t)cols + 1) * sizeof(int));
    if (!s->last || !make_slots(s, FIRST_ROOM) || !make_calls(s, FIRST_ROOM)) {
        sheet_destroy(s);
        return NULL;
    }
    for (int j = 0; j < cols; j++) s->last[j] = -1;
    return s;
}

void sheet_destroy(tape_sheet *s)
{
    if (!s) return;
    free(s->row);
    free(s->col);
    free(s->below);
    free(s->last);
    free(s->call);
    free(s);
}

/* Makes slot k, which follows `above`, the first of column j: what is written often in a column
 * that is full is found soon. */
static int to_front(tape_sheet *s, int j, int k, int above)
{
    if (above < 0) return k;
    s->below[above] = s->below[k];
    s->below[k] = s->last[j];
    return s->last[j] = k;
}

int sheet_slot(tape_sheet *s, int i, int j)
{
    if (i < 0 || j < 0 || i >= s->rows || j >= s->cols) return -1;
    for (int k = s->last[j], above = -1; k >= 0; above = k, k = s->below[k])
        if (s->row[k] == i) return to_front(s, j, k, above);
    if (s->slots == s->slots_room) {
        s->full = true;
        return -1;
    }
    const int k = s->slots++;
    s->row[k] = i;
    s->col[k] = j;
    s->below[k] = s->last[j];
    return s->last[j] = k;
}

const ivp_call *sheet_follow(tape_sheet *s, const ivp_call *next, ivp_call call)
{
    const ivp_call *end = s->call + s->calls;
    for (const ivp_call *c = next; c < end && c < next + AHEAD; c++)
        if (c->i == call.i && c->j == call.j) return c + 1;
    if (next != end) return next;
    if (s->calls == s->calls_room) {
        s->full = true;
        return next;
    }
    s->call[s->calls++] = call;
    s->call[s->calls] = (ivp_call){ -1, -1, -1 };
    return s->call + s->calls;
}

bool sheet_grow(tape_sheet *s, ivp_status *status)
{
    if (!s->full) return false;
    s->full = false;
    const bool slots = s->slots < s->slots_room || make_slots(s, 4 * s->slots_room);
    const bool calls = s->calls < s->calls_room || make_calls(s, 4 * s->calls_room);
    if (!slots || !calls) *status = IVP_E_NOMEM;
    return slots && calls;
}
