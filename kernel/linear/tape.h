/* tape.h -- sparse blocks as a problem writes them: elements found by the order of the calls.
 *
 * A sheet lists the elements in the order of their last writes: row, column and slot. Blocks of
 * every arithmetic share it. Each block has its own values and its position on the sheet, an
 * ivp_tape. A new element is added to the sheet while its capacity lasts. After that it goes to
 * a spare slot, and the block must be written again:
 *
 *     do { if (!tape_begin(t)) ...; terms(...); } while (sheet_grow(t->sheet));
 *
 * Slots keep their numbers while a sheet grows. So an older copy of the values stays valid:
 * elements that it lacks were zero.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#ifndef IVP_TAPE_H
#define IVP_TAPE_H

#include <ivp/base.h>
#include <stdlib.h>
#include <string.h>

enum { TAPED = -1 }; /* ld of a sparse view */

typedef struct tape_sheet {
    int rows, cols;
    int slots, slots_room;
    int *row, *col;     /* of a slot */
    int *found, places; /* slots by a hash of (row, column), -1: none; a power of two */
    int calls, calls_room;
    ivp_call *call; /* calls + 1: ends with { -1, -1, -1 } */
    bool full;      /* an element exceeded the capacity */
} tape_sheet;

tape_sheet *sheet_create(int rows, int cols); /* NULL: no memory */
void sheet_destroy(tape_sheet *s);            /* accepts NULL */
/* The slot of an element, which is added if it is new; -1: the capacity is exceeded, or there
 * is no such row or column. */
int sheet_slot(tape_sheet *s, int i, int j);
/* The place behind this call: where it stands a little further on, or added at the end. */
const ivp_call *sheet_follow(tape_sheet *s, const ivp_call *next, ivp_call call);
/* Has the sheet been too small? Then it is larger now, unless memory is short: *status. */
bool sheet_grow(tape_sheet *s, ivp_status *status);

static inline real *tape_seek(ivp_tape *t, int i, int j)
{
    tape_sheet *s = t->sheet;
    const int slot = sheet_slot(s, i, j);
    if (slot < 0 || slot >= t->room) return t->value + t->room;
    while (t->slots < s->slots) t->value[t->slots++] = ivp_of(0);
    t->next = sheet_follow(s, t->next, (ivp_call){ i, j, slot });
    return t->value + slot;
}

/* Allocates values for the capacity of the sheet; if the old storage was too small, its values
 * are lost. */
static inline bool tape_reserve(ivp_tape *t)
{
    if (t->value && t->room >= t->sheet->slots_room) return true;
    free(t->value);
    t->room = t->slots = 0;
    t->value = calloc((size_t)t->sheet->slots_room + 1, sizeof *t->value);
    if (t->value) t->room = t->sheet->slots_room;
    return t->value != NULL;
}

/* All elements zero, the first call next. */
static inline bool tape_begin(ivp_tape *t)
{
    if (!tape_reserve(t)) return false;
    t->slots = t->sheet->slots;
    t->next = t->sheet->call;
    t->seek = tape_seek;
    memset(t->value, 0, ((size_t)t->room + 1) * sizeof *t->value);
    return true;
}

static inline ivp_mat tape_view(ivp_tape *t)
{
    return (ivp_mat){ t->sheet->rows, t->sheet->cols, TAPED, (real *)(void *)t };
}

static inline ivp_tape *tape_of(ivp_mat A) { return (ivp_tape *)(void *)A.a; }

#endif
