/* taped.c -- see taped.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/formulation/taped.h"

bool taped_open(taped *t, const sparse_pattern *pattern)
{
    *t = (taped){ .pattern = pattern, .sheet = sheet_create(pattern->n, pattern->n) };
    t->tape.sheet = t->sheet;
    return t->sheet;
}

void taped_close(taped *t)
{
    sheet_destroy(t->sheet);
    free(t->tape.value);
    free(t->place);
    *t = (taped){ 0 };
}

bool taped_begin(taped *t, ivp_mat *out)
{
    if (!tape_begin(&t->tape)) return false;
    *out = tape_view(&t->tape);
    return true;
}

bool taped_again(taped *t, ivp_status *status) { return sheet_grow(t->sheet, status); }

/* Where element (i, j) stands, by bisection: rows ascend in a column. */
static int place_of(const sparse_pattern *p, int i, int j)
{
    int first = p->first[j], end = p->first[j + 1];
    while (first < end) {
        const int middle = first + (end - first) / 2;
        if (p->row[middle] == i) return middle;
        if (p->row[middle] < i)
            first = middle + 1;
        else
            end = middle;
    }
    return -1;
}

static bool place_slots(taped *t)
{
    const int slots = t->tape.slots;
    if (t->places >= slots) return true;
    int *place = realloc(t->place, ((size_t)slots + 1) * sizeof *place);
    if (!place) return false;
    t->place = place;
    for (; t->places < slots; t->places++)
        place[t->places] =
            place_of(t->pattern, t->sheet->row[t->places], t->sheet->col[t->places]);
    return true;
}

ivp_status taped_values(taped *t, real *value)
{
    if (!place_slots(t)) return IVP_E_NOMEM;
    memset(value, 0, (size_t)t->pattern->first[t->pattern->n] * sizeof *value);
    for (int k = 0; k < t->tape.slots; k++) {
        if (t->place[k] >= 0)
            value[t->place[k]] = t->tape.value[k];
        else if (t->tape.value[k] != 0)
            return IVP_E_INVALID;
    }
    return IVP_OK;
}
