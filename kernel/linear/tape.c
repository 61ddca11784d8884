/* tape.c -- see tape.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/tape.h"

#include <stdint.h>

enum { FIRST_ROOM = 64, AHEAD = 64 }; /* the room grows by powers of two */

static bool resize(void *at, size_t count, size_t size)
{
    void **array = at, *larger = realloc(*array, count * size);
    if (larger) *array = larger;
    return larger != NULL;
}

/* Where the slot of (i, j) is found, or would be: multiplicative hashing, linear probing (Knuth,
 * TAOCP 3, 6.4). At most half of the places are taken. */
static int *place_of(const tape_sheet *s, int i, int j)
{
    const uint64_t key = (uint64_t)(unsigned)i << 32 | (unsigned)j;
    const unsigned mask = (unsigned)s->places - 1;
    unsigned at = (unsigned)(key * 0x9E3779B97F4A7C15u >> 32) & mask;
    for (int k; (k = s->found[at]) >= 0 && (s->row[k] != i || s->col[k] != j);)
        at = (at + 1) & mask;
    return s->found + at;
}

static bool make_places(tape_sheet *s, int places)
{
    if (!resize(&s->found, (size_t)places, sizeof(int))) return false;
    s->places = places;
    for (int k = 0; k < places; k++) s->found[k] = -1;
    for (int k = 0; k < s->slots; k++) *place_of(s, s->row[k], s->col[k]) = k;
    return true;
}

static bool make_slots(tape_sheet *s, int room)
{
    const size_t n = (size_t)room;
    if (!resize(&s->row, n, sizeof(int)) || !resize(&s->col, n, sizeof(int)) ||
        !make_places(s, 2 * room))
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
    if (!make_slots(s, FIRST_ROOM) || !make_calls(s, FIRST_ROOM)) {
        sheet_destroy(s);
        return NULL;
    }
    return s;
}

void sheet_destroy(tape_sheet *s)
{
    if (!s) return;
    free(s->row);
    free(s->col);
    free(s->found);
    free(s->call);
    free(s);
}

int sheet_slot(tape_sheet *s, int i, int j)
{
    if (i < 0 || j < 0 || i >= s->rows || j >= s->cols) return -1;
    int *at = place_of(s, i, j);
    if (*at >= 0) return *at;
    if (s->slots == s->slots_room) {
        s->full = true;
        return -1;
    }
    s->row[s->slots] = i;
    s->col[s->slots] = j;
    return *at = s->slots++;
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
