/* narrow.c -- the reverse Cuthill-McKee order: unknowns level by level from one at the end of
 * the graph of A + A^T, in each level by their degree, all of it backwards.
 *
 * Source: A. George, J. W. H. Liu, Computer Solution of Large Sparse Positive Definite Systems,
 * 1981, chapter 4. The end is sought as there: from an unknown of least degree in the last level
 * the search is repeated as long as there are more levels.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "kernel/linear/narrow.h"

#include <stdlib.h>

#include "kernel/linear/triplets.h"

/* Unknowns are numbered by their degree: rows that ascend are degrees that ascend. */
typedef struct search {
    sparse_pattern near;
    int mark, *seen; /* seen[j] == mark: in this search */
    int *queue;      /* what was found */
    int count, last; /* how many; where the last level begins */
} search;

/* Returns the number of levels. */
static int spread(search *s, int from)
{
    const sparse_pattern *g = &s->near;
    int levels = 0;
    s->mark++;
    s->seen[from] = s->mark;
    s->queue[0] = from;
    s->count = 1;
    for (int begin = 0, end = 1; begin < end; begin = end, end = s->count, levels++) {
        s->last = begin;
        for (int k = begin; k < end; k++)
            for (int e = g->first[s->queue[k]]; e < g->first[s->queue[k] + 1]; e++) {
                if (s->seen[g->row[e]] == s->mark) continue;
                s->seen[g->row[e]] = s->mark;
                s->queue[s->count++] = g->row[e];
            }
    }
    return levels;
}

static int least_of_last(const search *s)
{
    int least = s->queue[s->last];
    for (int k = s->last; k < s->count; k++)
        if (s->queue[k] < least) least = s->queue[k];
    return least;
}

/* An unknown with many levels, in the part of the graph that `from` is in */
static int end_near(search *s, int from)
{
    enum { TRIALS = 8 };
    int end = from, levels = spread(s, from);
    for (int k = 0; k < TRIALS; k++) {
        const int next = least_of_last(s), more = spread(s, next);
        if (more <= levels) break;
        end = next;
        levels = more;
    }
    return end;
}

/* order: unknowns by the number of their neighbours */
static bool sort_by_degree(const sparse_pattern *g, int *order)
{
    int *at = calloc((size_t)g->n + 2, sizeof *at);
    if (!at) return false;
    for (int j = 0; j < g->n; j++) at[g->first[j + 1] - g->first[j] + 1]++;
    for (int d = 0; d < g->n; d++) at[d + 1] += at[d];
    for (int j = 0; j < g->n; j++) order[at[g->first[j + 1] - g->first[j]]++] = j;
    free(at);
    return true;
}

/* The places of A + A^T, twice: to count neighbours, and with numbers by their count. */
static bool open_graph(const sparse_pattern *p, int *order, int *rank, sparse_pattern *near)
{
    triplets t = { 0 };
    bool good = true;
    for (int j = 0; good && j < p->n; j++)
        for (int e = p->first[j]; good && e < p->first[j + 1]; e++)
            if (p->row[e] != j) good = triplets_mirror(&t, 1, &p->row[e], &j);
    good = good && triplets_compress(&t, p->n, near, NULL);
    if (good) {
        good = sort_by_degree(near, order);
        pattern_free(near);
    }
    for (int k = 0; good && k < p->n; k++) rank[order[k]] = k;
    for (int k = 0; good && k < t.count; k++) {
        t.row[k] = rank[t.row[k]];
        t.col[k] = rank[t.col[k]];
    }
    good = good && triplets_compress(&t, p->n, near, NULL);
    triplets_free(&t);
    return good;
}

/* Each part of the graph from its end; by_degree: unknowns by their number here */
static void write_order(search *s, const int *by_degree, int *order)
{
    const int n = s->near.n;
    int *done = s->seen + n;
    for (int j = 0, left = n; j < n; j++) {
        if (done[j]) continue;
        spread(s, end_near(s, j));
        for (int k = 0; k < s->count; k++) {
            done[s->queue[k]] = 1;
            order[--left] = by_degree[s->queue[k]];
        }
    }
}

bool narrow_order(const sparse_pattern *p, int *order)
{
    const size_t n = (size_t)p->n;
    search s = { .seen = calloc(4 * n + 1, sizeof *s.seen) };
    if (!s.seen) return false;
    int *by_degree = s.seen + 2 * n;
    s.queue = s.seen + 3 * n;
    const bool good = open_graph(p, by_degree, s.queue, &s.near);
    if (good) write_order(&s, by_degree, order);
    pattern_free(&s.near);
    free(s.seen);
    return good;
}
