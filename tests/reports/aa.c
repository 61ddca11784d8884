/* aa.c -- what intervals of costs are worth on a real machine: equal work against itself.
 *
 *     build/tests/aa STORE...
 *
 * The workers of each cell are dealt out to two halves, which do the same work: the ratio of
 * their costs is 1, its 95 % interval should hold that in 95 of 100 cells, and no half should
 * be called cheaper. Of several stores made from one plan, each should hold the mean of all in
 * its intervals; a machine that changed between the runs shows there, so they are to be run in
 * turns.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include "bench/base/util.h"
#include "reports/board/board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STORES = 64, HALVES = 2 };

typedef struct half {
    timing *t;
    int n;
    spread seen;
} half;

/* Workers 0, 2, 4 .. or 1, 3, 5 .. of an entry; samples of a worker are neighbours. */
static half half_of(const entry *e, int parity)
{
    half h = { .t = need(calloc((size_t)e->r.nsamples + 1, sizeof *h.t)) };
    for (int w = parity; w < e->cpu.workers; w += 2)
        for (int i = 0; i < e->r.nsamples; i++)
            if (e->r.samples[i].worker == w) h.t[h.n++] = (timing){ e->r.samples[i].cpu_s, w };
    h.seen = cost_spread(h.t, h.n);
    return h;
}

static void compare_halves(const board *b)
{
    half *h = need(calloc(HALVES * (size_t)b->n + 1, sizeof *h));
    spread *v = need(calloc(HALVES * (size_t)b->n + 1, sizeof *v));
    int pairs = 0, held = 0, claimed = 0;
    for (int i = 0; i < b->n; i++) {
        if (b->entries[i].cpu.workers < 4) continue;
        for (int k = 0; k < HALVES; k++) {
            h[HALVES * pairs + k] = half_of(&b->entries[i], k);
            v[HALVES * pairs + k] = h[HALVES * pairs + k].seen;
        }
        pairs++;
    }
    const noise prior = noise_fit(v, HALVES * pairs);
    for (int i = 0; i < pairs; i++) {
        const half *x = &h[HALVES * i], *y = x + 1;
        const cost a = cost_of(x->t, x->n, &prior), c = cost_of(y->t, y->n, &prior);
        const cost_ratio r = cost_compare_costs(&a, &c);
        held += r.low <= 1 && 1 <= r.high;
        claimed += r.verdict != COST_SAME;
        free(x->t);
        free(y->t);
    }
    printf("halves: %d cells, spread between workers %.2g %% (worth %.1f workers); "
           "interval holds 1 in %.1f %%; told apart: %d\n",
           pairs, 100 * sqrt(prior.variance), prior.freedom, 100.0 * held / pairs, claimed);
    free(h);
    free(v);
}

static const entry *find(const board *b, const char *key)
{
    for (int i = 0; i < b->n; i++)
        if (!strcmp(b->entries[i].r.cell.key, key)) return &b->entries[i];
    return NULL;
}

/* The mean of all stores stands for the truth: with n stores, its own error widens nothing, and
 * an honest interval holds it a little more often than in 95 of 100 cells. */
static void compare_stores(board *const *b, int n)
{
    int asked = 0, held = 0, pairs = 0, claimed = 0;
    for (int i = 0; i < b[0]->n; i++) {
        const entry *e[MOST_STORES];
        double mean = 0;
        int m = 0;
        for (int k = 0; k < n; k++) {
            e[m] = find(b[k], b[0]->entries[i].r.cell.key);
            if (e[m] && e[m]->cpu.n) mean += log(e[m++]->cpu.median);
        }
        for (int k = 0; k < m && m == n; k++) {
            const double all = exp(mean / m);
            asked++;
            held += e[k]->cpu.low <= all && all <= e[k]->cpu.high;
            for (int j = 0; j < k; j++, pairs++)
                claimed += cost_compare_costs(&e[k]->cpu, &e[j]->cpu).verdict != COST_SAME;
        }
    }
    printf("stores: %d intervals, %.1f %% hold the mean of all %d; told apart: %d of %d\n",
           asked, 100.0 * held / asked, n, claimed, pairs);
}

int main(int argc, char **argv)
{
    board *b[MOST_STORES] = { 0 };
    reason why;
    const int n = argc - 1 < MOST_STORES ? argc - 1 : MOST_STORES;
    for (int k = 0; k < n; k++) {
        b[k] = board_open(argv[k + 1], "", &why);
        if (!b[k]) {
            fprintf(stderr, "aa: %s\n", why.text);
            return 1;
        }
        printf("%s\n  ", argv[k + 1]);
        compare_halves(b[k]);
    }
    if (n > 1) compare_stores(b, n);
    for (int k = 0; k < n; k++) board_close(b[k]);
    return 0;
}
