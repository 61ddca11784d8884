/* times.c -- cost of each result, with a confidence interval; variances are pooled across all
 * cells of the machine.
 * SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-ivpbench-plugins */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/util.h"
#include "reports/board/board.h"

static int by_worker(const void *a, const void *b)
{
    const timing *x = a, *y = b;
    return (x->worker > y->worker) - (x->worker < y->worker);
}

/* Samples of one worker become neighbours, as cost.h wants them. */
static timing *timings(const record *r, bool cpu)
{
    timing *t = need(calloc((size_t)r->nsamples + 1, sizeof *t));
    for (int i = 0; i < r->nsamples; i++)
        t[i] =
            (timing){ cpu ? r->samples[i].cpu_s : r->samples[i].wall_s, r->samples[i].worker };
    qsort(t, (size_t)r->nsamples, sizeof *t, by_worker);
    return t;
}

/* From all cells of a machine that several processes were timed on. */
static noise noise_on(const board *b, const char *machine)
{
    spread *v = need(calloc((size_t)b->n + 1, sizeof *v));
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        const entry *e = &b->entries[i];
        if (strcmp(e->machine, machine) != 0) continue;
        timing *cpu = timings(&e->r, true);
        v[n] = cost_spread(cpu, e->r.nsamples);
        n += v[n].freedom > 0;
        free(cpu);
    }
    const noise fitted = noise_fit(v, n);
    free(v);
    return fitted;
}

static double median_instructions(const record *r)
{
    double *v = need(calloc((size_t)r->nsamples + 1, sizeof *v));
    int n = 0;
    for (int i = 0; i < r->nsamples; i++)
        if (r->samples[i].instructions >= 0) v[n++] = (double)r->samples[i].instructions;
    const double median = median_of(v, n);
    free(v);
    return median;
}

/* By the processor in every timed run, or once afterwards. */
static void note_instructions(entry *e)
{
    e->instructions = median_instructions(&e->r);
    if (e->instructions > 0) {
        free(e->counted_by);
        e->counted_by = copied("perf_event");
    } else
        e->instructions = e->counted;
}

/* A set-up that is long beside its solves may have done their work. */
static double long_setup(const entry *e)
{
    const double s = e->setup_cpu - e->opening_cpu;
    return s > 5e-3 && s > 5 * e->cpu.median ? e->setup_cpu : 0;
}

void score_times(board *b)
{
    for (int m = 0; m < b->nmachines; m++) {
        const noise prior = noise_on(b, b->machines[m]);
        for (int i = 0; i < b->n; i++) {
            entry *e = &b->entries[i];
            if (strcmp(e->machine, b->machines[m]) != 0) continue;
            timing *cpu = timings(&e->r, true), *wall = timings(&e->r, false);
            e->cpu = cost_of(cpu, e->r.nsamples, &prior);
            e->wall = cost_of(wall, e->r.nsamples, &prior);
            e->long_setup = long_setup(e);
            note_instructions(e);
            free(cpu);
            free(wall);
        }
    }
}

/* A count has no spread to speak of: the least that the law of ratios can do with. */
void board_cost_instructions(board *b)
{
    for (int i = 0; i < b->n; i++) {
        const double n = b->entries[i].instructions;
        const bool known = n > 0;
        b->entries[i].cpu = (cost){ .n = known,
                                    .workers = known,
                                    .median = n,
                                    .low = n,
                                    .high = n,
                                    .min = n,
                                    .variance = known ? 1e-10 : NAN,
                                    .freedom = 1e6 };
        b->entries[i].wall = b->entries[i].cpu;
    }
}
