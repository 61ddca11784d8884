/* triplets.c -- see triplets.h.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/triplets.h"

#include <stdlib.h>
#include <string.h>

static size_t sz(int n) { return (size_t)n; }

bool triplets_add(triplets *t, int i, int j)
{
    if (t->count == t->room) {
        const int room = t->room ? 2 * t->room : 256;
        int *row = realloc(t->row, sz(room) * sizeof *row);
        if (row) t->row = row;
        int *col = realloc(t->col, sz(room) * sizeof *col);
        if (col) t->col = col;
        if (!row || !col) return false;
        t->room = room;
    }
    t->row[t->count] = i;
    t->col[t->count++] = j;
    return true;
}

bool triplets_mirror(triplets *t, int count, const int *row, const int *col)
{
    bool good = true;
    for (int k = 0; good && k < count; k++)
        good = triplets_add(t, row[k], col[k]) && triplets_add(t, col[k], row[k]);
    return good;
}

/* Places listed row by row first. */
bool triplets_join(triplets *t, const triplets *places, int rows, int cols, const bool *apart)
{
    const int n = cols > rows ? cols : rows;
    const triplets turned = { places->count, places->count, places->col, places->row };
    sparse_pattern by_row;
    if (!triplets_compress(&turned, n, &by_row, NULL)) return false;
    bool good = true;
    for (int i = 0; i < rows; i++) {
        const int first = by_row.first[i],
                  end = apart && apart[i] ? first : by_row.first[i + 1];
        for (int a = first; good && a < end; a++)
            for (int b = first; good && b < end; b++)
                good = triplets_add(t, by_row.row[a], by_row.row[b]);
    }
    pattern_free(&by_row);
    return good;
}

void triplets_free(triplets *t)
{
    free(t->row);
    free(t->col);
    *t = (triplets){ 0 };
}

void pattern_free(sparse_pattern *p)
{
    free(p->first);
    free(p->row);
    *p = (sparse_pattern){ 0 };
}

/* order := `from` sorted by key, stably; at: n + 1 numbers of work */
static void sort(int n, int count, const int *key, const int *from, int *at, int *order)
{
    memset(at, 0, (sz(n) + 1) * sizeof *at);
    for (int k = 0; k < count; k++) at[key[k] + 1]++;
    for (int j = 0; j < n; j++) at[j + 1] += at[j];
    for (int k = 0; k < count; k++) {
        const int e = from ? from[k] : k;
        order[at[key[e]]++] = e;
    }
}

/* Places in the order of columns and rows; equal ones are one. */
static void write_pattern(const triplets *t, int n, const int *order, sparse_pattern *out,
                          int *map)
{
    int end = 0, column = -1;
    for (int k = 0; k < t->count; k++) {
        const int e = order[k], i = t->row[e], j = t->col[e];
        const bool known = end > 0 && j == column && out->row[end - 1] == i;
        while (column < j) out->first[++column] = end;
        if (!known) out->row[end++] = i;
        if (map) map[e] = end - 1;
    }
    while (column < n) out->first[++column] = end;
}

bool triplets_compress(const triplets *t, int n, sparse_pattern *out, int *map)
{
    const size_t count = sz(t->count) + 1;
    int *work = malloc((2 * count + sz(n) + 1) * sizeof *work);
    *out =
        (sparse_pattern){ n, malloc((sz(n) + 1) * sizeof(int)), malloc(count * sizeof(int)) };
    if (!work || !out->first || !out->row) {
        free(work);
        pattern_free(out);
        return false;
    }
    int *by_row = work + n + 1, *by_column = by_row + count;
    sort(n, t->count, t->row, NULL, work, by_row);
    sort(n, t->count, t->col, by_row, work, by_column);
    write_pattern(t, n, by_column, out, map);
    free(work);
    return true;
}

int pattern_colour(const sparse_pattern *p, const sparse_pattern *rows, int *colour)
{
    int *seen = malloc((sz(p->n) + 1) * sizeof *seen), colours = 0;
    if (!seen) return 0;
    for (int j = 0; j <= p->n; j++) seen[j] = -1;
    for (int j = 0; j < p->n; j++) {
        for (int a = p->first[j]; a < p->first[j + 1]; a++) {
            const int i = p->row[a];
            for (int b = rows->first[i]; b < rows->first[i + 1]; b++)
                if (rows->row[b] < j) seen[colour[rows->row[b]]] = j;
        }
        int c = 0;
        while (seen[c] == j) c++;
        colour[j] = c;
        if (c >= colours) colours = c + 1;
    }
    free(seen);
    return colours;
}

int pattern_parts(const sparse_pattern *p, int *part, int *place)
{
    int *found = malloc((sz(p->n) + 1) * sizeof *found), largest = 0, parts = 0;
    if (!found) return 0;
    for (int j = 0; j < p->n; j++) part[j] = -1;
    for (int start = 0; start < p->n; start++) {
        int count = 0;
        if (part[start] < 0) found[count++] = start, part[start] = parts++;
        for (int k = 0; k < count; k++) {
            place[found[k]] = k;
            for (int e = p->first[found[k]]; e < p->first[found[k] + 1]; e++) {
                if (part[p->row[e]] >= 0) continue;
                part[p->row[e]] = parts - 1;
                found[count++] = p->row[e];
            }
        }
        largest = count > largest ? count : largest;
    }
    free(found);
    return largest;
}
